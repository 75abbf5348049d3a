// Loads the command line. Apart from the launcher, for Nodes that know no import() could not even
// read it.
'use strict';

const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { basename, dirname, join } = require('node:path');

// Node keeps what it made of the code, and the next start need not make it again. It does not keep
// it in the folder for temporary files, where other users could put code; and if it cannot write
// here, it keeps nothing and says nothing.
const folder = dirname(__dirname);
const above = dirname(folder);
const modules = basename(above) === 'node_modules' ? above : join(folder, 'node_modules');
if (existsSync(modules)) enableCompileCache(join(modules, '.cache', 'standin-code'));

import('../dist/bundle/cli.js').catch((error) => {
  const isLacking = error instanceof Error && error.code === 'ERR_MODULE_NOT_FOUND';
  process.stderr.write(
    isLacking
      ? `standin: this installation is incomplete: ${error.message}\nInstall it again; in a checkout of its sources, run "npm run build".\n`
      : `standin: a bug in Standin; please report it:\n${error instanceof Error ? error.stack : error}\n`,
  );
  // Not 1: that means that a service violates its contract.
  process.exitCode = 2;
});
