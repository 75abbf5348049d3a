// Everything that a contract specifies is asserted: a service that keeps to the contract is spared, and
// findings about one that does not say what is broken. Each lie is tried by `npm run bed`.

import { describe, expect, it } from 'vitest';
import type { Verified } from '../../../src/verify/verify.ts';
import { articles, type Interface, orders, tasks } from './contracts.ts';
import { hold } from './hold.ts';
import { lies } from './lies.ts';
import { type Lie, type Operation, startSpecified } from './service.ts';
import { tryLie } from './try.ts';

async function tryHarmless(face: Interface, lie: Lie, budget?: 'standard'): Promise<Verified> {
  const tried = await tryLie(face, lie, budget === undefined ? {} : { budget });
  expect(tried.isUnharmed).toBe(true);
  return tried;
}

describe('a service that keeps to what the contract specifies', () => {
  it.concurrent.each([tasks, articles, orders])('$name: is spared', async (face) => {
    const { findings, laws, session, swept } = await tryHarmless(face, {});
    expect(findings.map(({ message, actual }) => `${message}: ${actual}`)).toEqual([]);
    const untried = laws.filter(({ result }) => result !== 'held');
    expect(untried.map(({ name, why }) => [name, why])).toEqual([]);
    expect(swept.left).toEqual([]);
    expect([...session.service.notes].filter((note) => note.startsWith('not provoked'))).toEqual(
      [],
    );
  });
});

describe('a service that refuses to change a member by PATCH', () => {
  it.each(['stars', 'tags', 'title'])('is spared: %s', async (member) => {
    const { findings } = await tryHarmless(articles, { fixed: [member] });
    expect(findings.map(({ message, actual }) => `${message}: ${actual}`)).toEqual([]);
  });
});

describe('a finding about a request without credentials', () => {
  it('says that the call had none', async () => {
    const { findings } = await tryHarmless(tasks, { overlooks: ['list unauthorized'] });
    const finding = findings.find(({ code }) => code === 'accepted');
    expect(finding?.trace.at(-1)?.credentials).toBe('none');
  });
});

const cents = (number: number): number => Math.round(number * 100) / 100;
const tenths = (number: number): number => Math.trunc(number * 10) / 10;

describe('a service that rounds decimals', () => {
  it.concurrent.each([
    ['orders, to cents', orders, cents],
    ['articles, to tenths', articles, tenths],
    ['articles, to numbers of single precision', articles, Math.fround],
  ] as const)('is spared if it always does: %s', { timeout: 60_000 }, async (_, face, round) => {
    const { findings, session } = await tryHarmless(
      face,
      { stores: (_operation, one) => round(one) },
      'standard',
    );
    expect(findings.map(({ message, actual }) => `${message}: ${actual}`)).toEqual([]);
    expect([...session.service.forms.seen().values()]).toContainEqual(['round']);
  });

  let count = 0;
  it.concurrent.each([
    [
      'orders, in PUT',
      orders,
      (kind: Operation, one: number) => (kind === 'replace' ? cents(one) : one),
    ],
    [
      'articles, in POST',
      articles,
      (kind: Operation, one: number) => (kind === 'create' ? tenths(one) : one),
    ],
    [
      'orders, every third',
      orders,
      (_: Operation, one: number) => (++count % 3 === 0 ? cents(one) : one),
    ],
  ] as const)(
    'is found if it does so sometimes: %s',
    { timeout: 60_000 },
    async (_, face, stores) => {
      const { findings } = await tryHarmless(face, { stores }, 'standard');
      expect(findings.map(({ code }) => code)).toContain('normalised-sometimes');
    },
  );
});

describe('a write without credentials that a service takes', () => {
  it.each(['create', 'replace', 'remove'] as const)('is cleaned up: %s', async (operation) => {
    const service = await startSpecified(tasks, { overlooks: [`${operation} unauthorized`] });
    try {
      const law = `${operation}-is-refused-as-specified`;
      const { findings, swept } = await hold(tasks, service.baseUrl, { only: [law] });
      expect(findings.map(({ code, message }) => [code, message])).toEqual([
        [
          'accepted',
          `${operation} accepted a request without credentials, although the contract specifies a refusal`,
        ],
      ]);
      expect(findings[0]?.trace.some(({ credentials }) => credentials === 'none')).toBe(true);
      expect(swept.left).toEqual([]);
      expect(service.rows()).toEqual(tasks.rows);
    } finally {
      await service.close();
    }
  });
});

describe('a finding about a refusal', () => {
  it.each([
    ['create taken', ['POST', 'POST', 'POST']],
    ['replace taken', ['POST', 'POST', 'GET', 'PUT']],
    ['create invalid', ['POST']],
    ['replace missing', ['POST', 'GET', 'DELETE', 'GET', 'PUT']],
  ] as const)('is reduced to what provokes it: %s', { timeout: 60_000 }, async (cell, methods) => {
    const { findings } = await tryHarmless(tasks, { overlooks: [cell] });
    const { trace = [], reproduced } = findings.find(({ code }) => code === 'accepted') ?? {};
    const sent = trace.map(({ call }) => call.method);
    expect(sent.slice(0, methods.length)).toEqual(methods);
    // What was accepted is looked for and removed.
    expect(sent.slice(methods.length).join(' ')).toMatch(/^(?:GET DELETE)?$/);
    expect(reproduced).toBe('yes');
  });
});

describe('an answer without a header field that the contract shows', () => {
  it.each(['tasks: list ok lacks X-Kind', 'tasks: create ok lacks X-Made'])(
    'breaks one law, and the others are tried: %s',
    { timeout: 60_000 },
    async (name) => {
      const told = lies.find((one) => one.name === name);
      const { findings, laws } = await tryHarmless(tasks, told?.lie ?? {});
      expect(findings.map(({ code }) => code)).toEqual(['header']);
      const results = laws.filter(({ result }) => result !== 'held').map((law) => law.result);
      expect(results).toEqual(['broken']);
    },
  );
});
