// Writes the licences of the packages whose code is in a bundle next to it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `LICENSES.txt` into the folder of a bundle, for the packages in its chunks; no file if
 * there are none.
 */
export function writeLicences(folder, chunks) {
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds);
  const packages = modules.map(
    (id) => /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1],
  );
  const texts = [...new Set(packages.filter((found) => found !== undefined))].sort().map(licenceOf);
  if (texts.length > 0)
    writeFileSync(
      join(folder, 'LICENSES.txt'),
      `Code of these packages stands in this folder.\n\n${texts.join('\n\n')}`,
    );
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
  if (file === undefined) throw new Error(`${name} has no file with its licence`);
  return `== ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
