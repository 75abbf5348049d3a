// Pact's own verifier verifies what a broker selects and publishes the results, in its own process:
// it prints freely.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface PactVerifierJob {
  readonly baseUrl: string;
  readonly brokerUrl: string;
  readonly token: string;
}

/** Returns its result as JSON text. */
export function runPactVerifier(job: PactVerifierJob): Promise<string> {
  const child = fork(fileURLToPath(new URL('./pact-verifier-child.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, PACT_DO_NOT_TRACK: 'true', NODE_V8_COVERAGE: '' },
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (text) => {
      child.kill('SIGKILL');
      resolve(String(text));
    });
    child.once('exit', () => reject(new Error('the verifier ended without a word')));
    child.send(job);
  });
}
