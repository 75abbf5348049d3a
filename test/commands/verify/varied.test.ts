// The mock that varies whatever no contract shows is a correct service: `verify` finds nothing to
// complain of.

import { describe, expect, it } from 'vitest';
import { copyProject } from '../../support/cli.ts';
import { startServing } from '../../support/serving.ts';
import { runVerify } from '../../support/verifying.ts';

describe('a mock that varies unspecified behaviour', () => {
  it.each([3, 8])('conforms, seed %i', async (seed) => {
    using folder = copyProject();
    const serving = await startServing({
      contract: folder.at('contracts'),
      db: folder.at('db.json'),
      undefined: 'vary',
      seed,
    });
    try {
      const run = await runVerify(serving.url, {
        mode: 'write',
        ledgerFolder: folder.at('.standin'),
      });
      expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await serving.close();
    }
  });
});
