// What `standin export` can be told.

import { readBaseUrl } from '../../http/client/base-url.ts';
import type { Existing } from '../files/out-file.ts';
import type { CommandDeclaration, FlagsOf } from '../shared/option.ts';
import { contractOption, findProject } from '../shared/project-flags.ts';

/** The forms that a recording can be written in. */
const forms = ['har', 'html', 'curl', 'fetch', 'pact', 'rows'] as const;

export interface ExportOptions {
  /** The recording, or a HAR file. */
  readonly file: string;
  readonly form: (typeof forms)[number];
  /** `null` for standard output. */
  readonly out: string | null;
  /** Empty for all. */
  readonly filter: string;
  readonly consumer: string;
  /** The folder of contracts, or one contract file: for pacts and rows alone. */
  readonly contract: string;
  readonly version: string;
  /** The address for curl, fetch and HAR; `null` for the recorded one. */
  readonly baseUrl: string | null;
  /** What to do if a file of pacts or rows exists. */
  readonly existing: Existing;
}

export const exportCommand = {
  about: 'write a recording in another form',
  argument: '<recording>',
  options: {
    form: {
      flags: '--form <name>',
      about: 'form of the export',
      details: '`har`, `html`, `curl`, `fetch`, `pact`, `rows`: [what for](qa.md#save-and-share)',
      preset: 'har',
      choices: forms,
    },
    out: {
      flags: '--out <file>',
      about: 'where to write the export',
      presetText: 'standard output',
    },
    force: {
      flags: '--force',
      about: 'replace a file of pacts or rows that exists; other forms always replace it',
    },
    filter: {
      flags: '--filter <text>',
      about: 'export only these interactions, filtered as on the page: "status:5xx op:create"',
      details: 'export only these interactions, filtered as [on the page](qa.md#filters)',
      presetText: 'all',
    },
    baseUrl: {
      flags: '--base-url <url>',
      about: 'address before the recorded paths in har, html, curl and fetch',
      presetText: 'the recorded service',
    },
    consumer: {
      flags: '--consumer <name>',
      about: 'name of the consumer in a pact',
      preset: 'recording',
    },
    contract: {
      ...contractOption,
      details: 'the [source](begin.md), for pacts and rows',
    },
  },
} as const satisfies CommandDeclaration;

export function toExportOptions(
  file: string,
  flags: FlagsOf<typeof exportCommand.options>,
  version: string,
): ExportOptions {
  const { form, out, filter, consumer, force, baseUrl } = flags;
  return {
    file,
    form,
    out: out ?? null,
    filter: filter ?? '',
    consumer,
    contract: findProject([], flags).contract,
    version,
    baseUrl: baseUrl === undefined ? null : readBaseUrl(baseUrl).shown,
    existing: force === true ? 'replace' : 'refuse',
  };
}
