// What `standin inspect` can be told.

import { existsSync } from 'node:fs';
import { hostOption } from '../shared/listen-address.ts';
import { type CommandDeclaration, type FlagsOf, readPort } from '../shared/option.ts';

export interface InspectOptions {
  readonly files: readonly string[];
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Where the contracts are; `null` if none are named and there is no folder `contracts`. */
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
      about: 'folder of contracts, or one contract file',
      details: 'a folder of contracts or one file, to explain the recording and to judge HAR files',
      presetText: 'contracts, if it exists',
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
    contract: contract ?? (existsSync('contracts') ? 'contracts' : null),
    version,
    form: json === true ? 'json' : quiet === true ? 'quiet' : 'lines',
  };
}
