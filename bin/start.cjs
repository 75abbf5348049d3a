// Loads the command line. Apart from the launcher, for Nodes that know no import() could not even
// read it.
'use strict';

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
