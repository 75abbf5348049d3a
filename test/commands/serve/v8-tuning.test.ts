import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('keepTickShape, keepYoung and inlineMore', () => {
  it('are supported by this Node, and print nothing', () => {
    const heap = JSON.stringify(
      join(import.meta.dirname, '../../../src/commands/serve/v8-tuning.ts'),
    );
    const script = `const { inlineMore, keepTickShape, keepYoung } = await import(${heap}); keepTickShape(); await keepYoung(); await inlineMore(); console.log('kept');`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'kept\n', stderr: '' });
  });
});

describe('keepYoung', () => {
  it('lets the young generation grow by more than the double that is usual', () => {
    const tuning = join(import.meta.dirname, '../../../src/commands/serve/v8-tuning.ts');
    const script = `
      const { getHeapSpaceStatistics } = await import('node:v8');
      const { keepYoung } = await import(${JSON.stringify(tuning)});
      await keepYoung();
      const size = () =>
        getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size;
      const kept = [];
      let [before, step] = [size(), 0];
      for (let i = 0; i < 4_000_000 && step <= 2; i++) {
        kept.push({ i });
        if (i % 1_000 > 0) continue;
        const now = size();
        step = now / before;
        before = now;
      }
      console.log(step);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeGreaterThan(3);
  });
});

describe('inlineMore', () => {
  it('lets V8 put a function of usual size into the one that calls it', () => {
    const tuning = join(import.meta.dirname, '../../../src/commands/serve/v8-tuning.ts');
    const inlined = (tune: string): boolean => {
      const script = `
        const tuning = await import(${JSON.stringify(tuning)});
        ${tune}
        const part = 'x = (x * 7 + one.step) % 1009;'.repeat(60);
        const long = new Function('one', 'x', part + 'return x;');
        const caller = new Function(
          'long',
          'return function caller(one) { let x = 1; for (let i = 0; i < 1_000; i++) x = long(one, x + i); return x; }',
        )(long);
        for (let times = 0; times < 300; times++) caller({ step: 1 });`;
      const { stdout } = spawnSync(
        process.execPath,
        ['--trace-turbo-inlining', '--input-type=module', '-e', script],
        { encoding: 'utf8' },
      );
      return /^Inlining .* into .*SharedFunctionInfo caller\b/m.test(stdout);
    };
    expect([inlined(''), inlined('await tuning.inlineMore();')]).toEqual([false, true]);
  });
});

describe('growLargeHeap', () => {
  it('lets a large heap grow by more than a hundredth before V8 collects all of it', () => {
    const tuning = join(import.meta.dirname, '../../../src/commands/serve/v8-tuning.ts');
    const collections = (tune: string): number => {
      const script = `
        const { growLargeHeap, keepYoung } = await import(${JSON.stringify(tuning)});
        const large = Array.from({ length: 320 }, () => new Array(100_000).fill(0.5));
        const kept = new Array(100_000).fill(null);
        await keepYoung();
        ${tune}
        gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
        console.log('begin', large.length);
        for (let turn = 0; turn < 400; turn++) {
          for (let i = 0; i < 1_000; i++) kept[(turn * 1_000 + i) % kept.length] = { turn, i };
          await new Promise((resolve) => setImmediate(resolve));
        }`;
      const { stdout } = spawnSync(
        process.execPath,
        ['--trace-gc', '--expose-gc', '--input-type=module', '-e', script],
        { encoding: 'utf8' },
      );
      return stdout.split('begin 320')[1]?.match(/Mark-Compact/g)?.length ?? 0;
    };
    expect(collections('')).toBeGreaterThan(0);
    expect(collections('await growLargeHeap();')).toBe(0);
  });
});

describe('keepSmallFor', () => {
  it('keeps the young generation small while a large source is read, and no longer', () => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-large-'));
    try {
      const large = join(folder, 'large.json');
      writeFileSync(large, ' '.repeat(1_000_000));
      const tuning = join(import.meta.dirname, '../../../src/commands/serve/v8-tuning.ts');
      const script = `
        const { getHeapSpaceStatistics } = await import('node:v8');
        const { keepSmallFor } = await import(${JSON.stringify(tuning)});
        const kept = [];
        const young = () => {
          for (let i = 0; i < 400_000; i++) kept.push({ i });
          return getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size;
        };
        const grow = await keepSmallFor(${JSON.stringify(large)});
        const small = young();
        grow();
        (await keepSmallFor('no such file'))();
        // V8 grows it when what is young has survived: on a busy machine later.
        let grown = young();
        for (let times = 0; times < 20 && grown <= 2 * small; times++) grown = young();
        console.log(JSON.stringify([small, grown]));`;
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
      });
      const [small = 0, grown = 0] = JSON.parse(stdout) as number[];
      // 2 MiB on an idle machine; without the flag 8 to 16.
      expect(small).toBeLessThan(8 * 1_048_576);
      expect(grown).toBeGreaterThan(2 * small);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
