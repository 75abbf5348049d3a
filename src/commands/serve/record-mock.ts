// Records the interactions of a mock into a file.

import type { Recording } from '../../journal/file/open-recording.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { toRecorded } from '../../journal/interaction/to-recorded.ts';
import type { Project } from '../../project/load/project.ts';
import { endRecording, startRecording } from '../recording/recording-file.ts';
import { createRedaction } from '../recording/redaction.ts';
import type { LogTarget } from '../shared/log.ts';

export interface MockRecording {
  readonly recording: Recording;
  take(interaction: Interaction): void;
  /** Writes what is pending, reports what is missing, and returns whether the file is complete. */
  end(): Promise<boolean>;
}

interface TapeOptions {
  readonly project: () => Project;
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  /** The name of this mock among those that record into one database. */
  readonly replica?: () => string;
}

/** Opens the file. Rejects with a StandinError if it cannot be used. */
export async function recordMock(
  file: string,
  options: TapeOptions,
  errors: LogTarget,
): Promise<MockRecording> {
  const recording = await startRecording(
    file,
    createRedaction(options.project, options),
    errors,
    options.replica,
  );
  return {
    recording,
    take: (interaction) => void recording.add(toRecorded(interaction)),
    end: () => endRecording(recording, errors),
  };
}
