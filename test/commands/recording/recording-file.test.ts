import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { endRecording } from '../../../src/commands/recording/recording-file.ts';
import type { Recording } from '../../../src/journal/file/open-recording.ts';
import { archiveOf } from '../../support/archive.ts';

function recordingOf(dropped: number, close: () => Promise<void>): Recording {
  return {
    ...archiveOf([]),
    place: 'a.standin',
    add: () => 0,
    flushed: async () => 9,
    lost: () => dropped,
    close,
  };
}

describe('endRecording', () => {
  it('reports what is missing in the file, even if closing it fails', async () => {
    const told: string[] = [];
    const full = new StandinError('file-unwritable', 'it is full', 'Make room.');
    const ending = endRecording(
      recordingOf(2, () => Promise.reject(full)),
      { write: (text) => told.push(text) },
    );
    await expect(ending).rejects.toBe(full);
    expect(told).toEqual([
      '2 interactions are not in a.standin: they came too fast, or could not be written.\n',
    ]);
  });

  it('says whether the file is complete', async () => {
    const told: string[] = [];
    expect(
      await endRecording(
        recordingOf(0, async () => undefined),
        { write: (text) => told.push(text) },
      ),
    ).toBe(true);
    expect(
      await endRecording(
        recordingOf(1, async () => undefined),
        { write: (text) => told.push(text) },
      ),
    ).toBe(false);
    expect(told).toEqual([
      '1 interaction is not in a.standin: they came too fast, or could not be written.\n',
    ]);
  });
});
