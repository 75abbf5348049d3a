#!/usr/bin/env node
// Starts the command line, or says in one sentence why it cannot. In words that every Node can
// read: those that are too old as well.
'use strict';

var wanted = [22, 18];
var found = process.versions.node.split('.').map(Number);
var isNew = found[0] > wanted[0] || (found[0] === wanted[0] && found[1] >= wanted[1]);
var trouble = [
  ['standin: Node', wanted.join('.'), 'or newer is needed; this is Node', process.versions.node]
    .join(' ')
    .concat('.'),
  'Install one from https://nodejs.org or with your version manager (nvm install 24, fnm install 24), and try again.',
  '',
].join('\n');

if (isNew) {
  require('./start.cjs');
} else {
  process.stderr.write(trouble);
  process.exitCode = 2;
}
