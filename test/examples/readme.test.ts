// What examples/README.md says of the lines that a copy has to change.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/root.ts';

const examples = join(root, 'examples');

describe('examples/README.md', () => {
  it('names every file that imports from outside its folder', () => {
    const rows = readFileSync(join(examples, 'README.md'), 'utf8').split('\n');
    const files = globSync('*/*.{ts,tsx,html}', { cwd: examples }).map((file) =>
      file.split(/[\\/]/),
    );
    const looking = files.filter((file) =>
      /['"`]\.\.\//.test(readFileSync(join(examples, ...file), 'utf8')),
    );
    expect(looking.map((file) => file.join('/')).sort()).toEqual([
      'playwright/users.spec.ts',
      'playwright/vite.config.ts',
      'react-msw/mock.ts',
      'team/run.ts',
      'vite/vite.config.ts',
      'vitest/users.test.ts',
    ]);
    for (const [folder, file] of looking)
      expect(rows.filter((row) => row.startsWith(`| \`${folder}\` |`)).join('\n')).toContain(
        `\`${file}\``,
      );
  });
});
