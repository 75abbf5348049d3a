// The file that a command records into, with a report of what is missing at the end.

import type { StandinError } from '../../base/errors.ts';
import { openRecording, type Recording } from '../../journal/file/open-recording.ts';
import type { Redact } from '../../journal/redact/redactor.ts';
import type { LogTarget } from './log.ts';

/** Opens a file to record into, new or continued. Rejects with a StandinError if it cannot. */
export function startRecording(
  file: string,
  redact: Redact,
  errors: LogTarget,
): Promise<Recording> {
  const onTrouble = (trouble: StandinError): void =>
    void errors.write(`${trouble.message}\n${trouble.remedy}\n`);
  return openRecording(file, { mode: 'append', redact, onTrouble });
}

/** Writes what is pending, reports what is missing, and returns whether the file is complete. */
export async function endRecording(recording: Recording, errors: LogTarget): Promise<boolean> {
  try {
    await recording.flushed();
    const { dropped } = await recording.totals();
    if (dropped === 0) return true;
    const many = dropped === 1 ? '1 interaction is' : `${dropped} interactions are`;
    errors.write(
      `${many} not in ${recording.place}: they came too fast, or could not be written.\n`,
    );
    return false;
  } finally {
    // Closing fails if the disk is full: the loss was reported before.
    await recording.close();
  }
}
