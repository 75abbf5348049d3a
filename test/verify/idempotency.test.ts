// What a contract says of idempotency keys is asserted; what it leaves open is not.

import { describe, expect, it } from 'vitest';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import type { Contract, Outcome } from '../../src/contract/contract.ts';
import { listen } from '../../src/http/server/listener.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import type { Call, Reply } from '../../src/model/message/call.ts';
import type { Interface } from '../bed/specified/contracts.ts';
import { type HeldSpecified, hold } from '../bed/specified/hold.ts';
import { type Project, projectWith, stateOf } from '../support/users.ts';

const things = projectWith({ name: { type: 'string' }, note: { type: 'string' } });
/** The law that provokes refusals; without it alone, a run compares what a contract shows as well. */
const REFUSALS = ['create-is-refused-as-specified'];

/** The things, with an option of the choice and refusals of a creation. */
function specified(
  option: Profile['create.idempotency'] | null,
  refusals: Readonly<Record<string, number>> = {},
): Project {
  const [contract] = things.contracts;
  const create = contract?.operations.create;
  if (contract === undefined || create === undefined) throw new Error('things can be created');
  const outcomes: Record<string, Outcome> = { ...create.outcomes };
  for (const [situation, status] of Object.entries(refusals))
    outcomes[situation] = { status, source: 'test' };
  const changed: Contract = {
    ...contract,
    shown: option === null ? {} : { 'create.idempotency': option },
    operations: { ...contract.operations, create: { ...create, outcomes } },
  };
  return { ...things, contracts: [changed] };
}

interface Trial {
  /** The laws to try; all if absent. */
  readonly only?: readonly string[];
  readonly answerBy?: (mock: Mock) => (call: Call) => Reply;
}

/** Verifies a mock that makes an option, by a contract; everything that the run made must be gone. */
async function verifyMock(
  option: Profile['create.idempotency'],
  project: Project,
  { answerBy = (mock) => mock.answer, ...laws }: Trial = {},
): Promise<HeldSpecified> {
  const { contracts, schemas, checker } = things;
  const profile = { ...defaultProfile, 'create.idempotency': option };
  const state = stateOf(things);
  const mock = createMock({ rules: { contracts, schemas, checker, profile }, state });
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer: answerBy(mock),
    ready: () => null,
    requestMs: 30_000,
    bodyBytesMax: () => profile['limit.body'],
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    const baseUrl = `http://127.0.0.1:${listener.port}`;
    const held = await hold({ project } as Interface, baseUrl, laws);
    expect(held.swept).toMatchObject({ left: [], isSure: true });
    expect(state.collection('things').size).toBe(0);
    return held;
  } finally {
    await listener.close();
  }
}

const codesOf = ({ findings }: HeldSpecified): readonly string[] =>
  findings.map(({ code, actual }) => `${code}: ${actual.replace(/: \{.*/, '')}`);

/** Repeats the first answer to a key, and makes an item all the same. */
function twoFaced(mock: Mock): (call: Call) => Reply {
  const answers = new Map<string, Reply>();
  return (call) => {
    const key = String(call.headers['idempotency-key'] ?? '');
    const reply = mock.answer(call);
    const first = key === '' ? reply : (answers.get(key) ?? reply);
    answers.set(key, first);
    return first;
  };
}

describe('verify, of a contract that shows idempotency keys', { timeout: 120_000 }, () => {
  it('finds nothing in a service that does what is shown', async () => {
    for (const option of ['replay', 'ignore'] as const)
      expect(codesOf(await verifyMock(option, specified(option)))).toEqual([]);
    const refusals = { keyless: 400, reused: 422 };
    expect(codesOf(await verifyMock('require', specified('require', refusals)))).toEqual([]);
  });

  it('finds nothing if the contract leaves it open', async () => {
    for (const option of ['replay', 'ignore'] as const)
      expect(codesOf(await verifyMock(option, specified(null)))).toEqual([]);
  });

  it('finds a service that creates again', async () => {
    const held = await verifyMock('ignore', specified('replay'));
    expect(codesOf(held)).toEqual(['other-choice: ignore, 1 times']);
    expect(held.findings[0]?.message).toContain('create.idempotency');
  });

  it('finds a service that repeats its answer and creates again', async () => {
    const held = await verifyMock('ignore', specified('replay'), { answerBy: twoFaced });
    expect(codesOf(held)).toEqual(['other-choice: ignore, 1 times']);
  });

  it('finds a service that does not refuse a creation without a key', async () => {
    const held = await verifyMock('replay', specified('require', { keyless: 400 }), {
      only: REFUSALS,
    });
    expect(codesOf(held)).toEqual(['accepted: status 201']);
  });

  it('finds a service that refuses a key of another creation with another status', async () => {
    const held = await verifyMock('replay', specified('replay', { reused: 409 }), {
      only: REFUSALS,
    });
    expect(codesOf(held)).toEqual(['status: status 422']);
  });

  it('finds a service that creates with the key of another creation', async () => {
    const held = await verifyMock('ignore', specified(null, { reused: 422 }), { only: REFUSALS });
    expect(codesOf(held)).toEqual(['accepted: status 201']);
  });
});
