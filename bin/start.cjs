// Loads the command line. Apart from the launcher, for Nodes that know no import() could not even read it.
'use strict';

void import('../dist/bundle/cli.js');
