// The recording of a mounted mock. Vite starts its next server before it ends the one before, both
// in one process: the file goes from the one to the other.

import type { Interaction } from '../../journal/interaction/interaction.ts';
import type { Project } from '../../project/load/project.ts';
import type { Conditions } from '../serve/conditions.ts';
import { startMockRecording } from '../serve/on-demand.ts';
import type { MockRecording } from '../serve/record-mock.ts';
import type { LogTarget } from '../shared/log.ts';

/** Ends what records into a file of this process. */
const ends = new Map<string, () => Promise<boolean>>();

/** Starts to record into the named file, if any; a mock that records into it stops doing so. */
export async function takeRecording(
  conditions: Pick<Conditions, 'record' | 'redact' | 'keep'>,
  project: () => Project,
  errors: LogTarget,
): Promise<MockRecording | null> {
  const { record } = conditions;
  if (record !== null) await ends.get(record)?.();
  const recording = await startMockRecording(conditions, project, errors);
  if (recording === null || record === null) return recording;
  let ending: Promise<boolean> | null = null;
  const end = (): Promise<boolean> => {
    if (ends.get(record) === end) ends.delete(record);
    ending ??= recording.end();
    return ending;
  };
  ends.set(record, end);
  return {
    recording: recording.recording,
    take(interaction: Interaction) {
      if (ending === null) recording.take(interaction);
    },
    end,
  };
}
