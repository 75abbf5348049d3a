// Who can log in, as a document shows it: an operation that takes a password and answers a token, and the
// items that have what it takes. Finds what shows these items, and what shows who made others.

import { type JsonObject, own } from '../../../base/json.ts';
import { lettersOf } from '../../../base/names.ts';
import { isPasswordName } from '../../../base/secrets/password-names.ts';
import { type Kind, kindAtItem } from '../../../contract/operation-kinds.ts';
import { isTokenName } from '../../../model/accounts/token.ts';
import type { Schemas } from '../../../schema/schema.ts';
import { isParameter } from '../api-paths.ts';
import { identify } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { type ItemShape, isLike, isOfType, isReceipt } from '../shapes.ts';
import { asServed } from '../usual-places.ts';
import type { Answers } from './answers.ts';
import { changesCaller, isOfCaller, isRegistrationStep, wordsOfCaller } from './callers.ts';
import { type ActionUse, changedResources, type Resource, wordsOf } from './resource.ts';

/** What is recognised of a document before its accounts are. */
export interface Recognising {
  readonly answers: Answers;
  readonly schemas: Schemas;
  readonly operations: readonly ApiOperation[];
  readonly resources: readonly Resource[];
  /** Whether an operation belongs to a resource. */
  readonly isUsed: (operation: ApiOperation) => boolean;
}

/** The accounts of a document: all resources with theirs, and what logs in. */
export interface FoundAccounts {
  readonly resources: readonly Resource[];
  readonly uses: ReadonlyMap<ApiOperation, Pick<ActionUse, 'does' | 'why'>>;
}

/** Finds accounts; `null` if nothing logs in, or no items are known that could. */
export function findAccounts(known: Recognising): FoundAccounts | null {
  const logIns = known.operations.filter((one) => !known.isUsed(one) && isLogIn(one, known));
  const [first] = logIns;
  if (first === undefined) return null;
  const names = namesSent(first, known);
  const owner = accountsAmong(known, names) ?? newAccounts(known, first, names);
  if (owner === null) return null;
  const views = [...profilesOf(known, owner), ...callersOf(known, owner)];
  const replaced = new Set(views.map(({ path }) => path));
  const others = known.resources.filter((one) => one !== owner && !replaced.has(one.path));
  const made = changedResources([owner, ...others, ...views], (one) =>
    withMaker(one, owner, { views, known }),
  );
  const all = changedResources([...made.values()], (one) => ofFollowed(ofCaller(one)));
  const why = `it takes a password and answers a token: it logs in one of ${owner.path}`;
  return {
    resources: [...all.values()],
    uses: new Map(
      [...logIns.map((one) => [one, why] as const), ...renewalsOf(known)].map(([one, seen]) => [
        one,
        { does: { role: 'log-in', resource: owner }, why: seen },
      ]),
    ),
  };
}

/** Finds the operations that most likely register an account, or log it in: free ones, with a password. */
export function findLogIns(
  known: Recognising,
): ReadonlyMap<ApiOperation, Pick<ActionUse, 'does' | 'effect' | 'why'>> {
  const free = known.operations.filter((one) => !known.isUsed(one));
  return new Map(
    free.flatMap((one) => {
      const isIn = isLogIn(one, known);
      if (!isIn && !makesAccount(one, known)) return [];
      const account = isIn ? 'log-in' : 'register';
      const why = isIn ? 'it takes a password and answers a token' : 'it takes a password';
      return [[one, { effect: { suggests: { account } }, why }] as const];
    }),
  );
}

const LOG_IN = /log-?_?in|sign-?_?in|authenticat|^auth$|^sessions?$|^tokens?$|^login$/i;
/** Paths that change a password and log nobody in: `/auth/change-password`. */
const OF_PASSWORD = /passw|^(?:reset|forgot|recover)/i;
const PEOPLE = /^(?:users?|accounts?|members?|customers?|registrations?)$/i;
const RENEW = /refresh|renew/i;

function isLogIn(operation: ApiOperation, known: Recognising): boolean {
  const { method, path, summary } = operation;
  if (method !== 'POST' || path.segments.some(isParameter)) return false;
  const last = path.segments.at(-1) ?? '';
  if (isRegistrationStep(last) || OF_PASSWORD.test(last)) return false;
  if (!takesPassword(operation, known) || namesSent(operation, known).length === 0) return false;
  const isNamed =
    path.segments.some((one) => LOG_IN.test(one)) || /\b(?:log|sign) ?in\b/i.test(summary ?? '');
  return isNamed && answersToken(operation, known);
}

/** Operations that give the caller another token. */
function renewalsOf(known: Recognising): readonly (readonly [ApiOperation, string])[] {
  const why = 'it answers another token: that of the account whose token it takes';
  return known.operations.flatMap((one) => {
    const { method, path, body } = one;
    const isRenewal =
      method === 'POST' &&
      body?.schema != null &&
      !path.segments.some(isParameter) &&
      RENEW.test(path.segments.at(-1) ?? '') &&
      !known.isUsed(one) &&
      !takesPassword(one, known) &&
      answersToken(one, known);
    return isRenewal ? [[one, why] as const] : [];
  });
}

function makesAccount(operation: ApiOperation, known: Recognising): boolean {
  const { method, path } = operation;
  return (
    method === 'POST' &&
    !path.segments.some(isParameter) &&
    isOfPeople(path.segments.at(-1) ?? '') &&
    takesPassword(operation, known)
  );
}

function isOfPeople(step: string): boolean {
  return PEOPLE.test(step) || isRegistrationStep(step);
}

function takesPassword(operation: ApiOperation, { answers }: Recognising): boolean {
  const sent = answers.itemSent(operation, wordsOf(operation.path.segments));
  return [...(sent?.members ?? [])].some(([name]) => isPasswordName(name));
}

/** What a log-in takes beside the password: an e-mail address, a name. */
function namesSent(operation: ApiOperation, { answers }: Recognising): readonly string[] {
  const sent = answers.itemSent(operation, wordsOf(operation.path.segments));
  return [...(sent?.members ?? [])].flatMap(([name, schema]) =>
    isPasswordName(name) || isOfType(schema, 'string') === false ? [] : [name],
  );
}

/** Whether a token is in an answer, or in what the answer holds. */
function answersToken(operation: ApiOperation, { answers, schemas }: Recognising): boolean {
  const schema = answers.shown(operation);
  if (schema === null) return false;
  const isToken = ([name, member]: readonly [string, JsonObject]): boolean =>
    isTokenName(name) && isOfType(member, 'string') !== false;
  const members = [...schemas.membersOf(schema)];
  return (
    members.some(isToken) ||
    members.some(([name]) => [...membersBelow(schemas, schema, name)].some(isToken))
  );
}

function membersBelow(
  schemas: Schemas,
  schema: string,
  name: string,
): ReadonlyMap<string, JsonObject> {
  const properties = own(schemas.memberAt(schema, [name]) ?? {}, 'properties');
  return new Map(Object.entries((properties ?? {}) as Readonly<Record<string, JsonObject>>));
}

/** The resource whose items can log in: they have a name that the log-in takes, and are called so. */
function accountsAmong(
  { answers, resources }: Recognising,
  names: readonly string[],
): Resource | null {
  const found = resources.filter((resource) => {
    const { isOne, rows, operations, item, segments, id } = resource;
    if (isOne || rows !== null || id.member === null) return false;
    const create = operations.get('create');
    const words = wordsOf(segments);
    const sent = create === undefined ? null : answers.itemSent(create, words);
    const hasName = names.some((name) => item.members.has(name) || sent?.members.has(name));
    const isCalled = words.some(isOfPeople);
    const takes = [...(sent?.members ?? [])].some(([name]) => isPasswordName(name));
    return hasName && (isCalled || takes);
  });
  return found[0] ?? null;
}

/** Accounts that nothing lists: those of who registers, or of who asks about itself. */
function newAccounts(
  known: Recognising,
  logIn: ApiOperation,
  names: readonly string[],
): Resource | null {
  const { answers, operations, isUsed } = known;
  const free = operations.filter((one) => one !== logIn && !isUsed(one));
  const register = free.find((one) => makesAccount(one, known)) ?? null;
  const asked = operations.find((one) => isAboutCaller(one));
  const item = [asked, register ?? undefined, logIn]
    .map((one) => (one === undefined ? null : answers.itemOf(one, wordsFor(one))))
    .find((one) => one !== null && names.some((name) => one.members.has(name)));
  if (item == null) return null;
  const named = profileReads(known, item)[0];
  const id =
    named?.id ??
    identify({
      members: item.members,
      parameter: null,
      schema: {},
      words: ['user'],
      isCalled: false,
    });
  const member = id.member ?? names.find((name) => item.members.has(name)) ?? null;
  const { text, segments } = register?.path ?? { text: '/accounts', segments: ['accounts'] };
  return {
    path: text,
    segments,
    isOne: false,
    item,
    list: null,
    id: { ...id, member },
    operations: new Map(register === null ? [] : [['create', register]]),
    seen: new Map([['create', 'it takes a password: it makes an account']]),
    rows: null,
  };
}

function isAboutCaller(operation: ApiOperation): boolean {
  return isOfCaller(operation) && kindOfCaller(operation) === 'read';
}

function wordsFor(operation: ApiOperation): readonly string[] {
  return [...wordsOf(operation.path.segments), ...wordsOfCaller(operation)];
}

/** What is done with the account of the caller at a path of its own; `null` if nothing that is known. */
function kindOfCaller(operation: ApiOperation): Kind | null {
  const { method, body } = operation;
  if (method === 'POST')
    return changesCaller(operation)
      ? 'update'
      : body === null && isOfCaller(operation, 'surely')
        ? 'read'
        : null;
  return kindAtItem(method);
}

interface ProfileRead {
  readonly operation: ApiOperation;
  readonly item: ItemShape;
  readonly id: Resource['id'];
}

/** Reads that name an account by one of its members, and answer what others see of it. */
function profileReads({ answers, operations, isUsed }: Recognising, account: ItemShape) {
  return operations.flatMap((operation): readonly ProfileRead[] => {
    const { method, path } = operation;
    const parameter = path.lastParameter;
    if (method !== 'GET' || parameter === null || isUsed(operation)) return [];
    if (path.segments.filter(isParameter).length !== 1 || path.segments.at(-1) !== `{${parameter}}`)
      return [];
    const item = answers.itemOf(operation, wordsOf(path.segments));
    const member = [...account.members.keys()].find(
      (one) => lettersOf(one) === lettersOf(parameter),
    );
    if (item === null || member === undefined || !item.members.has(member)) return [];
    const id = { member, isGuess: false, why: `"${member}" is the parameter of the path` };
    return isLike(item, account, member) ? [{ operation, item, id }] : [];
  });
}

function profilesOf(known: Recognising, owner: Resource): readonly Resource[] {
  return profileReads(known, owner.item).flatMap(({ operation, item, id }): readonly Resource[] => {
    if (id.member !== owner.id.member) return [];
    const segments = operation.path.segments.slice(0, -1);
    const saw = `it answers what others see of one of ${owner.path}`;
    return [
      {
        ...owner,
        path: `/${segments.join('/')}`,
        segments,
        item,
        list: null,
        operations: new Map([['read', operation]]),
        seen: new Map([['read', saw]]),
        rows: owner,
      },
    ];
  });
}

/** Single items that are the account of the caller. */
function callersOf(known: Recognising, owner: Resource): readonly Resource[] {
  const { answers, operations, resources, isUsed } = known;
  const isAccount = (item: ItemShape | null): item is ItemShape =>
    item !== null && isLike(item, owner.item, owner.id.member);
  const saw = `it is about the caller, who is one of ${owner.path}`;
  const singles = resources.flatMap((one): readonly Resource[] =>
    one.isOne && [...one.operations.values()].some((of) => isOfCaller(of)) && isAccount(one.item)
      ? [{ ...one, id: owner.id, rows: owner, isCaller: true, seen: seenIn(one, saw) }]
      : [],
  );
  const about = operations.filter((one) => (isOfCaller(one) || changesCaller(one)) && !isUsed(one));
  const byPath = Map.groupBy(about.map(asServed), ({ path }) => path.text);
  // What is answered a receipt, or nothing that is said, may take what accounts have.
  const takesAccount = (one: ApiOperation, shown: ItemShape | null): boolean => {
    const sent = [...(answers.itemSent(one, [])?.members.keys() ?? [])];
    const isSilent = shown === null || isReceipt(shown);
    return isSilent && sent.some((name) => owner.item.members.has(name));
  };
  const alone = [...byPath].flatMap(([path, all]): readonly Resource[] => {
    const segments = all[0]?.path.segments ?? [];
    const shown = all.map((one) => answers.itemOf(one, wordsFor(one)));
    const kinds = all.flatMap((one, index): readonly (readonly [Kind, ApiOperation])[] => {
      const kind = kindOfCaller(one);
      const answered = shown[index] ?? null;
      const isChange = kind === 'replace' || kind === 'update';
      const isOf = isAccount(answered) || (isChange && takesAccount(one, answered));
      return kind === null || (kind !== 'remove' && !isOf) ? [] : [[kind, one]];
    });
    if (kinds.every(([kind]) => kind === 'remove')) return [];
    const item = shown.find(isAccount) ?? owner.item;
    const one: Resource = {
      ...{ path, segments, isOne: true, item, list: null, id: owner.id },
      ...{ operations: new Map(kinds), rows: owner, isCaller: true },
    };
    return [{ ...one, seen: seenIn(one, saw) }];
  });
  return [...singles, ...alone];
}

function seenIn({ operations }: Resource, saw: string): NonNullable<Resource['seen']> {
  return new Map([...operations.keys()].map((kind) => [kind, saw]));
}

const OWN = /^(?:me|my|mine|self|own|current-?_?user)$/i;

/** `/me/notes` lists those of `/notes` that the caller made. */
function ofCaller(resource: Resource): Resource {
  const { isOne, rows, segments, operations } = resource;
  const isOwn = segments.some((one) => OWN.test(one)) && operations.has('list');
  if (isOne || rows?.maker === undefined || !isOwn) return resource;
  const saw = `its elements are the items of ${rows.path} whose "${rows.maker}" is the caller`;
  return {
    ...resource,
    isCaller: true,
    seen: new Map([...(resource.seen ?? []), ['list', saw]]),
  };
}

/** `/articles/feed` lists those of `/articles` whose author the caller follows. */
function ofFollowed(resource: Resource): Resource {
  const { rows, segments, operations } = resource;
  const list = operations.get('list');
  const maker = rows?.maker;
  if (rows === null || maker === undefined || list === undefined) return resource;
  const words = `${list.summary ?? ''} ${list.description}`;
  if (!FEED.test(segments.at(-1) ?? '') && !FOLLOWED.test(words)) return resource;
  const shown = own(rows.item.members.get(maker) ?? {}, 'properties') ?? {};
  const flag = Object.keys(shown).find((name) => FOLLOWS.test(lettersOf(name)));
  if (flag === undefined) return resource;
  const saw = `its elements are the items of ${rows.path} whose "${maker}" has "${flag}"`;
  const seen = new Map([...(resource.seen ?? []), ['list', saw] as const]);
  return { ...resource, follows: [maker, flag], seen };
}

const FEED = /^(?:feed|timeline|following|followed|subscriptions)$/i;
const FOLLOWED =
  /\b(?:(?:you|they|caller|users?) (?:is |are )?(?:follow|subscribe)(?:s|ing)?|followed)\b/i;
const FOLLOWS = /^(?:is|am|viewer)?(?:follow|subscrib)(?:ing|ed)(?:by(?:me|user|viewer))?$/;

const MAKER =
  /^(?:author|owner|user|creator|createdby|postedby|writer|reporter|uploader|sender)(?:id|name|username)?$/;

/**
 * A member that no creation sends, and that shows an account: who made the item. The creation needs
 * credentials.
 */
function withMaker(
  resource: Resource,
  owner: Resource,
  { views, known }: { readonly views: readonly Resource[]; readonly known: Recognising },
): Resource {
  const { operations, item, rows } = resource;
  const create = operations.get('create');
  if (resource === owner || rows === owner || create === undefined) return resource;
  if ((create.security ?? []).length === 0) return resource;
  const id = owner.id.member ?? '';
  const idType = own(owner.item.members.get(id) ?? {}, 'type');
  const shapes = [owner, ...views].map((one) => one.item);
  const isMaker = ([name, schema]: readonly [string, JsonObject]): boolean => {
    if (name === resource.id.member || !MAKER.test(lettersOf(name))) return false;
    const members = new Map(
      Object.entries((own(schema, 'properties') ?? {}) as Readonly<Record<string, JsonObject>>),
    );
    return members.size === 0
      ? own(schema, 'type') === idType
      : members.has(id) && shapes.some((one) => isLike({ name: null, members }, one, id));
  };
  const sent = known.answers.itemSent(create, wordsOf(resource.segments))?.members ?? new Map();
  const isSent = (name: string): boolean =>
    sent.has(name) && own(sent.get(name) ?? {}, 'readOnly') !== true;
  const found = [...item.members].find((one) => isMaker(one) && !isSent(one[0]));
  return found === undefined ? resource : { ...resource, maker: found[0] };
}
