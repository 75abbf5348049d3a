// The launcher, if the command line next to it is missing or broken: it says so in a sentence, and
// never ends with the exit code of a verdict.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/cli.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-launcher-'));
  cpSync(resolve(import.meta.dirname, '../../bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts it next to a command line with this text; `null` for none. */
function launch(text: string | null): ReturnType<typeof runToEnd> {
  if (text !== null) {
    mkdirSync(join(folder, 'dist/bundle'), { recursive: true });
    writeFileSync(join(folder, 'dist/bundle/cli.js'), text);
  }
  return runToEnd(['verify', 'http://127.0.0.1:1'], {
    script: join(folder, 'bin/standin.cjs'),
    cwd: folder,
  });
}

it.each([
  ['was not built', null, 'dist/bundle/cli.js'],
  ['has a package less', "import 'a-package-that-is-not-there';", "'a-package-that-is-not-there'"],
])(
  'reports that an installation that %s is incomplete, and ends with 2',
  async (_, text, named) => {
    const { code, stdout, stderr } = await launch(text);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^standin: this installation is incomplete: Cannot find .*\nInstall it again; .*"npm run build"\.\n$/,
    );
    expect(stderr).toContain(named);
  },
);

it.each([
  ['is no JavaScript', 'const 1', 'SyntaxError'],
  ['throws while it is loaded', "throw new Error('too early')", 'Error: too early'],
])(
  'reports a command line that %s as a fault of Standin, and ends with 2',
  async (_, text, named) => {
    const { code, stdout, stderr } = await launch(text);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^standin: a bug in Standin; please report it:\n/);
    expect(stderr).toContain(named);
  },
);

it('leaves the exit to an intact command line', async () => {
  expect(
    await launch('process.stdout.write(process.argv.slice(2).join()); process.exitCode = 1'),
  ).toMatchObject({
    code: 1,
    stdout: 'verify,http://127.0.0.1:1',
    stderr: '',
  });
});

describe('an installed launcher', () => {
  let modules = '';
  beforeEach(() => {
    modules = join(folder, 'node_modules');
    const installed = join(modules, 'standin');
    cpSync(join(folder, 'bin'), join(installed, 'bin'), { recursive: true });
    mkdirSync(join(installed, 'dist/bundle'), { recursive: true });
    writeFileSync(join(installed, 'package.json'), '{"type":"module"}');
    writeFileSync(join(installed, 'dist/bundle/cli.js'), "process.stdout.write('started');");
  });

  /** Starts it as outside of these tests, whose own processes keep their code elsewhere. */
  function launchInstalled(): ReturnType<typeof runToEnd> {
    const script = join(modules, 'standin/bin/standin.cjs');
    return runToEnd([], { script, cwd: folder, env: { NODE_COMPILE_CACHE: '' } });
  }

  it('keeps what Node made of the code beside the package', async () => {
    for (const start of ['first', 'second'])
      expect([start, await launchInstalled()]).toMatchObject([
        start,
        { code: 0, stdout: 'started', stderr: '' },
      ]);
    const [version = ''] = readdirSync(join(modules, '.cache/standin-code'));
    expect(version).toMatch(/^v\d/);
    expect(readdirSync(join(modules, '.cache/standin-code', version))).not.toEqual([]);
  });

  it('starts where it cannot keep anything', async () => {
    writeFileSync(join(modules, '.cache'), 'a file where a folder belongs');
    expect(await launchInstalled()).toMatchObject({ code: 0, stdout: 'started', stderr: '' });
  });

  it('keeps nothing where there are no packages', async () => {
    mkdirSync(join(folder, 'dist/bundle'), { recursive: true });
    writeFileSync(join(folder, 'dist/bundle/cli.js'), "process.stdout.write('started');");
    rmSync(modules, { recursive: true });
    const script = join(folder, 'bin/standin.cjs');
    expect(
      await runToEnd([], { script, cwd: folder, env: { NODE_COMPILE_CACHE: '' } }),
    ).toMatchObject({ stdout: 'started' });
    expect(existsSync(modules)).toBe(false);
  });
});
