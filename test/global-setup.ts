// Runs once, before all tests. Ends with one sentence if Node is too old to run the sources. Builds
// the page and the bundles if their sources have changed (the tests run the bundled command line,
// which starts in half the time), and unpacks the browser: two files that did so at the same time
// would each write what the other runs.

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
  // Node keeps what it compiles: tests start the command line hundreds of times.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled');
  for (const built of ['ui', 'bundle'])
    execFileSync(process.execPath, [join(root, `toolchain/${built}.mjs`)], { stdio: 'inherit' });
  await findBrowser();
}
