// Flags and commands of other tools, typed here: each is answered with the right word.

import { describe, expect, it } from 'vitest';
import { commands } from '../../src/commands/all-commands.ts';
import {
  type KnownOptions,
  withCommandOfOthers,
  withFlagOfOthers,
} from '../../src/commands/flags-of-others.ts';
import type { CommandDeclaration } from '../../src/commands/shared/option.ts';

const LONGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<CommandDeclaration>(commands).map(([name, { options }]) => [
    name,
    Object.values(options).map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? ''),
  ]),
);

function knownOf(command: string): KnownOptions {
  const others = new Map<string, string[]>();
  for (const [name, longs] of LONGS) {
    if (name === command) continue;
    for (const long of longs) others.set(long, [...(others.get(long) ?? []), name]);
  }
  return { own: LONGS.get(command) ?? null, others };
}

describe('withFlagOfOthers', () => {
  it.each([
    // json-server
    ['serve -w', 'Files are followed while Standin serves: leave it out.'],
    ['serve -H', 'Use --host.'],
    ['serve --ro', 'Use --read-only.'],
    ['serve --ng', 'Answers are not compressed: leave it out.'],
    ['serve --routes', 'Name the paths in a contract: docs/contract.md#members-of-a-contract.'],
    ['serve --middlewares', 'Write contracts/routes.ts: docs/contract.md#routes-in-code.'],
    // Prism, Mockoon, WireMock
    ['serve --dynamic', 'Send Prefer: dynamic=true, or use --profile prism.'],
    ['serve --errors', 'Requests that do not fit are refused already: leave it out.'],
    ['serve --multiprocess', 'To go on in the shell, put & behind the command.'],
    ['serve --data', 'Name the file right after the command, without a flag.'],
    ['serve --hostname', 'Use --host.'],
    ['serve --prefix', 'Use --base-path.'],
    ['serve --latency', 'Use --delay.'],
    ['serve --faker-seed', 'Use --seed.'],
    ['serve --fail-rate', 'Use --override "* code=503".'],
    // Vite, Docker, curl
    ['serve --open', 'The address of the page is printed at the start: open it there.'],
    ['serve --strictPort', 'A port that you name is never replaced by another: leave it out.'],
    ['serve --base', 'Use --base-path.'],
    ['serve --detach', 'To go on in the shell, put & behind the command.'],
    [
      'serve --config',
      'There is no file of options: write the command into the scripts of package.json.',
    ],
    ['serve --silent', 'Use --quiet.'],
    ['serve --log-level', 'Use --record, or open the page that the start names.'],
    ['serve -v', 'standin -V prints the version; the page shows each request.'],
    ['serve --tls', 'Use --https.'],
    ['verify -e', 'Set the variable before the command: STANDIN_TOKEN=... standin verify ...'],
    [
      'verify -k',
      'Trust the authority that signed it: NODE_EXTRA_CA_CERTS=authority.pem standin ...',
    ],
    ['verify -u', 'Use -H "Authorization: Basic ...", or http://user:password@host.'],
    ['verify -b', 'Use -H "Cookie: name=value".'],
    ['verify -X', 'Use --read-only to send GET alone, or --law.'],
    ['verify -o', 'Use --record.'],
    ['learn --request-timeout', 'Use --timeout.'],
    ['record --bearer', 'Use --token.'],
    // Dredd, Schemathesis, test runners
    ['verify --dry-run', 'Use --read-only.'],
    ['verify --names', '"standin laws" prints what is tried.'],
    ['verify --only', 'Use --law, or --contract with the file of one resource.'],
    ['verify --hookfiles=a.js', 'Standin makes and removes the items that it needs: leave it out.'],
    ['verify --checks', 'Use --law: "standin laws" prints their names.'],
    ['verify --hypothesis-seed', 'Use --seed.'],
    ['verify --max-examples', 'Use --budget.'],
    ['verify -w', 'Use --shard to share the work between machines.'],
    ['verify --workers', 'Use --shard, or --rate to send less.'],
    ['verify --rate-limit', 'Use --rate.'],
    ['verify --cassette-path', 'Use --record.'],
    ['verify --junit-xml', 'Use --junit.'],
    ['verify --provider-base-url', 'Name the address after the source, without a flag.'],
    ['verify --verbose', 'Use --inspect to see each request.'],
    ['init -y', 'Nothing is asked: leave it out.'],
    ['seed -o', 'Use --out.'],
    // What another command does
    ['serve --report', '--junit, --html and --summary are options of verify and merge.'],
    ['export --reporter', '--json, --junit, --html and --summary are options of verify and merge.'],
    ['serve --junit', '--junit is an option of verify and merge.'],
    ['record --endpoint', '--law is an option of verify.'],
    // An option of Standin before the command
    [' --delay', 'Name the command first, as in: standin serve db.json'],
  ])('answers "standin %s" with: %s', (typed, hint) => {
    const [command = '', flag = ''] = typed.split(' ');
    expect(withFlagOfOthers(`error: unknown option '${flag}'\n`, knownOf(command))).toBe(
      `error: unknown option '${flag}'\n(${hint})\n`,
    );
  });

  it('gives no hint for what nothing resembles', () => {
    const text = "error: unknown option '--frobnicate'\n";
    expect(withFlagOfOthers(text, knownOf('serve'))).toBe(text);
  });
});

describe('withCommandOfOthers', () => {
  it.each([
    ['db.json', 'To start from it: standin serve db.json'],
    ['mock', 'Use serve.'],
    ['dev', 'Use serve.'],
    ['run', 'Use serve for a mock, or verify for a service.'],
    ['test', 'Use verify for a service, or contract for the files.'],
    ['proxy', 'Use record.'],
    ['lint', 'Use contract.'],
    ['ls', 'Use contract for the operations, or laws for what verify tests.'],
    ['import', 'Use init; init --from <source> for what you have.'],
    ['generate', 'Use seed for rows, or openapi for a document.'],
    ['replay', 'Use serve to start a mock from a recording, or inspect to look at it.'],
    ['diff', 'Use compare for recordings, or verify --since for documents.'],
    ['version', 'Use --version.'],
    ['logs', 'Use inspect with a recording or a report.'],
  ])('answers "standin %s" with: %s', (command, hint) => {
    const text = `error: unknown command '${command}'\n(Did you mean laws?)\n`;
    expect(withCommandOfOthers(text)).toBe(`error: unknown command '${command}'\n(${hint})\n`);
  });

  it('names only commands and options that there are', () => {
    const hints = ['mock', 'run', 'test', 'generate', 'diff', 'pact'].map((name) =>
      withCommandOfOthers(`error: unknown command '${name}'\n`),
    );
    for (const hint of hints)
      for (const [, name = ''] of hint.matchAll(/\b(?:Use|or) ([a-z]+)/g))
        expect([...LONGS.keys()]).toContain(name);
  });
});
