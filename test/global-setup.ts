// Stops the whole run with one sentence where the Node is too old to run the sources; builds the page and the doors where their sources
// changed, and unpacks the browser once, for two that start at the same time would each write the file that the other runs.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './ui/browser.ts';

const NODE_MAJOR_MIN = 22;

export default async function setup(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    throw new Error(`The tests need Node ${NODE_MAJOR_MIN}; this is ${process.version}. Run them with "npm test".`);
  }
  for (const built of ['ui', 'bundle'])
    execFileSync(process.execPath, [join(import.meta.dirname, `../toolchain/${built}.mjs`)], { stdio: 'inherit' });
  await findBrowser();
}
