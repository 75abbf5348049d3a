// `verify` with rows alone, against a mock of the same rows.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { toVerifyOptions } from '../../../src/commands/verify/flags.ts';
import { verifyService } from '../../../src/commands/verify/verify.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

const FLAGS = {
  timeout: 10,
  budget: 'quick',
  maxTime: 20,
  leave: 3,
  retries: 1,
  readOnly: true,
} as const;

describe('verifyService', () => {
  it('asserts what all rows share, and says that this is little', async () => {
    folder.write('db.json', {
      posts: [
        { id: 1, title: 'a' },
        { id: 2, title: 'b' },
      ],
    });
    const places = { contract: 'db.json', db: 'db.json', profile: 'json-server-1' };
    const serving = await startServing(places);
    const run = async (rows: Json): Promise<{ code: number; errors: string }> => {
      folder.write('rows.json', { posts: rows });
      const errors: string[] = [];
      const options = toVerifyOptions(['rows.json', serving.url], FLAGS, {}, '0.0.0');
      const outlets = {
        output: { write: () => true },
        errors: { write: (text: string) => errors.push(text) > 0 },
      };
      const code = await verifyService(options, outlets, new AbortController().signal);
      return { code, errors: errors.join('') };
    };
    const good = await run([{ id: 5, title: 'other', more: '2026-01-02' }]);
    expect(good.code).toBe(0);
    expect(good.errors).toContain(
      'Rows promise little: this asserts ids, and the types that all rows share. A contract says more.\n',
    );
    expect((await run([{ id: 5, title: 7 }])).code).toBe(1);
    expect(
      (
        await run([
          { id: 5, title: 7 },
          { id: 6, title: 'x' },
        ])
      ).code,
    ).toBe(0);
    await serving.close();
  });
});
