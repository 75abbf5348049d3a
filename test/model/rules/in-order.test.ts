// The table of situations is the one order of the checks: if two of them fail at once, the call is
// refused for the one that the table puts first.

import { describe, expect, it } from 'vitest';
import { defaultProfile, type Profile } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { type Parameter, usualStyle } from '../../../src/contract/declared.ts';
import { type Kind, kinds, methods } from '../../../src/contract/operation-kinds.ts';
import { stepsOf } from '../../../src/contract/situation-order.ts';
import { preconditions, type Refusal } from '../../../src/contract/situations.ts';
import type { Draw } from '../../../src/model/ids/ids.ts';
import { inOrder } from '../../../src/model/rules/in-order.ts';
import type { Refused, Scene } from '../../../src/model/rules/scene.ts';
import {
  createWorld,
  type Project,
  projectOf,
  projectWith,
  type Sent,
} from '../../support/users.ts';

const ORDERS: readonly Profile['check.order'][] = ['missing-first', 'body-first'];

/** Something wrong with a call: a situation, or the one that is looked for last. */
type Flaw = Refusal | 'full';

const rows = [
  { id: 1, name: 'x', n: 1 },
  { id: 2, name: 'y', n: 1 },
];
/** The list has room for three. */
function projectOfRows(count: 2 | 3): Project {
  const contracts = projectWith({}).contracts.map(scoped);
  const thing = {
    type: 'object',
    properties: {
      id: { type: 'number' },
      name: { type: 'string', 'x-unique': true },
      n: { type: 'number' },
    },
  };
  const things = {
    type: 'array',
    maxItems: 3,
    items: { allOf: [{ $ref: 'thing.json' }], required: ['id'] },
  };
  const more = count === 3 ? [{ id: 3, name: 'z', n: 1 }] : [];
  return projectOf(
    contracts,
    { thing, things, 'thing-create': thing, shop: { type: 'integer' } },
    { things: [...rows, ...more] },
  );
}
/** A header field that is to be a number. */
const SHOP: Parameter = {
  in: 'header',
  name: 'X-Shop',
  required: false,
  schema: 'shop',
  examples: [],
  ...usualStyle('header'),
};

/** Each operation needs a scope, and has a parameter. */
function scoped(contract: Contract): Contract {
  const security = [{ scheme: 'bearer', scopes: ['things'] }] as const;
  const operations = Object.entries(contract.operations).map(([kind, operation]) => [
    kind,
    { ...operation, security, parameters: [SHOP] },
  ]);
  return { ...contract, operations: Object.fromEntries(operations) as Contract['operations'] };
}

const KEY = { 'idempotency-key': 'k' };

/** A token with another scope. */
const OTHER_SCOPE = `Bearer e30.${Buffer.from('{"scope":"other"}').toString('base64url')}.s`;

const projects = { full: projectOfRows(3), roomy: projectOfRows(2) };

/** Sends a call with some flaws, and returns what it is refused for. */
function situationWith(kind: Kind, flaws: readonly Flaw[], order: Profile['check.order']): string {
  const has = (flaw: Flaw): boolean => flaws.includes(flaw);
  const profile: Partial<Profile> = {
    'check.order': order,
    ...(has('limited') ? { 'limit.requests': 60 } : {}),
    ...(has('unauthorized') || has('forbidden') ? { 'auth.scheme': 'bearer' } : {}),
    ...(has('disallowed') ? { 'access.writes': 'refuse' } : {}),
    ...(has('unexpected') ? { 'query.parameters': 'refuse' } : {}),
    ...(has('keyless') ? { 'create.idempotency': 'require' } : {}),
    ...(has('reused') ? { 'create.idempotency': 'replay' } : {}),
    ...(has('invalid') ? { 'fields.unknown': 'refuse' } : {}),
    ...(has('full') ? { 'replace.missing': 'create' } : {}),
  };
  const traffic: Draw['traffic'] = () => ({ calls: has('limited') ? 61 : 1, secondsLeft: 7 });
  const { method, on } = methods[kind];
  const key = has('missing') || has('full') ? '/99' : '/1';
  const world = createWorld({
    project: has('full') ? projects.full : projects.roomy,
    profile,
    draw: { traffic },
  });
  if (has('reused'))
    world.ask(`${method} /things`, { json: { name: 'first', n: 1 }, headers: KEY });
  const request = `${method} /things${on === 'item' ? key : ''}${has('unexpected') ? '?a=b' : ''}`;
  return world.ask(request, sentWith(kind, has)).ruling.situation.value;
}

function sentWith(kind: Kind, has: (flaw: Flaw) => boolean): Sent {
  const headers = {
    ...(has('forbidden') && !has('unauthorized') ? { authorization: OTHER_SCOPE } : {}),
    ...(has('unacceptable') ? { accept: 'text/html' } : {}),
    ...(has('unfit') ? { 'x-shop': 'none' } : {}),
    ...(has('reused') ? KEY : {}),
    ...(has('stale') ? { 'if-match': '"other"' } : {}),
  };
  if (!methods[kind].hasBody) return { headers };
  const type = has('unsupported') ? 'text/plain' : 'application/json';
  if (has('oversized')) return { headers, type, body: { kind: 'oversized', bytesMax: 9 } };
  const twice = has('malformed') ? '"n":1,' : '';
  const name = has('taken') ? 'y' : 'new';
  // Without a record, nothing of a patch can be judged but the names of its members.
  const unknown = has('invalid') ? '"other":1,' : '';
  return { headers, type, text: `{"name":"${name}",${unknown}${twice}"n":1}` };
}

/** The flaws that a call of a kind can have, in the order of the table. */
function flawsOf(kind: Kind, order: Profile['check.order']): readonly Flaw[] {
  const choose = <K extends keyof Profile>(key: K): Profile[K] =>
    ({ ...defaultProfile, 'check.order': order })[key];
  const steps = stepsOf(kind)
    .filter(({ applies }) => applies === null || applies(choose))
    .map(({ situation, place }): Flaw => (place === 'last' ? 'full' : situation));
  return [...new Set([...preconditions, ...steps])].filter(
    (flaw) => !NEVER.some(([one, among]) => one === flaw && among.includes(kind)),
  );
}

/** What cannot be wrong with a call of a kind: reading is always allowed, and PATCH adds nothing. */
const NEVER: readonly (readonly [Flaw, readonly Kind[]])[] = [
  ['disallowed', ['list', 'read']],
  ['keyless', ['list', 'read', 'replace', 'update', 'remove']],
  ['full', ['update']],
];

/** What cannot be wrong at once: nothing is known of a body that is too large to be kept. */
const APART: readonly (readonly [Flaw, readonly Flaw[]])[] = [
  ['oversized', ['malformed', 'invalid', 'taken']],
  ['full', ['missing']],
  ['keyless', ['reused']],
  // The first request with the key has made something.
  ['reused', ['full']],
  ['taken', ['full']],
];

function canMeet(one: Flaw, other: Flaw): boolean {
  return !APART.some(
    ([flaw, others]) =>
      (flaw === one && others.includes(other)) || (flaw === other && others.includes(one)),
  );
}

const situationOf = (flaw: Flaw): Refusal => (flaw === 'full' ? 'taken' : flaw);

const cases = ORDERS.flatMap((order) =>
  kinds.map((kind) => ({ order, kind, flaws: flawsOf(kind, order) })),
);
const pairs = cases.flatMap(({ order, kind, flaws }) =>
  flaws.flatMap((first, index) =>
    flaws
      .slice(index + 1)
      .filter((second) => canMeet(first, second))
      .map((second) => ({ order, kind, first, second })),
  ),
);

describe('the order of the checks', () => {
  it.each(cases)('has a call of $kind for each flaw, with $order', ({ order, kind, flaws }) => {
    expect(situationWith(kind, [], order)).toBe('ok');
    for (const flaw of flaws)
      expect([flaw, situationWith(kind, [flaw], order)]).toEqual([flaw, situationOf(flaw)]);
  });

  it('has pairs of all operations', () => {
    expect(new Set(pairs.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(pairs.length).toBeGreaterThan(300);
  });

  it.each(pairs)('refuses $kind for $first rather than $second, with $order', (pair) => {
    const { order, kind, first, second } = pair;
    expect(situationWith(kind, [first, second], order)).toBe(situationOf(first));
  });
});

describe('inOrder', () => {
  const scene = { decisions: createWorld().book.decide(null) } as unknown as Scene;
  const asked: string[] = [];
  const checksWith = (failing: readonly Refusal[]) => {
    const check =
      (situation: Refusal) =>
      (_: unknown, place: string): Refused | null => {
        asked.push(place === 'row' ? situation : `${situation} ${place}`);
        return failing.includes(situation) ? { situation, by: 'http', detail: '' } : null;
      };
    return {
      oversized: check('oversized'),
      unsupported: check('unsupported'),
      malformed: check('malformed'),
      invalid: check('invalid'),
      missing: check('missing'),
      taken: check('taken'),
      stale: check('stale'),
    };
  };
  const run = (failing: readonly Refusal[]): [string | null, readonly string[]] => {
    asked.length = 0;
    const refused = inOrder('replace', checksWith(failing))({ scene });
    return [refused === null ? null : refused.situation, [...asked]];
  };

  it('asks each check of the operation in the order of the table', () => {
    const places = stepsOf('replace').map(({ situation, place }) =>
      place === 'row' ? situation : `${situation} ${place}`,
    );
    expect(run([])).toEqual([null, places]);
  });

  it('stops at the first refusal', () => {
    expect(run(['stale', 'malformed'])).toEqual([
      'malformed',
      ['missing before-body', 'oversized', 'unsupported', 'malformed'],
    ]);
    expect(run(['missing', 'oversized'])).toEqual(['missing', ['missing before-body']]);
  });
});
