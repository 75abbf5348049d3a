// The process of Pact's verifier. Started by pact-verifier.ts, never imported.

import { Verifier } from '@pact-foundation/pact';
import type { PactVerifierJob } from './pact-verifier.ts';

process.on('message', ({ baseUrl, brokerUrl, token }: PactVerifierJob) => {
  const verifier = new Verifier({
    provider: 'users',
    providerBaseUrl: baseUrl,
    pactBrokerUrl: brokerUrl,
    pactBrokerToken: token,
    logLevel: 'error',
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    enablePending: true,
    includeWipPactsSince: '2020-01-01',
    publishVerificationResult: true,
    providerVersion: '5.0.0',
    providerVersionBranch: 'main',
    providerVersionTags: ['ci'],
  });
  void verifier.verifyProvider().then(
    (text) => process.send?.(String(text)),
    (error: unknown) => process.send?.(error instanceof Error ? error.message : String(error)),
  );
});
