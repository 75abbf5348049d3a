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
        'write what was made of this OpenAPI document or of these rows, in place of the example',
      details:
        'write the contracts, schemas and rows that were made of this OpenAPI document or of these rows, in place of the example: to own and change them',
    },
    only: {
      flags: '--only <path>',
      about: 'with --from: only what is at this path or below it, and what that needs',
    },
  },
} as const satisfies CommandDeclaration;
