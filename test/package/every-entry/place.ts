// A project beside the installed package, and how its command line is run there by one Node.

import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Ended,
  follow,
  type RunOptions,
  run,
  runToEnd,
  type Serving,
} from '../../support/cli.ts';
import { addPeers, findNode, type Installed } from '../installed.ts';

const here = join(import.meta.dirname, '..');
const SERVICE = 'faulty-service.mjs';

export interface Place {
  /** Whether there is such a Node. */
  readonly isThere: boolean;
  readonly node: string;
  /** The project. */
  readonly folder: string;
  /** Where the package and its peers are: the folder above the project. */
  readonly home: string;
  readonly within: RunOptions;
  at(...steps: readonly string[]): string;
  make(): void;
  standin(...args: readonly string[]): Promise<Ended & { stdout: string; stderr: string }>;
  follow(...args: readonly string[]): Promise<Serving>;
  /** Runs a script of Node in the project to its end. */
  script(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Ended & { stdout: string; stderr: string }>;
  service(how: 'faulty' | 'correct'): Promise<Service>;
  /** The modules of the package that were loaded so far, by any process or thread. */
  loaded(): ReadonlySet<string>;
}

export interface Service extends AsyncDisposable {
  readonly url: string;
}

export function placeOn(major: number, installed: Installed): Place {
  const node = findNode(major);
  const home = join(installed.folder, `../node-${major}`);
  const folder = join(home, 'project');
  const noted = join(home, 'loaded.txt');
  const noting = `--import=${pathToFileURL(join(here, 'note-loaded.mjs')).href}`;
  const within = {
    node: node ?? '',
    cwd: folder,
    env: { NODE_OPTIONS: noting, STANDIN_LOADED: noted },
  };
  const launcher = join(home, 'node_modules/standin/bin/standin.cjs');
  const at = (...steps: readonly string[]): string => join(folder, ...steps);
  return {
    isThere: node !== null,
    node: node ?? '',
    folder,
    home,
    within,
    at,
    make() {
      addPeers(installed, `node-${major}`);
      mkdirSync(folder);
      copyFileSync(join(here, SERVICE), at(SERVICE));
    },
    standin: (...args) => runToEnd(args, { ...within, script: launcher }),
    follow: (...args) => follow(args, { ...within, script: launcher }),
    script: ([script = '', ...args], env = {}) =>
      runToEnd(args, {
        ...within,
        script: resolve(folder, script),
        env: { ...within.env, ...env },
      }),
    async service(how) {
      const env = { MENDED: how === 'correct' ? '1' : '' };
      const service = run([], { node: node ?? '', script: at(SERVICE), cwd: folder, env });
      const told = await service.until('stdout', (text) => text.includes('\n'));
      const url = told.trim().slice('at '.length);
      return { url, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
    },
    loaded: () => new Set(existsSync(noted) ? readFileSync(noted, 'utf8').split('\n') : []),
  };
}
