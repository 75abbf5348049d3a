// The thread of `record` that judges: receives the exchanges, judges, redacts and records them, and
// answers the questions of the inspector.

import { platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Archive } from '../../journal/archive.ts';
import { RecordedRing } from '../../journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../journal/memory/ring-archive.ts';
import { type Answer, answerQuestions, notify } from '../../journal/worker/answer-questions.ts';
import { answerBy } from '../../journal/worker/archive-questions.ts';
import type { ArchiveQuestion } from '../../journal/worker/questions.ts';
import { Shadow } from '../../record/shadow/shadow.ts';
import type { Batch, OpenStream } from '../../record/worker/batch.ts';
import { createExchangeQueue, type ExchangeQueue } from '../../record/worker/exchange-queue.ts';
import type { SettledLoad } from '../../record/worker/worker-transport.ts';
import { createChecker } from '../../schema/check.ts';
import { type Schema, type SchemaName, Schemas } from '../../schema/schema.ts';
import { endRecording, startRecording } from '../recording/recording-file.ts';
import { createRedaction } from '../recording/redaction.ts';
import { type CredentialSources, hideIn, readCredentials } from '../shared/credentials.ts';
import { createColumn, createLog } from '../shared/log.ts';
import {
  createVerdictTally,
  type Summary,
  toPassageJson,
  toPassageLine,
  type VerdictTally,
} from './log.ts';

/** The data that starts the thread. */
export interface RecordJob {
  readonly contracts: readonly Contract[];
  readonly schemas: ReadonlyMap<SchemaName, Schema>;
  readonly profile: Profile;
  readonly basePath: string;
  /** The origin of the service. */
  readonly service: string;
  /** Values that must be hidden everywhere. */
  readonly credentials: CredentialSources;
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  /** The file of the recording; `null` to keep it in memory. */
  readonly file: string | null;
  readonly form: 'lines' | 'json' | 'quiet';
  readonly colour: 'coloured' | 'plain';
}

export type RecordQuestion =
  | ArchiveQuestion
  /** A message without an answer. */
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** Answered with the stream as it would be recorded now. */
  | { readonly kind: 'look'; readonly stream: OpenStream }
  /** Answered when all ended exchanges are recorded. */
  | { readonly kind: 'drained' }
  /** Continues to judge for this time, and writes what is in transit. Answered with a RecordEnd. */
  | { readonly kind: 'finish'; readonly ms: number }
  | { readonly kind: 'close' };

export interface RecordEnd {
  readonly summary: Summary;
  /** Whether everything recorded is in the file, if there is one. */
  readonly kept: 'kept' | 'lost';
}

export type RecordNotice =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'complain'; readonly text: string }
  | { readonly kind: 'settled'; readonly settled: SettledLoad };

const job = workerData as RecordJob; // as startRecorder gives it
const errors = {
  write: (text: string): void => notify({ kind: 'complain', text } satisfies RecordNotice),
};
const log = createLog(
  { write: (text) => notify({ kind: 'print', text } satisfies RecordNotice) },
  job.form === 'quiet' ? 'quiet' : 'lines',
);

/**
 * Gives the traffic priority if there are few processors. Only Linux has a priority for each thread
 * (setpriority(2)); threads inherit it.
 */
function giveWay(): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(0, NICE);
  } catch {
    // The thread judges anyway.
  }
}

const NICE = 5;

async function begin(): Promise<Answer<RecordQuestion>> {
  const { contracts, profile, basePath } = job;
  const schemas = new Schemas(job.schemas);
  const credentials = readCredentials(job.credentials);
  const redact = createRedaction(() => rules, job);
  const rules = { contracts, schemas };
  const file =
    job.file === null ? null : await startRecording(job.file, (recorded) => recorded, errors);
  const ring = new RecordedRing();
  const archive: Archive = file ?? createRingArchive(ring);
  const tally = createVerdictTally();
  const column = createColumn();
  const recorder = createExchangeQueue({
    shadow: new Shadow({ contracts, schemas, checker: createChecker(schemas), profile, basePath }),
    sink: file ?? ring,
    service: job.service,
    redact: (recorded) =>
      redact(credentials.names.length === 0 ? recorded : hideIn(recorded, credentials)),
    onRecorded: (recorded) => {
      tally.add(recorded);
      if (job.form === 'json') log.line(toPassageJson(recorded));
      else if (job.form === 'lines')
        log.line(toPassageLine(recorded, job.colour === 'coloured', column));
    },
    onSettled: createSettling(),
    onFailure: (error) => {
      const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
      errors.write(
        `Standin failed to judge an interaction, but forwarded it. Please report this:\n${trace}\n`,
      );
    },
  });
  const end = async (): Promise<'kept' | 'lost'> =>
    file === null || (await endRecording(file, errors)) ? 'kept' : 'lost';
  return (question) => {
    switch (question.kind) {
      case 'batch':
        return recorder.take(question.batch);
      case 'look':
        return recorder.look(question.stream);
      case 'drained':
        return recorder.drained();
      case 'finish':
        return finish(recorder, tally, question.ms, end);
      case 'close':
        return undefined;
      default:
        return answerBy(archive, question);
    }
  };
}

async function finish(
  recorder: ExchangeQueue,
  tally: VerdictTally,
  ms: number,
  end: () => Promise<RecordEnd['kept']>,
): Promise<RecordEnd> {
  await recorder.finish(ms);
  log.flush();
  return { summary: tally.facts(), kept: await end() };
}

/** How long settled amounts are gathered before they are reported, in milliseconds. */
const SETTLED_MS = 50;

function createSettling(): (settled: SettledLoad) => void {
  let [exchanges, bytes] = [0, 0];
  let isTold = true;
  return (settled) => {
    exchanges += settled.exchanges;
    bytes += settled.bytes;
    if (!isTold) return;
    isTold = false;
    setTimeout(() => {
      isTold = true;
      notify({ kind: 'settled', settled: { exchanges, bytes } } satisfies RecordNotice);
      [exchanges, bytes] = [0, 0];
    }, SETTLED_MS);
  };
}

giveWay();
answerQuestions<RecordQuestion>({
  begin,
  troubleOf: (error) =>
    error instanceof StandinError
      ? error
      : new StandinError(
          'file-unreadable',
          error instanceof Error ? error.message : String(error),
          'Ask again.',
        ),
});
