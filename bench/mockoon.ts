// Mockoon, which npm brings on the first run: 111 MB that nothing else needs, so it is no dependency.
// Its environment has one CRUD route on the users of a seed file.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BenchFailure } from './failure.ts';

export const MOCKOON_VERSION = '9.9.0';

const folder = fileURLToPath(
  new URL(`../node_modules/.cache/standin-bench/mockoon-${MOCKOON_VERSION}`, import.meta.url),
);
const script = join(folder, 'node_modules/@mockoon/cli/bin/run.js');

/** Installs Mockoon unless it is there. Throws a BenchFailure if npm cannot. */
export function bringMockoon(): void {
  if (existsSync(script)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  try {
    execFileSync('npm', ['install', ...flags, `@mockoon/cli@${MOCKOON_VERSION}`], {
      cwd: folder,
      stdio: 'pipe',
    });
  } catch (error) {
    throw new BenchFailure(
      `npm cannot install Mockoon ${MOCKOON_VERSION}; --only names the servers to measure without it: ${String(error)}`,
    );
  }
}

/** Returns the arguments of Node that start it, and writes its environment beside the seed file. */
export function startOfMockoon(port: number, db: string): readonly string[] {
  const file = join(dirname(db), 'mockoon.json');
  const { users }: { users: unknown } = JSON.parse(readFileSync(db, 'utf8'));
  writeFileSync(file, JSON.stringify(environmentOf(users)));
  const place = ['--data', file, '--hostname', '127.0.0.1', '--port', String(port)];
  return [script, 'start', ...place, '--disable-log-to-file', '--disable-admin-api'];
}

function environmentOf(users: unknown): object {
  const response = {
    uuid: 'answer',
    body: '{}',
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [],
    bodyType: 'DATABUCKET',
    filePath: '',
    databucketID: 'usrs',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: false,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  };
  const route = {
    uuid: 'users',
    type: 'crud',
    documentation: '',
    method: '',
    endpoint: 'users',
    responses: [response],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  };
  return {
    uuid: 'environment',
    lastMigration: 33,
    name: 'users',
    endpointPrefix: '',
    latency: 0,
    port: 3000,
    hostname: '127.0.0.1',
    folders: [],
    routes: [route],
    rootChildren: [{ type: 'route', uuid: 'users' }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: false,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [
      {
        uuid: 'bucket',
        id: 'usrs',
        name: 'users',
        documentation: '',
        value: JSON.stringify(users),
      },
    ],
    callbacks: [],
  };
}
