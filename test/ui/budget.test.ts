// What the page weighs, and that it is built when its sources changed and only then.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const assets = join(root, 'dist/ui/assets');
const JS_BYTES_MAX = 51 * 1024;
const CSS_BYTES_MAX = 6 * 1024;

function gzipped(extension: string): number {
  const files = readdirSync(assets).filter((file) => file.endsWith(extension));
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0);
}

describe('the built page', () => {
  it('stays within its budget', () => {
    expect(gzipped('.js')).toBeLessThanOrEqual(JS_BYTES_MAX);
    expect(gzipped('.css')).toBeLessThanOrEqual(CSS_BYTES_MAX);
  });

  it('refers to its files relatively, so that any prefix works', () => {
    const html = readFileSync(join(root, 'dist/ui/index.html'), 'utf8');
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(named.every((name) => name?.startsWith('./assets/'))).toBe(true);
    expect(html).not.toMatch(/\sstyle=|<style|\son\w+=/);
  });

  it('is not built again if nothing changed', () => {
    const at = () => statSync(join(root, 'dist/ui/index.html')).mtimeMs;
    const before = at();
    const output = execFileSync(process.execPath, ['toolchain/ui.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(output).toBe('');
    expect(at()).toBe(before);
  });
});
