// Stops the whole run with one sentence where the Node is too old to run the sources; builds the
// page and the doors where their sources changed, and unpacks the browser once, for two that start
// at the same time would each write the file that the other runs. What Node makes of the sources is
// kept, for tests start them hundreds of times; it is made anew where a source changed.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './support/root.ts';
import { findBrowser } from './ui/browser.ts';

const NODE_MAJOR_MIN = 22;

export default async function setup(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    throw new Error(
      `The tests need Node ${NODE_MAJOR_MIN}; this is ${process.version}. Run them with "npm test".`,
    );
  }
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled');
  for (const built of ['ui', 'bundle'])
    execFileSync(process.execPath, [join(root, `toolchain/${built}.mjs`)], { stdio: 'inherit' });
  await findBrowser();
}
