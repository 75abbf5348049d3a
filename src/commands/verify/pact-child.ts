// The process of Pact's native core, because the core prints to stdout and could end the process
// that loads it. pact-process.ts starts it and never imports it: it obeys the channel to its
// parent, and ends with it.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import host from 'node:process';
import type { PactJob } from '../../verify/pacts/native-core.ts';

export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'missing'; readonly why: string }
  | { readonly kind: 'verified'; readonly text: string };

/**
 * Reports no usage, uses no proxy between two local sockets, applies no filter to interactions, and
 * does not contact the broker.
 */
const HIDDEN = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'PACT_DESCRIPTION',
  'PACT_PROVIDER_STATE',
  'PACT_PROVIDER_NO_STATE',
  'PACT_BROKER_BASE_URL',
  'PACT_BROKER_TOKEN',
  'PACT_BROKER_USERNAME',
  'PACT_BROKER_PASSWORD',
];

/** Milliseconds that the core waits for a reply. The limits of the guard are those that count. */
const ANSWER_MS_MAX = 600_000;

for (const name of HIDDEN) delete host.env[name];
host.env['PACT_DO_NOT_TRACK'] = 'true';
host.on('disconnect', () => host.exit());
// Ctrl-C in a terminal reaches every process; the parent decides what happens.
host.on('SIGINT', () => undefined);
await begin();

async function begin(): Promise<void> {
  try {
    const { Verifier } = await importPact();
    host.on('message', ({ pactUrl, statesUrl, serviceUrl, redirections }: PactJob) => {
      const verifier = new Verifier({
        provider: 'provider',
        providerBaseUrl: serviceUrl,
        pactUrls: [pactUrl],
        providerStatesSetupUrl: statesUrl,
        timeout: ANSWER_MS_MAX,
        logLevel: 'error',
        followRedirects: redirections === 'followed',
      });
      // The core returns a verdict as text: resolved if it is good, as the message of an error if
      // not.
      void verifier.verifyProvider().then(
        (text) => tell({ kind: 'verified', text }),
        (error: unknown) => tell({ kind: 'verified', text: textOf(error) }),
      );
    });
    tell({ kind: 'ready' });
  } catch (error) {
    tell({ kind: 'missing', why: whyMissing(error) });
  }
}

/** Loads Pact from your project, the folder in which Standin runs; else from Standin's own place. */
async function importPact(): Promise<typeof import('@pact-foundation/pact')> {
  const project = createRequire(join(host.cwd(), 'package.json'));
  let found: string;
  try {
    found = project.resolve('@pact-foundation/pact');
  } catch {
    return import('@pact-foundation/pact');
  }
  return project(found) as typeof import('@pact-foundation/pact');
}

function tell(message: ChildMessage): void {
  host.send?.(message);
}

function whyMissing(error: unknown): string {
  const text = textOf(error);
  const isAbsent =
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  if (isAbsent && text.includes("'@pact-foundation/pact'"))
    return 'the package @pact-foundation/pact is not installed';
  return `the package @pact-foundation/pact cannot be loaded: ${text.split('\n')[0]?.trim()}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
