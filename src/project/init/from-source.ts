// The files of a project that owns what a document or rows gave: contracts, schemas and rows.

import { basename, join, relative } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, jsonText, objectOf, own } from '../../base/json.ts';
import { suggestOr } from '../../base/suggest.ts';
import { actionKey } from '../../contract/define/action-key.ts';
import type { Project } from '../load/project.ts';
import { rowsText } from '../save/write-seed-file.ts';
import type { SourceFile } from '../source/json-file.ts';

/** The files of a project, by path in its folder. */
export type ProjectParts = ReadonlyMap<string, string>;

/**
 * Returns the files for what a source gave, or for the path `only` and what is below it. Rows that
 * are in `db.json` of the folder already are left there. Throws a StandinError if there is no such
 * path, or if the source has files of its own.
 */
export function partsOfSource(
  { files }: Project,
  { folder, only }: { readonly folder: string; readonly only: string | null },
): ProjectParts {
  const { source, contracts, schemas, db } = files;
  if (source.kind === 'contracts')
    throw new StandinError(
      'option-invalid',
      `${source.place} is a project of contracts already`,
      'Copy its files, or name another source with --from.',
    );
  const kept = withNeeded(contracts, only);
  const resources = kept.map(({ json }) => textAt(json, 'resource'));
  const reached = schemasOf(kept, schemas);
  const isThere = relative(join(folder, 'db.json'), db.file) === '' && db.text !== '';
  const rows = isObject(db.json)
    ? objectOf(Object.entries(db.json).filter(([resource]) => resources.includes(resource)))
    : {};
  return new Map([
    ...kept.map(({ json }, index): [string, string] => [
      `contracts/${fileNameOf(resources[index] ?? '')}.json`,
      textOf(json),
    ]),
    ...reached.map(({ name, json }): [string, string] => [
      `schemas/${basename(name)}.json`,
      textOf(json),
    ]),
    ...(isThere ? [] : [['db.json', rowsText(rows)] as [string, string]]),
  ]);
}

function textOf(json: Json): string {
  return `${jsonText(json, 2)}\n`;
}

function textAt(json: Json, member: string): string {
  return isObject(json) ? String(own(json, member) ?? '') : '';
}

function fileNameOf(resource: string): string {
  return resource.replaceAll(/[^\w.-]/g, '-');
}

/**
 * Keeps the contracts at a path and below it, with those whose rows or ids they need, and of the
 * operations of no resource those that are there.
 */
function withNeeded(contracts: readonly SourceFile[], only: string | null): readonly SourceFile[] {
  if (only === null) return contracts;
  const wanted = only.replace(/(?<=.)\/$/, '');
  const isThere = (path: string): boolean => `${path}/`.startsWith(`${wanted}/`);
  const narrowed = contracts.map((one) =>
    isThere(textAt(one.json, 'path')) ? one : withActions(one, isThere),
  );
  const found = narrowed.filter((one) => one !== null);
  if (found.length === 0) {
    const paths = contracts.flatMap(({ json }) => [
      ...(hasOperations(json) ? [textAt(json, 'path')] : []),
      ...actionsOf(json).map((one) => textAt(one, 'path')),
    ]);
    const remedy = suggestOr(only, paths, `The paths are ${paths.slice(0, 20).join(', ')}.`);
    throw new StandinError('option-invalid', `there is no path ${only}`, remedy);
  }
  const kept = new Set(found);
  for (const { json } of kept)
    for (const name of neededBy(json, contracts))
      for (const [index, one] of contracts.entries())
        if (textAt(one.json, 'resource') === name) kept.add(narrowed[index] ?? one);
  return [...kept];
}

function hasOperations(json: Json): boolean {
  return isObject(json) && own(json, 'operations') !== undefined;
}

function actionsOf(json: Json): readonly Json[] {
  const actions = isObject(json) ? own(json, actionKey(json)) : undefined;
  return Array.isArray(actions) ? (actions as readonly Json[]) : [];
}

/** A contract of actions alone, with some of them; whole if it has more. `null` without any. */
function withActions(one: SourceFile, isThere: (path: string) => boolean): SourceFile | null {
  const actions = actionsOf(one.json).filter((action) => isThere(textAt(action, 'path')));
  if (actions.length === 0 || !isObject(one.json)) return null;
  return hasOperations(one.json)
    ? one
    : { ...one, json: { ...one.json, [actionKey(one.json)]: actions } };
}

/** The resources whose rows a contract shares, or whose items are its parents. */
function neededBy(json: Json, contracts: readonly SourceFile[]): readonly string[] {
  const within = isObject(json) ? own(json, 'within') : undefined;
  const path = textAt(json, 'path');
  const above = contracts.filter(({ json: other }) =>
    path.startsWith(`${textAt(other, 'path')}/{`),
  );
  return [
    textAt(json, 'rows'),
    ...(isObject(within) ? Object.values(within).map(String) : []),
    ...above.map(({ json: other }) => textAt(other, 'resource')),
  ].filter((name) => name !== '');
}

/** Keeps the schemas that contracts name, and those that they refer to. */
function schemasOf(
  contracts: readonly SourceFile[],
  schemas: readonly SourceFile[],
): readonly SourceFile[] {
  const byName = new Map(schemas.map((one) => [one.name, one]));
  const kept = new Set<SourceFile>();
  const waiting: Json[] = contracts.map(({ json }) => json);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const name of textsIn(next)) {
      const schema = byName.get(name.replace(/\.json(?:#.*)?$/, ''));
      if (schema === undefined || kept.has(schema)) continue;
      kept.add(schema);
      waiting.push(schema.json);
    }
  return schemas.filter((one) => kept.has(one));
}

/** Every text in a value: a contract names schemas, a schema refers to others by file. */
function textsIn(json: Json): readonly string[] {
  const found: string[] = [];
  const waiting: Json[] = [json];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null)
      waiting.push(...Object.values(next as JsonObject));
  return found;
}
