// The words that `verify`, `learn`, `laws` and `clean` take on the command line, and what is said
// of those that they do not.

import { describe, expect, it } from 'vitest';
import { runToEnd } from './support/cli.ts';
import { expectDiscretion } from './support/problem.ts';

describe('standin verify, learn, laws and clean', () => {
  it.each(['verify', 'merge', 'learn', 'laws', 'clean'])('%s explains itself', async (command) => {
    const { code, stdout, stderr } = await runToEnd([command, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: standin ${command}`);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.each([
    [
      ['verify', 'http://h', '--buget', 'quick'],
      "error: unknown option '--buget'\n(Did you mean --budget?)\n",
    ],
    [
      ['verify', 'http://h', '--budget', 'all'],
      "'all' is invalid. Allowed choices are quick, standard, thorough.\n",
    ],
    [
      ['verify', 'http://h', '--timeout', '0'],
      "'0' is invalid. A time is a number of seconds above 0, at most 3600.\n",
    ],
    [
      ['verify', 'http://h', '--max-time', '1e9'],

      "'1e9' is invalid. A time is a number of seconds above 0, at most 86400.\n",
    ],
    [
      ['verify', 'http://h', '--max-requests', '1e3'],
      "'1e3' is invalid. A number of requests is a whole number from 1 to 1000000.\n",
    ],
    [
      ['verify', 'http://h', '--rate', '-1'],
      "'-1' is invalid. A rate is a number of requests a second, above 0, at most 10000.\n",
    ],
    [
      ['verify', 'http://h', '--seed', '1.5'],
      "'1.5' is invalid. A seed is a whole number from 0 to 2147483647.\n",
    ],
    [
      ['verify', 'http://h', '--pin', 'create.statsu=200'],
      'there is no choice "create.statsu". Did you mean "create.status"?\n',
    ],
    [
      ['verify', 'http://h', '--write-test', 'findings.ts'],
      "'findings.ts' is invalid. Vitest runs TypeScript files whose names end in .test.ts, for example findings.test.ts.\n",
    ],
    ...['0/3', '4/3', '1', '1/0', '1/1001', '-1/3', '1/3/5', 'x'].map(
      (shard): [string[], string] => [
        ['verify', 'http://h', `--shard=${shard}`],
        `'${shard}' is invalid. A shard is part i of n, for example 2/3: i from 1 to n, n at most 1000.\n`,
      ],
    ),
    [['merge'], "error: missing required argument 'report'\n"],
    [
      ['clean', 'http://h', '--timeout', 'x'],
      "'x' is invalid. A time is a number of seconds above 0, at most 3600.\n",
    ],
  ])('reports what is wrong with %j', async (args, message) => {
    const { code, stdout, stderr } = await runToEnd(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('(add --help for the options)\n');
    expectDiscretion(stderr);
  });

  it.each([
    [
      ['verify'],
      /^standin: the address of the service is missing\nGive one address, for example http:\/\/127\.0\.0\.1:3000, /,
    ],
    [['clean'], /^standin: the address of the service is missing\n/],
    ...[
      ['--pacts', 'nowhere', '--no-pacts'],
      ['--no-pacts', '--pacts', 'nowhere'],
    ].map((pacts): [string[], RegExp] => [
      ['verify', 'http://127.0.0.1:9', ...pacts],
      /^standin: nowhere cannot be read: there is no such file or folder\n/,
    ]),
    [
      ['verify', 'http://h', '--law', 'list-folows'],
      /^standin: there is no law "list-folows"\nDid you mean "list-follows"\?\n$/,
    ],
    [
      ['verify', 'http://u:s3cr3t@h', '--header', 'Authorization:', 'Bearer', 's3cr3t'],
      /^standin: 3 addresses are too many\n/,
    ],
    [['verify', 'http://h', '--header', 's3cr3t'], /^standin: --header holds no header field\n/],
    [
      ['laws', '--contract', 'nowhere'],
      /^standin: nowhere cannot be read: there is no such file or folder\n/,
    ],
  ])('ends with 2 for %j, and prints two lines without secrets', async (args, message) => {
    const { code, stdout, stderr } = await runToEnd(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.split('\n')).toHaveLength(3);
    expect(stderr).not.toContain('s3cr3t');
    expectDiscretion(stderr);
  });

  it('prints the laws', async () => {
    const { code, stdout, stderr } = await runToEnd(['laws']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('created-is-there');
  });
});
