// The processes of compose.yaml without containers: `node run.ts`. The database is yours: STANDIN_STORE names it. In the place of nginx
// is a small proxy that does the same for a trial on one machine.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as ask, createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
}

const here = import.meta.dirname;
const cli =
  process.env['STANDIN_CLI'] ??
  join(dirname(fileURLToPath(import.meta.resolve('standin/package.json'))), 'bin/standin.cjs');
const isAnyPort = process.argv.includes('--any-ports');
const compose = readFileSync(join(here, 'compose.yaml'), 'utf8');
// Mocks take over what all have: `<<: *mock`.
const { services } = load(compose, { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
  services: Record<string, Service>;
};
if ((process.env['STANDIN_STORE'] ?? '') === '') {
  console.error('Set STANDIN_STORE to a database: postgres://user@host/database?recording=team');
  process.exit(2);
}

const running: ChildProcess[] = [];

/** Starts a service of the file as a process, with the paths of this machine. */
function start({ command = [] }: Service, port: number | null): ChildProcess {
  const places: Readonly<Record<string, string>> = {
    '0.0.0.0': '127.0.0.1',
    '/access': join(here, 'access'),
    ...(port === null ? {} : { '3000': String(port) }),
  };
  const args = [cli, ...command.map((word) => places[word] ?? word)];
  const child = spawn(process.execPath, args, {
    cwd: join(here, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  return child;
}

/** Ports as the file publishes them, or any free one. */
async function portOf({ ports: [published = ''] = [] }: Service): Promise<number> {
  if (!isAnyPort) return Number(published.split(':').at(-2));
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

/** Resolves once a mock has printed its address. */
async function started(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('a mock has ended at its start');
  });
  const listening = new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('"event":"listening"')) resolve();
    });
  });
  await Promise.race([listening, ended]);
}

/** Sends calls to the mocks in turn, and to the next one if one cannot be reached. */
function balance(ports: readonly number[]): Server {
  let turn = 0;
  return createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const send = (left: number): void => {
        const port = ports[turn++ % ports.length];
        const { method, url: path, headers } = incoming;
        const sent = ask({ host: '127.0.0.1', port, method, path, headers, agent: false });
        let isTaken = false;
        sent.on('socket', (socket) => socket.on('connect', () => (isTaken = true)));
        sent.on('response', (reply) => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
          reply.pipe(outgoing);
          reply.on('error', () => outgoing.destroy());
        });
        sent.on('error', () => {
          if (!isTaken && left > 1) send(left - 1);
          else if (outgoing.headersSent) outgoing.destroy();
          else outgoing.writeHead(502).end();
        });
        outgoing.on('close', () => sent.destroy());
        sent.end(body);
      };
      send(ports.length);
    });
  });
}

async function main(): Promise<void> {
  const began = performance.now();
  const { migrate = {}, proxy = {}, ...others } = services;
  const migrating = start(migrate, null);
  const [code] = (await once(migrating, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the tables could not be made');
  const mocks = Object.entries(others).filter(([, { command }]) => command?.[0] === 'serve');
  const ports: number[] = [];
  for (const [, mock] of mocks) ports.push(await portOf(mock));
  await Promise.all(mocks.map(([, mock], index) => started(start(mock, ports[index] ?? 0))));
  const front = balance(ports).listen(await portOf(proxy), '127.0.0.1');
  await once(front, 'listening');
  const url = (port: number): string => `http://127.0.0.1:${port}`;
  const { port } = front.address() as AddressInfo;
  const pids = running.slice(1).map(({ pid }) => pid);
  const took = Math.round(performance.now() - began);
  console.log(
    JSON.stringify({ event: 'listening', url: url(port), mocks: ports.map(url), pids, ms: took }),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      front.close();
      front.closeAllConnections();
      for (const child of running) child.kill(signal);
    });
}

main().catch((error: Error) => {
  for (const child of running) child.kill('SIGKILL');
  console.error(error.message);
  process.exitCode = 1;
});
