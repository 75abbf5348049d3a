// What `standin init` can be told.

import type { CommandDeclaration } from '../shared/option.ts';

export const initCommand = {
  about: 'create an example project',
  argument: '[folder]',
  argumentAbout: 'created if it does not exist (default: this folder)',
  options: {},
} as const satisfies CommandDeclaration;
