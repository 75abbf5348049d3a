import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { exportRecording, type RecordingSource } from '../../../src/commands/export/export.ts';
import type { ExportOptions } from '../../../src/commands/export/flags.ts';
import { interactionDamaged } from '../../../src/journal/file/recording-errors.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { archiveOf } from '../../support/archive.ts';
import { createRecorder } from '../../support/mock-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { record } = createRecorder();
const all: readonly Recorded[] = [
  record('GET /users'),
  record('POST /users', { json: { name: 'Zofia', email: 'zofia@example.com' } }),
  record('GET /users/999'),
];

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly isClosed: boolean;
}

async function run(
  given: Partial<ExportOptions>,
  recorded = all,
  archive = archiveOf(recorded),
): Promise<Ran> {
  const source: RecordingSource = {
    open: () => Promise.resolve(archive),
    readFilter(text) {
      if (text === 'op:')
        return {
          kind: 'flawed',
          flaw: { title: 'No operation', detail: 'op: needs an operation.', from: 0, to: 3 },
        };
      const operation = text.slice('op:'.length);
      return {
        kind: 'filter',
        filter: {
          terms:
            text === '' ? [] : [{ kind: 'operation', resource: null, operation, isNegated: false }],
        },
      };
    },
  };
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const output = {
    write(text: string, done: () => void): void {
      stdout.push(text);
      done();
    },
  };
  const options = {
    file: 'a.standin',
    form: 'har',
    out: null,
    filter: '',
    consumer: 'frontend',
    contract: 'contracts',
    version: '0.1.0',
    baseUrl: null,
    existing: 'refuse',
    ...given,
  } as const;
  const code = await exportRecording(options, source, {
    output,
    errors: { write: (text: string) => stderr.push(text) },
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join(''), isClosed: archive.isClosed() };
}

describe('exportRecording', () => {
  it('prints HAR, one entry for each interaction', async () => {
    const { code, stdout, stderr, isClosed } = await run({});
    expect(JSON.parse(stdout)).toMatchObject({
      log: {
        entries: [
          { comment: '1: conforms' },
          { comment: '2: conforms' },
          { comment: '3: not-shown' },
        ],
      },
    });
    expect({ code, stderr, isClosed }).toEqual({ code: 0, stderr: '', isClosed: true });
  });

  it('prints curl and JavaScript', async () => {
    expect((await run({ form: 'curl', filter: 'op:list' })).stdout).toBe(
      "# 1: 'GET /users, answered 200'\ncurl -sSi http://127.0.0.1:3000/users\n",
    );
    expect((await run({ form: 'fetch' })).stdout.match(/await fetch/g)).toHaveLength(3);
  });

  it('prints a pact and names what it left out', async () => {
    const { stdout, stderr, code } = await run({ form: 'pact' });
    expect(JSON.parse(stdout)).toMatchObject({
      consumer: { name: 'frontend' },
      provider: { name: 'users' },
      interactions: [{}, {}],
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'left out: interaction 3: it was refused with 404; how a service refuses is its own choice\n',
    });
    expect(await run({ form: 'pact' }, all.slice(2))).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints rows, one per line', async () => {
    const { stdout } = await run({ form: 'rows', filter: 'op:create' });
    expect(stdout).toMatch(
      /^\{\n {2}"users": \[\n {4}\{"id":\d+,"name":"Zofia","email":"zofia@example.com"\}\n {2}\]\n\}\n$/,
    );
  });

  it('names damaged interactions, and continues with the others', async () => {
    const archive = archiveOf(all);
    const damaged: typeof archive = {
      ...archive,
      find: async (seq) =>
        seq === 2 ? Promise.reject(interactionDamaged(seq)) : archive.find(seq),
    };
    const out = join(folder, 'damaged.sh');
    expect(await run({ form: 'curl', out }, all, damaged)).toMatchObject({
      code: 0,
      stderr: `${out}: 2 interactions\nleft out: interaction 2: its recording is damaged\n`,
    });
    expect(readFileSync(out, 'utf8').match(/^curl/gm)).toHaveLength(2);
    rmSync(out);
  });

  it.each(['har', 'curl', 'fetch', 'pact', 'rows'] as const)(
    'ends with 2 if everything is damaged, as %s',
    async (form) => {
      const archive = archiveOf(all);
      const damaged: typeof archive = {
        ...archive,
        find: (seq) => Promise.reject(interactionDamaged(seq)),
      };
      const out = join(folder, 'all-damaged');
      expect(await run({ form, out }, all, damaged)).toMatchObject({
        code: 2,
        stderr: 'standin: a.standin: every matching interaction is damaged\nNothing was written.\n',
      });
      expect(readdirSync(folder)).not.toContain('all-damaged');
    },
  );

  it('writes a file completely or not at all', async () => {
    const out = join(folder, 'a.har');
    const { stdout, stderr } = await run({ out });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: `${out}: 3 interactions\n` });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveProperty('log.entries.length', 3);
    const rows = join(folder, 'db.json');
    expect((await run({ form: 'rows', out: rows, filter: 'op:create' })).stderr).toBe(
      `${rows}: 1 row\n`,
    );
    expect(readdirSync(folder).toSorted()).toEqual(['a.har', 'db.json']);
  });

  it.each(['har', 'curl', 'fetch', 'pact', 'rows'] as const)(
    'replaces a file, except pacts and rows of a project, as %s',
    async (form) => {
      const out = join(folder, 'mine');
      writeFileSync(out, '{"users": []}\n');
      if (form === 'pact' || form === 'rows') {
        await expect(run({ form, out })).rejects.toMatchObject({
          code: 'file-unwritable',
          message: expect.stringMatching(/mine exists already/),
          remedy: 'Name another file with --out, or replace this one with --force.',
        });
        expect(readFileSync(out, 'utf8')).toBe('{"users": []}\n');
      }
      expect((await run({ form, out, existing: 'replace' })).code).toBe(0);
      expect(readFileSync(out, 'utf8')).not.toContain('"users": []');
      rmSync(out);
    },
  );

  it('refuses to replace the recording that it reads', async () => {
    const file = join(folder, 'traffic.har');
    writeFileSync(
      file,
      '{"log":{"version":"1.2","creator":{"name":"standin","version":"0"},"pages":[],"entries":[]}}',
    );
    symlinkSync('traffic.har', join(folder, 'link.har'));
    for (const out of [file, join(folder, '.', 'link.har')])
      for (const form of ['har', 'pact', 'rows'] as const)
        await expect(run({ file, out, form, existing: 'replace' })).rejects.toThrow(
          `--out ${out} would replace a file that Standin reads`,
        );
    rmSync(file);
    rmSync(join(folder, 'link.har'));
  });

  it('reports that nothing matches, and writes nothing', async () => {
    const out = join(folder, 'none.har');
    expect(await run({ out, filter: 'op:remove' })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'standin: a.standin holds no interaction that matches op:remove\nNothing was written.\n',
      isClosed: true,
    });
    expect((await run({}, [])).stderr).toBe(
      'standin: a.standin holds no interactions\nNothing was written.\n',
    );
    expect(readdirSync(folder)).not.toContain('none.har');
  });

  it('reports where a filter is invalid, and why a file cannot be written', async () => {
    await expect(run({ filter: 'op:' })).rejects.toEqual(
      new StandinError(
        'option-invalid',
        '--filter at character 1, "op:": op: needs an operation.',
        'Write it like this: "status:5xx op:create", or leave it out for all.',
      ),
    );
    const out = join(folder, 'not', 'there.har');
    await expect(run({ out })).rejects.toEqual(
      new StandinError(
        'file-unwritable',
        `${out} cannot be written (ENOENT)`,
        'Name a file in a folder that exists and that you may write to.',
      ),
    );
  });
});
