// `npm run stranger`: packs the package as it is published, builds included, and tests that tarball
// as a stranger would use it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'standin-stranger-'));
const run = (program, args, more = {}) =>
  execFileSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...more },
  });
try {
  run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const [tarball] = readdirSync(folder);
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/package'], {
    STANDIN_TARBALL: join(folder, tarball),
  });
} catch (error) {
  process.exitCode = error.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
