// Flags that users of other tools try, and what does the same here. Data alone: a command says it of
// a flag that it does not have.

const FOLLOWS = 'Files are followed while Standin serves: leave it out.';
const IN_CODE = 'Write contracts/routes.ts: docs/contract.md#routes-in-code.';

/** What to do instead, by flag. */
const INSTEAD: Readonly<Record<string, string>> = {
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
  '--format': 'Use --form.',
  '--output': 'Use --out.',
  '-o': 'Use --out.',
  '--reporter': 'Use --json, --junit, --html or --summary with a file.',
  '--base-url': 'Name the address after the source, without a flag.',
  '--url': 'Name the address after the source, without a flag.',
  '--auth': 'Use --token, or -H "Authorization: ...".',
  '--latency': 'Use --delay.',
};

/**
 * Adds what to do instead to the words of an unknown option. `has` tells whether the command has the
 * option that is recommended.
 */
export function withFlagOfOthers(text: string, has: (option: string) => boolean): string {
  const [, flag = ''] = /^error: unknown option '([^'=]+)/.exec(text) ?? [];
  const instead = Object.hasOwn(INSTEAD, flag) ? INSTEAD[flag] : undefined;
  if (instead === undefined) return text;
  const named = /--[a-z-]+/.exec(instead)?.[0];
  if (named !== undefined && !has(named)) return text;
  const [first = ''] = text.split('\n');
  return `${first}\n(${instead})\n`;
}
