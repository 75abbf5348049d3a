// Stands in for npm in the shell of a page: `init`, `pkg set` and `install`, which links packages
// of this checkout. Fetches nothing.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = process.env.ROOT;
const [command, ...args] = process.argv.slice(2);
const names = args
  .filter((arg) => !arg.startsWith('-'))
  .map((name) => name.replace(/(?!^)@.*$/, ''));
/** What the checkout calls otherwise, as it has two versions of it. */
const FOLDERS = { 'json-server': 'json-server-1' };
const file = 'package.json';
const manifest = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { name: 'project', version: '1.0.0' };

if (command === 'init') {
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
} else if (command === 'pkg' && args[0] === 'set') {
  const [key, value] = args[1].split('=');
  writeFileSync(file, `${JSON.stringify({ ...manifest, [key]: value }, null, 2)}\n`);
} else if ((command === 'install' || command === 'i') && names.length > 0) {
  for (const name of names) link(name);
  manifest.devDependencies = {
    ...manifest.devDependencies,
    ...Object.fromEntries(names.map((name) => [name, '*'])),
  };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
} else {
  console.error(
    `npm ${command} ${args.join(' ')}: this stand-in knows init, pkg set and install <names>.`,
  );
  process.exit(1);
}

function link(name) {
  const source = name === 'standin' ? root : join(root, 'node_modules', FOLDERS[name] ?? name);
  const place = join('node_modules', name);
  if (!existsSync(source)) {
    console.error(`npm install ${name}: the checkout has no such package.`);
    process.exit(1);
  }
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(source, place, 'junction');
}
