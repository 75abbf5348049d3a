// What `standin inspect` can be told.

import { hostOption } from '../shared/listen-address.ts';
import { type CommandDeclaration, type FlagsOf, readPort } from '../shared/option.ts';
import { findProjectIfAny } from '../shared/project-flags.ts';

export interface InspectOptions {
  readonly files: readonly string[];
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Where the contracts are; `null` if none are named and this folder has none. */
  readonly contract: string | null;
  readonly version: string;
  readonly form: 'lines' | 'json' | 'quiet';
}

export const inspectCommand = {
  about: 'show recordings and reports in the browser',
  argument: '<file...>',
  options: {
    port: {
      flags: '--port <number>',
      about: 'port',
      presetText: 'any free one',
      read: readPort,
    },
    host: hostOption,
    contract: {
      flags: '--contract <path>',
      about: 'the source: contracts, an OpenAPI document or rows',
      details: 'the [source](begin.md), to explain the recording and to judge HAR files',
      presetText: 'the source in this folder, if there is one',
    },
    quiet: { flags: '--quiet', about: 'print only errors', conflicts: 'json' },
    json: { flags: '--json', about: 'print the address as JSON' },
  },
} as const satisfies CommandDeclaration;

export function toInspectOptions(
  files: readonly string[],
  { host, port, contract, quiet, json }: FlagsOf<typeof inspectCommand.options>,
  version: string,
): InspectOptions {
  return {
    files,
    host,
    port: port ?? 0,
    contract: findProjectIfAny([], { contract })?.contract ?? null,
    version,
    form: json === true ? 'json' : quiet === true ? 'quiet' : 'lines',
  };
}
