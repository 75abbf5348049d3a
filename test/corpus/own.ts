// Verifies the mock of each document against the document, in processes of their own, as a user
// starts them: a finding is a contradiction of Standin with itself.

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { runVerify, SOURCES, type Verified } from '../real/run-verify.ts';
import type { CorpusDocument } from './documents.ts';

export interface OwnRun {
  readonly cli?: string;
  readonly seed: number;
  /** Whether the mock varies what the document leaves open. */
  readonly isVaried: boolean;
}

/** How long a mock may take to start, in milliseconds. */
const START_MS_MAX = 120_000;

/** Verifies the mock of a document; `null` if it did not start. */
export async function verifyOwn(
  folder: string,
  { file }: Pick<CorpusDocument, 'file'>,
  { cli = SOURCES, seed, isVaried }: OwnRun,
): Promise<Verified | null> {
  const document = resolve(folder, file);
  const open = isVaried ? ['--undefined', 'vary'] : [];
  const place = mkdtempSync(join(tmpdir(), 'standin-own-'));
  const args = [cli, 'serve', document, '--port', '0', '--seed', String(seed), ...open];
  const mock = spawn(process.execPath, args, { cwd: place, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((done) => mock.once('exit', () => done()));
  try {
    const url = await addressOf(mock.stdout, ended);
    if (url === null) return null;
    const headers = {};
    return await runVerify({ cli, document, url, headers, seed, options: [] }, place);
  } finally {
    mock.kill('SIGINT');
    await ended;
  }
}

/** The address that a mock says it listens at; `null` if it ends or says nothing. */
async function addressOf(
  output: NodeJS.ReadableStream,
  ended: Promise<void>,
): Promise<string | null> {
  const said = new Promise<string>((found) => {
    createInterface({ input: output }).on('line', (line) => {
      const [, url] = / at (http:\/\/\S+)/.exec(line) ?? [];
      if (url !== undefined) found(url);
    });
  });
  const late = AbortSignal.timeout(START_MS_MAX);
  const none = new Promise<null>((give) => {
    late.addEventListener('abort', () => give(null));
    void ended.then(() => give(null));
  });
  return Promise.race([said, none]);
}
