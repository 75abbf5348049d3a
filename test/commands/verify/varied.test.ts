// The mock that varies whatever no contract shows is a correct service: `verify` finds nothing to
// complain of.

import { describe, expect, it } from 'vitest';
import { serve } from '../../../src/commands/serve/serve.ts';
import { copyProject } from '../../support/cli.ts';
import { runVerify } from '../../support/verifying.ts';

describe('a mock that varies what is open', () => {
  it.each([3, 8])('conforms, seed %i', async (seed) => {
    using folder = copyProject();
    const quiet = { write: () => true };
    const serving = await serve(
      {
        host: '127.0.0.1',
        port: 0,
        contract: folder.at('contracts'),
        db: folder.at('db.json'),
        profile: 'standin',
        pins: {},
        basePath: '',
        explanation: 'silent',
        form: 'quiet',
        saving: 'keep',
        record: null,
        redact: [],
        keep: [],
        version: '1',
        undefined: 'vary',
        seed,
      },
      quiet,
      quiet,
    );
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
