// What a run costs: laws share their looks and their items, and on a slow service the time.

import { describe, expect, it } from 'vitest';
import { hold, SEEDS } from './hold.ts';
import { odd } from './odd.ts';
import { taskBases, taskFaults } from './patch/faults/index.ts';
import { holdTasks } from './patch/hold.ts';
import { startTasks } from './patch/server.ts';
import { TASKS } from './patch/task.ts';
import { plain } from './plain.ts';
import { quick, tryCorrect } from './try.ts';

describe('a run against a faulty service', () => {
  // What was found ends its own law alone, and is made shorter when 1,000 requests at most have tried the
  // others; what is not tried is told.
  it.each([
    { name: 'patch-ignores-zero', base: 'merging', code: 'not-replaced', requestsMax: 1_300 },
    { name: 'fifth-patch-ignored', base: 'plain', code: 'not-replaced', requestsMax: 1_400 },
  ])(
    'sends at most $requestsMax requests: $name',
    async ({ name, base, code, requestsMax }) => {
      const plant = taskFaults.find((one) => one.name === name)?.plant;
      const choices = taskBases.find((one) => one.name === base)?.choices;
      if (plant === undefined || choices === undefined) throw new Error(`there is no ${name}`);
      const service = await startTasks(choices, TASKS, plant);
      try {
        const { findings, laws, requests } = await holdTasks(service.baseUrl, { shrinkTries: 24 });
        expect(findings[0]).toMatchObject({ code, reproduced: 'yes' });
        expect(requests).toBeLessThanOrEqual(requestsMax);
        const untried = laws.filter(({ result }) => result === 'not-exercised');
        expect(untried.filter(({ why }) => why === null)).toEqual([]);
      } finally {
        await service.close();
      }
    },
    60_000,
  );
});

describe('a run against a correct service', () => {
  it.each([
    { base: plain, requestsMax: 330 },
    { base: odd, requestsMax: 389 },
  ])(
    'sends at most $requestsMax requests, and all laws hold: $base.name',
    async ({ base, requestsMax }) => {
      const service = await base.start(SEEDS);
      try {
        const { laws, requests } = await hold(service.baseUrl);
        expect(laws.filter(({ result }) => result !== 'held')).toEqual([]);
        expect(requests).toBeLessThanOrEqual(requestsMax);
      } finally {
        await service.close();
      }
    },
    60_000,
  );

  it.each([{ base: plain }, { base: odd }])(
    'takes at most 71 answers in a row if it answers slowly and in parallel: $base.name',
    async ({ base }) => {
      const service = await base.start(SEEDS);
      try {
        const slowMs = 300;
        const { findings, laws, walks, elapsedMs } = await hold(service.baseUrl, { slowMs });
        expect(findings).toEqual([]);
        expect(laws.filter(({ result }) => result !== 'held')).toEqual([]);
        expect(walks.run).toBe(walks.planned);
        expect(elapsedMs / slowMs).toBeLessThanOrEqual(71);
      } finally {
        await service.close();
      }
    },
    60_000,
  );

  // Usually 60 to 68 with pages, eleven more than if invalid bodies were sent beside other laws, which
  // would read what a careless service stores of them. On a busy machine requests wait for each other
  // that could go at once.
  it.each([
    { name: 'pages-underscore', answersMost: 76, requestsMost: 950 },
    { name: 'pages-of-five', answersMost: 76, requestsMost: 950 },
    { name: 'pages-offset', answersMost: 76, requestsMost: 950 },
    { name: 'pages-newest-first', answersMost: 76, requestsMost: 950 },
    { name: 'holds-200-in-pages', answersMost: 106, requestsMost: 1_500 },
    // Cursors cannot be guessed, and differ from run to run: 91 to 96 were seen.
    { name: 'pages-cursor', answersMost: 100, requestsMost: 1_250 },
  ])(
    'takes at most $answersMost answers in a row if it answers slowly, and its list has pages: $name',
    async ({ name, answersMost, requestsMost }) => {
      const [service] = quick.filter((one) => one.name === name);
      if (service === undefined) throw new Error(`there is no service ${name}`);
      const slowMs = 300;
      const { complaints, elapsedMs, requests } = await tryCorrect(service, { slowMs });
      expect(complaints).toEqual([]);
      expect(elapsedMs / slowMs).toBeLessThanOrEqual(answersMost);
      expect(requests).toBeLessThanOrEqual(requestsMost);
    },
    60_000,
  );

  it.each([{ base: plain }, { base: odd }])(
    'takes less than 15 s if the service answers one call at a time, each in 20 ms: $base.name',
    async ({ base }) => {
      const service = await base.start(SEEDS);
      try {
        const held = await hold(service.baseUrl, { slowMs: 20, places: 1 });
        expect(held.findings).toEqual([]);
        expect(held.laws.filter(({ result }) => result !== 'held')).toEqual([]);
        expect(held.elapsedMs).toBeLessThan(15_000);
      } finally {
        await service.close();
      }
    },
    60_000,
  );

  it.each([
    { withinMs: 60_000, triedLeast: 34, answersMost: 194 },
    { withinMs: 15_000, triedLeast: 15, answersMost: 83 },
  ])(
    'tries the most in $withinMs ms if the service answers one call at a time, each in 300 ms',
    async ({ withinMs, triedLeast, answersMost }) => {
      for (const base of [plain, odd]) {
        const service = await base.start(SEEDS);
        try {
          const slowMs = 300;
          const held = await hold(service.baseUrl, { slowMs, places: 1, withinMs });
          expect(held.findings).toEqual([]);
          const tried = held.laws.filter(({ result }) => result === 'held');
          expect(tried.length).toBeGreaterThanOrEqual(triedLeast);
          expect(held.elapsedMs / slowMs).toBeLessThanOrEqual(answersMost);
          const isShort = held.laws.some(({ why }) => why === 'no time was left');
          const { notes } = held.session.service;
          const [note, ...others] = [...notes].filter((one) => one.includes('at a time'));
          expect(others).toEqual([]);
          expect(note).toMatch(
            isShort
              ? /^the service answers one call at a time, each in about 300 ms: there was no time for all laws; --max-time 120 should be enough$/
              : /^the service answers one call at a time, each in about 300 ms: the laws took [345]\d s; --max-time 15 tries those first that find the most$/,
          );
          expect(isShort).toBe(withinMs < 60_000);
        } finally {
          await service.close();
        }
      }
    },
    60_000,
  );

  it('says nothing about the pace of a service that answers within a millisecond', async () => {
    const service = await plain.start(SEEDS);
    try {
      const held = await hold(service.baseUrl, { slowMs: 0.4, places: 1, withinMs: 20 });
      expect(held.laws.some(({ why }) => why === 'no time was left')).toBe(true);
      expect([...held.session.service.notes].join()).not.toContain('at a time');
    } finally {
      await service.close();
    }
  });
});
