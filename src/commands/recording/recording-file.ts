// The file, or the place in a database, that a command records into, with a report of what is
// missing at the end.

import { hostname } from 'node:os';
import type { StandinError } from '../../base/errors.ts';
import { openRecording, type Recording } from '../../journal/file/open-recording.ts';
import type { Redact } from '../../journal/redact/redactor.ts';
import type { LogTarget } from '../shared/log.ts';
import { readRecordingPlace } from './store-address.ts';

/**
 * Opens a recording, new or continued: a file, or the address of one in a database, where each call
 * has the name of who recorded it. Rejects with a StandinError if it cannot.
 */
export async function startRecording(
  place: string,
  redact: Redact,
  errors: LogTarget,
  replica: () => string = hostname,
): Promise<Recording> {
  const onTrouble = (trouble: StandinError): void =>
    void errors.write(`${trouble.message}\n${trouble.remedy}\n`);
  const shared = readRecordingPlace(place);
  if (shared === null) return openRecording(place, { mode: 'append', redact, onTrouble });
  const { openDatabaseRecording } = await import(
    '../../journal/database/open-database-recording.ts'
  );
  const recording = await openDatabaseRecording(shared, { redact, onTrouble });
  if (!recording.findsWords)
    errors.write(
      `The database has no extension pg_trgm: searching texts reads the whole recording. As its owner run: standin migrate '${shared.shown}'\n`,
    );
  return { ...recording, add: (recorded) => recording.add({ ...recorded, replica: replica() }) };
}

/** Writes what is pending, reports what is missing, and returns whether the recording is complete. */
export async function endRecording(recording: Recording, errors: LogTarget): Promise<boolean> {
  try {
    await recording.flushed();
    const dropped = recording.lost();
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
