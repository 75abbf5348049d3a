// Stands in for `npx <name>`: runs what `npm install` put into this folder, and fetches nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const [name = '', ...args] = process.argv.slice(2);
const owner = { playwright: '@playwright/test', tsc: 'typescript' }[name] ?? name;
const folder = join(process.cwd(), 'node_modules', owner);
if (!existsSync(folder)) {
  console.error(
    `npx: "${name}" is not installed in ${process.cwd()}; the page must install ${owner} first.`,
  );
  process.exit(1);
}
const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const file = realpathSync(join(folder, typeof bin === 'string' ? bin : bin[name]));
process.exit(spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 1);
