// The report of a run and its own recording agree: each answer that the recording marks is in a finding
// or in a note. On a correct service, the recording marks nothing.

import { describe, expect, it } from 'vitest';
import { notesOnRecording } from '../../src/commands/recording/recorded-notes.ts';
import { faults, startFaulty } from './faults/index.ts';
import { type Held, hold, SEEDS } from './hold.ts';
import { plain } from './plain.ts';
import { recordRun } from './record.ts';
import type { Service } from './service.ts';
import { quick } from './try.ts';

interface Recorded extends Held {
  /** The numbers of the exchanges that the recording marks. */
  readonly marked: readonly number[];
  /** The notes that the report gets for what is marked beside its findings. */
  readonly notes: readonly string[];
}

async function holdRecorded(service: Service, headers: readonly string[] = []): Promise<Recorded> {
  const { recorder, recorded } = recordRun();
  try {
    const held = await hold(service.baseUrl, { recorder, headers });
    const violations = await recorder.violations();
    const told = [...held.session.service.sentences];
    const notes = notesOnRecording(violations, { findings: held.findings, notes: told });
    const marked = recorded.flatMap(({ verdict }, index) =>
      verdict === 'violates' ? [index + 1] : [],
    );
    expect(new Set(violations.map(({ seq }) => seq))).toEqual(new Set(marked));
    const isNamed = (seq: number): boolean =>
      violations
        .filter((one) => one.seq === seq)
        .every(
          ({ code, operation }) =>
            held.findings.some((one) => one.code === code && one.operation === operation) ||
            notes.some((note) => note.includes(`${operation} ${code} (`)) ||
            (code === 'failed' && told.some((note) => /^\d+ failures?, /.test(note))),
        );
    expect(marked.filter((seq) => !isNamed(seq))).toEqual([]);
    return { ...held, marked, notes };
  } finally {
    await service.close();
  }
}

describe('the recording of a run on a correct service', () => {
  it.each(quick.filter((_, index) => index % 30 === 0))(
    'marks nothing: $name',
    { timeout: 60_000 },
    async (correct) => {
      const held = await holdRecorded(await correct.start(SEEDS), correct.headers);
      expect(held.findings).toEqual([]);
      expect(held.notes).toEqual([]);
      expect(held.marked).toEqual([]);
    },
  );

  // It learns that empty values are left out only as it goes on.
  it('is named where the run knows better', { timeout: 60_000 }, async () => {
    const [correct] = quick.filter(({ name }) => name === 'omits-empty');
    if (correct === undefined) throw new Error('there is no such service');
    const held = await holdRecorded(await correct.start(SEEDS), correct.headers);
    expect(held.findings).toEqual([]);
    expect(held.notes.join()).toMatch(/^the recording marks \d+ answers? beside the findings: /);
  });
});

describe('the recording of a run on a faulty service', () => {
  it.each(faults.filter(({ budget }, index) => budget === undefined && index % 30 === 0))(
    'marks what the report says: $name',
    { timeout: 60_000 },
    async (fault) => {
      const held = await holdRecorded(await startFaulty(plain, fault, SEEDS));
      expect(held.findings.length).toBeGreaterThan(0);
    },
  );
});
