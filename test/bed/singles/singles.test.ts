// Single items that are written: each fault is found and named by a code that fits, and no correct
// service fails, whatever the seed.

import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/contract/choices.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, createHold, seedsOf } from '../hold-project.ts';
import { loadSingles } from './contracts.ts';
import { type Fields, type Seams, startHarbour, TIDES } from './service.ts';

const hold = await createHold(await loadSingles());
const seeds = seedsOf(2);

interface Fault {
  readonly name: string;
  readonly resource: 'rigging' | 'berth' | 'tides';
  readonly codes: readonly FindingCode[];
  readonly seams: Partial<Seams>;
}

const isFull = (value: unknown): boolean => Boolean(value);
const fullOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isFull(value)));

const faults: readonly Fault[] = [
  {
    name: 'PUT stores nothing',
    resource: 'rigging',
    codes: ['not-replaced', 'value-changed'],
    seams: { stored: ({ before }, right) => before ?? right },
  },
  {
    name: 'PUT keeps what is false or zero',
    resource: 'rigging',
    codes: ['value-changed', 'not-replaced'],
    seams: {
      stored: ({ before, method }, right) =>
        method === 'PUT' && before !== undefined
          ? { ...right, ...before, ...fullOf(right) }
          : right,
    },
  },
  {
    name: 'PUT changes the rigging of other boats',
    resource: 'rigging',
    codes: ['changed-another'],
    seams: {
      usual: (single, right) =>
        single === 'rigging'
          ? { sails: 1, isFurled: true, colour: 'red', lines: [], mast: { height: 1, wood: 'oak' } }
          : right,
      shown: (() => {
        let latest = 0;
        return (single: string, right: Fields) =>
          single === 'rigging' && right['sails'] === 1 ? { ...right, sails: 1 + latest++ } : right;
      })(),
    },
  },
  {
    name: 'PATCH forgets the members that it does not have',
    resource: 'rigging',
    codes: ['changed-unsent', 'member-missing', 'value-changed'],
    seams: {
      stored: ({ method, sent, before }, right) =>
        method === 'PATCH' && Object.keys(sent).length < 5
          ? { ...right, sails: 0, colour: before === undefined ? null : 'white' }
          : right,
    },
  },
  {
    name: 'PATCH replaces nested objects',
    resource: 'rigging',
    codes: ['changed-unsent', 'member-missing', 'value-changed', 'refused', 'member-type'],
    seams: {
      stored: ({ method, sent }, right) =>
        method === 'PATCH' && typeof sent['mast'] === 'object'
          ? { ...right, mast: { height: 0, wood: 'pine', ...(sent['mast'] as Fields) } }
          : right,
    },
  },
  {
    name: 'DELETE removes nothing',
    resource: 'rigging',
    codes: ['still-readable', 'not-removed'],
    seams: { isRemoved: false },
  },
  {
    name: 'a boat goes, and its rigging stays',
    resource: 'rigging',
    codes: ['still-readable'],
    seams: { cascades: false },
  },
  {
    name: 'the answer shows other values than are stored',
    resource: 'rigging',
    codes: [
      'answer-differs',
      'read-differs',
      'changed-by-reading',
      'value-changed',
      'normalised-sometimes',
    ],
    seams: {
      stored: (_, right) => ({ ...right, lines: (right['lines'] as unknown[]).slice(0, 1) }),
    },
  },
  {
    name: 'POST keeps a flag that is on',
    resource: 'berth',
    codes: ['not-replaced', 'value-changed'],
    seams: {
      stored: ({ single, before }, right) =>
        single === 'berth'
          ? { ...right, hasPower: right['hasPower'] === true || before?.['hasPower'] === true }
          : right,
    },
  },
  {
    name: 'a change is refused',
    resource: 'berth',
    codes: ['refused'],
    seams: { status: () => 409 },
  },
  {
    name: 'a change is answered with another status',
    resource: 'berth',
    codes: ['status'],
    seams: { status: ({ single }, right) => (single === 'berth' ? 202 : right) },
  },
  {
    name: 'berths are the same for all boats',
    resource: 'berth',
    codes: ['changed-another'],
    seams: sharedBerth(),
  },
];

/** A berth that all boats share. */
function sharedBerth(): Partial<Seams> {
  let latest: Fields | undefined;
  return {
    stored: ({ single }, right) => {
      if (single === 'berth') latest = right;
      return right;
    },
    usual: (single, right) => (single === 'berth' ? (latest ?? right) : right),
  };
}

const correct: readonly { readonly name: string; readonly seams: () => Partial<Seams> }[] = [
  { name: 'the plain harbour', seams: () => ({}) },
  {
    name: 'a harbour where boats have rigging from the beginning',
    seams: () => ({
      usual: (single, right) =>
        single === 'rigging'
          ? { sails: 2, isFurled: true, colour: null, lines: [], mast: { height: 9, wood: 'oak' } }
          : right,
      isRemoved: true,
    }),
  },
  {
    name: 'a harbour that trims texts',
    seams: () => ({
      stored: (_, right) =>
        Object.fromEntries(
          Object.entries(right).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.trim() : value,
          ]),
        ),
    }),
  },
];

const ofService: readonly Fault[] = [
  {
    name: 'PUT of the tides stores nothing',
    resource: 'tides',
    codes: ['not-replaced', 'value-changed'],
    seams: { stored: ({ before }, right) => before ?? right },
  },
  {
    name: 'PUT of the tides keeps a flag that is on',
    resource: 'tides',
    codes: ['not-replaced', 'value-changed'],
    seams: {
      stored: ({ before }, right) => ({
        ...right,
        isSpring: right['isSpring'] === true || before?.['isSpring'] === true,
      }),
    },
  },
  {
    name: 'PUT of the tides is answered without a body',
    resource: 'tides',
    codes: ['member-missing', 'body-type'],
    seams: { shown: (_, { port: __, ...right }) => right },
  },
];

describe('verify, of single items of the service', () => {
  it.each(ofService)(
    'finds that $name',
    { timeout: 60_000 },
    async ({ resource, codes, seams }) => {
      await using service = await startHarbour(seams);
      const outcome = await hold({ baseUrl: service.baseUrl, resource, singles: 'write' });
      const named = outcome.report.findings
        .map(({ code }) => code)
        .filter((code) => codes.includes(code));
      expect(named, complaintsOf(outcome).join('\n')).not.toEqual([]);
    },
  );

  it('writes to none unless you say so, and tells you how', async () => {
    await using service = await startHarbour({
      stored: () => {
        throw new Error('a write');
      },
    });
    const outcome = await hold({ baseUrl: service.baseUrl, resource: 'tides' });
    expect(complaintsOf(outcome)).toEqual([]);
    expect(outcome.report.untried.map(({ why }) => why)).toContain(
      'PUT was not verified: the item belongs to the service; --write-singles verifies and restores it',
    );
    expect(service.state().tides).toEqual(TIDES);
  });

  it('says that choices are compared where laws meet them', { timeout: 60_000 }, async () => {
    await using service = await startHarbour({});
    const notes = async (pins: Partial<Profile>): Promise<readonly string[]> => {
      const given = { baseUrl: service.baseUrl, resource: 'rigging', pins };
      return (await hold(given)).report.notes;
    };
    const note = 'choices are compared where laws meet them: a single item is not probed';
    expect(await notes({ 'error.shape': 'problem' })).toContain(note);
    expect(await notes({})).not.toContain(note);
  });

  it('restores it, also after findings', { timeout: 30_000 * seeds.length }, async () => {
    for (const seed of seeds) {
      await using service = await startHarbour({});
      const outcome = await hold({
        baseUrl: service.baseUrl,
        resource: 'tides',
        seed,
        budget: 'standard',
        singles: 'write',
      });
      expect(complaintsOf(outcome), `seed ${seed}`).toEqual([]);
      const held = outcome.report.laws.filter(({ result }) => result === 'held');
      expect(held.length).toBeGreaterThan(5);
      expect(service.state().tides).toEqual(TIDES);
    }
    await using faulty = await startHarbour({ status: () => 202 });
    const outcome = await hold({ baseUrl: faulty.baseUrl, resource: 'tides', singles: 'write' });
    expect(complaintsOf(outcome)).not.toEqual([]);
    expect(faulty.state().tides).toEqual(TIDES);
  });
});

describe('verify, of single items', () => {
  it.concurrent.each(faults)(
    'finds that $name',
    { timeout: 60_000 },
    async ({ resource, codes, seams }) => {
      await using service = await startHarbour(seams);
      const outcome = await hold({ baseUrl: service.baseUrl, resource, budget: 'standard' });
      const named = outcome.report.findings
        .map(({ code }) => code)
        .filter((code) => codes.includes(code));
      expect(named, complaintsOf(outcome).join('\n')).not.toEqual([]);
    },
  );

  it.each(correct)(
    'passes $name, and leaves nothing there',
    { timeout: 60_000 * seeds.length },
    async ({ seams }) => {
      for (const seed of seeds)
        for (const resource of ['rigging', 'berth']) {
          await using service = await startHarbour(seams());
          const outcome = await hold({
            baseUrl: service.baseUrl,
            resource,
            seed,
            budget: 'standard',
          });
          expect(complaintsOf(outcome), `${resource}, seed ${seed}`).toEqual([]);
          const held = outcome.report.laws.filter(({ result }) => result === 'held');
          expect(held.length).toBeGreaterThan(5);
          expect(service.state()).toEqual({ boats: 1, tides: TIDES });
        }
    },
  );
});
