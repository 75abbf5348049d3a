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
        expect(nameOf(flags, options)).toBe(key);
    },
  );
});

/** Commander gives `--no-pacts` the name of `--pacts`, where there are both. */
function nameOf(flags: string, options: object): string {
  const option = new Option(flags);
  const name = option.attributeName();
  return option.negate && Object.hasOwn(options, name)
    ? `no${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
    : name;
}
