// Members of rows that no answer shows: those of requests alone, and values of the path.

import { isObject, type Json, own } from '../../base/json.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { type Steps, writeOnlyBelow, writeOnlyIn } from '../../schema/walk/write-only.ts';
import type { Action, Contract, ScopeMember } from '../contract.ts';
import { actionKey } from './action-key.ts';
import type { GivenAction, GivenOperations } from './given-contract.ts';
import { type GivenResource, propertiesOf } from './given-resource.ts';

/**
 * Members that the item marks as `writeOnly`, or a request of it where the item does not have them,
 * and those of requests that a closed item lacks.
 */
export function requestOnlyMembers(resource: GivenResource): readonly string[] {
  const shown = resource.members();
  const marked = Object.keys(shown).filter(
    (name) => own(resource.member([name]) ?? {}, 'writeOnly') === true,
  );
  const markedInRequests = allSent(resource)
    .filter(
      ([name, schema]) =>
        name !== resource.id &&
        !Object.hasOwn(shown, name) &&
        isObject(schema) &&
        own(schema, 'writeOnly') === true,
    )
    .map(([name]) => name);
  return [...new Set([...marked, ...markedInRequests, ...notAdmitted(resource)])];
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

function notAdmitted(resource: GivenResource): readonly string[] {
  if (own(resource.member([]) ?? {}, 'additionalProperties') !== false) return [];
  const shown = resource.members();
  const sent = allSent(resource).map(([name]) => name);
  return sent.filter((name) => name !== resource.id && !Object.hasOwn(shown, name));
}

/** Members of requests that no item shows by name: a password is kept, and never answered. */
export function passwordsSent(resource: GivenResource): readonly string[] {
  const shown = resource.members();
  return allSent(resource)
    .filter(
      ([name, schema]) =>
        !Object.hasOwn(shown, name) &&
        (isPasswordName(name) || (isObject(schema) && own(schema, 'format') === 'password')),
    )
    .map(([name]) => name);
}

/** The members that the bodies of requests have, with their schemas. */
function allSent(resource: GivenResource): readonly (readonly [string, Json])[] {
  const operations = (own(resource.document, 'operations') ?? {}) as unknown as GivenOperations;
  return (['create', 'replace', 'update'] as const).flatMap((kind) =>
    membersSent(resource, operations[kind]?.body),
  );
}

/** Members of a row that no item has: values of the path, the id of a single item. */
export function unshownMembers(
  resource: GivenResource,
  scope: readonly ScopeMember[],
): readonly string[] {
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
  const actions = (own(document, actionKey(document)) ?? []) as unknown as readonly GivenAction[];
  const operations = (own(document, 'operations') ?? {}) as unknown as GivenOperations;
  const usual = new Set(Object.values(operations).flatMap(({ body }) => namesSent(resource, body)));
  return actions.flatMap(({ does, body }) =>
    does === 'create' || does === 'replace' || does === 'update'
      ? namesSent(resource, body).filter(
          (name) => !usual.has(name) && !Object.hasOwn(resource.members(), name),
        )
      : [],
  );
}

function namesSent(resource: GivenResource, body: SchemaName | undefined): readonly string[] {
  return membersSent(resource, body).map(([name]) => name);
}

function membersSent(
  resource: GivenResource,
  body: SchemaName | undefined,
): readonly (readonly [string, Json])[] {
  if (body === undefined) return [];
  const { schema, at } = resource.bodyOf(body);
  const names = Object.keys(propertiesOf(resource.schemas.memberAt(schema, at)));
  return names.map((name) => [name, resource.schemas.memberAt(schema, [...at, name]) ?? {}]);
}
