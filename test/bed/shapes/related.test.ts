// Services whose items refer to others: each fault is found, named by a code that fits, and no
// correct service fails, whatever the seed.

import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, hold, seedsOf } from './hold.ts';
import { type Row, type Seams, startRelated } from './related-service.ts';

interface Fault {
  readonly name: string;
  readonly resource: string;
  readonly codes: readonly FindingCode[];
  readonly seams: Partial<Seams>;
}

/** What a task is after a person was removed to whom it may refer. */
const task =
  (after: (row: Row, right: Row | null) => Row | null): Seams['after'] =>
  (name, row, _, right) =>
    name === 'tasks' ? after(row, right) : right;

const faults: readonly Fault[] = [
  {
    name: 'a filter by a reference is ignored',
    resource: 'tasks',
    codes: ['filter-ignored'],
    seams: { filtered: (_, all) => all },
  },
  {
    name: 'a filter by a reference finds nothing',
    resource: 'tasks',
    codes: ['filter-ignored'],
    seams: { filtered: (_, all, right) => (right.length < all.length ? [] : all) },
  },
  {
    name: 'a reference to nobody is accepted',
    resource: 'tasks',
    codes: ['other-choice'],
    seams: { unknown: () => null },
  },
  {
    name: 'a person goes, and the tasks stay',
    resource: 'tasks',
    codes: ['not-cascaded'],
    seams: { after: task((row) => row) },
  },
  {
    name: 'a person goes, and all tasks of people go',
    resource: 'tasks',
    codes: ['removed-another'],
    seams: { after: task(({ id }, right) => (id === 1 ? right : null)) },
  },
  {
    name: 'a person with tasks cannot be removed',
    resource: 'tasks',
    codes: ['not-cascaded', 'refused'],
    seams: { isRemovable: (person, tasks) => tasks.every((one) => one['personId'] !== person.id) },
  },
  {
    name: 'a person is shown with the tasks of all',
    resource: 'tasks',
    codes: ['wrong-embedded'],
    seams: { embedded: (name, right, all) => (name === 'tasks' ? all : right) },
  },
  {
    name: 'a task is shown with the first person',
    resource: 'tasks',
    codes: ['wrong-embedded'],
    seams: { embedded: (name, right, all) => (name === 'people' ? all[0] : right) },
  },
  {
    name: 'a PUT of one task gives its person to the one before',
    resource: 'tasks',
    codes: ['changed-another', 'value-changed', 'read-differs'],
    seams: {
      written: (name, written, all) =>
        name !== 'tasks'
          ? all
          : all.map((one, index) =>
              all[index + 1] === written && one.id !== 1
                ? { ...one, personId: written['personId'] }
                : one,
            ),
    },
  },
  {
    name: 'a PUT of one card takes the owner from the one before',
    resource: 'cards',
    codes: ['changed-another', 'value-changed', 'read-differs', 'member-missing'],
    seams: {
      written: (name, written, all) =>
        name !== 'cards'
          ? all
          : all.map((one, index) =>
              all[index + 1] === written && one.id !== 1 ? { ...one, ownerId: null } : one,
            ),
    },
  },
];

const correct: readonly (Omit<Fault, 'codes' | 'resource'> & {
  readonly resources: readonly string[];
})[] = [
  { name: 'the plain service', resources: ['people', 'tasks', 'cards'], seams: {} },
  {
    name: 'cards of nobody, which the contract leaves open',
    resources: ['cards'],
    seams: { unknown: (name) => (name === 'cards' ? null : 422) },
  },
  {
    name: 'cards without an owner go, and the list of cards knows no filter',
    resources: ['cards', 'people'],
    seams: {
      filtered: (name, all, right) => (name === 'cards' ? all : right),
      after: (name, row, gone, right) =>
        name === 'cards' && row['ownerId'] === gone ? null : right,
    },
  },
  {
    name: 'cards lose their owner, and a reference to nobody is a conflict',
    resources: ['cards', 'tasks'],
    seams: {
      unknown: () => 409,
      after: (name, row, gone, right) =>
        name === 'cards' && row['ownerId'] === gone ? { ...row, ownerId: null } : right,
    },
  },
];

const seeds = seedsOf(2);

describe('verify, of items that refer to others', () => {
  it.concurrent.each(faults)(
    'finds that $name',
    { timeout: 120_000 },
    async ({ resource, codes, seams }) => {
      await using service = await startRelated(seams);
      const outcome = await hold({ baseUrl: service.baseUrl, resource });
      const found = outcome.report.findings.map(({ code }) => code);
      const named = found.filter((code) => codes.includes(code));
      expect(named, complaintsOf(outcome).join('\n')).not.toEqual([]);
    },
  );

  it.concurrent.each(
    correct.flatMap(({ resources, ...one }) => resources.map((resource) => ({ resource, ...one }))),
  )(
    'passes $resource of $name, and leaves nothing there',
    { timeout: 30_000 * seeds.length },
    async ({ resource, seams }) => {
      for (const seed of seeds) {
        await using service = await startRelated(seams);
        const before = service.size();
        const outcome = await hold({ baseUrl: service.baseUrl, resource, seed });
        expect(complaintsOf(outcome), `seed ${seed}`).toEqual([]);
        expect(service.size()).toBe(before);
      }
    },
  );
});
