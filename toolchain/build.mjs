// Builds dist/ from src/ for the package: the types of the doors by tsc, the doors themselves as
// bundles.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
execFileSync(process.execPath, [join(import.meta.dirname, 'bundle.mjs')], { stdio: 'inherit' });
