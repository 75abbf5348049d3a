// The process that the native core of Pact runs in, for the core prints to stdout and could end
// whoever loads it. Started by pact-process.ts, never imported: it does what it is told over the
// channel to its parent, and ends with it.

import host from 'node:process';
import type { PactJob } from '../../verify/pacts/native-core.ts';

export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'missing'; readonly why: string }
  | { readonly kind: 'verified'; readonly text: string };

/** No usage is reported, no proxy stands between two sockets of one machine, no filter leaves interactions out, and the broker is not its
 * to ask. */
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

/**
 * How long the core waits for an answer, in milliseconds. The guard has limits of its own, and
 * those are the ones that count.
 */
const ANSWER_MS_MAX = 600_000;

for (const name of HIDDEN) delete host.env[name];
host.env['PACT_DO_NOT_TRACK'] = 'true';
host.on('disconnect', () => host.exit());
// Ctrl-C in a terminal reaches every process; what happens then is for the parent to say.
host.on('SIGINT', () => undefined);
await begin();

async function begin(): Promise<void> {
  try {
    const { Verifier } = await import('@pact-foundation/pact');
    host.on('message', ({ pactUrl, statesUrl, serviceUrl }: PactJob) => {
      const verifier = new Verifier({
        provider: 'provider',
        providerBaseUrl: serviceUrl,
        pactUrls: [pactUrl],
        providerStatesSetupUrl: statesUrl,
        timeout: ANSWER_MS_MAX,
        logLevel: 'error',
      });
      // A verdict comes as text either way: resolved where it is good, as the message of an error
      // where it is not.
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

function tell(told: Told): void {
  host.send?.(told);
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
