// The declarations of the commands, as commander reads them.

import { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/commands/all-commands.ts';
import type { CommandDeclaration } from '../../src/commands/shared/option.ts';

describe('commands', () => {
  it.each(Object.entries<CommandDeclaration>(commands))(
    'names the options of %s as commander does',
    (_, { options }) => {
      for (const [key, { flags }] of Object.entries(options))
        expect(new Option(flags).attributeName()).toBe(key);
    },
  );
});
