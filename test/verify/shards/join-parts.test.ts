// The report of a contract whose laws several machines tried is that of a single run.

import { describe, expect, it } from 'vitest';
import type { LawResult, Report, ReportedFinding } from '../../../src/verify/report.ts';
import { joinParts } from '../../../src/verify/shards/join-parts.ts';
import { conforming, laws, putFinding } from '../print/reports.ts';

const BROKEN = 'replaced-address-is-read';

const DOUBT =
  'some findings showed only beside other machines: another operation than they name may be to blame';

function part(more: Partial<Report> = {}): Report {
  return { ...conforming, walks: { planned: 0, run: 0, steps: 0, why: null }, ...more };
}

/** A finding of a law of the reports, and the laws with a result of that law. */
const found: ReportedFinding = { ...putFinding, law: BROKEN };
const lawsWith = (result: LawResult['result']): readonly LawResult[] =>
  conforming.laws.map((law) =>
    law.name === BROKEN
      ? { ...law, result, why: result === 'not-exercised' ? 'no id came' : null }
      : law,
  );
const seen = (option: string | number, times: number, choice = 'create.status') => ({
  choice,
  option,
  seen: times,
  disputed: [],
});
const coverageOf = (...missing: readonly string[]) => {
  const share = { declared: 3, seen: 3 - missing.length, missing };
  return { operations: share, statuses: share, members: share };
};

describe('joinParts', () => {
  it('leaves a report alone that no other belongs to', () => {
    expect(joinParts(conforming, [])).toBe(conforming);
  });

  it('sums up what was done, from the first beginning on', () => {
    const early = part({ startedAt: '2026-01-02T04:05:05.000Z', elapsedMs: 10, requests: 5 });
    const walked = part({ walks: { planned: 2, run: 2, steps: 12, why: null } });
    const last = part({ walks: { planned: 1, run: 1, steps: 6, why: null } });
    expect(joinParts(last, [early, walked])).toMatchObject({
      startedAt: early.startedAt,
      elapsedMs: 2 * 1840 + 10,
      requests: 2 * 212 + 5,
      walks: { planned: 3, run: 3, steps: 18, why: null },
      verdict: 'conforms',
    });
  });

  it('does not count walks that are to be repeated', () => {
    const broken = part({ walks: { planned: 2, run: 1, steps: 12, why: 'a walk broke' } });
    const last = part({ walks: { planned: 2, run: 2, steps: 12, why: null } });
    expect(joinParts(last, [broken]).walks.planned).toBe(2);
  });

  it('has seen what any of them has seen', () => {
    const last = part({ coverage: coverageOf('a', 'b') });
    const { coverage } = joinParts(last, [part({ coverage: coverageOf('b', 'c') })]);
    expect(coverage?.statuses).toEqual({ declared: 3, seen: 2, missing: ['b'] });
  });

  it('counts options of all, and tells which contradict each other', () => {
    const last = part({ observations: [seen(201, 3)] });
    const joined = joinParts(last, [part({ observations: [seen(200, 5)] })]);
    expect(joined.observations).toEqual([
      { choice: 'create.status', option: 200, seen: 5, disputed: [{ option: 201, seen: 3 }] },
    ]);
    expect(joined.notes).toEqual(['machines saw different options of create.status: 200, 201']);
    const same = joinParts(last, [part({ observations: [seen(201, 5)] })]);
    expect(same.observations).toEqual([seen(201, 8)]);
    expect(same.notes).toEqual([]);
  });

  it('takes the longest lag, which no shorter one contradicts', () => {
    const lag = (ms: number) => part({ observations: [seen(ms, 1, 'consistency.within')] });
    const joined = joinParts(lag(100), [lag(1_000), lag(100)]);
    expect(joined.observations).toEqual([seen(1_000, 1, 'consistency.within')]);
    expect(joined.notes).toEqual([]);
  });

  it('tells what broke beside others if nothing alone shows what is wrong', () => {
    const joined = joinParts(part(), [part({ verdict: 'violates', findings: [found] })]);
    expect(joined).toMatchObject({
      verdict: 'violates',
      findings: [{ ...found, reproduced: 'no' }],
      notes: [DOUBT],
    });
    const law = joined.laws.find(({ name }) => name === BROKEN);
    expect(law).toMatchObject({ result: 'broken', brokenBy: [1] });
  });

  it('keeps what broke beside others and could not be tried alone', () => {
    const untried = [{ why: 'no id came', laws: [BROKEN] }];
    const last = part({ verdict: 'partly', laws: lawsWith('not-exercised'), untried });
    const joined = joinParts(last, [part({ verdict: 'violates', findings: [found] })]);
    expect(joined).toMatchObject({
      verdict: 'violates',
      findings: [{ ...found, reproduced: 'no' }],
      untried: [],
      notes: [DOUBT],
    });
    expect(joined.laws.find(({ name }) => name === BROKEN)).toMatchObject({
      result: 'broken',
      why: null,
      brokenBy: [1],
    });
  });

  it('tells what broke alone once, by its number', () => {
    const last = part({ verdict: 'violates', laws, findings: [found] });
    const joined = joinParts(last, [part({ verdict: 'violates', findings: [found] })]);
    expect(joined).toMatchObject({ verdict: 'violates', findings: [found], laws, notes: [] });
  });

  it('does not conform if an earlier part has left items behind', () => {
    const joined = joinParts(part(), [part({ verdict: 'unjudged', leftovers: ['/users/7'] })]);
    expect(joined).toMatchObject({
      verdict: 'unjudged',
      reason: 'Items of the run were left behind.',
      leftovers: ['/users/7'],
    });
    const stays = part({ leftovers: ['/users/7'], leftoversFate: 'stay' });
    expect(joinParts(part({ leftoversFate: 'stay' }), [stays]).verdict).toBe('conforms');
  });
});
