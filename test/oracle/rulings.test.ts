// Finds exactly the rulings that a contract admits, and the options that all paths to each one
// share.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import type { Option } from '../../src/contract/choice-row.ts';
import {
  type ChoiceKey,
  choiceKeys,
  choices,
  defaultProfile,
  type Profile,
} from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/client/client.ts';
import type { Call } from '../../src/model/message/call.ts';
import { readBody } from '../../src/model/message/call.ts';
import { rule } from '../../src/model/rules/rule.ts';
import type { Book } from '../../src/model/rules/scene.ts';
import { apply } from '../../src/model/ruling/apply.ts';
import { decideBy } from '../../src/model/ruling/decisions.ts';
import { render } from '../../src/model/ruling/render.ts';
import type { Ruling } from '../../src/model/ruling/ruling.ts';
import { type Admissible, admissibleRulings } from '../../src/oracle/rulings.ts';
import { createGuard } from '../../src/verify/guard/guard.ts';
import { noLedger } from '../../src/verify/guard/ledger.ts';
import { laws } from '../../src/verify/laws/all-laws.ts';
import { performMoves } from '../../src/verify/moves/perform-moves.ts';
import { createItemFactory } from '../../src/verify/session/item-factory.ts';
import { createSession, type Session } from '../../src/verify/session/session.ts';
import {
  callOf,
  createWorld,
  fixedDraw,
  type Project,
  projectOf,
  projectWith,
  type Sent,
  textOf,
  usersContract,
  usersProject,
} from '../support/users.ts';

/**
 * The surroundings of a service are handled before the rule book, and some choices are not tried.
 */
const ASSUMED: Partial<Profile> = Object.fromEntries(
  choiceKeys.flatMap((key) => {
    const { assumed } = choices[key];
    return assumed === null ? [] : [[key, assumed]];
  }),
);

const things = projectWith(
  {
    name: { type: 'string', maxLength: 5 },
    email: { type: 'string', format: 'email', 'x-unique': true },
    note: { type: 'string', default: 'none' },
  },
  {
    required: ['name'],
    rows: [
      { id: 1, name: 'one', email: 'one@example.com' },
      { id: 2, name: 'two', email: 'two@example.com', note: 'here' },
    ],
  },
);

interface Trial {
  readonly what: string;
  readonly request: string;
  readonly sent?: Sent;
  /** The choices that the call may consult; of no other does its ruling depend. */
  readonly keys: readonly ChoiceKey[];
  /** How many rulings there are. */
  readonly count: number;
}

const trials: readonly Trial[] = [
  { what: 'reading the list', request: 'GET /things', keys: [], count: 1 },
  { what: 'reading an unknown id', request: 'GET /things/9', keys: [], count: 1 },
  {
    what: 'reading with a query, a slash and an odd Accept',
    request: 'GET /things/?page=2',
    sent: { headers: { accept: 'text/html' } },
    keys: ['query.parameters', 'path.slash', 'accept.unmet'],
    count: 4,
  },
  {
    what: 'a creation with nothing wrong',
    request: 'POST /things',
    sent: { json: { name: 'new', email: 'new@example.com', note: 'x' } },
    keys: ['fields.unique', 'fields.defaults', 'create.id'],
    count: 1,
  },
  {
    what: 'a creation with an id',
    request: 'POST /things',
    sent: { json: { id: 7, name: 'new' } },
    keys: ['create.id', 'fields.defaults', 'fields.unique'],
    count: 5,
  },
  {
    what: 'a creation that lacks a member, breaks a format and a bound, and repeats a value',
    request: 'POST /things',
    sent: { json: { email: 'nowhere', note: 'x' } },
    keys: ['fields.required', 'fields.format', 'fields.bounds', 'fields.unique', 'create.id'],
    count: 2,
  },
  {
    what: 'a creation that is too long and repeats a value',
    request: 'POST /things',
    sent: { json: { name: 'much too long', email: 'one@example.com' } },
    keys: ['fields.bounds', 'fields.unique', 'fields.defaults', 'create.id'],
    count: 4,
  },
  {
    what: 'a creation with members that are not known',
    request: 'POST /things',
    sent: { json: { name: 'new', emial: 'x', other: 1 } },
    keys: ['fields.unknown', 'fields.defaults', 'fields.unique', 'create.id'],
    count: 5,
  },
  {
    what: 'a creation in plain text with a key twice',
    request: 'POST /things',
    sent: { text: '{"name":"a","name":"b"}', type: 'text/plain' },
    keys: ['content.type', 'content.duplicates', 'fields.defaults', 'create.id'],
    count: 4,
  },
  {
    what: 'a replacement of some members',
    request: 'PUT /things/2',
    sent: { json: { name: 'again' } },
    keys: ['replace.mode', 'replace.id', 'fields.defaults', 'fields.required', 'fields.unique'],
    count: 4,
  },
  {
    what: 'a replacement with another id',
    request: 'PUT /things/2',
    sent: { json: { id: 1, name: 'again' } },
    keys: ['replace.mode', 'replace.id', 'fields.defaults', 'fields.unique'],
    count: 4,
  },
  {
    what: 'a replacement of an unknown id with a body that is wrong',
    request: 'PUT /things/9',
    sent: { json: { name: 7 } },
    keys: ['replace.missing', 'replace.id', 'check.order', 'replace.mode', 'fields.defaults'],
    count: 2,
  },
  {
    what: 'a replacement of an unknown id',
    request: 'PUT /things/9',
    sent: { json: { id: 9, name: 'nine', note: 'x' } },
    keys: [
      'replace.missing',
      'replace.id',
      'check.order',
      'replace.mode',
      'fields.defaults',
      'fields.unique',
    ],
    count: 2,
  },
  {
    what: 'a patch',
    request: 'PATCH /things/2',
    sent: { json: { note: null, email: 'one@example.com' } },
    keys: ['update.media', 'content.type', 'fields.unique', 'replace.id', 'fields.defaults'],
    count: 5,
  },
  { what: 'a removal', request: 'DELETE /things/1', keys: ['remove.missing'], count: 1 },
  {
    what: 'a removal of an unknown id',
    request: 'DELETE /things/9',
    keys: ['remove.missing'],
    count: 2,
  },
  {
    what: 'broken JSON',
    request: 'POST /things',
    sent: { text: '{"name":' },
    keys: ['content.type'],
    count: 1,
  },
  { what: 'a path that nothing has', request: 'GET /others', keys: ['path.slash'], count: 1 },
];

/**
 * Whatever may differ from service to service. Were a choice to affect more than its row says, some
 * profile would have a ruling that is not found.
 */
const anyProfile = fc
  .record(
    Object.fromEntries(
      choiceKeys
        .filter((key) => ASSUMED[key] === undefined)
        .map((key) => [key, fc.constantFrom<Option>(...choices[key].options)]),
    ),
  )
  .map((profile) => profile as Partial<Profile>);

function bookOf(project: Project): Omit<Book, 'decide'> {
  const { router, schemas, checker, state } = createWorld({ project }).book;
  return { router, schemas, checker, state, draw: fixedDraw() };
}

function ruleBy(project: Project, call: Call, profile: Partial<Profile>): Ruling {
  const decide = decideBy({ ...defaultProfile, ...ASSUMED, ...profile });
  return rule({ ...bookOf(project), decide }, call);
}

function signOf({ situation, effect }: Ruling): string {
  const done =
    effect.kind === 'put' ? effect.record.textOnce() : effect.kind === 'remove' ? effect.key : '';
  return `${situation.value} ${effect.kind} ${done}`;
}

function signsOf(rulings: readonly Admissible[]): readonly string[] {
  return rulings.map(({ ruling }) => signOf(ruling)).toSorted();
}

/** Every way to fill some choices. */
function profilesOf(keys: readonly ChoiceKey[]): readonly Partial<Profile>[] {
  return keys.reduce<readonly Partial<Profile>[]>(
    (profiles, key) =>
      profiles.flatMap((profile) =>
        choices[key].options.map((option) => ({ ...profile, [key]: option })),
      ),
    [{}],
  );
}

/** The options that all paths to each ruling share, by trying every path. */
function byForce({ request, sent, keys }: Trial): ReadonlyMap<string, ReadonlyMap<string, Option>> {
  const shared = new Map<string, ReadonlyMap<string, Option>>();
  for (const profile of profilesOf(keys)) {
    const sign = signOf(ruleBy(things, callOf(request, sent), profile));
    const before = shared.get(sign) ?? new Map<string, Option>(Object.entries(profile));
    shared.set(
      sign,
      new Map([...before].filter(([key, option]) => profile[key as ChoiceKey] === option)),
    );
  }
  return shared;
}

describe('admissibleRulings', () => {
  it.each(trials)(
    'finds exactly the rulings on $what, and the options that all paths to each share',
    (trial) => {
      const found = admissibleRulings(bookOf(things), callOf(trial.request, trial.sent), {});
      expect(found).toHaveLength(trial.count);
      const shared = found.map(
        ({ ruling, assumed }) => [signOf(ruling), new Map(Object.entries(assumed))] as const,
      );
      expect(new Map(shared)).toEqual(byForce(trial));
    },
  );

  it.each(trials)('finds the ruling on $what under any profile', ({ request, sent }) => {
    const call = callOf(request, sent);
    const found = new Map(
      admissibleRulings(bookOf(things), call, {}).map((one) => [signOf(one.ruling), one.assumed]),
    );
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const assumed = found.get(signOf(ruleBy(things, call, profile)));
        expect(assumed).toBeDefined();
        expect(profile).toMatchObject(assumed ?? {});
      }),
    );
  });

  it.each(trials)('obeys settled options, on $what', ({ request, sent }) => {
    const call = callOf(request, sent);
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const found = admissibleRulings(bookOf(things), call, profile);
        expect(signsOf(found)).toEqual([signOf(ruleBy(things, call, profile))]);
        expect(found[0]?.assumed).toEqual({});
      }),
      { numRuns: 30 },
    );
  });

  it('obeys the contract over settled options', () => {
    const shown = projectWith(
      { name: { type: 'string' } },
      { shown: { 'remove.missing': 'succeed' } },
    );
    const found = admissibleRulings(bookOf(shown), callOf('DELETE /things/9'), {
      'remove.missing': 'refuse',
    });
    expect(signsOf(found)).toEqual(['ok none ']);
  });

  it('admits a creation without what the service adds, but not without more', () => {
    const [contract] = things.contracts;
    const member = (schema: JsonObject = {}): JsonObject => ({ type: 'string', ...schema });
    const properties = { name: member(), note: member(), at: member({ readOnly: true }) };
    const made = projectOf(
      [{ ...contract, shown: { 'fields.required': 'refuse' } } as Contract],
      {
        thing: { type: 'object', properties, required: ['name', 'note', 'at'] },
        things: { type: 'array', items: { $ref: 'thing.json' } },
        'thing-create': { type: 'object', properties, required: ['name'] },
      },
      { things: [{ id: 1, name: 'one', note: 'here' }] },
    );
    const situationsOf = (request: string, json: JsonObject): readonly string[] =>
      admissibleRulings(bookOf(made), callOf(request, { json }), {}).map(
        ({ ruling }) => ruling.situation.value,
      );
    expect(situationsOf('POST /things', { name: 'new' })).toContain('ok');
    expect(situationsOf('POST /things', { note: 'new' })).toEqual(['invalid']);
    expect(situationsOf('PATCH /things/1', { name: 'new' })).toContain('ok');
    // The mock adds them, too: an empty value, or one that fits.
    const added = createWorld({ project: made }).ask('POST /things', { json: { name: 'n' } });
    expect([added.status, Object.keys(added.json as JsonObject)]).toEqual([
      201,
      ['id', 'name', 'note', 'at'],
    ]);
  });

  it('leaves the state unchanged', () => {
    const book = bookOf(things);
    const before = JSON.stringify(
      book.state
        .collection('things')
        .records()
        .map((one) => one.value),
    );
    for (const { request, sent } of trials) admissibleRulings(book, callOf(request, sent), {});
    expect(
      JSON.stringify(
        book.state
          .collection('things')
          .records()
          .map((one) => one.value),
      ),
    ).toBe(before);
  });
});

interface Counted {
  readonly call: string;
  readonly rulings: number;
}

/** Counts the rulings on each call that laws make. */
function countRulings({ items }: Session): readonly Counted[] {
  const counts: Counted[] = [];
  const rulings: typeof items.rulings = items.rulings.bind(items);
  items.rulings = (call, settled) => {
    const found = rulings(call, settled);
    const text =
      call.body.kind === 'json' || call.body.kind === 'broken' ? call.body.text.slice(0, 100) : '';
    counts.push({ call: `${call.method} ${call.path} ${text}`, rulings: found.length });
    return found;
  };
  return counts;
}

/** The rule book as a service, under a profile. */
function serviceOf(project: Project, profile: Partial<Profile>): (call: Call) => Promise<Exchange> {
  const { book, state } = createWorld({ project, profile });
  return (call) => {
    const ruling = rule(book, call);
    apply(state, ruling.effect);
    const reply = render(ruling, 'silent');
    const { status } = reply;
    const headers = Object.fromEntries(
      reply.headers.flatMap((name, index) =>
        index % 2 === 0 ? [[name, reply.headers[index + 1]] as const] : [],
      ),
    );
    const received = { status, headers, body: readBody(textOf(reply)) };
    return Promise.resolve({
      kind: 'received',
      received,
      elapsedMs: 0,
      requests: 1,
      redirected: false,
    });
  };
}

async function countsOf(profile: Partial<Profile>): Promise<readonly Counted[]> {
  const { schemas, checker } = usersProject;
  const wait = (): Promise<void> => Promise.resolve();
  const [token, deadline, now] = ['sqcounting', Number.MAX_SAFE_INTEGER, () => 0];
  const guard = createGuard({
    send: serviceOf(usersProject, profile),
    ledger: noLedger(token),
    contract: usersContract,
    mode: 'write',
    ratePerSecond: null,
    wait,
    now,
    onWaiting: () => undefined,
    deadline,
  });
  const session = createSession({
    contract: usersContract,
    schemas,
    checker,
    guard,
    token,
    pins: {},
    now,
    wait,
    deadline,
  });
  const counts = countRulings(session);
  const make = createItemFactory(session);
  for (const law of laws)
    expect((await performMoves(session, law.moves(make))).findings, law.name).toEqual([]);
  return counts;
}

describe('admissibleRulings of the calls that laws make', () => {
  it.each<[string, Partial<Profile>]>([
    ['by default', {}],
    [
      'that merges, and takes what lacks members',
      { 'replace.mode': 'merge', 'fields.required': 'accept' },
    ],
  ])('are at most 8 at a service %s', async (_, profile) => {
    const counts = await countsOf(profile);
    expect(counts.length).toBeGreaterThan(300);
    expect(counts.filter(({ rulings }) => rulings > 8 || rulings === 0)).toEqual([]);
  });
});
