// Members that requests may have and that the service makes itself: that it passes over what is sent
// for them is no fault, and what it does wrong with them is found.

import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, hold, seedsOf } from './hold.ts';
import { moment, startTickets, type TicketHabits } from './ticket-service.ts';

const seeds = seedsOf(3);

const numbered: TicketHabits = {
  made: (_, id) => ({ note: `T-${1_000 + id}`, createdAt: moment() }),
  kept: (_, { note, createdAt }) => ({ note, createdAt }),
  settable: ['title'],
};

const correct: readonly (readonly [string, TicketHabits])[] = [
  ['the time of creation', {}],
  [
    'the time of creation in seconds',
    {
      made: ({ note }) => ({
        ...(typeof note === 'string' ? { note } : {}),
        createdAt: `${moment().slice(0, 19)}Z`,
      }),
    },
  ],
  ['a number of its own', numbered],
  [
    'a time of creation that PUT and PATCH may set',
    {
      kept: (body, { createdAt }) => ({
        ...(typeof body['note'] === 'string' ? { note: body['note'] } : {}),
        createdAt: body['createdAt'] ?? createdAt,
      }),
      settable: ['title', 'note', 'createdAt'],
    },
  ],
  [
    'a time that each PUT renews',
    {
      kept: ({ note }) => ({ ...(typeof note === 'string' ? { note } : {}), createdAt: moment() }),
    },
  ],
];

const faults: readonly (readonly [string, TicketHabits, readonly FindingCode[]])[] = [
  [
    'a note that is another one than was sent, and is not there if none was sent',
    {
      made: ({ note }, id) => ({
        ...(typeof note === 'string' ? { note: `note ${id}` } : {}),
        createdAt: moment(),
      }),
    },
    ['value-changed', 'id-of-another', 'not-stored'],
  ],
  [
    'a time of creation that is the time of reading',
    { shown: (ticket) => ({ ...ticket, createdAt: moment() }) },
    ['changed-by-reading', 'read-differs', 'list-differs', 'answer-differs'],
  ],
  [
    'a time of creation that is no time',
    { made: () => ({ createdAt: 7 }), kept: () => ({ createdAt: 7 }) },
    ['member-type'],
  ],
];

describe('verify', () => {
  it.each(correct)(
    'passes tickets with %s',
    { timeout: 30_000 * seeds.length },
    async (_, habits) => {
      for (const seed of seeds) {
        await using service = await startTickets(habits);
        const outcome = await hold({
          baseUrl: service.baseUrl,
          resource: 'tickets',
          seed,
        });
        expect(complaintsOf(outcome), `seed ${seed}`).toEqual([]);
        expect(service.size()).toBe(0);
      }
    },
  );

  it.each(faults)('finds tickets with %s', { timeout: 60_000 }, async (_, habits, codes) => {
    await using service = await startTickets(habits);
    const outcome = await hold({
      baseUrl: service.baseUrl,
      resource: 'tickets',
    });
    const found = outcome.report.findings.map(({ code }) => code);
    expect(found.length).toBeGreaterThan(0);
    for (const code of found) expect(codes).toContain(code);
  });
});
