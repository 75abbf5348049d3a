// The recording of a run of `verify`, in a file or in memory, and its Inspector.

import { readBaseUrl } from '../../http/client/base-url.ts';
import type { Archive } from '../../journal/archive.ts';
import type { Recording } from '../../journal/file/open-recording.ts';
import { RecordedRing } from '../../journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../journal/memory/ring-archive.ts';
import type { Project } from '../../project/load/project.ts';
import { Shadow } from '../../record/shadow/shadow.ts';
import type { Checker } from '../../schema/check.ts';
import type { Report } from '../../verify/report.ts';
import { inspectRun } from '../inspect/inspect-run.ts';
import { lazyInspector } from '../inspect/lazy-inspector.ts';
import { type InspectorAddress, listenFor } from '../inspect/listen.ts';
import { endRecording, startRecording } from '../recording/recording-file.ts';
import { createRedaction } from '../recording/redaction.ts';
import { hideIn } from '../shared/credentials.ts';
import type { Outlets } from '../shared/outlets.ts';
import type { Target } from '../shared/target.ts';
import type { VerifyOptions } from './flags.ts';
import { createRunRecorder, type RunRecorder } from './run-recorder.ts';

export interface RunRecording
  extends Pick<RunRecorder, 'during' | 'watch' | 'found' | 'violations'> {
  /** Adds a report, without credentials, for the Inspector. */
  report(report: Report): void;
  /** Ends the recording. `lost`: the file is incomplete. */
  close(): Promise<'kept' | 'lost'>;
}

export interface RecordedRun {
  readonly options: VerifyOptions;
  readonly target: Target;
  readonly project: Project;
  readonly checker: Checker;
  readonly errors: Outlets['errors'];
}

/** Opens the recording of a run, and its Inspector if asked. Rejects with a StandinError. */
export async function openRunRecording(given: RecordedRun): Promise<RunRecording> {
  const { options, target, project, checker, errors } = given;
  const { credentials } = target;
  const { basePath, origin } = readBaseUrl(target.client.baseUrl);
  const { contracts, schemas, profile } = project;
  const redact = createRedaction(() => project, options);
  const file =
    options.record === null
      ? null
      : await startRecording(options.record, (recorded) => recorded, errors);
  const ring = new RecordedRing();
  const recorder = createRunRecorder({
    shadow: new Shadow({ contracts, schemas, checker, profile, basePath }),
    sink: file ?? ring,
    redact: (recorded) =>
      redact(credentials.names.length === 0 ? recorded : hideIn(recorded, credentials)),
    basePath,
    host: new URL(origin).host,
    origin,
    onFailure: (error) => {
      const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
      errors.write(
        `Standin failed to judge an exchange, which is recorded all the same. Please report this:\n${trace}\n`,
      );
    },
  });
  const reports: Report[] = [];
  const archive = file ?? createRingArchive(ring);
  const shown = { archive, reports, options, target, project, checker };
  const listener = options.inspect === null ? null : await serve(shown, options.inspect.port, file);
  if (listener !== null) errors.write(`standin: inspector at ${listener.url}\n`);
  return {
    during: recorder.during,
    watch: recorder.watch,
    found: recorder.found,
    violations: recorder.violations,
    report: (report) => void reports.push(report),
    async close() {
      await recorder.drained();
      await listener?.close();
      return file === null || (await endRecording(file, errors)) ? 'kept' : 'lost';
    },
  };
}

interface Shown extends Omit<RecordedRun, 'errors'> {
  readonly archive: Archive;
  readonly reports: readonly Report[];
}

/** Closes the file if the address cannot be used. */
async function serve(
  shown: Shown,
  port: number,
  file: Recording | null,
): Promise<InspectorAddress> {
  try {
    const inspector = lazyInspector(async () => inspectRun(shown));
    return await listenFor('127.0.0.1', port, inspector);
  } catch (error) {
    await file?.close();
    throw error;
  }
}
