// The harness itself: what is planted wrong in a page is found, at its line.

import { describe, expect, it } from 'vitest';
import { fencesIn } from './fences.ts';
import { findMismatch } from './matching.ts';
import { PageRun } from './page.ts';
import { Ports } from './ports.ts';
import { stepsOf } from './steps.ts';

/** Runs a page. Returns the error at the end; nothing if all went well. */
async function read(...lines: readonly string[]): Promise<string> {
  const page = new PageRun('docs/planted.md');
  try {
    for (const step of stepsOf(lines.join('\n'))) await page.run(step);
    await page.checkTypes();
    return '';
  } catch (error) {
    return String(error);
  } finally {
    await page.close();
  }
}

describe('a page', () => {
  it('passes if its fences print the expected output, across folders and variables', async () => {
    const told = await read(
      ...['```sh', 'mkdir deep && cd deep', 'export NAME=Zoë', '```'],
      ...['```json file=deep/a.json', '{"a": 1}', '```'],
      ...[
        '```console',
        '$ cat a.json; echo $NAME',
        '{"a": 1}',
        'Zoë',
        '$ false',
        '$ echo $?',
        '1',
        '```',
      ],
      ...['```console', "$ printf 'one\\ntwo\\n' | \\", '> cat -n', '…', '  …2	two', '```'],
    );
    expect(told).toBe('');
  });

  it('fails if the output differs, and names file, line, command, expected and actual output', async () => {
    const told = await read(
      'Text',
      '',
      '```console',
      '$ echo one',
      'one',
      '$ echo two',
      'three',
      '```',
    );
    expect(told).toContain('docs/planted.md:6\n$ echo two\nexpected: three\ngot: two\n');
  });

  it('fails if the output is longer or shorter', async () => {
    expect(await read('```console', '$ echo one; echo two', 'one', '```')).toContain(
      'expected: (the end)\ngot: two',
    );
    expect(await read('```console', '$ echo one', 'one', 'two', '```')).toContain(
      'expected: two\ngot: (the end)',
    );
  });

  it('fails if a command fails', async () => {
    expect(await read('```sh', 'echo before', 'no-such-command', 'echo after', '```')).toMatch(
      /planted\.md:1\n[\s\S]*it ended with 127[\s\S]*no-such-command: command not found/,
    );
    expect(await read('```console', '$ exit 3', '```')).toContain('the shell ended with 3');
    expect(await read('```console', '$ sh -c "exit 3"', '```')).toContain('it ended with 3');
  });

  it.each([
    [
      'a language that is not run',
      ['```ruby', 'puts 1', '```'],
      'it is neither run (sh, console, ts), nor a file',
    ],
    ['no language', ['```', 'text', '```'], 'it is neither run (sh, console, ts), nor a file'],
    ['output that is said of no command', ['```text', 'text', '```'], 'it is neither run'],
    [
      'a word that is not known',
      ['```sh skip', 'false', '```'],
      '"skip" is not known; there is background, eventually',
    ],
    [
      'a reason of its own',
      ['```sh not-run=lazy', 'false', '```'],
      '"lazy" is no reason; there is network, ',
    ],
    [
      'a file outside the folder',
      ['```json file=../a.json', '{}', '```'],
      '"../a.json" is no file of the project',
    ],
    [
      'a console without a command',
      ['```console', 'one', '```'],
      'the first line of a console is "$ <command>"',
    ],
    ['invalid JSON', ['```json file=a.json', '{a: 1}', '```'], 'SyntaxError'],
  ])('fails at %s', async (_, lines, told) => {
    const found = await read(...lines);
    expect(found).toContain('docs/planted.md:1\n');
    expect(found).toContain(told);
  });

  it('fails at a fence that is not closed', () => {
    expect(() => fencesIn('```sh\ntrue\n')).toThrow('line 1: this fence is never closed');
  });

  it('fails if TypeScript has type errors, even if it runs', async () => {
    const told = await read('', '```ts', "const one: number = 'two';", 'export { one };', '```');
    expect(told).toContain('docs/planted.md:2\n$ tsc\nsnippet-2.ts(1,7)');
  });

  it('fails if TypeScript throws', async () => {
    expect(await read('```ts', "throw new Error('as it runs');", '```')).toContain('as it runs');
  });

  it('fails if a server exits, and if it prints something else', async () => {
    expect(await read('```sh background', 'echo no server', '```')).toContain(
      'it ended by itself, having printed:\nno server',
    );
    const lines = [
      '```console background',
      '$ echo "at http://127.0.0.1:3000"; exec sleep 60',
      'at http://127.0.0.1:3001',
      '```',
    ];
    expect(await read(...lines.map((line) => line.replace('exec sleep 60', 'true')))).toContain(
      'expected: at http://127.0.0.1:3001\ngot: at http://127.0.0.1:3000',
    );
  });

  it('serves on a free port and shows the port of the page', async () => {
    const told = await read(
      ...['```sh', 'npx standin init', '```'],
      ...[
        '```console background',
        '$ npx standin serve',
        'Standin serves Users interface at http://127.0.0.1:3000',
        '…',
        '```',
      ],
      ...[
        '```console',
        '$ curl -s http://127.0.0.1:3000/users/1',
        '{"id":1,"name":"Ada Kowalska",…}',
        '```',
      ],
    );
    expect(told).toBe('');
  });

  it('repeats a command until its output is right, and reports in the end if it never is', {
    timeout: 40_000,
  }, async () => {
    const later = ['```sh', '(sleep 0.5; echo there > late.txt) > /dev/null 2>&1 &', '```'];
    expect(await read(...later, '```console eventually', '$ cat late.txt', 'there', '```')).toBe(
      '',
    );
    expect(await read('```console', '$ cat late.txt', 'there', '```')).toContain('expected: there');
  });

  it('has a service at the address that readers use', async () => {
    expect(
      await read(
        '```console',
        '$ curl -s http://127.0.0.1:8080/api/v1/users/2',
        '…"name":"Bob"…',
        '```',
      ),
    ).toBe('');
  });
});

describe('findMismatch', () => {
  it('matches any text in a line with …, and any lines with … alone', () => {
    expect(findMismatch(['a…c', '…', 'z'], 'abc\n1\n2\nz\n')).toBeNull();
    expect(findMismatch(['…', 'z', '…'], 'z')).toBeNull();
    expect(findMismatch(['a.c'], 'abc')).toEqual({ expected: 'a.c', got: 'abc' });
    expect(findMismatch(['a', '…', 'y'], 'a\nz\n')).toEqual({ expected: 'y', got: 'z' });
    expect(findMismatch([], 'a')).toEqual({ expected: '(the end)', got: 'a' });
  });
});

describe('Ports', () => {
  it('replaces ports that a host, an option or a member names, and nothing else', async () => {
    const ports = new Ports();
    ports.set('3000', '21111');
    const written = await ports.into(
      'curl alice.localhost:3000 127.0.0.1:3000 --port 3000 { port: 3000 } 3000 rows',
    );
    expect(written).toBe(
      'curl alice.localhost:21111 127.0.0.1:21111 --port 21111 { port: 21111 } 3000 rows',
    );
    expect(ports.outOf('at http://127.0.0.1:21111/')).toBe('at http://127.0.0.1:3000/');
  });
});
