// Flags and commands that users of other tools try, and what does the same here. Data alone: a
// command says it of a flag that it does not have.

import { suggest } from '../base/suggest.ts';

const FOLLOWS = 'Files are followed while Standin serves: leave it out.';
const REPORTS = 'Use --json, --junit, --html or --summary with a file.';
const IN_CODE = 'Write contracts/routes.ts: docs/contract.md#routes-in-code.';

/** What to do instead, by flag. */
const INSTEAD: Readonly<Record<string, string | readonly string[]>> = {
  // json-server 0.17 and 1.0
  '--watch': FOLLOWS,
  '-w': FOLLOWS,
  '-p': 'Use --port.',
  '-d': 'Use --delay.',
  '--routes': 'Name the paths in a contract: docs/contract.md#members-of-a-contract.',
  '-r': 'Name the paths in a contract: docs/contract.md#members-of-a-contract.',
  '--middlewares': IN_CODE,
  '-m': IN_CODE,
  '--static': 'Standin serves no files: leave that to the server of your pages.',
  '-s': 'Standin serves no files: leave that to the server of your pages.',
  '--id':
    'The id is "id" or "_id"; a contract can name another: docs/contract.md#members-of-a-contract.',
  '-i': 'The id is "id" or "_id"; a contract can name another: docs/contract.md#members-of-a-contract.',
  '--foreignKeySuffix': 'Mark references with "x-ref": docs/contract.md#references.',
  '--snapshots': 'Use --save to keep changes, or worlds: docs/worlds-and-faults.md.',
  '--no-cors': 'Use --pin cors.origin=none.',
  '--cors': 'Pages of every origin may read the answers already: leave it out.',
  // Prism
  '--dynamic': 'Send Prefer: dynamic=true, or use --profile prism.',
  '--errors': 'Requests that do not fit are refused already: leave it out.',
  // Others
  '--format': ['Use --form.', REPORTS],
  '--output': 'Use --out.',
  '-o': 'Use --out.',
  '--reporter': REPORTS,
  '--report': REPORTS,
  '--reports': REPORTS,
  '--base-url': 'Name the address after the source, without a flag.',
  '--url': 'Name the address after the source, without a flag.',
  '--token': 'Use --pin auth.scheme=bearer, and --credential for the value.',
  '--auth': 'Use --token, or -H "Authorization: ...".',
  '--latency': 'Use --delay.',
};

const SERVES = 'Use serve.';

/** What to use instead, by command. */
const COMMANDS: Readonly<Record<string, string>> = {
  mock: SERVES,
  start: SERVES,
  run: SERVES,
  proxy: 'Use record.',
  test: 'Use verify.',
  validate: 'Use verify.',
};

/** The options of the command that runs, and those of the others with the names of the commands. */
export interface KnownOptions {
  readonly own: readonly string[];
  readonly others: ReadonlyMap<string, readonly string[]>;
}

/** Adds what to do instead to the words of an unknown command. */
export function withCommandOfOthers(text: string): string {
  const [first = '', command = ''] = /^error: unknown command '([^']+)'/.exec(text) ?? [];
  const hint = /[./]/.test(command)
    ? `To start from it: standin serve ${command}`
    : Object.hasOwn(COMMANDS, command) && COMMANDS[command];
  return typeof hint === 'string' ? `${first}\n(${hint})\n` : text;
}

/** Adds what to do instead to the words of an unknown option. */
export function withFlagOfOthers(text: string, { own, others }: KnownOptions): string {
  const [first = '', flag = ''] = /^error: unknown option '([^'=]+)[^']*'/.exec(text) ?? [];
  if (flag === '') return text;
  const meant = [(Object.hasOwn(INSTEAD, flag) ? INSTEAD[flag] : undefined) ?? []].flat();
  const hint =
    meant.find((text) => optionsIn(text).every((one) => own.includes(one))) ??
    misspelt(flag, own) ??
    elsewhere(
      [flag, ...meant.map(optionsIn).flatMap((all) => (all.length === 1 ? all : []))],
      others,
    );
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

function elsewhere(flags: readonly string[], others: KnownOptions['others']): string | null {
  const flag = flags.find((one) => others.has(one));
  const commands = flag === undefined ? undefined : others.get(flag);
  return commands === undefined ? null : `${flag} is an option of ${listed(commands)}.`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
