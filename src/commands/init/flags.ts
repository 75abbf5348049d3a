// What `standin init` can be told.

import type { CommandDeclaration } from '../shared/option.ts';

export const initCommand = {
  about: 'create an example project',
  argument: '[folder]',
  argumentAbout: 'created if it does not exist (default: this folder)',
  options: {
    from: {
      flags: '--from <source>',
      about:
        'write what was made of a document, rows, traffic or a service, in place of the example',
      details:
        'write the contracts, schemas and rows that were made of this OpenAPI document, of these rows, of this traffic or of the service at this address, in place of the example: to own and change them',
    },
    withValues: {
      flags: '--with-values',
      about: 'with --from: rows have the values that traffic showed, which may be private',
      details:
        'with `--from` and [traffic](begin.md#traffic): the rows have the values that were answered. They may be private; without this option they are made up',
    },
    only: {
      flags: '--only <path>',
      about: 'with --from: only what is at this path or below it, and what that needs',
    },
  },
} as const satisfies CommandDeclaration;
