// What goes with one run against a service: its mark, the guard that everything it sends passes,
// and the ledger on disk. `verify` and `learn` share it.

import { randomInt } from 'node:crypto';
import type { Contract } from '../../contract/contract.ts';
import { createClient } from '../../http/client/client.ts';
import type { Headers } from '../../model/message/call.ts';
import { createLedgerLines } from '../../project/files/ledger.ts';
import type { RemovedOwnItems } from '../../verify/cleanup/remove-own-items.ts';
import {
  createGuard,
  type Guard,
  type GuardOptions,
  type Watch,
} from '../../verify/guard/guard.ts';
import { Interrupted } from '../../verify/guard/interrupted.ts';
import { createLedger, type Ledger, noLedger } from '../../verify/guard/ledger.ts';
import { thisProcess } from './process-identity.ts';
import { type Target, type TargetOptions, waiting } from './target.ts';

export interface GuardedRunOptions {
  readonly options: TargetOptions;
  readonly target: Target;
  readonly contract: Contract;
  readonly mode: 'write' | 'read-only';
  readonly stop: AbortSignal;
  readonly startedAt: Date;
  /** The time of day in milliseconds when nothing new is begun. */
  readonly deadline: number;
  readonly onWaiting: GuardOptions['onWaiting'];
  /**
   * Gives what watches all that is sent with some header fields of credentials; `null` where nobody
   * watches.
   */
  readonly watch?: ((added: Headers) => Watch) | null;
}

export interface GuardedRun {
  readonly token: string;
  readonly guard: Guard;
  /** Only reads, and sends none of the credentials. */
  readonly bare: Guard;
  readonly wait: (ms: number) => Promise<void>;
  readonly deadline: number;
  /**
   * Ends the way of `bare` and the ledger, and forgets what was noted where nothing is left; `null`
   * where that was not seen. What could not be removed is for `standin clean`.
   */
  end(swept: RemovedOwnItems | null): Promise<void>;
}

/** Gives what a run is sent through. */
export function guardRun(given: GuardedRunOptions): GuardedRun {
  const { options, target, contract, mode, stop, deadline } = given;
  const token = newToken();
  const ledger = ledgerOf(given, token);
  const wait = waiting(stop, () => new Interrupted());
  const common = {
    contract,
    wait,
    now: Date.now,
    deadline,
    ratePerSecond: options.ratePerSecond,
    onWaiting: given.onWaiting,
  };
  const { send, allow } = target.client;
  const watched = (added: Headers): Pick<GuardOptions, 'watch'> =>
    given.watch == null ? {} : { watch: given.watch(added) };
  const { headers, names } = target.credentials;
  const guard = createGuard({
    ...common,
    ...watched(headers),
    send,
    allow,
    ledger,
    mode,
    secretHeaders: names,
  });
  // The address that the client tells holds no password.
  const client = createClient({
    baseUrl: target.client.baseUrl,
    timeoutMs: options.timeoutSeconds * 1_000,
  });
  const bare = createGuard({
    ...common,
    send: client.send,
    ledger: noLedger(token),
    mode: 'read-only',
    ...watched({}),
  });
  return {
    token,
    guard,
    bare,
    wait,
    deadline,
    async end(swept) {
      client.close();
      const isClean = swept !== null && swept.left.length === 0 && swept.isSure;
      await (isClean ? ledger.remove() : ledger.close());
    },
  };
}

/** Letters alone, so that it can stand in any value that a service takes. */
function newToken(): string {
  return `sn${Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`;
}

function ledgerOf(
  { options, target, contract, mode, startedAt }: GuardedRunOptions,
  token: string,
): Ledger {
  if (mode === 'read-only') return noLedger(token);
  const { baseUrl } = target.client;
  const lines = createLedgerLines(baseUrl, token, options.ledgerFolder);
  return createLedger(lines, {
    token,
    baseUrl,
    path: contract.path,
    startedAt: startedAt.toISOString(),
    runner: thisProcess(),
  });
}
