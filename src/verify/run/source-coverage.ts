// How much of the source a run has seen: operations that were sent, statuses that came, and members
// that answers showed. Counts only what the source declares.

import { isObject, type Json, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { kindOf } from '../../contract/operation-at.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { createRouter, type Router } from '../../contract/route.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Body } from '../../model/message/call.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { TakenOperation } from '../../source/source-contracts.ts';
import type { Exchanged, Share, SourceCoverage } from '../report.ts';

export interface CoverageOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly exchanges: readonly Exchanged[];
  /** The operations of a description, with its own names and all its statuses; empty without one. */
  readonly taken: readonly TakenOperation[];
}

/** Returns what was seen of a contract. */
export function sourceCoverage(options: CoverageOptions): SourceCoverage {
  const template = templateOf(options.contract);
  const router = createRouter([template], '');
  const declared = declaredBy(template, options);
  const seen = {
    operations: new Set<string>(),
    statuses: new Set<string>(),
    members: new Set<string>(),
  };
  for (const exchanged of options.exchanges) {
    const one = operationOf(exchanged, router, declared);
    if (one === undefined) continue;
    seen.operations.add(one.name);
    const { received } = exchanged;
    if (received === null) continue;
    for (const status of one.statuses)
      if (covers(status, received.status)) seen.statuses.add(`${one.name} ${status}`);
    if (received.status < 300)
      for (const member of membersShown(received.body, one)) seen.members.add(member);
  }
  return {
    operations: shareOf(
      declared.map(({ name }) => name),
      seen.operations,
    ),
    statuses: shareOf(
      declared.flatMap(({ name, statuses }) =>
        statuses.filter((one) => one !== 'default').map((status) => `${name} ${status}`),
      ),
      seen.statuses,
    ),
    members: shareOf(
      declared.flatMap(({ members }) => members),
      seen.members,
    ),
  };
}

/** What the source declares of one operation. */
interface Declared {
  /** `GET /users/{id}`. */
  readonly name: string;
  readonly of: Kind | Action;
  readonly statuses: readonly string[];
  /** `user.name`, with the name of the schema. */
  readonly members: readonly string[];
  readonly schema: SchemaName | null;
  /** Where the item or the list is in the answer. */
  readonly at: readonly string[];
}

function declaredBy(contract: Contract, { schemas, taken }: CoverageOptions): readonly Declared[] {
  const described = new Map(taken.map((one) => [withoutNames(`${one.method} ${one.path}`), one]));
  const membersOf = (schema: SchemaName | null): readonly string[] =>
    schema === null ? [] : [...schemas.membersOf(schema).keys()].map((name) => `${schema}.${name}`);
  const named = (
    name: string,
    outcomes: Action['outcomes'],
  ): Pick<Declared, 'name' | 'statuses'> => {
    const one = described.get(withoutNames(name));
    if (one !== undefined) return { name: `${one.method} ${one.path}`, statuses: one.statuses };
    const all = Object.values(outcomes).flatMap(({ status }) => status ?? []);
    return { name, statuses: [...new Set(all)].map(String) };
  };
  const hidden = new Set((contract.hidden ?? []).map((member) => `${contract.item}.${member}`));
  const ofItems = kinds.flatMap((kind): readonly Declared[] => {
    const operation = contract.operations[kind];
    if (operation === undefined) return [];
    const { method } = wayOf(contract, kind);
    const name = `${method} ${pathOf(contract, kind, `{${contract.id}}`)}`;
    const shows =
      kind === 'list' || kind === 'read' || operation.outcomes.ok?.body === contract.item;
    return [
      {
        ...named(name, operation.outcomes),
        of: kind,
        members: shows ? membersOf(contract.item).filter((one) => !hidden.has(one)) : [],
        schema: shows ? contract.item : null,
        at: [],
      },
    ];
  });
  const others = (contract.actions ?? []).map((action): Declared => {
    const name = `${action.method} ${action.path}`;
    const schema = action.outcomes.ok?.body ?? null;
    const members = membersOf(schema);
    const at = action.envelope?.at ?? [];
    return { ...named(name, action.outcomes), of: action, members, schema, at };
  });
  return [...ofItems, ...others];
}

/** Descriptions have other names for what a path holds, and may have a slash at its end. */
function withoutNames(name: string): string {
  return name.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(?<=[^ ])\/$/, '');
}

function operationOf(
  { call: { method, path } }: Exchanged,
  router: Router,
  declared: readonly Declared[],
): Declared | undefined {
  const route = router.find(path.replace(/(?<=.)\/$/, ''));
  const kind = route === null ? null : kindOf(method, route, 'usual');
  const ofItems = kind === null ? undefined : declared.find((one) => one.of === kind);
  if (ofItems !== undefined) return ofItems;
  const action = router.findAction?.(method, path)?.operation;
  return declared.find((one) => one.of === action);
}

/** Whether a declared status is the one that came: `404`, `4XX`, `default`. */
function covers(declared: string, status: number): boolean {
  if (/^\dXX$/i.test(declared)) return declared[0] === String(status)[0];
  return declared === String(status);
}

/** The members of an answer that its schema names. Elements of a list count as items. */
function membersShown(body: Body, { members, schema, at }: Declared): readonly string[] {
  if (body.kind !== 'json' || schema === null) return [];
  const value = valueAt(body.value, at);
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const items = all.slice(0, ELEMENTS_MAX).filter((one) => one !== undefined && isObject(one));
  const prefix = schema.length + 1;
  return members.filter((member) =>
    items.some((item) => isObject(item) && own(item, member.slice(prefix)) !== undefined),
  );
}

/** Number of elements of a list that are looked at. */
const ELEMENTS_MAX = 50;

function shareOf(all: readonly string[], seen: ReadonlySet<string>): Share {
  const declared = [...new Set(all)];
  const missing = declared.filter((one) => !seen.has(one));
  return { declared: declared.length, seen: declared.length - missing.length, missing };
}
