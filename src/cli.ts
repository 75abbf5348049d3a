#!/usr/bin/env node

// The command line. Reads the arguments by the declarations of `commands/`, loads the command that
// was named, and ends the process. The only file that knows commander.

import {
  type Argument,
  Command,
  CommanderError,
  Help,
  InvalidArgumentError,
  Option,
} from 'commander';
import { StandinError, withoutCommands } from './base/errors.ts';
import { withoutAddressSecrets } from './base/secrets/address-secrets.ts';
import { commands } from './commands/all-commands.ts';
import { toCleanOptions } from './commands/clean/flags.ts';
import { toCompareOptions } from './commands/compare/flags.ts';
import { toExportOptions } from './commands/export/flags.ts';
import {
  type KnownOptions,
  withCommandOfOthers,
  withFlagOfOthers,
} from './commands/flags-of-others.ts';
import { toInspectOptions } from './commands/inspect/flags.ts';
import { toLearnOptions } from './commands/learn/flags.ts';
import { toMigrateOptions } from './commands/migrate/flags.ts';
import { withFlagsOfToday } from './commands/older-flags.ts';
import { toPublishOptions } from './commands/pact-broker/publish-flags.ts';
import { toContractOptions, toLawsOptions, toOpenApiOptions } from './commands/print/flags.ts';
import { toRecordOptions } from './commands/record/flags.ts';
import { toSeedOptions } from './commands/seed/flags.ts';
import { toServeOptions } from './commands/serve/flags.ts';
import type {
  CommandDeclaration,
  FlagsOf,
  OptionDeclaration,
  Read,
} from './commands/shared/option.ts';
import { VERSION } from './commands/shared/version.ts';
import { toVerifyWork } from './commands/verify/flags.ts';
import { toMergeOptions } from './commands/verify/merge-flags.ts';

const EXIT_FAILED = 2;

/**
 * Signals that end a process. SIGHUP comes from the system and from the shell when the terminal is
 * closed: the second one is ignored.
 */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Commands = typeof commands;

/** Runs a command with its options and arguments. */
type Run<Name extends keyof Commands> = (
  flags: FlagsOf<Commands[Name]['options']>,
  args: readonly string[],
) => Promise<void>;

const outlets = { output: process.stdout, errors: process.stderr };

const runs: { readonly [Name in keyof Commands]: Run<Name> } = {
  async init({ from = null, only = null, withValues: copied = false }, [folder = '.']) {
    if (from === null && only === null && !copied) {
      const { initProject } = await import('./commands/init/init.ts');
      process.stdout.write(initProject(folder));
      return;
    }
    const { initFrom } = await import('./commands/init/init-from.ts');
    process.stdout.write(
      await initFrom({ folder, from, only, values: copied ? 'copied' : 'made' }),
    );
  },
  async serve(flags, args) {
    const { serve } = await import('./commands/serve/serve.ts');
    const options = toServeOptions(flags, args, process.env, VERSION);
    return endOnSignals(serve(options, process.stdout, process.stderr, onUncaught));
  },
  async contract(flags, args) {
    const { describeContract } = await import('./commands/print/contract.ts');
    process.stdout.write(await describeContract(toContractOptions(flags, args)));
  },
  async openapi(flags, args) {
    const { describeOpenApi } = await import('./commands/print/openapi.ts');
    process.stdout.write(await describeOpenApi(toOpenApiOptions(flags, args, VERSION)));
  },
  async seed(flags, args) {
    const { seedRows } = await import('./commands/seed/seed.ts');
    const made = await seedRows(toSeedOptions(flags, args));
    if (made.text !== null) process.stdout.write(made.text);
    process.stderr.write(`${made.told}\n`);
  },
  async verify(flags, args) {
    const { runVerify } = await import('./commands/verify/verify.ts');
    const stop = stopOnSignals();
    const work = toVerifyWork(args, flags, process.env, VERSION);
    process.exitCode = await runVerify(work, outlets, stop.signal, stop.silence);
  },
  async publish(flags, args) {
    const { publishPacts } = await import('./commands/pact-broker/publish.ts');
    await publishPacts(toPublishOptions(args, flags, process.env), process.stdout);
  },
  async merge(flags, args) {
    const { mergeReports, mergeRun } = await import('./commands/verify/merge.ts');
    const options = toMergeOptions(args, flags, process.env, VERSION);
    const { queue = null } = options;
    process.exitCode =
      queue === null ? mergeReports(options, outlets) : await mergeRun(options, queue, outlets);
  },
  async learn(flags, args) {
    const { learnService } = await import('./commands/learn/learn.ts');
    const options = toLearnOptions(args, flags, process.env);
    process.exitCode = await learnService(options, outlets, stopOnSignals().signal);
  },
  async record(flags, args) {
    const { recordService } = await import('./commands/record/record.ts');
    const options = toRecordOptions(args, flags, process.env, VERSION);
    return endOnSignals(recordService(options, process.stdout, process.stderr));
  },
  async inspect(flags, args) {
    const { inspectFiles } = await import('./commands/inspect/inspect.ts');
    const options = toInspectOptions(args, flags, VERSION);
    return endOnSignals(inspectFiles(options, process.stdout, process.stderr));
  },
  async compare(flags, args) {
    const { compareFiles } = await import('./commands/compare/compare.ts');
    const { openRecordings } = await import('./commands/export/open-recording.ts');
    process.exitCode = await compareFiles(toCompareOptions(args, flags), openRecordings, outlets);
  },
  async laws(flags, args) {
    const { describeLaws } = await import('./commands/print/laws.ts');
    process.stdout.write(await describeLaws(toLawsOptions(flags, args)));
  },
  async clean(flags, args) {
    const { cleanService } = await import('./commands/clean/clean.ts');
    process.exitCode = await cleanService(toCleanOptions(args, flags, process.env), outlets);
  },
  async migrate(_flags, args) {
    const { migrateStore } = await import('./commands/migrate/migrate.ts');
    process.stdout.write(await migrateStore(toMigrateOptions(args, process.env)));
  },
  async export(flags, [file = '']) {
    const { exportRecording } = await import('./commands/export/export.ts');
    const { openRecordings } = await import('./commands/export/open-recording.ts');
    const options = toExportOptions(file, flags, VERSION);
    process.exitCode = await exportRecording(options, openRecordings, outlets);
  },
};

const program = new Command('standin')
  .description('Mocks a REST API by its contract, and checks real services against it.')
  .version(VERSION)
  .exitOverride()
  // Errors quote the arguments, which must not become commands of a pipeline.
  .configureOutput({
    writeErr: (text) => tell(withoutCommands(text)),
    outputError: (text, write) =>
      write(withCommandOfOthers(withFlagOfOthers(text, knownOptions()))),
  })
  .showSuggestionAfterError()
  .configureHelp({
    sortSubcommands: false,
    // One screen: a line each, without "[options]", which all have, and without "help", an option.
    visibleCommands: (command) => [...command.commands],
    // Who reads the list of commands has found --help.
    visibleOptions: (command) =>
      command.parent === null ? [...command.options] : new Help().visibleOptions(command),
    subcommandTerm: (command) =>
      [command.name(), ...command.registeredArguments.map(shown)].join(' '),
  })
  .showHelpAfterError('(add --help for the options)');

// Declaring all takes a tenth of a start, and a command that runs needs none of the others.
const named = process.argv[2] ?? '';
for (const name of isCommand(named) ? [named] : commandNames()) declare(name);

function commandNames(): readonly (keyof Commands)[] {
  return Object.keys(commands).filter(isCommand);
}

/** The options of the command that runs, and of the others. */
function knownOptions(): KnownOptions {
  const others = new Map<string, string[]>();
  let own: readonly string[] | null = null;
  for (const name of commandNames()) {
    const { options }: CommandDeclaration = commands[name];
    const longs = Object.values(options).flatMap(({ flags }) => /--[\w-]+/.exec(flags) ?? []);
    if (name === named) own = longs;
    else for (const long of longs) others.set(long, [...(others.get(long) ?? []), name]);
  }
  return { own, others };
}

function shown(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function isCommand(name: string): name is keyof Commands {
  return Object.hasOwn(commands, name);
}

function declare<Name extends keyof Commands>(name: Name): void {
  const { about, argument, argumentAbout, usage, options }: CommandDeclaration = commands[name];
  const command = program.command(name).description(about);
  for (const one of argument?.split(' ') ?? []) command.argument(one, argumentAbout);
  if (usage !== undefined) command.usage(usage).allowExcessArguments();
  let heading: string | undefined;
  for (const declaration of Object.values(options)) {
    heading = declaration.heading ?? heading;
    const option = optionOf(declaration);
    // Beside `--pacts <place>`, `--no-pacts` is an option of its own, and takes no places away.
    if (option.negate && Object.hasOwn(options, option.attributeName())) option.negate = false;
    if (heading !== undefined) option.helpGroup(`${heading}:`);
    command.addOption(option);
  }
  command.action(() =>
    runs[name](command.opts<FlagsOf<Commands[Name]['options']>>(), command.args),
  );
}

function optionOf({
  flags,
  about,
  preset,
  presetText,
  choices,
  conflicts,
  read,
}: OptionDeclaration): Option {
  const option = new Option(
    flags,
    presetText === undefined ? about : `${about} (default: ${presetText})`,
  );
  if (preset !== undefined) option.default(preset);
  if (choices !== undefined) option.choices(choices);
  if (conflicts !== undefined) option.conflicts(conflicts);
  if (read !== undefined) option.argParser((text, before) => resultOf(read(text, before)));
  return option;
}

function resultOf(read: Read<unknown>): unknown {
  if ('value' in read) return read.value;
  throw new InvalidArgumentError(read.why);
}

/** Runs `standin` without a command. */
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
 * Returns a signal that is aborted when the process is first told to end; a second time ends it at
 * once. Silenced, it prints no advice.
 */
function stopOnSignals(): { readonly signal: AbortSignal; readonly silence: () => void } {
  const stop = new AbortController();
  let isSilent = false;
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && stop.signal.aborted) return;
      if (stop.signal.aborted) {
        process.stderr.write('Ended. "standin clean <base_url>" removes what is left behind.\n');
        process.exit(EXIT_FAILED);
      }
      process.stderr.write(
        isSilent
          ? '\n'
          : '\nStopping: removing the items of the run. A second signal stops immediately.\n',
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

/** An error that `take` does not take ends the process, as it would without this. */
function onUncaught(take: (error: unknown) => boolean): void {
  const end = (error: unknown): void => {
    if (take(error)) return;
    tellBug(error);
    process.exit(EXIT_FAILED);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

function tellBug(error: unknown): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  tell(`standin: a bug in Standin; please report it:\n${withoutCommands(trace)}\n`);
}

/** Errors quote the arguments, which may be addresses with passwords. */
function tell(text: string): void {
  const addresses = [...process.argv.slice(2), process.env['STANDIN_STORE'] ?? ''];
  process.stderr.write(withoutAddressSecrets(text, addresses));
}

/** The first signal ends in order, even during the start; the second one ends at once. */
async function endOnSignals(
  serving: Promise<{
    close(how: 'at-once' | 'drain'): Promise<'kept' | 'aside' | 'lost' | undefined>;
  }>,
): Promise<void> {
  let isEnding = false;
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && isEnding) return;
      if (isEnding) process.exit(EXIT_FAILED);
      isEnding = true;
      serving
        .then((one) => one.close(signal === 'SIGTERM' ? 'drain' : 'at-once'))
        .then(
          (kept) => endAfterPrinting(kept === 'aside' || kept === 'lost' ? EXIT_FAILED : 0),
          () => process.exit(EXIT_FAILED),
        );
    });
  }
  await serving;
}

/** Ends once the output is written, and soon in any case. */
function endAfterPrinting(code: number): void {
  setTimeout(() => process.exit(code), PRINT_MS);
  process.stdout.write('', () => process.exit(code));
}

/** Milliseconds that readers of the output have at the end. */
const PRINT_MS = 300;

// The mock continues if the reader of its output goes away.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

try {
  const args = withFlagsOfToday(process.argv.slice(2), tell);
  if (args.length > 0) await program.parseAsync(args, { from: 'user' });
  else process.exitCode = await beginHere();
} catch (error) {
  if (error instanceof StandinError) {
    tell(`standin: ${error.message}\n${error.remedy}\n`);
    process.exitCode = EXIT_FAILED;
  } else if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_FAILED;
  } else {
    tellBug(error);
    process.exitCode = EXIT_FAILED;
  }
}
