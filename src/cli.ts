#!/usr/bin/env node
// The command line. Declares commands and options; what they do stands in commands/.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { StandinError } from './base/errors.ts';
import type { Profile } from './contract/choices.ts';
import { readPin } from './contract/profile.ts';

const VERSION = '0.1.0';
const EXIT_FAILED = 2;

const program = new Command('standin')
  .description('A mock of a REST interface from JSON Schemas and a contract.')
  .version(VERSION)
  .exitOverride()
  .showSuggestionAfterError()
  .configureHelp({ sortSubcommands: false })
  .showHelpAfterError('(add --help for the options)');

program
  .command('serve')
  .description('serve a mock of the contracts in this folder')
  .option('--port <number>', 'port; without it 3000 or the next free one, 0 for any free one', readPort)
  .option('--host <address>', 'address to listen on', readHost, '127.0.0.1')
  .option('--contract <path>', 'folder of contracts, or one contract file', 'contracts')
  .option('--db <file>', 'seed data: {"<resource>": [<rows>]}', 'db.json')
  .option('--profile <name>', 'profile in contracts/profiles, or a file', 'standin')
  .option('--pin <key=option>', 'decide one choice here; repeatable', collectPin)
  .option('--base-path <path>', 'path before every path of the contracts, as /api/v1', readBasePath)
  .option('--read-only', 'refuse every change')
  .option('--save', 'write changes back to the seed file')
  .option('--explain', 'say in the header Standin-Decided-By who decided what')
  .addOption(new Option('--quiet', 'print nothing but errors').conflicts('json'))
  .option('--json', 'print one JSON object a line')
  .action(async (given: ServeFlags) => {
    const { serve } = await import('./commands/serve.ts');
    const readOnly: Partial<Profile> = given.readOnly === true ? { 'access.writes': 'refuse' } : {};
    const serving = serve(
      {
        host: given.host,
        port: given.port ?? null,
        contract: given.contract,
        db: given.db,
        profile: given.profile,
        pins: { ...given.pin, ...readOnly },
        basePath: given.basePath ?? '',
        explanation: given.explain === true ? 'explained' : 'silent',
        form: given.json === true ? 'json' : given.quiet === true ? 'quiet' : 'lines',
        saving: given.save === true ? 'save' : 'keep',
      },
      process.stdout,
      process.stderr,
    );
    endOnSignals(serving);
    await serving;
  });

program
  .command('contract')
  .description('print what the contract shows and what the profile chose for the rest')
  .option('--choices', 'print every choice with its options, why, and the clause that leaves it open')
  .option('--contract <path>', 'folder of contracts, or one contract file', 'contracts')
  .option('--db <file>', 'seed data', 'db.json')
  .option('--profile <name>', 'profile in contracts/profiles, or a file', 'standin')
  .option('--pin <key=option>', 'decide one choice here; repeatable', collectPin)
  .option('--json', 'print JSON')
  .action(async (given: PlaceFlags & { readonly choices?: boolean; readonly json?: boolean }) => {
    const { describeContract } = await import('./commands/contract.ts');
    const form = given.json === true ? 'json' : 'text';
    process.stdout.write(
      await describeContract({
        places: placesOf(given),
        pins: given.pin ?? {},
        what: given.choices === true ? 'choices' : 'table',
        form,
      }),
    );
  });

program
  .command('openapi')
  .description('print the contract under a profile as OpenAPI 3.1')
  .option('--contract <path>', 'folder of contracts, or one contract file', 'contracts')
  .option('--db <file>', 'seed data', 'db.json')
  .option('--profile <name>', 'profile in contracts/profiles, or a file', 'standin')
  .option('--pin <key=option>', 'decide one choice here; repeatable', collectPin)
  .option('--server <url>', 'address of the service', 'http://127.0.0.1:3000')
  .action(async (given: PlaceFlags & { readonly server: string }) => {
    const { describeOpenApi } = await import('./commands/openapi.ts');
    process.stdout.write(
      await describeOpenApi({ places: placesOf(given), pins: given.pin ?? {}, server: given.server, version: VERSION }),
    );
  });

interface PlaceFlags {
  readonly pin?: Partial<Profile>;
  readonly contract: string;
  readonly db: string;
  readonly profile: string;
}

function placesOf({ contract, db, profile }: PlaceFlags): Pick<PlaceFlags, 'contract' | 'db' | 'profile'> {
  return { contract, db, profile };
}

interface ServeFlags {
  readonly port?: number;
  readonly host: string;
  readonly contract: string;
  readonly db: string;
  readonly profile: string;
  readonly pin?: Partial<Profile>;
  readonly basePath?: string;
  readonly readOnly?: boolean;
  readonly save?: boolean;
  readonly explain?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** The first signal ends in order, also where it comes before there is anything to end; the second one at once. */
function endOnSignals(serving: Promise<{ close(): Promise<'kept' | 'aside' | 'lost'> }>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(EXIT_FAILED);
      isEnding = true;
      serving
        .then((one) => one.close())
        .then(
          (kept) => endAfterPrinting(kept === 'kept' ? 0 : EXIT_FAILED),
          () => process.exit(EXIT_FAILED),
        );
    });
  }
}

/** Ends once what was printed is taken, and in any case soon. */
function endAfterPrinting(code: number): void {
  setTimeout(() => process.exit(code), PRINT_MS);
  process.stdout.write('', () => process.exit(code));
}

/** How long whoever reads what was printed may take to do so at the end, in milliseconds. */
const PRINT_MS = 300;

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}

function readHost(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Name an address, or leave it out for 127.0.0.1.');
}

function readBasePath(text: string): string {
  const path = text === '/' ? '' : text.replace(/\/$/, '');
  if (/^\/__standin(?:\/|$)/.test(path)) throw new InvalidArgumentError('Paths below /__standin are those of Standin itself.');
  const isAbove = path.split('/').some((step) => step === '.' || step === '..');
  if (!isAbove && (path === '' || /^(?:\/[\w.~-]+)+$/.test(path))) return path;
  throw new InvalidArgumentError('A base path begins with a slash, as /api/v1.');
}

function collectPin(text: string, before: Partial<Profile> | undefined): Partial<Profile> {
  const read = readPin(text);
  if ('pins' in read) return { ...before, ...read.pins };
  throw new InvalidArgumentError(`${read.message}. ${read.remedy}`);
}

// Whoever reads what is printed may go away; the mock goes on.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof StandinError) {
    process.stderr.write(`standin: ${error.message}\n${error.remedy}\n`);
    process.exitCode = EXIT_FAILED;
  } else if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_FAILED;
  } else {
    throw error;
  }
}
