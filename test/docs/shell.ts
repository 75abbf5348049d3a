// The shell of a reader: bash in one folder, with this checkout in the place of what a registry
// would give. `standin` and `npx standin` are the command line of the checkout; `npm install` links
// what the checkout has, and knows nothing else.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../support/root.ts';

/** What `npx standin` runs. */
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly bin: { readonly standin: string };
};

/**
 * Writes substitutes for `standin`, `npx` and `npm` into a folder, and returns the environment that
 * finds them first.
 */
export function writeShell(folder: string): Readonly<Record<string, string | undefined>> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ standin, npx, npm })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text.trim()}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const { PATH, HOME, LANG, TMPDIR, CHROMIUM_PATH, NODE_COMPILE_CACHE } = process.env;
  const path = [folder, dirname(process.execPath), PATH].join(':');
  return {
    PATH: path,
    HOME,
    LANG,
    TMPDIR,
    CHROMIUM_PATH,
    NODE_COMPILE_CACHE,
    ROOT: root,
    SHIMS: folder,
    NO_COLOR: '1',
    TZ: 'UTC',
  };
}

/** A command that listens gets a free port: here 3000 and 4000 may be in use. */
const standin = `
case "$1" in serve) port=$DOCS_PORT_3000 ;; record) port=$DOCS_PORT_4000 ;; *) port= ;; esac
for word in "$@"; do case "$word" in --port*|--help) port= ;; esac; done
exec node "$ROOT/${bin.standin}" "$@" \${port:+--port "$port"}
`;

const npx = `
name=$1; shift
if [ "$name" = standin ]; then exec "$SHIMS/standin" "$@"; fi
exec node "$ROOT/test/docs/shims/npx.mjs" "$name" "$@"
`;

const npm = `
if [ "$1" = run ] && [ "$2" = -s ] && [ "$3" = standin ]; then shift 4; exec "$SHIMS/standin" "$@"; fi
exec node "$ROOT/test/docs/shims/npm.mjs" "$@"
`;
