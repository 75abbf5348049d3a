// The image, without whoever would build it: its last stage is laid out as the Dockerfile says, and
// its commands run in it as processes.

import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../bench/free-port.ts';
import { plain } from '../bed/plain.ts';
import { started, USERS } from '../support/bed.ts';
import { root } from '../support/root.ts';
import { filesBelow } from './project.ts';
import { inner, readYaml } from './runner.ts';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/**
 * Comments stand on lines of their own; a line that ends in a backslash goes on (Dockerfile
 * reference, "Format").
 */
function readStages(): readonly Stage[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line));
  const whole = lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of whole) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ name: /AS (\w+)$/.exec(text)?.[1] ?? '', instructions: [] });
    stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

const stages = readStages();
const last = stages.at(-1) as Stage;
const textsOf = (name: string, { instructions }: Stage = last): readonly string[] =>
  instructions.filter((one) => one.name === name).map(({ text }) => text);
/** A command in exec form: no shell stands between. */
const wordsOf = (text: string | undefined): readonly string[] =>
  JSON.parse(text ?? 'null') as readonly string[];

const CONTAINER_USER = 1_000;
/** As whom the processes run: as the image has it, where this user may become somebody else. */
const user = process.getuid?.() === 0 ? { uid: CONTAINER_USER, gid: CONTAINER_USER } : {};

let image: string;

beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'standin-image-'));
  chmodSync(image, 0o755);
  for (const text of textsOf('COPY')) {
    const words = text.split(' ');
    const from =
      words[0]?.startsWith('--from=') === true ? words.shift()?.slice('--from='.length) : null;
    const target = words.pop() ?? '';
    for (const source of words) {
      const folder = target.startsWith('/')
        ? target
        : join(textsOf('WORKDIR').at(-1) ?? '/', target);
      const place = target.endsWith('/') ? join(folder, source) : folder;
      if (from === 'packages') layPackages(join(image, place));
      else
        cpSync(
          join(root, from === 'build' ? source.replace('/build/', '') : source),
          join(image, place),
          { recursive: true },
        );
    }
  }
  if ('uid' in user) chownSync(join(image, 'project'), CONTAINER_USER, CONTAINER_USER);
});

afterAll(() => {
  if (image !== undefined) rmSync(image, { recursive: true, force: true });
});

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * What `npm ci --omit=dev --workspaces=false` installs: what the package itself needs, and what
 * that needs.
 */
function layPackages(folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const queue = Object.keys(lock.packages['']?.dependencies ?? {}).map(
    (name) => `node_modules/${name}`,
  );
  const laid = new Set<string>();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (laid.has(path)) continue;
    laid.add(path);
    cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const name of Object.keys(lock.packages[path]?.dependencies ?? {})) {
      const nested = `${path}/node_modules/${name}`;
      queue.push(Object.hasOwn(lock.packages, nested) ? nested : `node_modules/${name}`);
    }
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
}

interface Program extends AsyncDisposable {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly end: () => void;
}

/** Starts a command of the image in its working folder, as its user. */
function start(words: readonly string[], port: number, folder = join(image, 'project')): Program {
  const [program, ...args] = words.map((word) =>
    word.replace(/^\/opt\//, `${join(image, 'opt')}/`).replaceAll('3000', String(port)),
  );
  expect(program).toBe('node');
  const env = { PATH: dirname(process.execPath), HOME: '/nonexistent', NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  return {
    output: () => output,
    ended,
    end: () => void child.kill('SIGTERM'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const entry = wordsOf(textsOf('ENTRYPOINT')[0]);
/** The tests listen on this machine alone. */
const command = wordsOf(textsOf('CMD')[0]).map((word) => word.replace('0.0.0.0', '127.0.0.1'));
const health = wordsOf(/CMD (.*)$/.exec(textsOf('HEALTHCHECK')[0] ?? '')?.[1]);

async function healthCode(port: number): Promise<number | null> {
  await using checking = start(health, port);
  return await checking.ended;
}

describe('Dockerfile', () => {
  it('does not run as root, has no build files in the image, and listens on all addresses', () => {
    expect(textsOf('USER')).toEqual([`${CONTAINER_USER}:${CONTAINER_USER}`]);
    expect(wordsOf(textsOf('CMD')[0])).toEqual(['serve', '--host', '0.0.0.0', '--port', '3000']);
    expect(textsOf('EXPOSE')).toEqual(['3000']);
    for (const stage of stages) {
      expect(textsOf('FROM', stage)[0]).toMatch(/^node:24-slim(?: AS \w+)?$/);
      expect(textsOf('ADD', stage)).toEqual([]);
      for (const text of textsOf('RUN', stage))
        if (text.startsWith('npm ci')) expect(text).toContain('--ignore-scripts');
    }
    expect(textsOf('RUN').filter((text) => text.includes('npm'))).toEqual([]);
    expect(textsOf('ENV').join()).not.toMatch(/token|secret|password/i);
  });

  it('is built only from files that .dockerignore lets through', () => {
    const lines = readFileSync(join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => !/^(?:#|$)/.test(line));
    expect(lines[0]).toBe('*');
    const allowed = lines.slice(1).map((line) => line.replace(/^!/, ''));
    for (const path of allowed) expect(existsSync(join(root, path)), path).toBe(true);
    for (const path of ['node_modules', 'dist', 'test', '.git', '.standin'])
      expect(allowed).not.toContain(path);
    const copied = stages
      .flatMap((stage) => textsOf('COPY', stage))
      .filter((text) => !text.startsWith('--from='));
    for (const source of copied
      .flatMap((text) => text.split(' ').slice(0, -1))
      .filter((one) => one !== '.'))
      expect(
        allowed.some((path) => source === path || source.startsWith(`${path}/`)),
        source,
      ).toBe(true);
  });

  it('serves, is healthy, and stops cleanly', { timeout: 60_000 }, async () => {
    const port = await findFreePort();
    expect(await healthCode(port)).toBe(1);
    await using serving = start([...entry, ...command], port);
    await expect.poll(serving.output, { timeout: 15_000 }).toContain('Ctrl-C ends it.');
    expect(await healthCode(port)).toBe(0);
    const users: unknown = await fetch(`http://127.0.0.1:${port}/users`).then((reply) =>
      reply.json(),
    );
    expect(users).toHaveLength(5);
    const page = await fetch(`http://127.0.0.1:${port}/__standin/`).then((reply) => reply.text());
    expect(page).toContain('<!doctype html>');
    serving.end();
    expect(await serving.ended).toBe(0);
    expect(await healthCode(port)).toBe(1);
  });

  it('runs other commands: verify, also with a profile that comes with Standin', {
    timeout: 60_000,
  }, async () => {
    await using service = await started(plain.start(USERS));
    const words = [
      'verify',
      service.baseUrl,
      '--budget',
      'quick',
      '--law',
      'created-is-there',
      '--no-pacts',
    ];
    await using verifying = start([...entry, ...words], 3_000);
    expect(await verifying.ended, verifying.output()).toBe(0);
    expect(filesBelow(join(image, 'project', '.standin'))).toEqual([]);
    await using contract = start([...entry, 'contract', '--profile', 'json-server'], 3_000);
    expect(await contract.ended, contract.output()).toBe(0);
  });

  it('creates the example, which its commands then read', { timeout: 60_000 }, async () => {
    const folder = join(image, 'begun');
    mkdirSync(folder);
    if ('uid' in user) chownSync(folder, CONTAINER_USER, CONTAINER_USER);
    await using making = start([...entry, 'init'], 3_000, folder);
    expect(await making.ended, making.output()).toBe(0);
    expect(filesBelow(folder)).toEqual(
      expect.arrayContaining(['contracts/users.json', 'db.json', 'schemas/user.json']),
    );
    for (const words of [[], ['openapi'], ['seed', '--count', '3', '--out', 'rows.json']]) {
      await using running = start([...entry, ...words], 3_000, folder);
      expect([words, await running.ended, running.output()]).toEqual([
        words,
        0,
        expect.not.stringContaining('standin: '),
      ]);
    }
  });

  it.runIf('uid' in user)(
    'says what to do if it may not write the ledger',
    { timeout: 60_000 },
    async () => {
      await using service = await started(plain.start(USERS));
      const folder = join(image, 'mounted');
      mkdirSync(folder);
      for (const name of ['contracts', 'schemas'])
        cpSync(join(root, name), join(folder, name), { recursive: true });
      await using verifying = start(
        [...entry, 'verify', service.baseUrl, '--budget', 'quick'],
        3_000,
        folder,
      );
      expect(await verifying.ended, verifying.output()).toBe(2);
      expect(verifying.output()).toMatch(/standin: .*\.standin.*\n.+\n/);
      expect(service.stored()).toEqual(USERS);
      await using reading = start(
        [...entry, 'verify', service.baseUrl, '--read-only'],
        3_000,
        folder,
      );
      expect(await reading.ended, reading.output()).toBe(0);
    },
  );
});

describe('examples/ci/compose.yaml', () => {
  it('waits for a healthy mock, and exposes it to this machine only', () => {
    const services = inner(readYaml('examples/ci/compose.yaml'), 'services');
    const [users, application] = [inner(services, 'users'), inner(services, 'application')];
    expect(users).toMatchObject({ image: 'standin', read_only: true, cap_drop: ['ALL'] });
    for (const port of [users['ports']].flat()) expect(port).toMatch(/^127\.0\.0\.1:\d+:3000$/);
    expect(existsSync(join(root, 'examples/ci', String(users['build']), 'Dockerfile'))).toBe(true);
    const [volume = ''] = [users['volumes']].flat().map(String);
    const [folder = '', place, mode] = volume.split(':');
    expect([place, mode]).toEqual([textsOf('WORKDIR').at(-1), 'ro']);
    for (const name of ['contracts', 'schemas', 'db.json'])
      expect(existsSync(join(root, 'examples/ci', folder, name))).toBe(true);
    expect(application['depends_on']).toEqual({ users: { condition: 'service_healthy' } });
  });
});
