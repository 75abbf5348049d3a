// `standin verify --shard` and `standin merge`: whatever the number of machines, all of them
// together tell what one would have told.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { inspectFiles } from '../../../src/commands/inspect/inspect.ts';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import { mergeReports } from '../../../src/commands/verify/merge.ts';
import type { MergeOptions } from '../../../src/commands/verify/merge-flags.ts';
import { verifyService } from '../../../src/commands/verify/verify.ts';
import { copyProject, type Folder } from '../../support/cli.ts';
import { startServing } from '../../support/serving.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const RESOURCES = ['guests', 'people', 'staff', 'users'] as const;
const LAWS = ['created-is-there', 'replaced-is-there', 'removed-is-gone'];

/**
 * What is wrong with each: guests are for those with a password, a PUT of people is lost, nobody of
 * the staff goes, users are sound.
 */
const SPOILT = /^\/(?:guests)|^PUT \/people\/|^DELETE \/staff\//;

let folder: Folder;
let service: AsyncDisposable & { readonly url: string; readonly reset: () => Promise<unknown> };

beforeAll(async () => {
  folder = copyProject();
  const users = JSON.parse(readFileSync(folder.at('contracts/users.json'), 'utf8')) as {
    operations: object;
  };
  const { users: seeds } = JSON.parse(readFileSync(folder.at('db.json'), 'utf8')) as {
    users: { id: number }[];
  };
  // All ids are as long as each other, so that long texts are cut at the same place.
  const rows = seeds.map((row) => ({ ...row, id: row.id + 1_000 }));
  const write = (name: string, value: unknown): void =>
    writeFileSync(folder.at(name), JSON.stringify(value));
  for (const resource of RESOURCES)
    write(`contracts/${resource}.json`, { ...users, resource, path: `/${resource}` });
  write('db.json', Object.fromEntries(RESOURCES.map((resource) => [resource, rows])));
  service = await startSpoilt();
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder?.[Symbol.dispose]();
});

/** A mock of all contracts behind something that spoils some of what is asked. */
async function startSpoilt(): Promise<typeof service> {
  const mock = await startServing({
    contract: folder.at('contracts'),
    db: folder.at('db.json'),
  });
  const server = createServer((request, response) => {
    const { method, url: path = '/', headers } = request;
    if (SPOILT.test(path) || SPOILT.test(`${method} ${path}`)) {
      request.resume();
      response.writeHead(path.startsWith('/guests') ? 401 : 204).end();
      return;
    }
    const onward = httpRequest(new URL(path, mock.url), { method, headers }, (answer) => {
      // Tags and dates are other ones each time.
      const { etag: _etag, date: _date, ...others } = answer.headers;
      response.sendDate = false;
      answer.pipe(response.writeHead(answer.statusCode ?? 500, others));
    });
    request.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset: () => fetch(new URL('/__standin/api/reset', mock.url), { method: 'POST' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await mock.close();
    },
  };
}

interface Places {
  readonly json: { readonly file: string };
  readonly junit: string;
  readonly html: string;
  readonly summary: { readonly file: string; readonly how: 'whole' };
}

function placesIn(name: string): Places {
  mkdirSync(folder.at(name), { recursive: true });
  const at = (file: string): string => folder.at(name, file);
  return {
    json: { file: at('r.json') },
    junit: at('r.xml'),
    html: at('r.html'),
    summary: { file: at('r.md'), how: 'whole' },
  };
}

function run(given: Partial<VerifyOptions>): Promise<CommandRun> {
  return runVerify(service.url, {
    contract: folder.at('contracts'),
    ledgerFolder: folder.at('.standin'),
    mode: 'write',
    budget: 'quick',
    laws: LAWS,
    ...given,
  });
}

/** Verifies in so many parts, and gives the files of them. */
async function runShards(
  count: number,
  given: Partial<VerifyOptions> = {},
): Promise<readonly (CommandRun & { file: string })[]> {
  const runs: (CommandRun & { file: string })[] = [];
  for (let index = 1; index <= count; index++) {
    const places = placesIn(`${count}-${index}`);
    runs.push({
      ...(await run({ ...places, shard: { index, count }, ...given })),
      file: places.json.file,
    });
  }
  return runs;
}

function merge(files: readonly string[], given: Partial<MergeOptions> = {}): CommandRun {
  const texts = { stdout: '', stderr: '' };
  const outletTo = (stream: 'stdout' | 'stderr') => ({
    write(text: string): void {
      texts[stream] += text;
    },
  });
  const options: MergeOptions = {
    files,
    version: '0.0.0',
    json: null,
    junit: null,
    html: null,
    summary: null,
    form: 'full',
    ci: 'none',
    ...given,
  };
  try {
    return {
      code: mergeReports(options, { output: outletTo('stdout'), errors: outletTo('stderr') }),
      ...texts,
    };
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    return {
      code: 2,
      stdout: texts.stdout,
      stderr: `${texts.stderr}standin: ${error.message}\n${error.remedy}\n`,
    };
  }
}

/** Times, ids and the marks of runs are never the same. */
function steady(text: string): string {
  return (
    text
      .replaceAll(/\bsn[a-z]{10}/g, 'MARK')
      // A long reply may be cut in the middle of one.
      .replaceAll(/\bsn?[a-z]{0,9}…/g, 'MARK…')
      .replaceAll(/\d+(?:[.:T-]\d+)*(?:\.\d+Z)?/g, '#')
      .replaceAll(/# m?s\b/g, '# s')
  );
}

function filesIn(name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder.at(name)).map((file) => [file, readFileSync(folder.at(name, file), 'utf8')]),
  );
}

describe('verify in shards, and merge', () => {
  it('reports the same as one run, whatever the number of shards', {
    timeout: 180_000,
  }, async () => {
    const whole = await run(placesIn('whole'));
    expect(whole.code, whole.stdout).toBe(1);
    for (const [resource, verdict] of [
      ['people', 'violates'],
      ['staff', 'violates'],
      ['users', 'partly'],
      ['guests', 'unjudged'],
    ])
      expect(JSON.parse(filesIn('whole')[`r-${resource}.json`] ?? '')).toMatchObject({
        resource,
        verdict,
      });
    for (const count of [1, 2, 3, 4, 5]) {
      // What could not be removed would be in the lists of the next run.
      await service.reset();
      const runs = await runShards(count);
      // The order in which they are named counts for nothing.
      const merged = merge(runs.map(({ file }) => file).toReversed(), placesIn(`merged-${count}`));
      expect(merged.code, merged.stderr).toBe(whole.code);
      expect(steady(merged.stdout)).toBe(steady(whole.stdout));
      expect(steady(merged.stderr)).toBe(steady(whole.stderr));
      const [files, wanted] = [filesIn(`merged-${count}`), filesIn('whole')];
      expect(Object.keys(files)).toEqual(Object.keys(wanted));
      for (const [file, text] of Object.entries(files))
        expect(steady(text), file).toBe(steady(wanted[file] ?? ''));
      // And character by character what the shards wrote, each contract once.
      const written = runs.flatMap((_, at) => Object.entries(filesIn(`${count}-${at + 1}`)));
      const own = written.filter(([file]) => /\.(?:xml|html)$/.test(file));
      expect(own.length).toBe(2 * RESOURCES.length);
      expect(Object.fromEntries(own)).toEqual(
        Object.fromEntries(Object.entries(files).filter(([file]) => /\.(?:xml|html)$/.test(file))),
      );
      expect(Math.max(...runs.map(({ code }) => code % 2))).toBe(1);
    }
  });

  it('ends with 0, and says so, if there are more shards than contracts', async () => {
    const runs = await runShards(6, { mode: 'read-only', laws: [] });
    const idle = runs.filter(({ stdout }) => stdout.includes('none of'));
    expect(idle.map(({ code, stdout, stderr }) => ({ code, stdout, stderr }))).toEqual([
      { code: 0, stdout: 'Shard 5/6: none of 4 contracts; nothing is sent\n', stderr: '' },
      { code: 0, stdout: 'Shard 6/6: none of 4 contracts; nothing is sent\n', stderr: '' },
    ]);
    const files = runs.map(({ file }) => file);
    expect(merge(files)).toMatchObject({
      stdout: expect.stringContaining('conforms as far as tried: 2 of '),
    });
    const missing = merge(files.slice(0, 5));
    expect(missing).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^standin: shard 6\/6 is missing\n/),
    });
  });

  it('prints only JSON on request', async () => {
    const printed = await run({ shard: { index: 1, count: 1 }, json: 'print', mode: 'read-only' });
    expect(JSON.parse(printed.stdout)).toMatchObject({
      kind: 'shard',
      shard: { index: 1, count: 1 },
      own: RESOURCES,
    });
    writeFileSync(folder.at('printed.json'), printed.stdout);
    const { stdout } = merge([folder.at('printed.json')], { json: 'print' });
    expect(stdout.match(/^ {2}"resource": "\w+"/gm)).toHaveLength(RESOURCES.length);
  });

  it('is opened by the Inspector, merged or not', async () => {
    const [first] = await runShards(1, { mode: 'read-only' });
    const { json } = placesIn('inspected');
    merge([first?.file ?? ''], { json });
    const silent = { write: () => true };
    const files = [first?.file ?? '', folder.at('inspected/r-staff.json')];
    const options = {
      files,
      host: '127.0.0.1',
      port: 0,
      contract: null,
      version: '0.0.0',
      form: 'quiet',
    } as const;
    const inspecting = await inspectFiles(options, silent, silent);
    const asked = async (name: string): Promise<unknown> =>
      (await fetch(`${inspecting.url}api/reports${name}`)).json() as Promise<unknown>;
    const { reports } = (await asked('')) as { reports: { name: string }[] };
    const [one, other] = await Promise.all([asked('/r.json%20staff'), asked('/r-staff.json')]);
    await inspecting.close();
    expect(reports.map(({ name }) => name)).toEqual([
      ...RESOURCES.map((name) => `r.json ${name}`),
      'r-staff.json',
    ]);
    expect(one).toEqual(other);
  });

  it('does not pass laws that a shard did not reach', async () => {
    const stop = new AbortController();
    const file = folder.at('stopped.json');
    const ending = { write: () => stop.abort() };
    const outlets = { output: ending, errors: { write: () => undefined } };
    expect(
      await verifyService(
        { ...optionsOf(file), shard: { index: 1, count: 1 } },
        outlets,
        stop.signal,
      ),
    ).toBe(2);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      end: 'stopped',
      own: RESOURCES,
    });
    const merged = merge([file]);
    expect(merged.code).toBe(2);
    expect(merged.stderr).toMatch(
      /standin: shard 1\/1 was stopped before .*users\nRun it again to the end\.\n$/,
    );
  });
});

function optionsOf(file: string): VerifyOptions {
  const places = { contract: folder.at('contracts'), ledgerFolder: folder.at('.standin') };
  return {
    baseUrl: service.url,
    headers: [],
    environment: '',
    timeoutSeconds: 10,
    ratePerSecond: null,
    ...places,
    version: '0.0.0',
    profile: null,
    pins: {},
    budget: 'quick',
    timeMaxSeconds: 60,
    seed: 7,
    mode: 'read-only',
    singles: 'read',
    actions: 'read',
    laws: [],
    required: null,
    shard: null,
    broker: null,
    pacts: 'leave-out',
    json: { file },
    junit: null,
    html: null,
    summary: null,
    tests: null,
    form: 'full',
    ci: 'none',
    record: null,
    redact: [],
    keep: [],
    inspect: null,
  };
}

describe('merge, of shards that do not belong together', () => {
  interface Shape {
    [member: string]: unknown;
    parts: { report: Record<string, unknown>; error: unknown }[];
  }
  let files: readonly string[] = [];
  let shapes: readonly Shape[] = [];

  beforeAll(async () => {
    const runs = await runShards(2, { mode: 'read-only', laws: ['list-follows'] });
    files = runs.map(({ file }) => file);
    shapes = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Shape);
  });

  /** Merges both, one of them changed; it stands in `odd.json`. */
  function mergeOdd(change: (shape: Shape) => unknown): CommandRun {
    const shape = structuredClone(shapes[1] as Shape);
    const changed = change(shape);
    const text =
      typeof changed === 'string'
        ? changed
        : JSON.stringify(changed === undefined ? shape : changed);
    writeFileSync(folder.at('odd.json'), text);
    const out = folder.at('never.json');
    const merged = merge([files[0] ?? '', folder.at('odd.json')], { json: { file: out } });
    // Nothing is written, and nothing told of a service.
    expect(merged).toMatchObject({ code: 2, stdout: '' });
    expect(readdirSync(folder.path).filter((name) => name.startsWith('never'))).toEqual([]);
    return { ...merged, stderr: merged.stderr.replaceAll(`${folder.path}/`, '') };
  }

  const AGAIN = 'Run that shard again.\n';
  const NAME = 'Name a file written by "verify --shard <i/n> --json <file>".\n';
  const VERSION = 'Run all shards and "standin merge" with the same version of Standin.\n';
  const TOGETHER =
    'Merge the reports of one run: all shards with the same files, the same address and the same options.\n';

  it.each<[string, (shape: Shape) => unknown, string]>([
    ['no JSON', () => 'no JSON', `odd.json is not a report\n${NAME}`],
    ['nothing', () => '', `odd.json is not a report\n${NAME}`],
    ['a list', () => [], `odd.json is not a report\n${NAME}`],
    ['null', () => null, `odd.json is not a report\n${NAME}`],
    ['deep nesting', () => '['.repeat(100_000), `odd.json is not a report\n${NAME}`],
    ['another document', () => ({ log: {} }), `odd.json is not a report\n${NAME}`],
    [
      'the report of a whole run',
      ({ parts }) => parts[0]?.report,
      `odd.json is the report of a run without --shard\n${NAME}`,
    ],
    [
      'a key given twice',
      (shape) => JSON.stringify(shape).replace('"end":', '"end":"whole","end":'),
      'odd.json is damaged: ',
    ],
    [
      'a cut file',
      (shape) => JSON.stringify(shape).slice(0, -20),
      `odd.json is not a report\n${NAME}`,
    ],
    [
      'another form',
      (shape) => ({ ...shape, format: 2 }),
      `odd.json has the format 2, but only 1 is supported\n${VERSION}`,
    ],
    [
      'another version',
      (shape) => ({ ...shape, version: '9.\u001b[2J' }),
      `odd.json was written by Standin 9.\\u001b[2J, and this is 0.0.0\n${VERSION}`,
    ],
    [
      'no parts',
      ({ parts: _, ...shape }) => shape,
      `odd.json is damaged: must have required property 'parts'\n${AGAIN}`,
    ],
    [
      'an odd part',
      (shape) => ({ ...shape, parts: [7] }),
      `odd.json is damaged: /parts/0 must be object\n${AGAIN}`,
    ],
    [
      'prototypes',
      (shape) => JSON.stringify(shape).replace('"parts"', '"__proto__"'),
      `odd.json is damaged: must have required property 'parts'\n${AGAIN}`,
    ],
    [
      'a shard beyond',
      (shape) => ({ ...shape, shard: { index: 3, count: 2 } }),
      `odd.json is damaged: there is no shard 3/2\n${AGAIN}`,
    ],
    [
      'a contract of no set',
      (shape) => ({ ...shape, own: ['who'] }),
      `odd.json is damaged: /own names a contract that is not in /set\n${AGAIN}`,
    ],
    [
      'a part left out',
      (shape) => ({ ...shape, parts: shape.parts.slice(1) }),
      `odd.json is damaged: /parts are not those of /own\n${AGAIN}`,
    ],
    [
      'parts left out',
      (shape) => ({ ...shape, parts: [] }),
      `odd.json is damaged: /parts lack a contract of /own\n${AGAIN}`,
    ],
    [
      'a verdict made better',
      (shape) =>
        void Object.assign(shape.parts[0]?.report ?? {}, { verdict: 'conforms', laws: [] }),
      `odd.json is damaged: the verdict of /parts/0 contradicts its laws and findings\n${AGAIN}`,
    ],
    [
      'a verdict without a law that held',
      (shape) =>
        void Object.assign(shape.parts[0]?.report ?? {}, {
          verdict: 'partly',
          reason: 'Not tried.',
          findings: [],
          laws: [],
        }),
      `odd.json is damaged: the verdict of /parts/0 contradicts its laws and findings\n${AGAIN}`,
    ],
    [
      'contracts that it does not have',
      (shape) => ({ ...shape, own: [], parts: [] }),
      'people is in no shard\nRun all shards again.\n',
    ],
    [
      'contracts of the other',
      (shape) => ({ ...shape, own: shapes[0]?.['own'], parts: shapes[0]?.parts }),
      'guests is in two shards: 2-1/r.json and odd.json\nRun all shards again.\n',
    ],
    [
      'another number of shards',
      (shape) => ({ ...shape, shard: { index: 2, count: 3 } }),
      `the reports belong to different runs: the number of shards is 2 in 2-1/r.json, 3 in odd.json\n${TOGETHER}`,
    ],
    [
      'another set',
      (shape) => ({ ...shape, set: { resources: [...RESOURCES, 'who'], digest: 'x', taken: [] } }),
      `the reports belong to different runs: the set of contracts is ${RESOURCES.join(', ')} in 2-1/r.json, ${RESOURCES.join(', ')}, who in odd.json\n${TOGETHER}`,
    ],
    [
      'other contents',
      (shape) => ({ ...shape, set: { resources: RESOURCES, digest: 'x', taken: [] } }),
      'the reports belong to different runs: the content of contracts, schemas and pacts is ',
    ],
    ...(
      [
        'target',
        'seed',
        'budget',
        'mode',
        'laws',
        'choices',
        'pacts',
        'max-time',
        'timeout',
      ] as const
    ).map((term): [string, (shape: Shape) => unknown, string] => [
      `another ${term}`,
      (shape) => ({ ...shape, terms: { ...(shape['terms'] as object), [term]: 'else' } }),
      `the reports belong to different runs: ${term} is `,
    ]),
    [
      'a term left out',
      (shape) => ({ ...shape, terms: {} }),
      'the reports belong to different runs: target is http://127.',
    ],
    [
      'the first once more',
      () => shapes[0],
      'two reports are of shard 1/2: 2-1/r.json and odd.json\nName each report once, ',
    ],
  ])('refuses %s', (_, change, told) => {
    const { stderr } = mergeOdd(change);
    expect(stderr.startsWith(`standin: ${told}`), stderr).toBe(true);
    expect(stderr.split('\n')).toHaveLength(3);
  });

  it('refuses missing files, and to replace a file that it reads', () => {
    expect(merge([folder.at('nowhere.json')]).stderr).toMatch(
      /nowhere\.json cannot be read: there is no such file or folder\nCheck the name/,
    );
    expect(merge([folder.path]).stderr).toMatch(/ cannot be read: it is a folder\n/);
    execFileSync('mkfifo', [folder.at('pipe.json')]);
    expect(merge([folder.at('pipe.json')]).stderr).toMatch(
      /pipe\.json cannot be read: it is not a file, but a pipe/,
    );
    writeFileSync(
      folder.at('latin.json'),
      Buffer.from('{"kind":"shard","version":"\xe9"}', 'latin1'),
    );
    expect(merge([folder.at('latin.json')]).stderr).toMatch(
      /latin\.json cannot be read: it is not UTF-8\nCheck the name/,
    );
    expect(merge([files[1] ?? '']).stderr).toMatch(/^standin: shard 1\/2 is missing\n/);
    for (const how of ['whole', 'append'] as const) {
      const taken = merge(files, { summary: { file: files[0] ?? '', how } });
      expect(taken.stderr).toMatch(
        /r\.json would replace a file that Standin reads\nName another file/,
      );
    }
    expect(JSON.parse(readFileSync(files[0] ?? '', 'utf8'))).toEqual(shapes[0]);
  });

  it('refuses two resources that would share one report file', () => {
    const named = files.map((file, at) => {
      const text = readFileSync(file, 'utf8')
        .replaceAll('"people"', '"a/b"')
        .replaceAll('"staff"', '"a:b"');
      const changed = folder.at(`named-${at}.json`);
      writeFileSync(changed, text);
      return changed;
    });
    expect(merge(named).stderr).not.toContain('would both');
    const { code, stderr } = merge(named, { junit: folder.at('met.xml') });
    expect([code, stderr.replaceAll(`${folder.path}/`, '')]).toEqual([
      2,
      'standin: "a/b" and "a:b" would both be written to met-a_b.xml\nRename one of them, or name one contract with --contract <file>.\n',
    ]);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('met'))).toEqual([]);
  });

  it('adds to the step summary as far as it has room, and says if it cannot', () => {
    const step = folder.at('step.md');
    writeFileSync(step, 'Before.\n\n');
    const conforming = merge(files, { summary: { file: step, how: 'append' } });
    expect(conforming.stderr).not.toContain('summary');
    expect(readFileSync(step, 'utf8')).toMatch(
      /^Before\.\n\n## standin verify .*\| people \|.*\| users \|/s,
    );
    writeFileSync(step, 'x'.repeat(999_500));
    merge(files, { summary: { file: step, how: 'append' } });
    expect(readFileSync(step).length).toBeLessThan(1_048_576);
    const nowhere = merge(files, { summary: { file: folder.path, how: 'append' } });
    expect(nowhere).toMatchObject({ code: 2 });
    expect(nowhere.stderr).toMatch(
      /the summary of the step cannot be written to .*: EISDIR\nName another file with --summary\.\n$/,
    );
  });

  it('reports what it could not write, and ends with 2', () => {
    const { code, stderr } = merge(files, { html: folder.at('no', 'such', 'folder.html') });
    expect(code).toBe(2);
    expect(stderr).toContain('folder-people.html');
  });
});
