// Members of rows that no answer shows: those of requests alone, and values of the path.

import { isObject, type Json, own } from '../../base/json.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import {
  hasWriteOnly,
  type Steps,
  writeOnlyBelow,
  writeOnlyIn,
} from '../../schema/walk/write-only.ts';
import type { Action, Contract, ScopeMember } from '../contract.ts';
import { actionKey } from './action-key.ts';
import type { GivenAction, GivenOperations } from './given-contract.ts';
import { type GivenResource, propertiesOf } from './given-resource.ts';

/** Members that no answer shows, and those of them that only requests have. */
export function hiddenMembers(
  resource: GivenResource,
  scope: readonly ScopeMember[],
): { readonly hidden: readonly string[]; readonly requestOnly: readonly string[] } {
  const unknown = sentAlone(resource);
  const requestOnly = requestOnlyMembers(resource, unknown);
  const others = [...unansweredIn(unknown), ...unshownMembers(resource, scope)];
  return { hidden: [...new Set([...requestOnly, ...others])], requestOnly };
}

type Member = readonly [name: string, schema: Json];

/**
 * Members that the item marks as `writeOnly`, or a request of it where the item does not have them,
 * and those of requests that a closed item lacks.
 */
function requestOnlyMembers(
  resource: GivenResource,
  unknown: readonly Member[],
): readonly string[] {
  const marksAny = hasWriteOnly(resource.schemas);
  if (!marksAny && unknown.length === 0) return [];
  const isMarked = (schema: Json): boolean => isObject(schema) && own(schema, 'writeOnly') === true;
  const marked = Object.keys(marksAny ? resource.members() : {}).filter((name) =>
    isMarked(resource.member([name]) ?? {}),
  );
  const isClosed = own(resource.member([]) ?? {}, 'additionalProperties') === false;
  const ofRequests = unknown.filter(
    ([name, schema]) => name !== resource.id && (isClosed || isMarked(schema)),
  );
  return [...new Set([...marked, ...ofRequests.map(([name]) => name)])];
}

/** Members below others that the item, or a request of it, marks as `writeOnly`: the steps to each. */
export function membersOfRequestsBelow(
  { item, operations }: Contract,
  schemas: Schemas,
): readonly Steps[] {
  const sent = (['create', 'replace', 'update'] as const).flatMap(
    (kind) => operations[kind]?.body ?? [],
  );
  const all = [...new Set([item, ...sent])].flatMap((name) => writeOnlyBelow(schemas, name));
  return [...new Map(all.map((steps) => [steps.join('\n'), steps])).values()];
}

/** Returns an operation with the steps to what its answer marks as `writeOnly`, in each item of a list. */
export function withRequestOnly(operation: Action, schemas: Schemas): Action {
  const body = operation.outcomes.ok?.body;
  const steps = typeof body === 'string' ? writeOnlyIn(schemas, body) : [];
  const hiddenBelow = steps.map((one) => (one[0] === '*' ? one.slice(1) : one));
  return hiddenBelow.length === 0 ? operation : { ...operation, hiddenBelow };
}

/** Members of requests that no item shows by name: a password or a file is kept, and never answered. */
function unansweredIn(unknown: readonly Member[]): readonly string[] {
  return unknown.flatMap(([name, schema]) =>
    isPasswordName(name) || isFileOrPassword(schema) ? [name] : [],
  );
}

function isFileOrPassword(schema: Json): boolean {
  if (!isObject(schema)) return false;
  const [format, items = null] = [own(schema, 'format'), own(schema, 'items')];
  return format === 'password' || format === 'binary' || isFileOrPassword(items);
}

/** The members of requests that the item does not have, with their schemas. */
function sentAlone(resource: GivenResource): readonly Member[] {
  const { schemas, document } = resource;
  const shown = resource.members();
  const operations = (own(document, 'operations') ?? {}) as unknown as GivenOperations;
  const bodies = new Set(
    (['create', 'replace', 'update'] as const).flatMap((kind) => operations[kind]?.body ?? []),
  );
  return [...bodies].flatMap((body) => {
    const { schema, at } = resource.bodyOf(body);
    return Object.keys(propertiesOf(schemas.memberAt(schema, at)))
      .filter((name) => !Object.hasOwn(shown, name))
      .map((name): Member => [name, schemas.memberAt(schema, [...at, name]) ?? {}]);
  });
}

/** Members of a row that no item has: values of the path, the id of a single item. */
function unshownMembers(resource: GivenResource, scope: readonly ScopeMember[]): readonly string[] {
  const members = resource.members();
  const kept = scope.flatMap(({ at: [first = ''], parameter }) =>
    parameter === null || Object.hasOwn(members, first) ? [] : [first],
  );
  const isKeyless =
    (resource.isOne || own(resource.document, 'id') === null) &&
    !Object.hasOwn(members, resource.id);
  return [...kept, ...(isKeyless ? [resource.id] : []), ...ofActionsAlone(resource)];
}

/** Members that only an action at a path of its own takes: the password of a registration. */
function ofActionsAlone(resource: GivenResource): readonly string[] {
  const { document } = resource;
  const given = (own(document, actionKey(document)) ?? []) as unknown as readonly GivenAction[];
  const files = given.flatMap(({ body }) =>
    membersSent(resource, body).flatMap(([name, schema]) =>
      isFileOrPassword(schema) && !Object.hasOwn(resource.members(), name) ? [name] : [],
    ),
  );
  const actions = given.filter(
    ({ does }) => does === 'create' || does === 'replace' || does === 'update',
  );
  if (actions.length === 0) return files;
  const operations = (own(document, 'operations') ?? {}) as unknown as GivenOperations;
  const usual = new Set(Object.values(operations).flatMap(({ body }) => namesSent(resource, body)));
  const alone = actions.flatMap(({ body }) =>
    namesSent(resource, body).filter(
      (name) => !usual.has(name) && !Object.hasOwn(resource.members(), name),
    ),
  );
  return [...alone, ...files];
}

function namesSent(resource: GivenResource, body: SchemaName | undefined): readonly string[] {
  return membersSent(resource, body).map(([name]) => name);
}

function membersSent(resource: GivenResource, body: SchemaName | undefined): readonly Member[] {
  if (body === undefined) return [];
  const { schema, at } = resource.bodyOf(body);
  const names = Object.keys(propertiesOf(resource.schemas.memberAt(schema, at)));
  return names.map((name) => [name, resource.schemas.memberAt(schema, [...at, name]) ?? {}]);
}
