// `standin` without a command, and `standin init`: what is said, what is made, and the code it ends
// with.

import { EventEmitter } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initProject } from '../../../src/commands/init/init.ts';
import { runWithoutCommand } from '../../../src/commands/init/no-command.ts';
import { askOn } from '../../../src/commands/shared/ask.ts';
import { runToEnd } from '../../support/cli.ts';

const home = process.cwd();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-begin-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

/** Begins where somebody answers each question so, or where nobody is there. */
async function beginWith(
  answer: string | null,
): Promise<{ code: number; output: string; errors: string; asked: readonly string[] }> {
  let [output, errors] = ['', ''];
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return answer ?? '';
  };
  const into = (take: (text: string) => void) => ({ write: take });
  const code = await runWithoutCommand(
    answer === null ? null : ask,
    into((text) => {
      output += text;
    }),
    into((text) => {
      errors += text;
    }),
  );
  return { code, output, errors, asked };
}

describe('begin', () => {
  it('escapes control characters from a contract', async () => {
    initProject('.');
    const users = JSON.parse(readFileSync('contracts/users.json', 'utf8')) as object;
    writeFileSync(
      'contracts/users.json',
      JSON.stringify({ ...users, title: 'Users\u001b]0;gone\u0007\u202e' }),
    );
    const { code, output } = await beginWith(null);
    expect(code).toBe(0);
    expect(output).toContain('This folder has Users\\u001b]0;gone\\u0007\\u202e:\n');
    expect(output).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });

  it.each(['y\n', 'Y', ' yes \r\n'])(
    'creates the example project if the user answers %j',
    async (answer) => {
      const { code, output, asked } = await beginWith(answer);
      expect(asked).toEqual([
        'Create an example project here, a mock of users to try and to change? [y/N] ',
      ]);
      expect(code).toBe(0);
      expect(output).toContain('An example project is in this folder:\n');
      expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'contracts', 'db.json', 'schemas']);
    },
  );

  it.each(['', '\n', 'n\n', 'yess', 'ja'])(
    'creates nothing if the user answers %j, and says how to continue',
    async (answer) => {
      const { code, output } = await beginWith(answer);
      expect(code).toBe(0);
      expect(output).toContain(
        'Nothing was created.\n"standin init" makes an example project in this folder',
      );
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('offers another folder if files of this one are in the way of the example', async () => {
    mkdirSync('schemas');
    writeFileSync('schemas/mine.json', '{}');
    const { asked } = await beginWith('y');
    expect(asked).toEqual([
      'Create an example project in standin-example, a mock of users to try and to change? [y/N] ',
    ]);
    expect(readdirSync('schemas')).toEqual(['mine.json']);
    expect(existsSync('standin-example/contracts/users.json')).toBe(true);
  });

  it('describes rows alone as a project', async () => {
    writeFileSync('db.json', '{"mine":[{"id":1}]}');
    const { code, output, asked } = await beginWith('y');
    expect([code, asked]).toEqual([0, []]);
    expect(output).toContain('This folder has mine:\n\n  /mine      1 row in db.json, GET POST');
  });

  it('describes an existing project, and asks nothing', async () => {
    initProject('.');
    const { code, output, asked } = await beginWith('y');
    expect([code, asked]).toEqual([0, []]);
    expect(output).toContain(
      'This folder has Users interface:\n\n  /users     5 rows in db.json, GET POST PUT PATCH DELETE\n\n  standin serve ',
    );
  });

  it('explains how to serve a project without seed data', async () => {
    initProject('.');
    rmSync('db.json');
    const { output } = await beginWith(null);
    expect(output).toContain(
      '  /users     GET POST PUT PATCH DELETE\n\n  standin serve --db <file>',
    );
  });

  it('reports what is wrong with a broken project', async () => {
    initProject('.');
    writeFileSync('contracts/users.json', '{');
    await expect(beginWith('y')).rejects.toMatchObject({ code: 'project-invalid' });
  });
});

describe('standin, in an empty folder without a terminal', () => {
  it('explains how to start and ends with 2', async () => {
    expect(await runToEnd([], { cwd: folder })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `standin: there is no project in this folder: no folder "contracts"
"standin init" makes an example project in this folder, "standin init <folder>" in another one.
"standin serve --contract <path>" serves contracts that are elsewhere; "standin --help" lists all commands.
`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes serve explain how to start', async () => {
    expect(await runToEnd(['serve'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr:
        'standin: there is no folder "contracts" here, and no other source was found\nName what to start from (openapi.yaml, db.json, a .har file, an address or a folder of contracts), or start in its folder. "standin init" creates an example project.\n',
    });
  });

  it('creates the example with init, prints commands to try, and replaces nothing', async () => {
    const made = await runToEnd(['init', 'my mock'], { cwd: folder });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain("An example project is in 'my mock':\n");
    expect(made.stdout).toContain("\nNow try:\n  cd 'my mock'\n  npx standin serve ");
    expect(await runToEnd(['init', 'my mock'], { cwd: folder })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'standin: schemas, db.json and contracts are in my mock already\nNothing was written. Name another folder: standin init <folder>\n',
    });
    const begun = await runToEnd([], { cwd: join(folder, 'my mock') });
    expect(begun).toMatchObject({ code: 0, stderr: '' });
    expect(begun.stdout).toContain('This folder has Users interface:\n');
  });
});

describe('initProject', () => {
  it('names the line that an existing .gitignore lacks', () => {
    writeFileSync('.gitignore', 'dist\n');
    expect(initProject('.')).toContain('Your .gitignore is unchanged. Add ".standin/" to it');
    expect(readFileSync('.gitignore', 'utf8')).toBe('dist\n');
  });
});

describe('askOn', () => {
  const inputOf = (isTTY: boolean) => {
    const input = Object.assign(new EventEmitter(), {
      isTTY,
      paused: false,
      setEncoding: () => input,
      pause: () => input,
    });
    return input;
  };

  it.each([
    [true, false],
    [false, true],
  ])('asks nothing if input or output is no terminal', (input, output) => {
    expect(
      askOn({
        input: inputOf(input) as never,
        output: { isTTY: output, write: () => true } as never,
      }),
    ).toBeNull();
  });

  it.each([
    ['data', 'y\n', 'y\n'],
    ['end', undefined, ''],
  ])('returns the line, or null if the input ends', async (event, sent, answer) => {
    const input = inputOf(true);
    let shown = '';
    const write = (text: string): boolean => {
      shown += text;
      return true;
    };
    const asked = askOn({ input: input as never, output: { isTTY: true, write } as never })?.(
      'Well? ',
    );
    input.emit(event, sent);
    expect([await asked, shown, input.listenerCount('data'), input.listenerCount('end')]).toEqual([
      answer,
      'Well? ',
      0,
      0,
    ]);
  });
});
