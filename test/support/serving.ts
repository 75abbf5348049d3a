// `standin serve` in this process: the project of this repository on a free port, quiet.

import type { ServeOptions } from '../../src/commands/serve/flags.ts';
import { type Serving, serve } from '../../src/commands/serve/serve.ts';

/** Where its lines go; each is dropped if absent. */
export interface Printed {
  readonly output?: string[];
  readonly errors?: string[];
}

/** Serves with the defaults of a test, but for the options given. */
export function startServing(
  given: Partial<ServeOptions> = {},
  { output = [], errors = [] }: Printed = {},
): Promise<Serving> {
  const options: ServeOptions = {
    host: '127.0.0.1',
    port: 0,
    contract: 'contracts',
    db: 'db.json',
    profile: 'standin',
    pins: {},
    basePath: '',
    explanation: 'silent',
    form: 'quiet',
    saving: 'keep',
    record: null,
    redact: [],
    keep: [],
    version: '0.0.0',
    ...given,
  };
  return serve(
    options,
    { write: (text) => output.push(text) > 0 },
    { write: (text) => errors.push(text) > 0 },
  );
}
