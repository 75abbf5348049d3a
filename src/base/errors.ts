// The errors that Standin throws, with all their codes. Expected problems are data instead.

import { printableLines } from './printable.ts';
import { truncate } from './truncate.ts';

/** Every code of a StandinError, with its meaning. The codes are stable. */
export const errorCodes = {
  'project-invalid':
    'A schema, contract, profile or seed file is invalid; each fault names its file and place.',
  'pact-invalid':
    'A file to publish is no pact, or a pact of a broker has no result to publish; the message names the file and the reason.',
  'har-invalid': 'A HAR file is invalid or too large; the message names the place.',
  'file-unreadable': 'A file or folder cannot be read.',
  'file-unwritable': 'A file cannot be written.',
  'form-newer': 'The file was written by a newer version of Standin.',
  'recording-invalid':
    'The file is not a recording, is damaged, or was written by a newer version.',
  'report-invalid':
    'The file is not the report of a shard, or belongs to another run than the others.',
  'interaction-damaged': 'One interaction of a recording is damaged; the others can be read.',
  'recording-taken': 'Another process is recording to this file.',
  'seed-taken': 'Another process saves to this seed file.',
  'store-unusable': 'The store of `--store` cannot be used.',
  'rows-impossible': 'A schema does not allow as many rows as you asked for.',
  'option-invalid': 'An option has an invalid value.',
  'package-missing':
    'The package that an entry point needs (for example msw for standin/msw) is not installed.',
  'certificate-unusable':
    'A certificate or key for HTTPS cannot be read, has expired, or they do not match.',
  'port-taken': 'The port is in use.',
  'host-unusable': 'The address does not belong to this machine.',
  'run-alive': 'The run whose items you want to remove is still active.',
  'target-inexact': 'The service uses numbers as ids that are too large to be read exactly.',
  'target-unreachable': 'The service cannot be reached.',
  'target-unauthorized': 'The service requires credentials.',
  'target-missing': 'There is nothing at the path of the contract below the base address.',
  'target-creates-more': 'Each creation brings items that nothing shows to be those of the run.',
  'target-page': 'There is a web page at the base address, not the API.',
  'broker-unreachable': 'The Pact Broker does not respond.',
  'broker-unauthorized': 'The Pact Broker requires other credentials.',
  'broker-unusable':
    'The Pact Broker sent a response that cannot be used; the message names the request.',
} as const;

/** The kind of a StandinError. `docs/troubleshooting.md` says what to do about each. */
export type ErrorCode = keyof typeof errorCodes;

/** Thrown when Standin cannot continue: what happened and where, and what you can do now. */
export class StandinError extends Error {
  override readonly name = 'StandinError';
  readonly code: ErrorCode;
  readonly remedy: string;

  constructor(code: ErrorCode, message: string, remedy: string) {
    super(truncate(withoutCommands(printableLines(message)), MESSAGE_CHARS_MAX));
    this.code = code;
    this.remedy = withoutCommands(printableLines(remedy));
  }
}

/**
 * Throws a StandinError if a file has a newer form than `known`. `found` is its member `format` or
 * `version`; files of the first form may lack it.
 */
export function refuseNewerForm(file: string, found: unknown, known: number): void {
  if (typeof found !== 'number' || found <= known) return;
  throw new StandinError(
    'form-newer',
    `${file} was written by a newer Standin: its form is ${found}, and this version reads up to ${known}`,
    'Use the version that wrote it, or a newer one.',
  );
}

/**
 * Escapes what GitHub Actions would read as a command: `::` at the start of a printed line, and
 * `##[` anywhere (actions/runner, src/Runner.Worker/ActionCommandManager.cs and
 * src/Runner.Common/ActionCommand.cs).
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^(\s*):(?=:)/gm, '$1\\u003a').replaceAll('##[', '\\u0023#[');
}

/** Line ends in a value would split the line. */
function inLine(text: string): string {
  return text.replaceAll('\n', '\\u000a');
}

/** Maximum length of a message: values in files can be of any length. */
const MESSAGE_CHARS_MAX = 20_000;
/** How many of one fault. */
const FAULT_CHARS_MAX = 1_000;

/** Formats at most `most` faults: file, place and problem on one line, the remedy below. */
export function faultLines(faults: readonly Fault[], most: number): readonly string[] {
  const lines = faults.slice(0, most).map(({ file, at, message, remedy }) => {
    const what = inLine(`${file}${at === '' ? '' : ` at ${at}`}: ${message}`);
    return `${truncate(what, FAULT_CHARS_MAX)}\n    ${truncate(inLine(remedy), FAULT_CHARS_MAX)}`;
  });
  return faults.length > most ? [...lines, `... and ${faults.length - most} more`] : lines;
}

/** One thing wrong in one place of one file. */
export interface Fault {
  /** The file, as the user named it. */
  readonly file: string;
  /** Where in the file: a JSON Pointer, or `line 3, column 5` if it is not JSON. */
  readonly at: string;
  readonly message: string;
  readonly remedy: string;
}
