// A process that reads damaged files: node files-child.ts <readers, by number> <cases> <seed>
// <folder>. It names each case before it runs it, so that its parent knows where it hangs or dies,
// and reports the results at its end, each as a line of JSON.

import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { StandinError } from '../../src/base/errors.ts';
import { furnish, type Reader, type Spoilt, textReaders } from './files-readers.ts';
import { recordingReaders } from './files-recordings.ts';

const [which = '', cases = '', seed = '', folder = ''] = process.argv.slice(2);

interface Tally {
  cases: number;
  taken: number;
  refused: number;
  readonly failures: string[];
}

const asked: string[] = [];

/** Nothing that a file names is fetched: an attempt is refused and reported. */
function forbidNetwork(): void {
  const refuse = (what: string) =>
    function refused(): never {
      asked.push(what);
      throw new Error(`the network was asked: ${what}`);
    };
  net.Socket.prototype.connect = refuse('connect');
  dns.lookup = Object.assign(refuse('lookup'), dns.lookup);
  globalThis.fetch = refuse('fetch');
}

const INHERITED = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Map.prototype,
];

function inherited(): string {
  return INHERITED.map((one) => Reflect.ownKeys(one).map(String).join()).join(';');
}

/**
 * The contents of the folder, file by file, without the files that SQLite keeps next to a database
 * while it is read.
 */
function onDisk(): string {
  const names = readdirSync('.', { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile() && !/-(?:wal|shm|journal)$/.test(one.name));
  const digest = (file: string): string =>
    createHash('sha1').update(readFileSync(file)).digest('base64');
  return files
    .map((one) => join(one.parentPath, one.name))
    .sort()
    .map((file) => `${file} ${digest(file)}`)
    .join('\n');
}

async function attempt(
  reader: Reader,
  { bytes, beside = {} }: Spoilt,
  tally: Tally,
): Promise<void> {
  writeFileSync(reader.file, bytes);
  for (const [suffix, content] of Object.entries(beside))
    writeFileSync(reader.file + suffix, content);
  const [before, roots] = [onDisk(), inherited()];
  tally.cases++;
  try {
    await reader.read(reader.file);
    tally.taken++;
  } catch (error) {
    judgeRefusal(error, reader);
    tally.refused++;
  }
  if (inherited() !== roots) throw new Error('a prototype was changed');
  if (onDisk() !== before) throw new Error(`files were changed:\n${onDisk()}\nbefore:\n${before}`);
  if (asked.length > 0) throw new Error(`the network was asked: ${asked.splice(0).join()}`);
  for (const suffix of ['-wal', '-shm', '-journal', '-lock'])
    rmSync(reader.file + suffix, { force: true });
}

/** An error names the file, what is wrong with it, and what to do. */
function judgeRefusal(error: unknown, { told }: Reader): void {
  if (!(error instanceof StandinError)) throw error;
  const { message, remedy } = error;
  if (!told.test(message)) throw new Error(`it was refused without a name: ${message}`);
  if (remedy.trim() === '') throw new Error(`it was refused without a remedy: ${message}`);
  if (/\n\s+at .*:\d+:\d+/.test(message))
    throw new Error(`it was refused with a trace: ${message}`);
  // Text from a file could move the cursor, colour or hide what a terminal shows.
  if (/[^\P{Cc}\n]/u.test(message + remedy))
    throw new Error(`it was refused with control characters: ${JSON.stringify(message)}`);
  if (message.length > MESSAGE_CHARS_MAX)
    throw new Error(`it was refused in ${message.length} characters: ${message.slice(0, 500)}`);
}

/** No one reads more, and files hold values of any length. */
const MESSAGE_CHARS_MAX = 20_001;

async function tryAll(reader: Reader): Promise<Tally> {
  const tally: Tally = { cases: 0, taken: 0, refused: 0, failures: [] };
  const original = readOrNull(reader.file);
  const property = fc.asyncProperty(reader.cases, async (spoilt) => {
    say({ at: reader.what, how: spoilt.how });
    await attempt(reader, spoilt, tally);
  });
  const found = await fc.check(property, { numRuns: Number(cases), seed: Number(seed) });
  if (found.failed) {
    const why =
      found.errorInstance instanceof Error
        ? (found.errorInstance.stack ?? '')
        : String(found.errorInstance);
    const how = JSON.stringify(found.counterexample?.[0].how, bytesAsList);
    tally.failures.push(
      `${why.slice(0, 3_000)}\nseed ${found.seed}, path ${found.counterexamplePath}: ${how?.slice(0, 3_000)}`,
    );
  }
  if (original === null) rmSync(reader.file, { force: true });
  else writeFileSync(reader.file, original);
  return tally;
}

function say(what: object): void {
  writeSync(1, `${JSON.stringify(what, bytesAsList)}\n`);
}

function bytesAsList(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

mkdirSync(folder, { recursive: true });
process.chdir(folder);
await furnish('.');
const readers = [...textReaders(), ...(await recordingReaders())];
const chosen =
  which === 'all' ? readers : which.split(',').flatMap((number) => readers[Number(number)] ?? []);
forbidNetwork();
process.on('unhandledRejection', (error) => {
  say({ unhandled: error instanceof Error ? error.stack : String(error) });
  process.exit(1);
});
for (const reader of chosen) {
  const tally = await tryAll(reader);
  say({ done: reader.what, ...tally });
}
process.exit(0);
