// Records a run on a service of the bed in memory, as `verify --record` does.

import { createRunRecorder, type RunRecorder } from '../../src/commands/verify/run-recorder.ts';
import type { Unnumbered } from '../../src/journal/interaction/recorded.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { Shadow } from '../../src/record/shadow/shadow.ts';
import { createChecker } from '../../src/schema/check.ts';

/** A recorder, and what it has recorded. */
export interface BedRecording {
  readonly recorder: RunRecorder;
  readonly recorded: readonly Unnumbered[];
}

const project = await loadProject({ contract: 'contracts', db: 'db.json', profile: 'standin' });
const checker = createChecker(project.schemas);

/** Starts a recording of a service with this base path. */
export function recordRun(): BedRecording {
  const recorded: Unnumbered[] = [];
  const { contracts, schemas, profile } = project;
  const recorder = createRunRecorder({
    shadow: new Shadow({ contracts, schemas, checker, profile, basePath: '' }),
    sink: { add: (one) => recorded.push(one) },
    redact: (one) => one,
    basePath: '',
    host: 'service.test',
    origin: 'http://service.test',
    onFailure: (error) => {
      throw error;
    },
  });
  return { recorder, recorded };
}
