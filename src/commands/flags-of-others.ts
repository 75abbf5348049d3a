// Flags and commands that users of other tools try, and what does the same here. Data alone: a
// command says it of a flag that it does not have.

import { suggest } from '../base/suggest.ts';

const FOLLOWS = 'Files are followed while Standin serves: leave it out.';
const REPORTS = 'Use --json, --junit, --html or --summary with a file.';
const IN_CODE = 'Write contracts/routes.ts: docs/contract.md#routes-in-code.';
const PATHS = 'Name the paths in a contract: docs/contract.md#members-of-a-contract.';
const SET_UP = 'Standin makes and removes the items that it needs: leave it out.';

/**
 * What to do instead: flags with one meaning, and the hints for it. The first hint counts whose own
 * options the command has.
 */
const MEANINGS: readonly (readonly [flags: string, ...hints: string[]])[] = [
  // Servers
  ['-w', 'Use --shard to share the work between machines.', FOLLOWS],
  ['--watch --reload --hot --poll --polling-interval', FOLLOWS],
  ['-p --listen', 'Use --port.'],
  ['-H --hostname --bind --address --ip', 'Use --host.'],
  ['--prefix --base --basepath --path-prefix --mount', 'Use --base-path.'],
  ['-d --latency --slow --wait --sleep --throttle', 'Use --delay.'],
  ['--fail --fail-rate --error-rate --response-code --status', 'Use --override "* code=503".'],
  ['--routes -r', PATHS],
  ['--middlewares --middleware -m --handlers --functions', IN_CODE],
  [
    '--static -s --public --public-dir',
    'Standin serves no files: leave that to the server of your pages.',
  ],
  [
    '--id -i',
    'The id is "id" or "_id"; a contract can name another: docs/contract.md#members-of-a-contract.',
  ],
  ['--foreignKeySuffix --fks', 'Mark references with "x-ref": docs/contract.md#references.'],
  [
    '--snapshots --persist --write --in-memory',
    'Use --save to keep changes, or worlds: docs/worlds-and-faults.md.',
  ],
  ['--ro', 'Use --read-only.'],
  ['--no-cors --disable-cors --nc', 'Use --pin cors.origin=none.'],
  [
    '--cors --allow-origin --enable-cors',
    'Pages of every origin may read the answers already: leave it out.',
  ],
  ['--no-gzip --ng', 'Answers are not compressed: leave it out.'],
  ['--open', 'The address of the page is printed at the start: open it there.'],
  [
    '--strictPort --strict-port',
    'A port that you name is never replaced by another: leave it out.',
  ],
  ['--multiprocess --detach', 'To go on in the shell, put & behind the command.'],
  ['--dynamic', 'Send Prefer: dynamic=true, or use --profile prism.'],
  ['--errors', 'Requests that do not fit are refused already: leave it out.'],
  [
    '--validate-request --validate --strict',
    'Use --require.',
    'Requests that do not fit are refused already: leave it out.',
  ],
  ['--ssl --tls --secure', 'Use --https.'],
  // What is printed and written
  [
    '--verbose --debug --trace --log-level --loglevel --verboseLevel --log-transaction',
    'Use --inspect to see each request.',
    'Use --record, or open the page that the start names.',
  ],
  ['--silent -q --no-log --nl --no-logs --logger', 'Use --quiet.'],
  [
    '--config -c',
    'There is no file of options: write the command into the scripts of package.json.',
  ],
  ['--format -F', 'Use --form.', REPORTS],
  ['--output -o --out-file --outfile --report-dir', 'Use --out.', 'Use --record.', REPORTS],
  ['--reporter --report --reports', REPORTS],
  ['--junit-xml --junitxml --junit-path', 'Use --junit.'],
  ['--har --cassette-path --vcr --cassette', 'Use --record.'],
  ['--force', 'Leave it out: files of reports are always replaced.'],
  ['--overwrite --yes -y', 'Use --force.', 'Nothing is asked: leave it out.'],
  ['--env -e', 'Set the variable before the command: STANDIN_TOKEN=... standin verify ...'],
  // The source and the service
  [
    '--data --spec --schema --file --input --openapi --swagger --document --db-file',
    'Name the file right after the command, without a flag.',
  ],
  [
    '--base-url --url --server --endpoint-url --provider-base-url --target',
    'Name the address after the source, without a flag.',
  ],
  ['--token', 'Use --pin auth.scheme=bearer, and --credential for the value.'],
  ['--bearer --oauth2-bearer --bearer-token', 'Use --token.'],
  ['--auth --api-key', 'Use --token, or -H "Authorization: ...".'],
  ['--user -u --basic', 'Use -H "Authorization: Basic ...", or http://user:password@host.'],
  ['--cookie -b', 'Use -H "Cookie: name=value".'],
  ['--user-agent -A', 'Use -H "User-Agent: ...".'],
  ['--max-time --request-timeout', 'Use --timeout.'],
  [
    '-k --insecure --no-verify --tls-verify --request-tls-verify --cacert --ca',
    'Trust the authority that signed it: NODE_EXTRA_CA_CERTS=authority.pem standin ...',
  ],
  // Tests of a service
  [
    '--checks --check --rule --rules --tests --test',
    'Use --law: "standin laws" prints their names.',
  ],
  ['--names --list --list-tests', '"standin laws" prints what is tried.'],
  [
    '--only --path --endpoint --operation --include-path --include-operation-id --include-tag --tag --resource',
    'Use --law, or --contract with the file of one resource.',
  ],
  ['-X --request --method --include-method', 'Use --read-only to send GET alone, or --law.'],
  [
    '--exclude --exclude-path --exclude-name --exclude-operation-id --exclude-tag --exclude-method --skip --ignore',
    'Use --skip-operation.',
  ],
  ['--exclude-check --exclude-checks --disable-check', 'Use --skip-law.'],
  ['--set-body --set-path --set-query --env-var --var --variable --set', 'Use --value or --param.'],
  ['--dry-run --get-only --safe', 'Use --read-only.'],
  ['--hypothesis-seed --generation-seed --faker-seed --random-seed', 'Use --seed.'],
  ['--max-examples --hypothesis-max-examples -n --runs --iterations --phases', 'Use --budget.'],
  ['--workers --parallel --concurrency -j', 'Use --shard, or --rate to send less.'],
  ['--rate-limit --rps', 'Use --rate.', 'Use --pin limit.requests=60.'],
  ['--hookfiles --hooks --language -a --state --setup --teardown', SET_UP],
  [
    '--bail --exitfirst -x --fail-fast --max-failures',
    'All laws are tried, and the first line counts what broke; --max-time ends sooner.',
  ],
  ['--retry --request-retries --max-retries', 'Use --retries.'],
  ['-v', 'standin -V prints the version; the page shows each request.'],
];

/** The hints of each flag. */
const INSTEAD: ReadonlyMap<string, readonly string[]> = new Map(
  MEANINGS.flatMap(([flags, ...hints]) => flags.split(' ').map((flag) => [flag, hints] as const)),
);

/** What to use instead, by what it says: commands with one meaning. */
const COMMANDS: readonly (readonly [commands: string, hint: string])[] = [
  ['mock start up dev preview watch server prism', 'Use serve.'],
  ['run', 'Use serve for a mock, or verify for a service.'],
  ['proxy capture tee intercept mitm', 'Use record.'],
  ['test validate fuzz check', 'Use verify for a service, or contract for the files.'],
  ['lint show describe routes endpoints', 'Use contract.'],
  ['choices options', 'Use contract --choices.'],
  ['ls list tests checks', 'Use contract for the operations, or laws for what verify tests.'],
  ['import create new scaffold setup', 'Use init; init --from <source> for what you have.'],
  ['generate gen fake faker data', 'Use seed for rows, or openapi for a document.'],
  ['convert', 'Use openapi for a document, or export for a recording.'],
  ['har curl', 'Use export with --form.'],
  ['replay play', 'Use serve to start a mock from a recording, or inspect to look at it.'],
  ['view ui open studio report trace logs log', 'Use inspect with a recording or a report.'],
  ['diff breaking changes', 'Use compare for recordings, or verify --since for documents.'],
  ['build', 'Nothing has to be built: use serve.'],
  ['stop down kill', 'Ctrl-C in its terminal ends a server.'],
  ['version', 'Use --version.'],
  ['cleanup rm remove', 'Use clean.'],
  ['pact', 'Use publish for the pacts of a consumer, or verify for a service.'],
];

const HINTS_OF_COMMANDS: ReadonlyMap<string, string> = new Map(
  COMMANDS.flatMap(([names, hint]) => names.split(' ').map((name) => [name, hint] as const)),
);

/** The options of the command that runs, and those of the others with the names of the commands. */
export interface KnownOptions {
  /** `null` if no command was named. */
  readonly own: readonly string[] | null;
  readonly others: ReadonlyMap<string, readonly string[]>;
}

/** Adds what to do instead to the words of an unknown command. */
export function withCommandOfOthers(text: string): string {
  const [first = '', command = ''] = /^error: unknown command '([^']+)'/.exec(text) ?? [];
  const hint = /[./]/.test(command)
    ? `To start from it: standin serve ${command}`
    : HINTS_OF_COMMANDS.get(command);
  return hint === undefined ? text : `${first}\n(${hint})\n`;
}

/** Adds what to do instead to the words of an unknown option. */
export function withFlagOfOthers(text: string, { own, others }: KnownOptions): string {
  const [first = '', flag = ''] = /^error: unknown option '([^'=]+)[^']*'/.exec(text) ?? [];
  if (flag === '') return text;
  if (own === null) return `${first}\n(Name the command first, as in: standin serve db.json)\n`;
  const meant = INSTEAD.get(flag) ?? [];
  const missing = meant.map((hint) => optionsIn(hint).filter((one) => !own.includes(one)));
  const hint =
    meant.find((_hint, index) => missing[index]?.length === 0) ??
    misspelt(flag, own) ??
    elsewhere([[flag], ...missing], others);
  return hint === null ? `${first}\n` : `${first}\n(${hint})\n`;
}

function optionsIn(text: string): readonly string[] {
  return text.match(/--[a-z-]+/g) ?? [];
}

/** One slip for four characters: in short names, more would be another word. */
function misspelt(flag: string, own: readonly string[]): string | null {
  const bare = flag.replace(/^-+/, '');
  const near = suggest(
    bare,
    own.map((one) => one.slice(2)),
    Math.max(1, Math.floor(bare.length / 4)),
  );
  return near === null ? null : `Did you mean --${near}?`;
}

/** Names the commands that have the first of these sets of options. */
function elsewhere(
  sets: readonly (readonly string[])[],
  others: KnownOptions['others'],
): string | null {
  for (const flags of sets) {
    const [some = [], ...more] = flags.map((flag) => others.get(flag) ?? []);
    const commands = some.filter((name) => more.every((names) => names.includes(name)));
    if (commands.length === 0) continue;
    const are = flags.length === 1 ? 'is an option' : 'are options';
    return `${listed(flags)} ${are} of ${listed(commands)}.`;
  }
  return null;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
