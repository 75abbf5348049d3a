// The file that a command records into: opened before it begins, and what became of it told at its
// end.

import type { StandinError } from '../../base/errors.ts';
import { openRecording, type Recording } from '../../journal/file/open-recording.ts';
import type { Redact } from '../../journal/redact/redactor.ts';
import type { LogTarget } from './log.ts';

/**
 * Opens a file to record into, or goes on in the one that is there. Rejects with a StandinError
 * where it cannot be.
 */
export function startRecording(
  file: string,
  redact: Redact,
  errors: LogTarget,
): Promise<Recording> {
  const onTrouble = (trouble: StandinError): void =>
    void errors.write(`${trouble.message}\n${trouble.remedy}\n`);
  return openRecording(file, { mode: 'append', redact, onTrouble });
}

/** Writes what is on its way, and says what is not in the file. Gives whether all is. */
export async function endRecording(recording: Recording, errors: LogTarget): Promise<boolean> {
  try {
    await recording.flushed();
    const { dropped } = await recording.totals();
    if (dropped === 0) return true;
    const many = dropped === 1 ? '1 interaction is' : `${dropped} interactions are`;
    errors.write(
      `${many} not in ${recording.place}: they came faster than they could be written, or could not be.\n`,
    );
    return false;
  } finally {
    // Closing fails where the disk is full: what is lost was told before.
    await recording.close();
  }
}
