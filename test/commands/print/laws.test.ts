// `standin laws`: every law is there, with what a reader needs to look it up.

import { describe, expect, it } from 'vitest';
import { describeLaws } from '../../../src/commands/print/laws.ts';
import { laws } from '../../../src/verify/laws/all-laws.ts';

interface Told {
  readonly resource: string;
  readonly laws: readonly Readonly<
    Record<'name' | 'operation' | 'clause' | 'meaning' | 'budget', string>
  >[];
}

describe('describeLaws', () => {
  it('prints name, operation, clause, meaning and budget of each law as JSON', async () => {
    const [users, ...others] = JSON.parse(
      await describeLaws({ contract: 'contracts', form: 'json' }),
    ) as Told[];
    expect(others).toEqual([]);
    expect(users?.resource).toBe('users');
    expect(users?.laws.map(({ name }) => name)).toEqual(laws.map(({ name }) => name));
    expect(users?.laws).toContainEqual({
      name: 'created-is-there',
      operation: 'create',
      clause: 'section 4, POST /users',
      meaning: expect.stringMatching(/^A created item can be read and is in the list/),
      budget: 'quick',
    });
    for (const law of users?.laws ?? [])
      for (const text of Object.values(law)) expect(text).toMatch(/\S/);
  });

  it('lists them by operation for a reader', async () => {
    const text = await describeLaws({ contract: 'contracts', form: 'text' });
    expect(text).toMatch(new RegExp(`^Users interface: /users, ${laws.length} laws\n\nGET list\n`));
    expect(text).toMatch(
      /\nPOST\n {2}created-is-there +quick +section 4, POST \/users\n {6}A created item can be read and is in the list, with the values that were sent\./,
    );
    for (const { name, meaning } of laws) {
      expect(text).toContain(`  ${name} `);
      expect(text).toContain(`      ${meaning}\n`);
    }
  });

  it('gives each law its own name in kebab-case', () => {
    const names = laws.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});
