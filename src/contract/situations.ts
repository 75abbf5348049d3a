// The table of situations: what a call can find itself in, and all that is known of each.
// It is the program, not its documentation: all checks of a call run in the order of these rows, and
// the printed table, forced answers, replies in Prism's form, recordings and problem details read
// them (situation-order.ts). What a check does is in model/rules.

import type { ChoiceKey, Choose, Profile, StatusChoice } from './choices.ts';
import {
  type Kind,
  type KindOnItem,
  type KindWithBody,
  kinds,
  methods,
} from './operation-kinds.ts';

interface SituationRow {
  /** The title of the problem, and of its page. */
  readonly title?: string;
  /** The operations whose calls can be in it. */
  readonly kinds: readonly Kind[];
  /**
   * What it takes to know it: the path, the head of the request, its body, or what is stored. What
   * is found in the head is looked for before the operation is.
   */
  readonly foundIn: 'path' | 'head' | 'body' | 'store';
  /** A second place in the order. */
  readonly also?: SecondPlace;
  /** Its rank among those with one status if a client asks for that status; most common first. */
  readonly rank: number;
  /** What a call must be about if a status that it asks for is to mean this situation. */
  readonly about?: 'operation' | 'item';
  /** Whether Prism looks at what such a call asks for, and does not refuse it before. */
  readonly isGoodForPrism?: true;
  /** What Prism writes into the body of such a refusal; absent if it has none. */
  readonly prism?: PrismText;
  /** The statuses by which specifications mean it, the usual one first; absent for a success. */
  readonly statuses?: readonly number[];
  /** Further choices that give its status. */
  readonly otherStatuses?: readonly StatusChoice[];
  /** Returns why it cannot arise, `auth.scheme = none`; `null` if it can. */
  readonly ruledOut?: (facts: CallFacts) => string | null;
}

/** The type and title of a problem, or an error before Prism looks at the call. */
export type PrismText =
  | { readonly name: string; readonly title: string }
  | { readonly code: string; readonly message: string };

/** A place in the order of the checks, apart from that of the row. */
export type SecondPlace =
  /** Before what is found in the body, if it applies. */
  | { readonly place: 'before-body'; readonly applies: (choose: Choose) => boolean }
  /** After all others. */
  | { readonly place: 'last' };

/** What decides whether a situation can arise. */
export interface CallFacts {
  readonly kind: Kind;
  readonly choose: Choose;
  /** Whether some field must differ between records. */
  readonly isUnique: boolean;
  /** Whether the contract requires credentials; absent if it leaves that open. */
  readonly security?: 'public' | 'required';
  /** Whether the contract names parameters that are checked. */
  readonly hasParameters?: boolean;
  /** Whether the contract names scopes that the token needs. */
  readonly isScoped?: boolean;
}

const withBody = kinds.filter((kind): kind is KindWithBody => methods[kind].hasBody);
const onItem = kinds.filter((kind): kind is KindOnItem => methods[kind].on === 'item');

/** Every situation by name, as in `docs/contract.md`. A refusal has the choice `<name>.status`. */
export const situations = {
  ok: {
    kinds,
    foundIn: 'store',
    rank: 0,
    about: 'operation',
    isGoodForPrism: true,
  },
  unrouted: {
    title: 'There is no resource at this path',
    kinds: [],
    foundIn: 'path',
    statuses: [404],
    rank: 13,
    prism: { name: 'NO_PATH_MATCHED_ERROR', title: 'Route not resolved, no path matched' },
  },
  limited: {
    title: 'Too many requests',
    kinds,
    foundIn: 'head',
    statuses: [429],
    rank: 11,
    ruledOut: ({ choose }) => unless(choose, 'limit.requests', (option) => option !== 0),
  },
  unauthorized: {
    title: 'Valid credentials are required',
    kinds,
    foundIn: 'head',
    statuses: [401, 403],
    rank: 6,
    prism: { name: 'UNAUTHORIZED', title: 'Invalid security scheme used' },
    ruledOut: ({ choose, security }) =>
      security === 'public'
        ? 'the operation is public'
        : security === 'required'
          ? null
          : unless(choose, 'auth.scheme', (option) => option !== 'none'),
  },
  forbidden: {
    title: 'The credentials do not allow this request',
    kinds,
    foundIn: 'head',
    statuses: [403],
    rank: 14,
    ruledOut: ({ choose, security, isScoped }) => {
      if (isScoped !== true) return 'the contract names no scopes';
      return security === 'required'
        ? null
        : unless(choose, 'auth.scheme', (option) => option !== 'none');
    },
  },
  disallowed: {
    title: 'This method is not supported here',
    kinds,
    foundIn: 'head',
    statuses: [405, 403],
    rank: 9,
    prism: { name: 'NO_METHOD_MATCHED_ERROR', title: 'Route resolved, but no method matched' },
    ruledOut: ({ kind, choose }) => {
      if (methods[kind].method === 'GET') return unless(choose, 'access.writes', () => false);
      if (choose('access.writes') === 'refuse') return null;
      return kind === 'update'
        ? unless(choose, 'update.media', (option) => option === 'none')
        : unless(choose, 'access.writes', () => false);
    },
  },
  unacceptable: {
    title: 'No acceptable representation',
    kinds,
    foundIn: 'head',
    statuses: [406],
    rank: 8,
    prism: {
      name: 'NOT_ACCEPTABLE',
      title: 'The server cannot produce a representation for your accept header',
    },
    ruledOut: ({ choose }) =>
      choose('version.request') === 'ignore'
        ? unless(choose, 'accept.unmet', (option) => option === 'refuse')
        : null,
  },
  unexpected: {
    title: 'Query parameters are not supported',
    kinds,
    foundIn: 'head',
    statuses: [400, 422],
    rank: 12,
    prism: { name: 'UNPROCESSABLE_ENTITY', title: 'Invalid request' },
    ruledOut: ({ kind, choose }) =>
      kind === 'list' && choose('query.dialect') !== 'none'
        ? unless(choose, 'query.dialect', (option) => option === 'json-server-0')
        : unless(choose, 'query.parameters', (option) => option === 'refuse'),
  },
  unfit: {
    title: 'A parameter is missing or does not fit',
    kinds,
    foundIn: 'head',
    statuses: [400, 422],
    rank: 17,
    prism: { name: 'UNPROCESSABLE_ENTITY', title: 'Invalid request' },
    ruledOut: ({ choose, hasParameters }) =>
      hasParameters === true
        ? unless(choose, 'parameters.unfit', (option) => option === 'refuse')
        : 'the contract names no parameters',
  },
  keyless: {
    title: 'The request needs an idempotency key',
    kinds: ['create'],
    foundIn: 'head',
    statuses: [400],
    rank: 16,
    ruledOut: ({ choose }) =>
      unless(choose, 'create.idempotency', (option) => option === 'require'),
  },
  oversized: {
    title: 'The body is too large',
    kinds: withBody,
    foundIn: 'body',
    statuses: [413],
    rank: 10,
    prism: { code: 'request_entity_too_large', message: 'Body exceeded 10mb limit' },
  },
  unsupported: {
    title: 'The media type of the body is not supported',
    kinds: withBody,
    foundIn: 'body',
    statuses: [415, 400],
    rank: 7,
    prism: { name: 'INVALID_CONTENT_TYPE', title: 'Invalid content type' },
  },
  malformed: {
    title: 'The body is not well-formed',
    kinds: withBody,
    foundIn: 'body',
    statuses: [400, 422],
    rank: 5,
    prism: { code: 'invalid_json', message: 'Invalid JSON' },
  },
  reused: {
    title: 'The idempotency key belongs to another request',
    kinds: ['create'],
    foundIn: 'store',
    statuses: [422],
    rank: 15,
    isGoodForPrism: true,
    ruledOut: ({ choose }) => unless(choose, 'create.idempotency', (option) => option !== 'ignore'),
  },
  invalid: {
    title: 'The body is invalid',
    kinds: withBody,
    foundIn: 'store',
    statuses: [422, 400],
    rank: 2,
    prism: { name: 'UNPROCESSABLE_ENTITY', title: 'Invalid request' },
  },
  missing: {
    title: 'There is no such record',
    kinds: onItem,
    foundIn: 'store',
    also: {
      place: 'before-body',
      applies: (choose) => choose('check.order') === 'missing-first',
    },
    statuses: [404, 410],
    rank: 1,
    about: 'item',
    // Prism has no records that could be missing.
    isGoodForPrism: true,
    prism: { name: 'NOT_FOUND', title: 'The server cannot find the requested content' },
    otherStatuses: ['id.malformed', 'removed.status'],
  },
  taken: {
    title: 'The record conflicts with another',
    kinds: withBody,
    foundIn: 'store',
    statuses: [409, 422, 400],
    rank: 3,
    // Whether the list has room for one more record is looked at only if the record can be stored.
    also: { place: 'last' },
    isGoodForPrism: true,
    ruledOut: ({ kind, choose, isUnique }) => {
      if (isUnique && choose('fields.unique') === 'check') return null;
      if (kind === 'create') return unless(choose, 'create.id', (option) => option === 'keep');
      return isUnique
        ? unless(choose, 'fields.unique', () => false)
        : 'no field is marked x-unique';
    },
  },
  stale: {
    title: 'The record has changed',
    kinds: kinds.filter((kind) => kind !== 'create'),
    foundIn: 'store',
    statuses: [412, 409],
    rank: 4,
    isGoodForPrism: true,
    ruledOut: ({ choose }) => unless(choose, 'cache.validator', (option) => option === 'etag'),
  },
} as const satisfies Record<string, SituationRow>;

/** What a call finds itself in: `ok`, or one reason to be refused. */
export type Situation = keyof typeof situations;
/** Why a call is refused. */
export type Refusal = Exclude<Situation, 'ok'>;
/** What a call is refused for before its operation is looked at. */
export type Precondition = {
  [S in Situation]: (typeof situations)[S]['foundIn'] extends 'head' ? S : never;
}[Situation];

/** What a call of a kind is refused for once it has passed the preconditions. */
export type OperationRefusal<K extends Kind> = {
  [S in Refusal]: (typeof situations)[S]['foundIn'] extends 'body' | 'store'
    ? K extends (typeof situations)[S]['kinds'][number]
      ? S
      : never
    : never;
}[Refusal];

/** Every situation, in the order in which the rule book looks for it. */
export const situationKeys = Object.keys(situations) as readonly Situation[];

export const refusals: readonly Refusal[] = situationKeys.filter((key) => key !== 'ok');

export const preconditions: readonly Precondition[] = situationKeys.filter(isPrecondition);

/** Every situation, the one that clients meet most often first. */
export const situationsByRank: readonly Situation[] = situationKeys.toSorted(
  (one, other) => situations[one].rank - situations[other].rank,
);

/** Returns what is known of a situation. */
export function situationRow(situation: Situation): SituationRow {
  return situations[situation];
}

function isPrecondition(key: Situation): key is Precondition {
  return situations[key].foundIn === 'head';
}

function unless<K extends ChoiceKey>(
  choose: Choose,
  key: K,
  arises: (option: Profile[K]) => boolean,
): string | null {
  const option = choose(key);
  return arises(option) ? null : `${key} = ${option}`;
}
