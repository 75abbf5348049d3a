import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('keepTickShape and keepYoung', () => {
  it('are supported by this Node, and print nothing', () => {
    const heap = JSON.stringify(
      join(import.meta.dirname, '../../../src/commands/serve/v8-tuning.ts'),
    );
    const script = `const { keepTickShape, keepYoung } = await import(${heap}); keepTickShape(); await keepYoung(); console.log('kept');`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'kept\n', stderr: '' });
  });
});
