import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/oracle/finding.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { type MeasuredLag, ReadingLag, waitFor } from '../../../src/verify/session/reading-lag.ts';

function findingOf(code: FindingCode): Finding {
  return {
    code,
    breach: 'violates',
    operation: 'read',
    clause: 'section 4',
    at: null,
    message: '',
    expected: '',
    actual: '',
    by: 'contract',
    remedy: '',
  };
}

const changed = findingOf('value-changed');

function late(settledMs: number, acceptedMs = 0): MeasuredLag {
  return { kind: 'late', lagMs: Math.max(0, settledMs - 10), settledMs, acceptedMs, once: null };
}

describe('ReadingLag', () => {
  it('waits for nothing at first, and measures once a late read may explain a finding', () => {
    const lag = new ReadingLag({ allowed: null });
    expect([lag.waitMs, lag.followMs, lag.option(), lag.notes()]).toEqual([0, 0, null, []]);
    expect(lag.before([])).toBe('stands');
    expect(lag.before([findingOf('status'), findingOf('member-type')])).toBe('stands');
    expect(lag.before([findingOf('status'), changed])).toBe('measure');
  });

  it('measures nothing for a finding whose answer shows the last write', () => {
    const lag = new ReadingLag({ allowed: null });
    const current = findingOf('value-changed');
    lag.ruleOut(current);
    expect(lag.before([current])).toBe('stands');
    expect(lag.before([current, changed])).toBe('measure');
  });

  it('tries again with longer waits if a longer lag was measured, and only then', () => {
    const lag = new ReadingLag({ allowed: null });
    expect(lag.decide(late(160), [])).toBe('again');
    expect(lag.waitMs).toBe(waitFor(160));
    expect(lag.decide(late(150), [])).toBe('stands');
    expect(lag.decide(late(300), [])).toBe('again');
    expect(lag.notes()).toEqual(['reads lagged behind writes by up to 290 ms; the run waited']);
  });

  it('follows writes that were answered with 202 without waiting for reads', () => {
    const lag = new ReadingLag({ allowed: 0 });
    expect(lag.decide(late(0, 150), [])).toBe('again');
    expect([lag.waitMs, lag.followMs]).toEqual([0, 2 * waitFor(150)]);
    lag.looks++;
    expect(lag.option()).toBe(0);
    expect(lag.notes()).toEqual([
      'writes answered with 202 took effect up to 150 ms later; the run waited',
    ]);
  });

  it('lets a finding stand if reads were prompt, and measures a few times at most', () => {
    const lag = new ReadingLag({ allowed: null });
    for (let times = 0; times < 2; times++) {
      expect(lag.before([changed])).toBe('measure');
      expect(lag.decide({ kind: 'prompt' }, [])).toBe('stands');
    }
    expect(lag.before([changed])).toBe('stands');
  });

  it('measures four times if reads were late once, or could not be measured', () => {
    const lag = new ReadingLag({ allowed: null });
    for (const measured of [
      late(160),
      { kind: 'prompt' },
      { kind: 'unmeasured' },
      late(100),
    ] as const) {
      expect(lag.before([changed])).toBe('measure');
      lag.decide(measured, []);
    }
    expect(lag.before([changed])).toBe('stands');
  });

  it('gives up once reads never settle', () => {
    const lag = new ReadingLag({ allowed: null, lagMsMax: 900 });
    expect(lag.decide({ kind: 'unsettled' }, [])).toBe('stands');
    expect(lag.before([changed])).toBe('stands');
    expect(lag.notes()).toEqual(['reads did not show a write within 900 ms: that is no lag']);
  });

  it('explains every finding of that kind by a stale read, once there was one', () => {
    const lag = new ReadingLag({ allowed: null });
    const stale = { finding: findingOf('stale-read'), trace: [] };
    expect(lag.decide({ kind: 'unsteady', finding: stale.finding }, [])).toEqual(stale);
    expect(lag.before([changed])).toEqual(stale);
    expect(lag.before([findingOf('status')])).toBe('stands');
  });

  it.each([
    [null, 0, 0],
    [null, 150, 200],
    [null, 210, 200],
    [null, 340, 1_000],
    [null, 2_000, 3_000],
    [null, 3_400, 3_390],
    [0, 0, 0],
    [0, 150, 200],
    [1_000, 150, 1_000],
    [3_000, 0, 3_000],
    [200, 340, 1_000],
  ] as const)('is pinned to %s, and takes %s ms: the option is %s', (allowed, ms, option) => {
    const lag = new ReadingLag({ allowed });
    lag.looks++;
    if (ms > 0) lag.decide(late(ms), []);
    expect(lag.option()).toBe(option);
  });
});
