// What changed between two versions of an OpenAPI document, for its clients. Links are not compared.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { placeText, SourceFiles } from '../openapi/places.ts';
import type { Change, DriftVerdict } from './change.ts';
import { compareOperation } from './compare-operations.ts';
import { allInside, SchemaComparison, type Versions } from './compare-schemas.ts';
import {
  type DescribedDocument,
  type DescribedOperation,
  describedOperations,
} from './described-operations.ts';

/** A document, and the others that it refers to, by path relative to it. */
export interface DocumentFiles {
  readonly document: Json;
  readonly documents?: ReadonlyMap<string, Json>;
}

/** Returns what changed, breaking changes first. Never throws for what a document holds. */
export function compareDocuments(versions: Versions<DocumentFiles>): readonly Change[] {
  const files = { older: filesOf(versions.older), newer: filesOf(versions.newer) };
  const [before, after] = [asObject(versions.older.document), asObject(versions.newer.document)];
  const older = describedOperations(before, files.older);
  const newer = describedOperations(after, files.newer);
  const found = new FoundChanges();
  for (const change of wholeChanges({ older: before, newer: after }, { older, newer }))
    found.add(change, null);
  const schemas = new SchemaComparison(files);
  for (const operation of older.operations.values()) {
    const now = newer.operations.get(operation.key);
    if (now === undefined) {
      const moved = movedTo(operation, newer);
      const words = `the operation is gone${moved === null ? '' : `; ${moved.name} has its name`}`;
      const to = moved === null ? null : placeText(moved.place);
      const from = placeText(operation.place);
      found.add({ verdict: 'breaking', message: words, from, to }, operation.name);
    } else {
      const compared = compareOperation({ older: operation, newer: now }, schemas);
      const inside = new Set(compared.schemas.flatMap(allInside));
      for (const change of [...compared.changes, ...[...inside].flatMap(({ changes }) => changes)])
        found.add(change, now.name);
    }
  }
  for (const operation of newer.operations.values())
    if (!older.operations.has(operation.key)) {
      const to = placeText(operation.place);
      found.add(
        { verdict: 'compatible', message: 'the operation is new', from: null, to },
        operation.name,
      );
    }
  return found.all();
}

/** The operation that an operation was perhaps moved to. */
function movedTo(
  { operationId }: DescribedOperation,
  { operations }: DescribedDocument,
): DescribedOperation | null {
  if (operationId === null) return null;
  return [...operations.values()].find((one) => one.operationId === operationId) ?? null;
}

/** Changes of the whole document: its version and the path that all operations have in front. */
function wholeChanges(
  documents: Versions<JsonObject>,
  { older, newer }: Versions<DescribedDocument>,
): readonly Omit<Change, 'operations'>[] {
  const place = (document: JsonObject): string =>
    own(document, 'basePath') === undefined ? '/servers' : '/basePath';
  const [was, is] = [versionOf(documents.older), versionOf(documents.newer)];
  const [from, to] = [hostsOf(documents.older), hostsOf(documents.newer)];
  return [
    ...(equal(from, to)
      ? []
      : [
          {
            verdict: 'neutral' as const,
            message: `the service was at ${placesText(from)}, is at ${placesText(to)} now`,
            from: hostPlace(documents.older),
            to: hostPlace(documents.newer),
          },
        ]),
    ...(older.prefix === newer.prefix
      ? []
      : [
          {
            verdict: 'breaking' as const,
            message: `all paths begin with ${newer.prefix || '/'} now, and not with ${older.prefix || '/'}`,
            from: place(documents.older),
            to: place(documents.newer),
          },
        ]),
    ...(was === is
      ? []
      : [
          {
            verdict: 'neutral' as const,
            message: `the version was ${was}, is ${is} now`,
            from: '/info/version',
            to: '/info/version',
          },
        ]),
  ];
}

/** The addresses that a document names, without the paths that operations begin with. */
function hostsOf(document: JsonObject): readonly string[] {
  const host = own(document, 'host');
  const servers = own(document, 'servers') ?? [];
  const urls = (Array.isArray(servers) ? (servers as readonly Json[]) : []).flatMap((one) => {
    const url = isObject(one) ? own(one, 'url') : undefined;
    return typeof url === 'string' ? [/^(?:https?:)?\/\/([^/]+)/.exec(url)?.[1] ?? ''] : [];
  });
  const hosts = typeof host === 'string' ? [host] : urls;
  return [...new Set(hosts)].filter((one) => one !== '').toSorted();
}

function hostPlace(document: JsonObject): string {
  return own(document, 'host') === undefined ? '/servers' : '/host';
}

function placesText(hosts: readonly string[]): string {
  return hosts.length === 0 ? 'no named host' : hosts.join(' and ');
}

function versionOf(document: JsonObject): string {
  const info = own(document, 'info');
  const version = info !== undefined && isObject(info) ? own(info, 'version') : undefined;
  return version === undefined ? 'none' : String(version);
}

function filesOf({ document, documents }: DocumentFiles): SourceFiles {
  return new SourceFiles(document, documents);
}

function asObject(document: Json): JsonObject {
  return isObject(document) ? document : {};
}

/** Gathers changes. One that several operations show is one change. */
class FoundChanges {
  private readonly changes = new Map<string, Change & { readonly operations: string[] }>();

  add(change: Omit<Change, 'operations'>, operation: string | null): void {
    const key = JSON.stringify([change.verdict, change.message, change.from, change.to]);
    const known = this.changes.get(key) ?? { ...change, operations: [] };
    this.changes.set(key, known);
    if (operation !== null && !known.operations.includes(operation))
      known.operations.push(operation);
  }

  all(): readonly Change[] {
    return [...this.changes.values()].toSorted(
      (one, other) => RANKS[one.verdict] - RANKS[other.verdict],
    );
  }
}

const RANKS: Readonly<Record<DriftVerdict, number>> = { breaking: 0, compatible: 1, neutral: 2 };
