// Every command by its name, in the order of the help. Each is declared in its own folder.

import { cleanCommand } from './clean/flags.ts';
import { compareCommand } from './compare/flags.ts';
import { exportCommand } from './export/flags.ts';
import { initCommand } from './init/flags.ts';
import { inspectCommand } from './inspect/flags.ts';
import { learnCommand } from './learn/flags.ts';
import { migrateCommand } from './migrate/flags.ts';
import { publishCommand } from './pact-broker/publish-flags.ts';
import { contractCommand, lawsCommand, openApiCommand } from './print/flags.ts';
import { recordCommand } from './record/flags.ts';
import { seedCommand } from './seed/flags.ts';
import { serveCommand } from './serve/flags.ts';
import type { CommandDeclaration } from './shared/option.ts';
import { verifyCommand } from './verify/flags.ts';
import { mergeCommand } from './verify/merge-flags.ts';

export const commands = {
  init: initCommand,
  serve: serveCommand,
  contract: contractCommand,
  openapi: openApiCommand,
  seed: seedCommand,
  verify: verifyCommand,
  publish: publishCommand,
  merge: mergeCommand,
  learn: learnCommand,
  record: recordCommand,
  inspect: inspectCommand,
  compare: compareCommand,
  laws: lawsCommand,
  clean: cleanCommand,
  export: exportCommand,
  migrate: migrateCommand,
} as const satisfies Readonly<Record<string, CommandDeclaration>>;
