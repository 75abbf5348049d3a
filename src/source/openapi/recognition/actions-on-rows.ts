// Operations at paths of their own that do to items what others do: `GET /users/username/{username}`,
// `POST /departments/save`, `DELETE /departments/delete/{id}`. A list of rules in order, with what
// each saw.

import { lettersOf } from '../../../base/names.ts';
import { isPasswordName } from '../../../base/secrets/password-names.ts';
import type { Kind } from '../../../contract/operation-kinds.ts';
import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { type ItemShape, isLike } from '../shapes.ts';
import { asServed, withoutNoun } from '../usual-places.ts';
import { type Answers, takesText } from './answers.ts';
import { isRegistrationStep } from './callers.ts';
import { type OperationIndex, type Resource, singularOf } from './resource.ts';
import { answersCreated } from './role-rules.ts';
import { isComputed, namesNoThings } from './things-listed.ts';
import { saysCreation, verbIn } from './words/verbs.ts';

/** What an operation does to the rows of a resource. */
export interface RowsUse {
  readonly role: Kind | 'copy';
  readonly resource: Resource;
  /** The members that the values of its path name, by parameter; absent if the last one is the id. */
  readonly by?: Readonly<Record<string, string>>;
}

/** What a rule found, and what it saw. */
export interface FoundUse {
  readonly does: RowsUse;
  readonly why: string;
}

/** Returns what an operation does to the rows of one of some resources; `null` if nothing. */
export function rowsUseOf(
  operation: ApiOperation,
  resources: readonly Resource[],
  index: Pick<OperationIndex, 'answers' | 'guesses' | 'operations'>,
): FoundUse | null {
  const { answers, guesses } = index;
  const served = asServed(operation);
  const nearest = resources.toSorted((one, other) => other.path.length - one.path.length);
  for (const resource of nearest) {
    if (resource.isOne || resource.rows !== null || resource.operations.size === 0) continue;
    for (const rule of guesses ? [...SHOWN, ...SUGGESTED] : SHOWN) {
      const found = rule(served, resource, answers, index.operations);
      if (found !== null) return found;
    }
  }
  return null;
}

type Rule = (
  operation: ApiOperation,
  resource: Resource,
  answers: Answers,
  all: readonly ApiOperation[],
) => FoundUse | null;

const CREATING =
  /^(?:create|add|new|insert|save|submit|register|sign-?_?up|registration|sync|import|opprett.*|create-?_?\w+)$/i;
const NEW_ACCOUNT = /^(?:new|create|add)-?_?(?:user|account)$/i;
const PEOPLE =
  /^(?:(?:app|admin)?_?(?:users?|accounts?|customers?|members?|persons?|people|clients?|players?)|usuarios?|utilisateurs?|clientes?|benutzer|pengguna)$/i;
const CHANGING = /^(?:update|edit|modify|change)(?:[-_]?(?:details?|info|profile))?$/i;
/** `by-email` names an e-mail address. */
const BY = /^by[-_]?/i;
/** What stands behind an item, and shows it whole. */
const SHOWING = /^(?:details?|edit|full|info|show|view|profile|preview)$/i;
const REMOVING = /^(?:delete|remove|destroy)$/i;

const SHOWN: readonly Rule[] = [readsByMember, removes];
/** What counts for a mock alone. */
const SUGGESTED: readonly Rule[] = [removesByWord, copies, replaces, createsElsewhere, registers];

/** A read that answers the item, and whose path names members of it: `/users/username/{username}`. */
function readsByMember(operation: ApiOperation, resource: Resource, answers: Answers) {
  if (operation.method !== 'GET') return null;
  const words = [lettersOf(lastLiteralOf(resource.segments))];
  const answered = answers.itemOf(operation, [...words, singularOf(words[0] ?? '')]);
  const below = isBelow(operation, resource);
  if (answered === null || !isItemOf(answered, resource, below)) return null;
  const { segments } = operation.path;
  const after = segments.slice(segments.findLastIndex(isParameter) + 1);
  if (after.length < segments.length && after.some((one) => !SHOWING.test(one))) return null;
  const beside = below ? namedBeside(operation, resource, answers) : null;
  const named = namedIn(operation, resource) ?? beside;
  // Away from its collection an id may be that of what the item is asked for.
  return named === null || (named.by.by === undefined && !below)
    ? null
    : ({
        does: { role: 'read', resource, ...named.by },
        why: `it answers an item of ${resource.path}, and ${named.saw}`,
      } as const);
}

/** Below a collection an item may be shown with more than the list has. */
function isItemOf({ name, members }: ItemShape, { item, id }: Resource, below: boolean): boolean {
  if (name !== null && name === item.name) return true;
  return below && isLike({ name, members }, item, id.member);
}

/** A removal of what its path names: by a verb, or by a member as a read does. */
function removes(operation: ApiOperation, resource: Resource, answers: Answers) {
  if (operation.method !== 'DELETE' || !isBelow(operation, resource)) return null;
  const literals = literalsBelow(operation, resource);
  const named = namedIn(operation, resource) ?? namedBeside(operation, resource, answers);
  const isMeant = literals.every(
    (one) => REMOVING.test(one) || named?.words.includes(lettersOf(one.replace(BY, ''))),
  );
  return named === null || !isMeant
    ? null
    : ({
        does: { role: 'remove', resource, ...named.by },
        why: `it is DELETE below ${resource.path}, and ${named.saw}`,
      } as const);
}

const REMOVING_MANY =
  /^(?:(?:bulk|batch|multi(?:ple)?|mass|many)[-_]?)?(?:delete|remove|destroy)(?:[-_]?(?:bulk|batch|many|multiple|selected|all|items))?$/i;
const COPYING = /^(?:copy|clone|duplicate|fork)$/i;

/** The word of an operation at an item or a collection: `/boats/bulk-delete`, `/boats:batchDelete`. */
function wordBelow(
  { path: { text, segments } }: ApiOperation,
  { path, segments: above }: Resource,
  steps: number,
): string | null {
  const last = segments.at(-1) ?? '';
  const end = last.lastIndexOf(':');
  if (end >= 0 && segments.length === above.length + steps && /^[\w-]+$/.test(last.slice(end + 1)))
    return text.startsWith(path) ? last.slice(end + 1) : null;
  const isBelow = segments.length === above.length + steps + 1 && text.startsWith(`${path}/`);
  return isBelow && !isParameter(last) ? last : null;
}

/** POST with the ids of items and a word for their removal, or at an item with that word. */
function removesByWord(operation: ApiOperation, resource: Resource, answers: Answers) {
  const { member } = resource.id;
  if (member === null || !['POST', 'PUT', 'DELETE', 'PATCH'].includes(operation.method))
    return null;
  const word = wordBelow(operation, resource, 0) ?? '';
  const isMany =
    REMOVING_MANY.test(word) ||
    (operation.method === 'DELETE' && /^(?:bulk|batch|multi(?:ple)?|many)$/i.test(word));
  const listed = isMany ? answers.namesSent(operation) : null;
  if (listed !== null)
    return {
      does: { role: 'remove', resource, by: { [listed]: member } },
      why: `it removes items of ${resource.path}, as it is called: its body has their ids`,
    } as const;
  const at = wordBelow(operation, resource, 1) ?? '';
  return REMOVING.test(at) && operation.method === 'POST' && operation.path.text.includes('}/')
    ? ({
        does: { role: 'remove', resource },
        why: `it removes an item of ${resource.path}, as it is called`,
      } as const)
    : null;
}

/** A copy of an item: `POST /boats/{id}/duplicate`, if it answers one. */
function copies(operation: ApiOperation, resource: Resource, answers: Answers) {
  const word = operation.method === 'POST' ? wordBelow(operation, resource, 1) : null;
  if (word === null || !COPYING.test(word)) return null;
  const answered = answers.itemOf(operation, [lettersOf(lastLiteralOf(resource.segments))]);
  const isItem =
    answers.holdsItem(operation, resource.item) ||
    (answered !== null && isItemOf(answered, resource, true));
  return isItem
    ? ({
        does: { role: 'copy', resource },
        why: `it copies an item of ${resource.path}, as it is called, and answers one`,
      } as const)
    : null;
}

/** A change of the item that the path or the body names: `PUT /departments/update`. */
function replaces(
  operation: ApiOperation,
  resource: Resource,
  answers: Answers,
  all: readonly ApiOperation[],
) {
  const { method } = operation;
  if (method !== 'PUT' && method !== 'PATCH' && method !== 'POST') return null;
  if (!isBelow(operation, resource) || answers.flawOfBody(operation) !== null) return null;
  const literals = literalsBelow(operation, resource);
  const last = lastLiteralOf(resource.segments);
  if (literals.some((one) => !CHANGING.test(withoutNoun(one, last)))) return null;
  if (literals.length === 0 && method === 'POST') return null;
  const sent = answers.itemSent(operation, []);
  const { member } = resource.id;
  const named =
    namedIn(operation, resource) ??
    namedBeside(operation, resource, answers) ??
    namedTogether(sent, resource, answers, all);
  // `{folderId, name}` is like a folder that has an `_id`.
  const names = Object.keys(named?.by.by ?? {});
  const others = [...(sent?.members ?? [])].filter(([name]) => !names.includes(name));
  const changed = { name: sent?.name ?? null, members: new Map(others) };
  const isItem = (one: Pick<ItemShape, 'name' | 'members'>) => isLike(one, resource.item, member);
  const isOpen = sent === null && answers.itemOf(operation, [last])?.name === resource.item.name;
  if (!isOpen && (sent === null || !(isItem(sent) || isItem(changed)))) return null;
  const isInBody =
    member !== null && sent?.members.has(member) === true && parametersOf(operation).length === 0;
  if (!isInBody && named === null) return null;
  const role = method === 'PATCH' ? 'update' : 'replace';
  const saw = isInBody ? `its body names the item by "${member}"` : (named?.saw ?? '');
  return {
    does: { role, resource, ...(isInBody ? {} : named?.by) },
    why: `it changes an item of ${resource.path}: ${saw}`,
  } as const;
}

/** A creation at another path: a verb, and the item as it is sent elsewhere, or 201 with the item. */
/** Whether the verb in a path says that something is changed or removed. */
function saysChange(step: string): boolean {
  const verb = verbIn(step)?.verb;
  return verb === 'change' || verb === 'remove';
}

function createsElsewhere(
  operation: ApiOperation,
  resource: Resource,
  answers: Answers,
  all: readonly ApiOperation[],
) {
  if (operation.method !== 'POST') return null;
  const isOfText = operation.assumed === undefined && takesText(answers.schemas, operation);
  if (operation.body === null || isOfText) return answersNew(operation, resource, answers, all);
  if (answers.flawOfBody(operation) !== null) return null;
  const create = resource.operations.get('create');
  const last = operation.path.segments.at(-1) ?? '';
  if (isParameter(last) || saysChange(last)) return null;
  const answered = answers.itemOf(operation, [lettersOf(last)]);
  const isItem =
    (answered?.name !== null && answered?.name === resource.item.name) ||
    answers.holdsItem(operation, resource.item);
  const isSameBody = create !== undefined && operation.body?.schema === create.body?.schema;
  const isMade = operation.answers.some(({ status, body }) => status === '201' && body !== null);
  const isVerb =
    CREATING.test(last) || (saysCreation(operation) && parametersBelow(operation, resource) === 0);
  const isNear = isBelow(operation, resource);
  // What nothing else creates is made by what answers 201 with it.
  const isOnly =
    create === undefined && isItem && isMade && isNamedBeside(operation, resource, answers);
  if (!(isNear && isVerb && (isItem || isSameBody)) && !(isItem && isSameBody && isMade) && !isOnly)
    return answersNew(operation, resource, answers, all);
  const saw = isItem
    ? `it answers an item of ${resource.path}`
    : 'it takes what the creation takes';
  return { does: { role: 'create', resource }, why: `${saw}, which it creates` } as const;
}

/**
 * Whether an operation is the only POST that answers an item of a collection without a creation. With 201
 * the item has an id that was not sent (`POST /cart/pay` makes one of `/orders`), or it is what was sent.
 */
function answersNew(
  operation: ApiOperation,
  resource: Resource,
  answers: Answers,
  all: readonly ApiOperation[],
) {
  const { item, id, segments, operations } = resource;
  const answersItem = (one: ApiOperation) => {
    const { name = null } = one.method === 'POST' ? (answers.itemOf(one, []) ?? {}) : {};
    return name !== null && name === item.name;
  };
  const isOpen = parametersOf(operation).every((one) => segments.includes(`{${one}}`));
  if (operations.has('create') || !isOpen || isComputed(operation)) return null;
  const isHere = operation.path.text === resource.path;
  const isOnly = isHere || all.filter((one) => answersItem(asServed(one))).length === 1;
  if (!isOnly || !answersItem(operation)) return null;
  const sent = answers.itemSent(operation, []);
  const names = [...(sent?.members.keys() ?? [])].map(lettersOf);
  const word = singularOf(lettersOf(lastLiteralOf(segments)));
  const ids = [lettersOf(id.member ?? 'id'), 'id', `${word}id`];
  const isNew = id.member !== null && !id.isGuess && !names.some((name) => ids.includes(name));
  const isSent = sent?.name === item.name && !namesNoThings(operation);
  const isMade = answersCreated(operation) || isHere;
  if (!(isNew && isMade && !isEntrance(operation)) && !isSent) return null;
  const saw = isSent ? 'it takes and answers' : isHere ? 'it answers' : 'it answers 201 with';
  return {
    does: { role: 'create', resource },
    why: `${saw} an item of ${resource.path}, and nothing else creates one`,
  } as const;
}

/** Whether POST takes members of an item, at a path with the name of its collection. */
function isNamedBeside(operation: ApiOperation, resource: Resource, answers: Answers): boolean {
  const sent = answers.itemSent(operation, [])?.members ?? new Map<string, unknown>();
  const steps = operation.path.segments;
  return (
    !isComputed(operation) &&
    !isEntrance(operation) &&
    steps.includes(lastLiteralOf(resource.segments)) &&
    resource.segments.every((one) => !isParameter(one) || steps.includes(one)) &&
    [...sent.keys()].some((name) => resource.item.members.has(name))
  );
}

/** Whether the path of an operation ends as that of a registration does. */
export function isEntrance({ path: { segments } }: ApiOperation): boolean {
  const last = segments.at(-1) ?? '';
  return isRegistrationStep(last) || NEW_ACCOUNT.test(last);
}

/** `POST /register` makes one of `/users`, if it takes what users have. */
function registers(operation: ApiOperation, resource: Resource, answers: Answers) {
  const last = operation.path.segments.at(-1) ?? '';
  if (operation.method !== 'POST' || !isEntrance(operation)) return null;
  if (!PEOPLE.test(lastLiteralOf(resource.segments))) return null;
  if (answers.flawOfBody(operation) !== null) return null;
  const sent = answers.itemSent(operation, []);
  const names = [...(sent?.members.keys() ?? [])];
  const common = names.filter((name) => resource.item.members.has(name));
  const takesPassword = names.some(isPasswordName);
  // Of items of which nothing is said, the document tells no more than the id.
  if (takesPassword && resource.item.members.size === 1 && common.length === 0)
    return {
      does: { role: 'create', resource },
      why: `it takes a password, and registers one of ${resource.path}`,
    } as const;
  const answered = answers.itemOf(operation, [last]);
  const isItem = answered?.name != null && answered.name === resource.item.name;
  return common.length < (isItem || takesPassword ? 1 : 2)
    ? null
    : ({
        does: { role: 'create', resource },
        why: `it registers one of ${resource.path}: it takes its "${common.join('", "')}"`,
      } as const);
}

/** What tells an operation of which items it is. */
interface Named {
  readonly by: { readonly by?: Readonly<Record<string, string>> };
  /** The names of what it names, in letters. */
  readonly words: readonly string[];
  readonly saw: string;
}

/** The id in the query, or in the body of a change: `DELETE /boats?id=3`, `{"ids": [3, 4]}`. */
function namedBeside(
  operation: ApiOperation,
  { id, segments, item }: Resource,
  answers: Answers,
): Named | null {
  const { member } = id;
  if (member === null || operation.path.segments.length > segments.length + 1) return null;
  if (parametersBelow(operation, { segments }) > 0) return null;
  const word = singularOf(lettersOf(lastLiteralOf(segments)));
  const one = new Set(['id', lettersOf(member), `${word}id`]);
  const isId = (name: string): boolean => one.has(lettersOf(name));
  const isIds = (name: string): boolean => one.has(lettersOf(name).replace(/s$|list$/, ''));
  const inQuery = operation.parameters.filter((given) => given.in === 'query');
  const asked = inQuery.find(({ name }) => isId(name) || isIds(name))?.name;
  const isRemoval = operation.method === 'DELETE';
  const takesId = isRemoval || operation.method === 'PUT' || operation.method === 'PATCH';
  const sent = takesId ? [...(answers.itemSent(operation, [])?.members.keys() ?? [])] : [];
  const given = sent.find((name) => isId(name) || isIds(name));
  const name = asked ?? given;
  if (operation.method === 'GET' && name === undefined) return askedBy(inQuery, item);
  if (name === undefined || (!isRemoval && !isId(name))) return null;
  const where = asked === undefined ? `"${name}" of its body` : `?${name}`;
  return { by: { by: { [name]: member } }, words: [], saw: `${where} is the id of the item` };
}

/** Several members in the body by which another operation names an item: `DELETE /shifts/{worker}/{day}`. */
function namedTogether(
  sent: ItemShape | null,
  resource: Resource,
  answers: Answers,
  all: readonly ApiOperation[],
): Named | null {
  if (sent === null || resource.id.member !== null) return null;
  for (const one of all) {
    const found = SHOWN.map((rule) => rule(asServed(one), resource, answers, all));
    const [use = null] = found.filter((each) => each !== null);
    const members = Object.values(use?.does.by ?? {});
    if (members.length < 2 || !members.every((member) => sent.members.has(member))) continue;
    const by = Object.fromEntries(members.map((member) => [member, member]));
    const saw = `its body has "${members.join('", "')}", which name one at ${asServed(one).path.text}`;
    return { by: { by }, words: [], saw };
  }
  return null;
}

/** Members in the query, if all that is asked for are members: `/boats/find?name=`. */
function askedBy(inQuery: ApiOperation['parameters'], { members }: ItemShape): Named | null {
  const [first, ...others] = inQuery.map(({ name }) => {
    const member = [...members.keys()].find((one) => lettersOf(one) === lettersOf(name));
    return [name, member ?? null] as const;
  });
  const [name, member = null] = first ?? [];
  if (name === undefined || member === null || others.length > 0) return null;
  return { by: { by: { [name]: member } }, words: [], saw: `?${name} is its "${member}"` };
}

/** Letters of a parameter that may begin the name of a member. */
const NAME_MIN = 5;

/** What the parameters of a path name: the id of the item, or members of it; `null` if neither. */
function namedIn(operation: ApiOperation, { path, id, item, operations }: Resource): Named | null {
  const { segments } = operation.path;
  const above = new Set(path.split('/'));
  const parameters = parametersOf(operation).filter((one) => !above.has(`{${one}}`));
  if (parameters.length === 0) return null;
  const [only] = parameters;
  const [one] = [...operations.values()].filter(
    ({ path: { lastParameter } }) => lastParameter !== null,
  );
  const members = parameters.map((parameter) => {
    const before = segments[segments.indexOf(`{${parameter}}`) - 1] ?? '';
    const words = [parameter, before.replace(BY, ''), before].map(lettersOf);
    const plain = [...item.members].filter(([, { type }]) => type !== 'object' && type !== 'array');
    const found = words.flatMap((word) => plain.filter(([name]) => lettersOf(name) === word));
    // `/products/barcode/{codigo}` names "codigo_barras", if no other member begins so.
    const longer = plain.filter(([name]) => lettersOf(name).startsWith(words[0] ?? ''));
    const isClear = longer.length === 1 && (words[0] ?? '').length >= NAME_MIN;
    return found[0]?.[0] ?? (isClear ? (longer[0]?.[0] ?? null) : null);
  });
  const [member] = members;
  const isId =
    parameters.length === 1 &&
    only !== undefined &&
    (member === id.member || member === null) &&
    (lettersOf(only) === 'id' ||
      lettersOf(only) === lettersOf(id.member ?? 'id') ||
      lettersOf(only) === lettersOf(one?.path.lastParameter ?? ''));
  const names = [...parameters, ...members.map(String)].map(lettersOf);
  if (isId) return { by: {}, words: names, saw: `{${only}} is the id of the item` };
  if (members.some((one) => one === null)) return null;
  const by = Object.fromEntries(
    parameters.map((parameter, index) => [parameter, String(members[index])]),
  );
  const saw = Object.entries(by).map(([parameter, name]) => `{${parameter}} is its "${name}"`);
  return { by: { by }, words: names, saw: saw.join(' and ') };
}

function parametersOf({ path: { segments } }: ApiOperation): readonly string[] {
  return segments.filter(isParameter).map((one) => one.slice(1, -1));
}

/** Whether an operation is at the path of a collection, in the singular or the plural, or below it. */
function isBelow({ path: { text, segments: at } }: ApiOperation, { path, segments }: Resource) {
  const above = text.slice(0, text.lastIndexOf('/') + 1);
  const isTwin =
    at.length === segments.length &&
    path.startsWith(above) &&
    !isParameter(segments.at(-1)) &&
    singularOf(lettersOf(at.at(-1) ?? '')) === singularOf(lettersOf(segments.at(-1) ?? ''));
  return text === path || text.startsWith(`${path}/`) || isTwin;
}

function literalsBelow(
  { path: { segments } }: ApiOperation,
  resource: Resource,
): readonly string[] {
  return segments.slice(resource.segments.length).filter((one) => !isParameter(one));
}

function parametersBelow(
  { path: { segments } }: ApiOperation,
  resource: Pick<Resource, 'segments'>,
): number {
  return segments.slice(resource.segments.length).filter(isParameter).length;
}

function lastLiteralOf(segments: readonly string[]): string {
  return segments.findLast((one) => !isParameter(one)) ?? '';
}
