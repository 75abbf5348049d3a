// Records the interactions of a mock into a file.

import type { Recording } from '../../journal/file/open-recording.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { toRecorded } from '../../journal/interaction/to-recorded.ts';
import type { Project } from '../../project/load/project.ts';
import type { LogTarget } from '../shared/log.ts';
import { endRecording, startRecording } from '../shared/recording-file.ts';
import { createRedaction } from '../shared/redaction.ts';

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
}

/** Opens the file. Rejects with a StandinError if it cannot be used. */
export async function recordMock(
  file: string,
  options: TapeOptions,
  errors: LogTarget,
): Promise<MockRecording> {
  const recording = await startRecording(file, createRedaction(options.project, options), errors);
  return {
    recording,
    take: (interaction) => void recording.add(toRecorded(interaction)),
    end: () => endRecording(recording, errors),
  };
}
