// This checkout, and the built ones that are named behind `--beside`: older versions to compare with.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Server, servers } from './servers.ts';

export interface Checkout {
  readonly name: string;
  /** Where its contracts and schemas come from. */
  readonly folder: string;
  readonly server: Server;
}

/** Returns this checkout, and the others. */
export function checkoutsBeside(): readonly Checkout[] {
  const at = process.argv.indexOf('--beside');
  const others = at < 0 ? [] : process.argv.slice(at + 1);
  const here = fileURLToPath(new URL('..', import.meta.url));
  return [
    { name: 'this checkout', folder: here, server: servers.standin },
    ...others.map((folder) => ({ name: folder, folder, server: builtIn(folder) })),
  ];
}

function builtIn(folder: string): Server {
  const { standin } = servers;
  const cli = resolve(folder, 'bin/standin.cjs');
  return { ...standin, start: (...given) => [cli, ...standin.start(...given).slice(1)] };
}
