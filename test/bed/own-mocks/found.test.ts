// `verify` finds nothing in the mock of a document of each shape, and each fault of a proxy before it.

import { describe, expect, it } from 'vitest';
import { useTempFolder } from '../../support/temp-folder.ts';
import { documents } from './documents.ts';
import { faults } from './faults.ts';
import { hold } from './hold.ts';

const folder = useTempFolder();

describe.each(documents)('verify, of a document with $name', (shape) => {
  it('finds nothing in the mock', { timeout: 120_000 }, async () => {
    const run = await hold(folder, shape);
    expect(run.code, run.stdout + run.stderr).toBe(0);
  });

  it.each(faults)('finds: $name', { timeout: 120_000 }, async (fault) => {
    const { code, stdout, stderr } = await hold(folder, shape, fault);
    const found = [...stdout.matchAll(/"code": "([a-z-]+)"/g)].map(([, one = '']) => one);
    expect(code, stderr + found.join()).toBe(1);
    expect(found).toSatisfy((all: readonly string[]) =>
      all.some((one) => fault.codes.some((expected) => expected === one)),
    );
  });
});
