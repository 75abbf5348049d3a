// The servers that are measured: how each is started, and what its answers must be. Data alone;
// starts nothing.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOCKOON_VERSION, startOfMockoon } from './mockoon.ts';

export const serverNames = [
  'standin',
  'bare',
  'plain',
  'json-server-0',
  'json-server-1',
  'mockoon',
  'prism',
] as const;
export type ServerName = (typeof serverNames)[number];

/** What a server is started on. */
export interface Places {
  /** The folder that it runs in, its own: with contracts and schemas. */
  readonly folder: string;
  /** The seed file, in that folder. */
  readonly db: string;
  /** The OpenAPI document of the same interface; written only if a server needs it. */
  readonly openapi: string;
}

export interface Server {
  readonly name: ServerName;
  readonly about: string;
  /** Constant, kept and given back, or made up from the interface. */
  readonly answers: 'constant' | 'stored' | 'invented';
  /** Whether it rejects a body that the schema forbids. */
  readonly bodies: 'checked' | 'taken';
  /**
   * How much work it is given in a round. `file` is slow, and slower with each user, for it writes
   * all users to its file on each change. json-server 1 also reads the file when it sees it change,
   * and what it was sent meanwhile is lost.
   */
  readonly speed: 'fast' | 'slow' | 'file';
  /** The arguments of Node, the script first. */
  readonly start: (port: number, places: Places) => readonly string[];
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The command line of the built package. */
export const standinCli: string = here('../bin/standin.cjs');

export const servers: { readonly [Name in ServerName]: Server } = {
  standin: {
    name: 'standin',
    about: 'Standin, the built package, `serve --quiet`',
    answers: 'stored',
    bodies: 'checked',
    speed: 'fast',
    start: (port, { db }) => [standinCli, 'serve', '--quiet', '--port', String(port), '--db', db],
  },
  bare: {
    name: 'bare',
    about: 'node:http with constant answers; parses what it is sent',
    answers: 'constant',
    bodies: 'taken',
    speed: 'fast',
    start: (port, { db }) => [here('servers/bare.mjs'), String(port), db],
  },
  plain: {
    name: 'plain',
    about: 'node:http, a Map and JSON; keeps users, checks nothing',
    answers: 'stored',
    bodies: 'taken',
    speed: 'fast',
    start: (port, { db }) => [here('servers/plain.mjs'), String(port), db],
  },
  'json-server-0': {
    name: 'json-server-0',
    about: `json-server ${versionOf('json-server-0')}, quiet; writes its file on each change`,
    answers: 'stored',
    bodies: 'taken',
    speed: 'file',
    start: (port, { db }) => [
      scriptOf('json-server-0'),
      '--quiet',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      db,
    ],
  },
  'json-server-1': {
    name: 'json-server-1',
    about: `json-server ${versionOf('json-server-1')}; writes its file on each change`,
    answers: 'stored',
    bodies: 'taken',
    speed: 'file',
    start: (port, { db }) => [
      scriptOf('json-server-1'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      db,
    ],
  },
  mockoon: {
    name: 'mockoon',
    about: `Mockoon ${MOCKOON_VERSION}, one CRUD route; logs each call to its output`,
    answers: 'stored',
    bodies: 'taken',
    speed: 'slow',
    start: (port, { db }) => startOfMockoon(port, db),
  },
  prism: {
    name: 'prism',
    about: `Prism ${versionOf('@stoplight/prism-cli')} mock, silent, on what \`standin openapi\` prints; keeps nothing`,
    answers: 'invented',
    bodies: 'checked',
    speed: 'slow',
    start: (port, { openapi }) => [
      scriptOf('@stoplight/prism-cli'),
      'mock',
      '--verboseLevel',
      'silent',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      openapi,
    ],
  },
};

interface Manifest {
  readonly version: string;
  readonly bin: string | Readonly<Record<string, string>>;
}

/** Returns the version of an installed package. */
export function versionOf(name: string): string {
  return manifestOf(name).manifest.version;
}

/**
 * The script behind the one command of an installed package, so that no wrapper is between it and
 * its handle.
 */
function scriptOf(name: string): string {
  const { folder, manifest } = manifestOf(name);
  const script = typeof manifest.bin === 'string' ? manifest.bin : Object.values(manifest.bin)[0];
  return join(folder, script ?? '');
}

function manifestOf(name: string): { folder: string; manifest: Manifest } {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  return { folder: dirname(file), manifest };
}
