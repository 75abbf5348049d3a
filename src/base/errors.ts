// What Standin throws, and every code it can carry. What is expected to go wrong is data (faults,
// problems), not one of these.

import { printableLines } from './printable.ts';
import { truncate } from './truncate.ts';

/** Every code that a StandinError can carry, and what it tells. The codes are stable. */
export const errorCodes = {
  'project-invalid':
    'A schema, contract, profile or the seed data is broken; each fault names its file and place.',
  'pact-invalid': 'A pact is broken or cannot be verified; each fault names its file and place.',
  'har-invalid': 'A HAR file is broken or too large; the message names the place.',
  'file-unreadable': 'A file or folder that was named cannot be read.',
  'file-unwritable': 'A file cannot be written.',
  'recording-invalid':
    'A file that was named is no recording, is damaged, or is of a newer version.',
  'report-invalid':
    'A file that was named is no report of a shard, or is of another run than the others.',
  'interaction-damaged':
    'What a recording holds of one interaction is damaged; the others can be read.',
  'recording-taken': 'Another process is recording into the file that was named.',
  'seed-taken': 'Another process saves to the seed file that was named.',
  'rows-impossible': 'A schema leaves no room for the rows that were asked for.',
  'option-invalid': 'An option has a value it cannot have.',
  'package-missing':
    'The package that a door is made for, as msw of standin/msw, is not installed.',
  'certificate-unusable':
    'A certificate or key for HTTPS cannot be read, is expired, or does not belong to the other.',
  'port-taken': 'The port that was asked for is in use.',
  'host-unusable': 'The address that was asked for is not one of this machine.',
  'run-alive': 'A run still goes on whose items were to be removed.',
  'target-inexact': 'The service gives out ids as numbers that cannot be read exactly.',
  'target-unreachable': 'The service that is to be verified cannot be reached.',
  'target-unauthorized': 'The service that is to be verified asks for credentials.',
  'target-missing': 'Nothing is at the path of the contract below the base address.',
  'target-page': 'A web page is at the base address, not the interface.',
  'broker-unreachable': 'The Pact Broker that was named gives no answer.',
  'broker-unauthorized': 'The Pact Broker that was named asks for other credentials.',
  'broker-unusable':
    'The Pact Broker that was named answers with what cannot be used; the message says what was asked for.',
} as const;

/** What kind of error a StandinError is; `docs/troubleshooting.md` has what to do about each. */
export type ErrorCode = keyof typeof errorCodes;

/**
 * What is thrown when Standin cannot go on: what happened and where, and what the reader can do
 * now.
 */
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
 * Gives a text no line of which the runner of GitHub Actions takes for a command: it looks for `::`
 * at the beginning of each line that is printed, and for `##[` anywhere (actions/runner,
 * src/Runner.Worker/ActionCommandManager.cs and src/Runner.Common/ActionCommand.cs).
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^(\s*):(?=:)/gm, '$1\\u003a').replaceAll('##[', '\\u0023#[');
}

/** Line ends of a value would make lines of its own of what follows them. */
function inLine(text: string): string {
  return text.replaceAll('\n', '\\u000a');
}

/** How many characters of a message are told: values of files are of any length. */
const MESSAGE_CHARS_MAX = 20_000;
/** How many of one fault. */
const FAULT_CHARS_MAX = 1_000;

/**
 * Gives faults as they are told: file, place, what is wrong; below it, what to do. At most `most`
 * of them.
 */
export function faultLines(faults: readonly Fault[], most: number): readonly string[] {
  const told = faults.slice(0, most).map(({ file, at, message, remedy }) => {
    const what = inLine(`${file}${at === '' ? '' : ` at ${at}`}: ${message}`);
    return `${truncate(what, FAULT_CHARS_MAX)}\n    ${truncate(inLine(remedy), FAULT_CHARS_MAX)}`;
  });
  return faults.length > most ? [...told, `... and ${faults.length - most} more`] : told;
}

/** One thing wrong in one place of one file. */
export interface Fault {
  /** The file, as the user named it. */
  readonly file: string;
  /** Where in the file: a JSON Pointer, or `line 3, column 5` where it is no JSON. */
  readonly at: string;
  readonly message: string;
  readonly remedy: string;
}
