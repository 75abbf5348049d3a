#!/usr/bin/env node
// The command line. Declares commands and options; what they do stands in commands/.

import { existsSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { StandinError, withoutCommands } from './base/errors.ts';
import type {
  CleanFlags,
  LearnFlags,
  MergeFlags,
  RecordFlags,
  VerifyFlags,
} from './commands/flags.ts';
import {
  cleanOptions,
  type ExportForm,
  exportOptions,
  inspectOptions,
  lawsOptions,
  learnOptions,
  mergeOptions,
  type OptionDeclaration,
  placeOptions,
  type Read,
  recordOptions,
  seedOptions,
  serveOptions,
  verifyOptions,
} from './commands/options.ts';
import type { PublishFlags } from './commands/pact-broker/broker-flags.ts';
import { publishOptions } from './commands/pact-broker/broker-options.ts';
import type { ServeFlags } from './commands/serve/flags.ts';
import { VERSION } from './commands/shared/version.ts';
import type { Profile } from './contract/choices.ts';

const EXIT_FAILED = 2;

/**
 * What tells a process to end. SIGHUP comes where its terminal is closed, from the system and from
 * the shell: twice is no more than once.
 */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const program = new Command('standin')
  .description('A mock of a REST interface by a contract, which verifies real services too.')
  .version(VERSION)
  .exitOverride()
  // What was given stands in what is told of it.
  .configureOutput({ writeErr: (text) => void process.stderr.write(withoutCommands(text)) })
  .showSuggestionAfterError()
  .configureHelp({ sortSubcommands: false })
  .showHelpAfterError('(add --help for the options)');

program
  .command('init')
  .argument('[folder]', 'made where it is not there', '.')
  .description('make an example project')
  .action(async (folder: string) => {
    const { initProject } = await import('./commands/init/init.ts');
    process.stdout.write(initProject(folder));
  });

declare(program.command('serve'), serveOptions)
  .description('serve a mock of the contracts in this folder')
  .addOption(new Option('--quiet', 'print nothing but errors').conflicts('json'))
  .option('--json', 'print one JSON object a line')
  .action(async (given: ServeFlags) => {
    const { serve } = await import('./commands/serve/serve.ts');
    const { toServeOptions } = await import('./commands/serve/flags.ts');
    const serving = serve(
      toServeOptions(given, process.env, VERSION),
      process.stdout,
      process.stderr,
    );
    endOnSignals(serving);
    await serving;
  });

declare(program.command('contract'), placeOptions)
  .description('print what is shown, and chosen for the rest')
  .option(
    '--choices',
    'print every choice with its options, why, and the clause that leaves it open',
  )
  .option('--json', 'print JSON')
  .action(async (given: PlaceFlags & { readonly choices?: boolean; readonly json?: boolean }) => {
    const { describeContract } = await import('./commands/print/contract.ts');
    const form = given.json === true ? 'json' : 'text';
    const what = given.choices === true ? 'choices' : 'table';
    process.stdout.write(
      await describeContract({ places: placesOf(given), pins: given.pin ?? {}, what, form }),
    );
  });

declare(program.command('openapi'), placeOptions)
  .description('print the contract as OpenAPI 3.1')
  .option('--server <url>', 'address of the service', 'http://127.0.0.1:3000')
  .action(async (given: PlaceFlags & { readonly server: string }) => {
    const { describeOpenApi } = await import('./commands/print/openapi.ts');
    process.stdout.write(
      await describeOpenApi({
        places: placesOf(given),
        pins: given.pin ?? {},
        server: given.server,
        version: VERSION,
      }),
    );
  });

declare(program.command('seed'), seedOptions)
  .description('make plausible rows that fit the schemas')
  .action(async ({ contract, count, seed, resource, out, force }: SeedFlags) => {
    const { seedRows } = await import('./commands/seed/seed.ts');
    const existing = force === true ? 'replace' : 'refuse';
    const made = await seedRows({
      contract,
      count,
      seed,
      resource: resource ?? null,
      out: out ?? null,
      existing,
    });
    if (made.text !== null) process.stdout.write(made.text);
    process.stderr.write(`${made.told}\n`);
  });

// What is in excess may be a header field that was not quoted: `flags.ts` tells without printing
// it.
declare(
  program
    .command('verify')
    .argument('[base_url]')
    .usage('<base_url> [options]')
    .allowExcessArguments(),
  verifyOptions,
)
  .description('hold a real service to the contracts')
  .action(async (_address: string | undefined, given: VerifyFlags, { args }: Command) => {
    const { verifyService } = await import('./commands/verify/verify.ts');
    const { toVerifyOptions } = await import('./commands/flags.ts');
    const outlets = { output: process.stdout, errors: process.stderr };
    const stop = stopOnSignals();
    process.exitCode = await verifyService(
      toVerifyOptions(args, given, process.env, VERSION),
      outlets,
      stop.signal,
      stop.silence,
    );
  });

declare(
  program
    .command('publish')
    .argument('[pacts...]')
    .usage('<pacts...> --consumer-version <text> [options]'),
  publishOptions,
)
  .description('publish the pacts of a consumer to a Pact Broker')
  .action(async (places: readonly string[], given: PublishFlags) => {
    const { publishPacts } = await import('./commands/pact-broker/publish.ts');
    const { toPublishOptions } = await import('./commands/pact-broker/broker-flags.ts');
    await publishPacts(toPublishOptions(places, given, process.env), process.stdout);
  });

declare(program.command('merge').argument('<report...>'), mergeOptions)
  .description('make one report of those of all shards')
  .action(async (files: readonly string[], given: MergeFlags) => {
    const { mergeReports } = await import('./commands/verify/merge.ts');
    const { toMergeOptions } = await import('./commands/flags.ts');
    const outlets = { output: process.stdout, errors: process.stderr };
    process.exitCode = mergeReports(toMergeOptions(files, given, process.env, VERSION), outlets);
  });

declare(
  program
    .command('learn')
    .argument('[base_url]')
    .usage('<base_url> [options]')
    .allowExcessArguments(),
  learnOptions,
)
  .description('write the choices of a real service as a profile')
  .action(async (_address: string | undefined, given: LearnFlags, { args }: Command) => {
    const { learnService } = await import('./commands/learn/learn.ts');
    const { toLearnOptions } = await import('./commands/flags.ts');
    const outlets = { output: process.stdout, errors: process.stderr };
    process.exitCode = await learnService(
      toLearnOptions(args, given, process.env),
      outlets,
      stopOnSignals().signal,
    );
  });

declare(
  program
    .command('record')
    .argument('[base_url]')
    .usage('<base_url> [options]')
    .allowExcessArguments(),
  recordOptions,
)
  .description('pass all on to a real service, and judge it')
  .addOption(new Option('--quiet', 'print nothing but the summary').conflicts('json'))
  .option('--json', 'print one JSON object a line')
  .action(async (_address: string | undefined, given: RecordFlags, { args }: Command) => {
    const { recordService } = await import('./commands/record/record.ts');
    const { toRecordOptions } = await import('./commands/flags.ts');
    const recording = recordService(
      toRecordOptions(args, given, process.env, VERSION),
      process.stdout,
      process.stderr,
    );
    endOnSignals(recording);
    await recording;
  });

declare(program.command('inspect').argument('<file...>'), inspectOptions)
  .description('show recordings and reports in the browser')
  .addOption(new Option('--quiet', 'print nothing but errors').conflicts('json'))
  .option('--json', 'print the address as JSON')
  .action(async (files: readonly string[], given: InspectFlags) => {
    const { inspectFiles } = await import('./commands/inspect/inspect.ts');
    const form = given.json === true ? 'json' : given.quiet === true ? 'quiet' : 'lines';
    const contract = given.contract ?? (existsSync('contracts') ? 'contracts' : null);
    const options = {
      files,
      host: given.host,
      port: given.port ?? 0,
      contract,
      version: VERSION,
      form,
    } as const;
    const inspecting = inspectFiles(options, process.stdout, process.stderr);
    endOnSignals(inspecting);
    await inspecting;
  });

declare(program.command('laws'), lawsOptions)
  .description('print the laws that verify holds a service to')
  .action(async (given: { readonly contract: string; readonly json?: boolean }) => {
    const { describeLaws } = await import('./commands/print/laws.ts');
    process.stdout.write(
      await describeLaws({ contract: given.contract, form: given.json === true ? 'json' : 'text' }),
    );
  });

declare(
  program
    .command('clean')
    .argument('[base_url]')
    .usage('<base_url> [options]')
    .allowExcessArguments(),
  cleanOptions,
)
  .description('remove what an interrupted run left behind')
  .action(async (_address: string | undefined, given: CleanFlags, { args }: Command) => {
    const { cleanService } = await import('./commands/clean/clean.ts');
    const { toCleanOptions } = await import('./commands/flags.ts');
    process.exitCode = await cleanService(toCleanOptions(args, given, process.env), {
      output: process.stdout,
    });
  });

declare(program.command('export').argument('<recording>'), exportOptions)
  .description('write a recording in another form')
  .action(async (file: string, given: ExportFlags) => {
    const { exportRecording } = await import('./commands/export/export.ts');
    const { openRecordings } = await import('./commands/export/open-recording.ts');
    const { form, out, filter, consumer, contract, force } = given;
    const replacing = force === true ? 'any' : 'own';
    const options = {
      file,
      form,
      out: out ?? null,
      filter,
      consumer,
      contract,
      version: VERSION,
      replacing,
    } as const;
    process.exitCode = await exportRecording(options, openRecordings, {
      output: process.stdout,
      errors: process.stderr,
    });
  });

/** Declares options on a command. */
function declare(command: Command, declarations: readonly OptionDeclaration[]): Command {
  for (const { flags, about, group, preset, options, read } of declarations) {
    const option = new Option(flags, about);
    if (group !== undefined) option.helpGroup(group);
    if (preset !== undefined) option.default(preset);
    if (options !== undefined) option.choices(options);
    if (read !== undefined) option.argParser((text, before) => resultOf(read(text, before)));
    command.addOption(option);
  }
  return command;
}

function resultOf(read: Read<unknown>): unknown {
  if ('value' in read) return read.value;
  throw new InvalidArgumentError(read.why);
}

interface PlaceFlags {
  readonly pin?: Partial<Profile>;
  readonly contract: string;
  readonly db: string;
  readonly profile: string;
}

function placesOf({
  contract,
  db,
  profile,
}: PlaceFlags): Pick<PlaceFlags, 'contract' | 'db' | 'profile'> {
  return { contract, db, profile };
}

interface SeedFlags {
  readonly contract: string;
  readonly count: number;
  readonly seed: number;
  readonly resource?: string;
  readonly out?: string;
  readonly force?: boolean;
}

interface InspectFlags {
  readonly port?: number;
  readonly host: string;
  readonly contract?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

interface ExportFlags {
  readonly form: ExportForm;
  readonly out?: string;
  readonly filter: string;
  readonly consumer: string;
  readonly contract: string;
  readonly force?: boolean;
}

/** What `standin` does without a command. */
async function beginHere(): Promise<number> {
  const [{ askOn }, { runWithoutCommand }] = await Promise.all([
    import('./commands/shared/ask.ts'),
    import('./commands/init/no-command.ts'),
  ]);
  return runWithoutCommand(
    askOn({ input: process.stdin, output: process.stdout }),
    process.stdout,
    process.stderr,
  );
}

/**
 * A signal that is given when the process is first told to end. Told again, it ends at once.
 * Silenced, it tells of nothing that is left to do.
 */
function stopOnSignals(): { readonly signal: AbortSignal; readonly silence: () => void } {
  const stop = new AbortController();
  let isSilent = false;
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && stop.signal.aborted) return;
      if (stop.signal.aborted) {
        process.stderr.write('Ended at once. "standin clean <base_url>" removes what is left.\n');
        process.exit(EXIT_FAILED);
      }
      process.stderr.write(
        isSilent ? '\n' : '\nStopping: what the run made is removed. Once more ends it at once.\n',
      );
      stop.abort();
    });
  }
  return {
    signal: stop.signal,
    silence: () => {
      isSilent = true;
    },
  };
}

/**
 * The first signal ends in order, also where it comes before there is anything to end; the second
 * one at once.
 */
function endOnSignals(
  serving: Promise<{ close(): Promise<'kept' | 'aside' | 'lost' | undefined> }>,
): void {
  let isEnding = false;
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && isEnding) return;
      if (isEnding) process.exit(EXIT_FAILED);
      isEnding = true;
      serving
        .then((one) => one.close())
        .then(
          (kept) => endAfterPrinting(kept === 'aside' || kept === 'lost' ? EXIT_FAILED : 0),
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

// Whoever reads what is printed may go away; the mock goes on.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  if (process.argv.length > 2) await program.parseAsync();
  else process.exitCode = await beginHere();
} catch (error) {
  if (error instanceof StandinError) {
    process.stderr.write(`standin: ${error.message}\n${error.remedy}\n`);
    process.exitCode = EXIT_FAILED;
  } else if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_FAILED;
  } else {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `standin: a fault of Standin itself; please report it:\n${withoutCommands(trace)}\n`,
    );
    process.exitCode = EXIT_FAILED;
  }
}
