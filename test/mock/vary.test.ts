// What is open varies, what is shown never does: each answer of a mock that varies is judged as
// that of a real service.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChoiceKey,
  choiceKeys,
  choices,
  defaultProfile,
  type Profile,
} from '../../src/contract/choices.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import type { Kind } from '../../src/contract/operation-kinds.ts';
import { defaultSettings } from '../../src/contract/settings.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import { varyBy } from '../../src/mock/vary.ts';
import { readBody } from '../../src/model/message/call.ts';
import { judge } from '../../src/oracle/judge.ts';
import { admissibleRulings } from '../../src/oracle/rulings.ts';
import {
  callOf,
  createWorld,
  type Sent,
  stateOf,
  textOf,
  usersContract,
  usersProject,
  usersWith,
} from '../support/users.ts';

describe('the order of a list', () => {
  const { list } = usersContract.operations;
  const paging = { by: 'page', parameter: 'page', first: 1, usual: 20, most: 100 } as const;
  const paged: Contract = {
    ...usersContract,
    operations: {
      ...usersContract.operations,
      list: { ...(list as Operation), paging },
    },
  };

  it.each<[string, Contract, Partial<Profile>, number]>([
    ['varies with each call', usersContract, {}, 2],
    ['stays if the contract has pages', paged, {}, 1],
    ['stays if a query dialect has pages', usersContract, { 'query.dialect': 'json-server-1' }, 1],
  ])('%s', (_case, contract, pins, count) => {
    const variety = varyBy({ ...defaultProfile, ...pins }, pins, 7);
    const seen = new Set<string>();
    for (let call = 0; call < 40; call++) {
      seen.add(variety.decide(contract)['list.order'].value);
      variety.next();
    }
    expect(seen.size).toBe(count);
  });
});

function mockOf(seed: number, pins: Partial<Profile> = {}): Mock {
  const { contracts, schemas, checker } = usersProject;
  const rules = { contracts, schemas, checker, profile: { ...defaultProfile, ...pins } };
  return createMock({
    rules,
    state: stateOf(usersProject),
    settings: { pins, undefined: 'vary', seed },
  });
}

const fay = { name: 'Fay', email: 'fay@example.com' };
const whole = {
  ...fay,
  isPremium: true,
  skills: ['sql'],
  address: { city: 'Rome', district: 'Monti' },
};
/** Well-formed requests that any implementation of the contract grants. */
const requests: readonly (readonly [Kind, string, Sent?])[] = [
  ['list', 'GET /users'],
  ['read', 'GET /users/1'],
  ['create', 'POST /users', { json: whole }],
  ['replace', 'PUT /users/2', { json: { id: 2, ...whole } }],
  ['remove', 'DELETE /users/3'],
];

/** Answers and their texts, call by call. */
function answersOf(mock: Mock, times: number): readonly string[] {
  return Array.from({ length: times }, () =>
    requests.map(([, request, sent]) => {
      const reply = mock.answer(callOf(request, sent));
      return `${reply.status} ${reply.headers.join(' ')} ${textOf(reply)}`;
    }),
  ).flat();
}

describe('a mock that varies unspecified behaviour', () => {
  it('never breaks the contract', () => {
    let judged = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const mock = mockOf(seed);
        const { router, schemas, checker, draw } = createWorld().book;
        for (const [kind, request, sent] of requests) {
          const call = callOf(request, sent);
          const rulings = admissibleRulings(
            { router, schemas, checker, draw, state: mock.state.fork() },
            call,
            {},
          );
          const reply = mock.answer(call);
          const headers = Object.fromEntries(
            reply.headers.flatMap((name, index) =>
              index % 2 === 0 ? [[name, reply.headers[index + 1] ?? '']] : [],
            ),
          );
          const received = { status: reply.status, headers, body: readBody(textOf(reply)) };
          const { verdict, findings } = judge({
            contract: usersContract,
            checker,
            kind,
            received,
            rulings,
            values: 'plain',
          });
          expect({ verdict, findings }).toEqual({ verdict: 'conforms', findings: [] });
          judged++;
        }
      }),
    );
    expect(judged).toBe(500);
  });

  it('answers the same for the same seed, and differently for another', () => {
    expect(answersOf(mockOf(7), 4)).toEqual(answersOf(mockOf(7), 4));
    expect(answersOf(mockOf(7), 4)).not.toEqual(answersOf(mockOf(8), 4));
  });

  it('differs from call to call if no client may depend on it', () => {
    const mock = mockOf(7);
    const statuses = new Set(
      Array.from({ length: 60 }, () => mock.answer(callOf('POST /users', { json: whole })).status),
    );
    expect(statuses).toEqual(new Set(choices['create.status'].options));
  });

  it('does not vary a pinned choice', () => {
    const mock = mockOf(7, { 'create.status': 201, 'create.body': 'record' });
    for (let count = 0; count < 40; count++) {
      const reply = mock.answer(callOf('POST /users', { json: { ...whole, name: `n${count}` } }));
      expect(reply.status).toBe(201);
      expect(JSON.parse(textOf(reply))).toMatchObject({ name: `n${count}` });
    }
  });

  it('starts and stops with its settings, and keeps the rows', () => {
    const { contracts, schemas, checker } = usersProject;
    const mock = createMock({
      rules: { contracts, schemas, checker, profile: defaultProfile },
      state: stateOf(usersProject),
    });
    expect(mock.settings).toEqual(defaultSettings);
    mock.answer(callOf('DELETE /users/1'));
    const statuses = (): Set<number> =>
      new Set(Array.from({ length: 40 }, () => mock.answer(callOf('GET /users/2')).status));
    expect(statuses()).toEqual(new Set([200]));
    mock.configure({ undefined: 'vary', seed: 5 });
    expect(statuses()).toEqual(new Set(choices['read.status'].options));
    mock.configure({ pins: { 'read.status': 203 } });
    expect(statuses()).toEqual(new Set([203]));
    expect(mock.profile['read.status']).toBe(203);
    mock.configure({ undefined: 'profile', pins: {} });
    expect(statuses()).toEqual(new Set([200]));
    expect(mock.state.collection('users').size).toBe(4);
  });
});

describe('varyBy', () => {
  const brief = { 'list.fields': 'brief' } as const;
  const drawn = (seed: number, key: ChoiceKey, calls = 80): Set<unknown> => {
    const variety = varyBy(defaultProfile, {}, seed);
    return new Set(
      Array.from({ length: calls }, () => {
        variety.next();
        return variety.decide(usersContract)[key].value;
      }),
    );
  };

  it.each(choiceKeys.filter((key) => choices[key].varies === 'call'))(
    'uses every option of %s in one run',
    (key) => {
      expect(drawn(11, key)).toEqual(new Set<unknown>(choices[key].options));
    },
  );

  it.each(choiceKeys.filter((key) => choices[key].varies === 'run'))(
    'uses one option of %s in a run, and each in some run',
    (key) => {
      const seen = Array.from({ length: 60 }, (_, seed) => drawn(seed, key, 5));
      expect(seen.map((one) => one.size)).toEqual(seen.map(() => 1));
      expect(new Set(seen.flatMap((one) => [...one]))).toEqual(
        new Set<unknown>(choices[key].options),
      );
    },
  );

  it.each(choiceKeys.filter((key) => choices[key].varies === 'fixed'))('never varies %s', (key) => {
    for (let seed = 0; seed < 20; seed++)
      expect(drawn(seed, key, 5)).toEqual(new Set([defaultProfile[key]]));
  });

  it('always names new items if lists show nothing to know them by', () => {
    const places = Array.from({ length: 30 }, (_, seed) => {
      const variety = varyBy(
        { ...defaultProfile, 'list.fields': 'brief' },
        brief,
        seed,
        () => false,
      );
      variety.next();
      return variety.decide(usersContract)['create.location'].value;
    });
    expect(new Set(places)).toEqual(new Set(['relative']));
  });

  it('decides the same within one call', () => {
    const variety = varyBy(defaultProfile, {}, 3);
    variety.next();
    const first = variety.decide(usersContract);
    expect(variety.decide(usersContract)).toBe(first);
    variety.next();
    expect(variety.decide(usersContract)).not.toBe(first);
  });

  it('keeps what a contract states', () => {
    const [contract] = usersWith({
      shown: { 'create.status': 202, 'create.id': 'keep' },
    }).contracts;
    for (let seed = 0; seed < 20; seed++) {
      const variety = varyBy(defaultProfile, {}, seed);
      variety.next();
      const decisions = variety.decide(contract ?? null);
      expect([decisions['create.status'], decisions['create.id']]).toEqual([
        { value: 202, by: 'contract' },
        { value: 'keep', by: 'contract' },
      ]);
    }
  });

  it.each([
    ['no list', { operations: { ...usersContract.operations, list: undefined } }],
    ['a list without ids', { hidden: ['id'] }],
  ])('never varies Location if there is %s to find a created item in', (_, other) => {
    const contract = { ...usersContract, ...other } as Contract;
    const variety = varyBy(defaultProfile, {}, 3);
    const seen = Array.from({ length: 20 }, () => {
      variety.next();
      return variety.decide(contract)['create.location'].value;
    });
    expect(new Set(seen)).toEqual(new Set([defaultProfile['create.location']]));
  });
});
