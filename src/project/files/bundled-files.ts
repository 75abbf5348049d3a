// Finds the files that come with Standin, at the root of its package: profiles and the example.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root is three folders above the sources, and two or three above the bundles. */
const ROOTS = ['../../..', '../..'];

/** Returns the path of a file or folder of the package. */
export function bundledFile(...steps: readonly string[]): string {
  const roots = ROOTS.map((root) => fileURLToPath(new URL(root, import.meta.url)));
  const root =
    roots.find((one) => existsSync(join(one, 'contracts/profiles/standin.json'))) ?? roots[0] ?? '';
  return join(root, ...steps);
}
