// What a service accepts and never stores is found, whatever the operation, the member and the
// status. Each excuse for a value that is not read back spares a correct service, and has a fault
// beside it that it does not hide.

import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import type { Report } from '../../../src/verify/report.ts';
import { complaintsOf, createHold } from '../hold-project.ts';
import {
  bookings,
  guests,
  type Interface,
  interfaces,
  parcels,
  projectByHand,
  projectOfDocument,
  tools,
} from './interfaces.ts';
import { type Item, type Seams, startService, type Write } from './service.ts';

type Status = 200 | 204;
type Source = 'document' | 'contract' | 'open contract';

interface Trial {
  readonly of: Interface;
  readonly seams: Seams;
  readonly status?: Status;
  readonly source?: Source;
  readonly budget?: 'quick' | 'standard';
}

/** Verifies a service, with the quick budget if not told otherwise. Nothing may stay there. */
async function tryService(trial: Trial): Promise<Report> {
  const { of, seams, status = 200, source = 'document', budget = 'quick' } = trial;
  const project =
    source === 'document'
      ? await projectOfDocument(of, status)
      : await projectByHand(of, source === 'contract' ? 'named' : 'open');
  const hold = await createHold(project);
  await using service = await startService(of, seams, status);
  const outcome = await hold({ baseUrl: service.baseUrl, resource: of.resource, budget });
  if (outcome.error !== null) throw new Error(complaintsOf(outcome).join('\n'));
  return outcome.report;
}

const complaints = ({ findings }: Report): readonly string[] =>
  findings.map(({ code, operation, at, message }) => `${code} ${operation} ${at}: ${message}`);

const without = (item: Item, member: string): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== member));

/** A write that ignores a member: the item keeps what it had, or has nothing. */
const ignores = (write: Write, member: string): Seams => ({
  stored: (one, after, { before }) => {
    if (one !== write || !(member in after)) return after;
    return before !== null && member in before
      ? { ...after, [member]: before[member] }
      : without(after, member);
  },
});

/** A write that always stores one value of a member. */
const fixes = (write: Write, member: string, value: unknown): Seams => ({
  stored: (one, after) =>
    one === write && member in after ? { ...after, [member]: value } : after,
});

const FORTNIGHT_MS = 14 * 86_400_000;

/** A creation that stores a moment of its own in a member. */
const dates = (member: string, moment: () => number): Seams => ({
  stored: (write, after) =>
    write === 'create' ? { ...after, [member]: new Date(moment()).toISOString() } : after,
});

describe('a member that a write accepts and never stores', () => {
  const statuses: readonly Status[] = [200, 204];
  const drops = interfaces.flatMap((of) =>
    (['create', 'replace', 'update'] as const).flatMap((write) =>
      Object.keys(of.members).map((member, index) => ({
        of,
        name: of.resource,
        write,
        member,
        status: statuses[index % 2] ?? 200,
      })),
    ),
  );

  it.each(drops)(
    '$name: $write ignores $member, answered with $status',
    {
      timeout: 60_000,
    },
    async ({ of, write, member, status }) => {
      const report = await tryService({ of, seams: ignores(write, member), status });
      const named = report.findings.filter(
        ({ operation, at, message }) =>
          operation === write &&
          (at === `/${member}` ||
            message.includes(`"${member}"`) ||
            (at?.startsWith(`/${member}/`) ?? false)),
      );
      expect(named, complaints(report).join('\n')).not.toEqual([]);
    },
  );

  it.each(['create', 'replace', 'update'] as const)(
    'is one finding with all others if %s stores none',
    { timeout: 60_000 },
    async (write) => {
      const stored: Seams = {
        stored: (one, after, { before }) =>
          one === write ? (before ?? { id: after['id'] ?? null }) : after,
      };
      const report = await tryService({ of: tools, seams: stored });
      // That a required member is missing in answers is another thing.
      const about = report.findings.filter(
        ({ operation, code }) => operation === write && code !== 'member-missing',
      );
      expect(about, complaints(report).join('\n')).toHaveLength(1);
    },
  );

  it('is one finding, with what was sent and read back, and all laws are tried without it', {
    timeout: 60_000,
  }, async () => {
    const report = await tryService({ of: tools, seams: ignores('replace', 'note') });
    expect(report.findings).toHaveLength(1);
    const [finding] = report.findings;
    expect(finding).toMatchObject({ code: 'not-stored', operation: 'replace', at: '/note' });
    expect(finding?.message).toMatch(
      /^replace accepts "note" and does not store it: sent ".*", read back ".*"; sent ".*", read back ".*"$/,
    );
    const sent = finding?.trace.map(({ call }) => call.method) ?? [];
    expect(sent.filter((method) => method === 'PUT')).toHaveLength(2);
    expect(report.laws.filter(({ result }) => result === 'broken').map(({ name }) => name)).toEqual(
      ['replaced-is-there'],
    );
  });
});

/** An excuse of the oracle: the service that it spares, and the fault that it must not hide. */
interface Excuse {
  readonly excuse: string;
  readonly spares: Trial;
  readonly fault: Trial;
  readonly codes?: readonly FindingCode[];
  readonly member: string;
  /** What the report says of the correct service. */
  readonly note?: string;
}

const tidy = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Stores addresses in lower case, and fills in a flag. */
const lowers = (...ignored: readonly [Write, string][]): Seams => ({
  stored: (write, after, given) => {
    const mail = String(after['mail']).toLowerCase();
    const whole: Item = {
      isActive: write === 'create' ? false : after['isActive'],
      ...after,
      mail,
    };
    return ignored.reduce(
      (item, [one, member]) => ignores(one, member).stored?.(write, item, given) ?? item,
      whole,
    );
  },
});

const excuses: readonly Excuse[] = [
  {
    excuse: 'a member is readOnly',
    spares: { of: parcels, seams: {} },
    fault: { of: parcels, seams: ignores('replace', 'comment') },
    member: 'comment',
  },
  {
    excuse: 'the contract leaves open what PUT takes',
    spares: { of: tools, seams: ignores('replace', 'note'), source: 'open contract' },
    fault: { of: tools, seams: ignores('replace', 'note'), source: 'contract' },
    member: 'note',
    note: 'replace.takes all but note',
  },
  {
    excuse: 'the contract leaves open what a creation takes',
    spares: { of: tools, seams: ignores('create', 'note'), source: 'open contract' },
    fault: { of: tools, seams: ignores('create', 'note'), source: 'contract' },
    member: 'note',
    note: 'create.takes all but note',
  },
  {
    excuse: 'the service stores values in a normal form',
    spares: {
      of: tools,
      seams: { stored: (_, after) => ({ ...after, note: tidy(after['note']) }) },
    },
    fault: {
      of: tools,
      seams: {
        stored: (write, after, given) =>
          ignores('replace', 'note').stored?.(
            write,
            'note' in after ? { ...after, note: tidy(after['note']) } : after,
            given,
          ) ?? after,
      },
    },
    member: 'note',
  },
  ...(['quick', 'standard'] as const).flatMap((budget): readonly Excuse[] => [
    {
      excuse: `addresses in lower case are what was there before (${budget})`,
      spares: { of: guests, seams: lowers(), budget },
      fault: { of: guests, seams: lowers(['replace', 'mail']), budget },
      member: 'mail',
      note: 'the service stores /mail in lower case',
    },
    {
      excuse: `a flag that may have been there before is there (${budget})`,
      spares: { of: guests, seams: lowers(), budget },
      fault: { of: guests, seams: lowers(['replace', 'isActive']), budget },
      member: 'isActive',
    },
    {
      excuse: `a flag that PATCH may have set is there (${budget})`,
      spares: { of: guests, seams: lowers(), budget },
      fault: { of: guests, seams: lowers(['update', 'isActive']), budget },
      member: 'isActive',
      codes: ['not-stored', 'not-replaced'],
    },
  ]),
  {
    excuse: 'a member that is empty may be left out',
    spares: {
      of: tools,
      seams: { shown: (item) => (item['isSharp'] === false ? without(item, 'isSharp') : item) },
    },
    fault: { of: tools, seams: ignores('create', 'isSharp') },
    member: 'isSharp',
  },
  {
    excuse: 'no answer ever shows the member',
    spares: { of: tools, seams: { shown: (item) => without(item, 'note') } },
    fault: { of: tools, seams: ignores('create', 'note') },
    member: 'note',
    note: 'note: never shown, not verified',
  },
  {
    excuse: 'PUT refuses to change the member',
    spares: {
      of: tools,
      seams: {
        refused: (write, sent, before) =>
          write !== 'create' && 'name' in sent && sent['name'] !== before?.['name'] ? 409 : null,
      },
    },
    fault: { of: tools, seams: ignores('replace', 'name') },
    member: 'name',
  },
  {
    excuse: 'the service fills in what is left out',
    spares: {
      of: tools,
      seams: { stored: (_, after) => ({ rating: 3, isSharp: true, note: 'none', ...after }) },
    },
    fault: { of: tools, seams: fixes('create', 'isSharp', true) },
    member: 'isSharp',
    codes: ['not-stored', 'value-changed'],
  },
  {
    excuse: 'the service makes a value of its own for each item without the member',
    spares: {
      of: parcels,
      seams: {
        stored: (write, after) =>
          write === 'create' ? { comment: `made ${String(after['id'])}`, ...after } : after,
      },
    },
    fault: {
      of: parcels,
      seams: {
        stored: (write, after) => ({
          ...after,
          comment: write === 'replace' ? after['comment'] : `made ${String(after['id'])}`,
        }),
      },
    },
    member: 'comment',
    codes: ['not-stored', 'value-changed'],
  },
  {
    excuse: 'a creation writes down the time, and PUT and PATCH may set it',
    spares: { of: bookings, seams: dates('from', () => Date.now()) },
    fault: { of: bookings, seams: dates('from', () => Date.now() + FORTNIGHT_MS) },
    member: 'from',
    note: 'from: sent, and never stored by POST; the service sets the time. Leave it out of the body of POST',
  },
  {
    excuse: 'a creation writes down the time in seconds',
    spares: { of: bookings, seams: dates('from', () => Math.floor(Date.now() / 1_000) * 1_000) },
    fault: { of: bookings, seams: dates('from', () => 0) },
    member: 'from',
  },
  {
    excuse: 'PUT keeps what it does not name',
    spares: {
      of: bookings,
      seams: { stored: (_, after, { before }) => ({ ...before, ...after }) },
    },
    fault: {
      of: bookings,
      seams: {
        stored: (write, after, { before }) =>
          write === 'replace' ? { ...after, discount: before?.['discount'] } : after,
      },
    },
    member: 'discount',
  },
  {
    excuse: 'two values of a flag are not enough to tell ignoring from chance',
    spares: { of: bookings, seams: {} },
    fault: { of: bookings, seams: fixes('replace', 'isPaid', true) },
    member: 'isPaid',
    codes: ['not-stored', 'value-changed', 'not-replaced'],
  },
];

describe('an excuse for a value that is not read back', () => {
  it.each(excuses)(
    'spares a correct service: $excuse',
    { timeout: 60_000 },
    async ({ spares, note }) => {
      const report = await tryService(spares);
      expect(complaints(report)).toEqual([]);
      const seen = report.observations.map(({ choice, option }) => `${choice} ${option}`);
      if (note !== undefined) expect([...report.notes, ...seen]).toContain(note);
    },
  );

  it.each(excuses)(
    'hides no fault: $excuse',
    { timeout: 60_000 },
    async ({ fault, member, codes = ['not-stored'] }) => {
      const report = await tryService(fault);
      const found = report.findings.filter(
        ({ code, at }) => codes.includes(code) && at === `/${member}`,
      );
      expect(found, complaints(report).join('\n')).not.toEqual([]);
    },
  );
});

describe('a member that makes creations fail', () => {
  const failing = (...members: readonly string[]): Seams => ({
    refused: (write, sent) =>
      write === 'create' && members.some((member) => member in sent) ? 500 : null,
  });

  it.each([
    [tools, ['note']],
    [bookings, ['discount']],
    [parcels, ['insured', 'labels']],
  ] as const)(
    'is one finding, and all laws are tried without it: %j',
    { timeout: 60_000 },
    async (of, members) => {
      const report = await tryService({ of, seams: failing(...members) });
      expect(report.findings, complaints(report).join('\n')).toHaveLength(1);
      const [finding] = report.findings;
      expect(finding).toMatchObject({ code: 'failed', operation: 'create' });
      for (const member of members) expect(finding?.message).toContain(`"${member}"`);
      const broken = report.laws.filter(({ result }) => result === 'broken');
      expect(broken.map(({ name }) => name)).toEqual(['created-is-there']);
      const left = report.laws.filter(({ result }) => result === 'not-exercised');
      expect(left).toEqual([]);
      expect(report.notes).toContain(
        'does not apply: initial-items-are-sound, for there are only items of the run',
      );
    },
  );

  it('is not blamed if all creations fail', { timeout: 60_000 }, async () => {
    const seams: Seams = { refused: (write) => (write === 'create' ? 500 : null) };
    const report = await tryService({ of: tools, seams });
    expect(report.findings[0]).toMatchObject({ code: 'failed', operation: 'create' });
    expect(report.findings[0]?.message).toBe('create failed with status 500');
  });
});
