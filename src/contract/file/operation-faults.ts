// The faults of operations: their methods, bodies, statuses and header fields.

import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { ACTIONS, actionKey, OLDER_ACTIONS } from '../define/action-key.ts';
import { parametersOf } from '../nested-path.ts';
import { type Kind, kinds, methods, methodsFor } from '../operation-kinds.ts';
import type { ContractReader } from './contract-reader.ts';
import { checkDeclared, checkSchema } from './declared-faults.ts';

/** Header fields that frame a message; a different value would break it. */
const FRAMING = new Set([...HOP_BY_HOP, 'content-length', 'date']);

/** Each kind has some methods, and a method at one path is one operation. */
export function checkMethods(contract: ContractReader): void {
  const signs = new Map<string, Kind>();
  for (const kind of kinds) {
    const steps = ['operations', kind];
    const operation = contract.objectAt(steps);
    if (Object.keys(operation).length === 0) continue;
    const usual = methods[kind];
    const allowed = methodsFor[kind] ?? [usual.method];
    const method = String(own(operation, 'method') ?? usual.method);
    if (!allowed.includes(method)) {
      const message = `${kind} cannot have the method ${method}`;
      contract.addFault([...steps, 'method'], message, `Use ${allowed.join(' or ')}.`);
    }
    const on = own(operation, 'on');
    if (on !== undefined && !isPlace(kind, String(on)))
      contract.addFault(
        [...steps, 'on'],
        `${kind} cannot be at the ${String(on)}`,
        'Only replace and update can be at the collection, and only create at the item.',
      );
    else if (on !== undefined && own(contract.document, 'one') === true)
      contract.addFault([...steps, 'on'], 'a single item has no collection', 'Leave it out.');
    const path = own(operation, 'path');
    if (path !== undefined) checkOwnPath(contract, steps, String(path), String(on ?? usual.on));
    const place = path === undefined ? `the ${String(on ?? usual.on)}` : String(path);
    const sign = `${method} ${place}`;
    const other = signs.get(sign);
    // PUT at an item creates one that is not there, and replaces one that is.
    if (other !== undefined && sign !== 'PUT the item')
      contract.addFault(
        steps,
        `${other} and ${kind} are both ${method} of ${place}`,
        'Give one of them another "method", or leave it out.',
      );
    signs.set(sign, kind);
  }
}

/** Whether an operation can be at a place that is not its usual one. */
function isPlace(kind: Kind, on: string): boolean {
  return on === 'item' ? kind === 'create' : kind === 'replace' || kind === 'update';
}

/** A path of its own has the parameters of the usual one, in which the last one is the id. */
function checkOwnPath(
  contract: ContractReader,
  steps: readonly string[],
  path: string,
  on: string,
): void {
  const place = [...steps, 'path'];
  if (own(contract.document, 'one') === true) {
    contract.addFault(place, 'a single item has one path', 'Leave it out.');
    return;
  }
  const above = parametersOf(String(own(contract.document, 'path')));
  const given = parametersOf(path);
  const needed = on === 'item' ? [...above, 'the id'] : above;
  const isSame = given.length === needed.length && above.every((name) => given.includes(name));
  const isLast = on !== 'item' || !above.includes(given.at(-1) ?? '');
  if (isSame && isLast) return;
  const wanted = needed.length === 0 ? 'no parameters' : `as parameters ${needed.join(', ')}`;
  contract.addFault(place, `the path of this operation has ${wanted}`, 'The id comes last.');
}

export function checkActions(contract: ContractReader): void {
  const key = actionKey(contract.document);
  const given = own(contract.document, key);
  if (key === ACTIONS && own(contract.document, OLDER_ACTIONS) !== undefined)
    contract.addFault(
      [OLDER_ACTIONS],
      `"${OLDER_ACTIONS}" is the older name of "${ACTIONS}", and both are there`,
      `Keep "${ACTIONS}".`,
    );
  if (!Array.isArray(given)) return;
  const seen = new Set<string>();
  for (const [index, other] of (given as readonly JsonObject[]).entries()) {
    const steps = [key, String(index)];
    checkOperation(contract, steps, null);
    const sign = `${own(other, 'method')} ${own(other, 'path')}`;
    if (seen.has(sign)) contract.addFault(steps, `${sign} is there twice`, 'Keep one of them.');
    seen.add(sign);
    const path = String(own(contract.document, 'path'));
    const kind = kinds.find((one) => {
      const operation = contract.objectAt(['operations', one]);
      const { method = methods[one].method, on = methods[one].on } = operation;
      return (
        Object.keys(operation).length > 0 && method === own(other, 'method') && on === 'collection'
      );
    });
    if (own(other, 'path') === path && kind !== undefined)
      contract.addFault(steps, `${sign} is the operation "${kind}" already`, 'Keep one of them.');
    checkSets(contract, steps, other);
    checkDoes(contract, steps, other);
  }
}

/** What an operation sets are members of the item that it is below. */
function checkSets(contract: ContractReader, steps: readonly string[], other: JsonObject): void {
  for (const key of ['sets', 'times']) checkSet(contract, [...steps, key], other);
}

function checkSet(contract: ContractReader, place: readonly string[], other: JsonObject): void {
  const given = own(other, place.at(-1) ?? '') ?? null;
  if (!isObject(given) && !Array.isArray(given)) return;
  const collection = String(own(contract.document, 'path'));
  const isBelow = String(own(other, 'path')).startsWith(`${collection}/{`);
  if (!isBelow || own(other, 'method') === 'GET') {
    contract.addFault(
      place,
      'only an operation below the path of an item sets members, and not by GET',
      `A path below an item begins with "${collection}/{id}".`,
    );
    return;
  }
  for (const [key, value] of Object.entries(given))
    contract.expectMember([...place, key], isObject(given) ? key : String(value));
}

/** What creates items takes a list of them, and what removes all has the method for it. */
function checkDoes(contract: ContractReader, steps: readonly string[], other: JsonObject): void {
  const does = own(other, 'does');
  checkBy(contract, steps, other);
  if (does === undefined) return;
  const place = [...steps, 'does'];
  if (own(contract.document, 'one') === true)
    contract.addFault(place, 'a single item has no others', 'Leave it out.');
  else if (does === 'create-many' && own(other, 'body') === undefined)
    contract.addFault(
      place,
      'it creates the items of no body',
      'Name the schema of the list: "body".',
    );
  else if (does === 'list-ids' && own(other, 'method') !== 'GET')
    contract.addFault(place, 'only GET lists ids', 'Use "method": "GET".');
  else if (does === 'read' && own(other, 'method') !== 'GET')
    contract.addFault(place, 'only GET reads', 'Use "method": "GET".');
  else if (does === 'remove-all' && own(other, 'method') !== 'DELETE')
    contract.addFault(place, 'only DELETE removes all items', 'Use "method": "DELETE".');
  else if (does === 'list-values' && own(other, 'method') !== 'GET')
    contract.addFault(place, 'only GET lists values', 'Use "method": "GET".');
  else if (does === 'log-in' && own(other, 'body') === undefined)
    contract.addFault(place, 'a log-in takes a body', 'Name the schema of what it takes: "body".');
  else checkMember(contract, steps, other);
}

/** A mark sets a member of the item that its path is below, and a list has the values of a member. */
function checkMember(contract: ContractReader, steps: readonly string[], other: JsonObject): void {
  const does = own(other, 'does');
  const isMark = does === 'mark' || does === 'unmark';
  if (!isMark && does !== 'list-values') return;
  const collection = String(own(contract.document, 'path'));
  const isBelow = String(own(other, 'path')).startsWith(`${collection}/{`);
  if (isMark && !isBelow)
    contract.addFault(
      [...steps, 'does'],
      'only an operation below the path of an item marks it',
      `A path below an item begins with "${collection}/{id}".`,
    );
  const member = own(other, 'member');
  if (member === undefined)
    contract.addFault(
      [...steps, 'does'],
      'it names no member',
      'Name the member that it is about: "member".',
    );
  for (const name of ['member', 'counts']) {
    const given = own(other, name);
    if (typeof given === 'string') contract.expectMember([...steps, name], given);
  }
}

/** An action is about items with members that its path has values for. */
function checkBy(contract: ContractReader, steps: readonly string[], action: JsonObject): void {
  const isOnItem = ['read', 'replace', 'update', 'remove'].includes(String(own(action, 'does')));
  if (own(action, 'missing') !== undefined && !isOnItem)
    contract.addFault([...steps, 'missing'], 'it is about no item', 'Add "does": "read".');
  const by = own(action, 'by');
  if (by === undefined || !isObject(by)) return;
  if (!isOnItem)
    contract.addFault([...steps, 'by'], 'it is about no item', 'Add "does": "read" and the like.');
  const parameters = parametersOf(String(own(action, 'path')));
  for (const [parameter, member] of Object.entries(by)) {
    const place = [...steps, 'by', parameter];
    if (!parameters.includes(parameter) && !takes(action, parameter))
      contract.addFault(place, 'neither the path nor the query has it', 'Name one that is there.');
    contract.expectMember(place, String(member));
  }
}

/** Whether an action has a parameter of this name in its query, or a body that may have it. */
function takes(action: JsonObject, name: string): boolean {
  const given = own(action, 'parameters');
  const parameters = Array.isArray(given) ? (given as readonly Json[]) : [];
  const isAsked = parameters.some((one) => isObject(one) && own(one, 'name') === name);
  return isAsked || own(action, 'body') !== undefined || own(action, 'request') !== undefined;
}

export function checkOperation(
  contract: ContractReader,
  steps: readonly string[],
  kind: Kind | null,
): void {
  const operation = contract.objectAt(steps);
  if (own(operation, 'body') !== undefined) contract.expectSchema([...steps, 'body']);
  else if (own(operation, 'media') !== undefined)
    contract.addFault(
      [...steps, 'media'],
      'media types of a body, and no schema for it',
      'Add "body": "<name of a schema>", or leave it out.',
    );
  else if (
    kind !== null &&
    methods[kind].hasBody &&
    !(kind === 'create' && own(operation, 'on') === 'item') &&
    Object.keys(operation).length > 0 &&
    own(contract.document, 'file') === undefined
  ) {
    contract.addFault(
      steps,
      `${kind} takes a body, but names no schema for it`,
      'Add "body": "<name of a schema>".',
    );
  }
  for (const [name, schema] of Object.entries(contract.objectAt([...steps, 'query'])))
    contract.keepInline([...steps, 'query', name], schema);
  if (kind !== 'list' && own(operation, 'query') !== undefined)
    contract.addFault([...steps, 'query'], 'only a list has query parameters', 'Leave them out.');
  if (kind !== 'create' && own(operation, 'idempotencyKey') !== undefined)
    contract.addFault(
      [...steps, 'idempotencyKey'],
      'only a creation has an idempotency key',
      'Leave it out.',
    );
  checkDeclared(contract, steps);
  for (const member of ['outcomes', 'refusals']) {
    for (const [name, outcome] of Object.entries(contract.objectAt([...steps, member]))) {
      const place = [...steps, member, name];
      if (typeof own(outcome as JsonObject, 'body') === 'string')
        contract.expectSchema([...place, 'body']);
      if (member === 'outcomes') checkStatus(contract, place, name);
      checkHeaders(contract, [...place, 'headers']);
    }
  }
}

function checkHeaders(contract: ContractReader, steps: readonly string[]): void {
  for (const [header, value] of Object.entries(contract.objectAt(steps))) {
    const place = [...steps, header];
    if (FRAMING.has(header.toLowerCase()))
      contract.addFault(place, `${header} is set by the server`, 'Leave it out.');
    if (isObject(value)) checkSchema(contract, [...place, 'schema']);
  }
}

/** A success is below 300, a refusal from 400, and 204 has no body (RFC 9110 section 15). */
function checkStatus(contract: ContractReader, steps: readonly string[], situation: string): void {
  const { status, body } = contract.objectAt(steps);
  if (Array.isArray(status) && situation !== 'ok')
    contract.addFault(
      [...steps, 'status'],
      'only a success has several statuses',
      'Keep one of them.',
    );
  if (typeof status !== 'number') return;
  const isSuccess = status < 300;
  if (isSuccess !== (situation === 'ok')) {
    const remedy =
      situation === 'ok' ? 'Use a status from 200 to 299.' : 'Use a status from 400 to 599.';
    contract.addFault(
      [...steps, 'status'],
      `${status} is not a status for the situation ${situation}`,
      remedy,
    );
  } else if ((status === 204 || status === 205) && typeof body === 'string') {
    contract.addFault(
      [...steps, 'body'],
      `a response with the status ${status} has no body`,
      'Write "body": null, or another status.',
    );
  }
}
