// The parts of one run against a service: its mark, the guard for all its requests, and the ledger
// on disk. `verify` and `learn` share it.

import { hash, randomInt } from 'node:crypto';
import type { JsonObject } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { createClient, type Exchange } from '../../http/client/client.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import { type Headers, readBody } from '../../model/message/call.ts';
import { writtenFile } from '../../model/message/file-body.ts';
import { type Wire, wireShower, wireWriter } from '../../model/parameters/wire-request.ts';
import { createLedgerLines } from '../../project/files/ledger.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { RemovedOwnItems } from '../../verify/cleanup/remove-own-items.ts';
import {
  createGuard,
  type Guard,
  type GuardOptions,
  type Watch,
} from '../../verify/guard/guard.ts';
import { Interrupted } from '../../verify/guard/interrupted.ts';
import { createLedger, type Ledger, noLedger } from '../../verify/guard/ledger.ts';
import { FAMILY_CHARS } from '../../verify/guard/whose-record.ts';
import { thisProcess } from './process-identity.ts';
import { type Target, type TargetOptions, waiting } from './target.ts';

export interface GuardedRunOptions {
  readonly options: TargetOptions;
  readonly target: Target;
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly mode: 'write' | 'read-only';
  /** Whether the run may write to the only item at the path; absent if not. */
  readonly mayWriteSingle?: boolean;
  /** Whether actions that may change something are sent. */
  readonly mayWriteActions?: boolean;
  /** How many items the run may make until one was seen removed; absent for any number. */
  readonly leave?: number;
  /** How often a call is sent again that failed in a way that may pass; absent for the default. */
  readonly retries?: number;
  readonly stop: AbortSignal;
  readonly startedAt: Date;
  /** The time in milliseconds after which nothing new is begun. */
  readonly deadline: number;
  readonly onWaiting: GuardOptions['onWaiting'];
  /** Whether the user leaves out what is at a path with a method; absent if nothing is left out. */
  readonly leavesOut?: (method: string, path: string) => boolean;
  /** How the tokens of all machines begin that share the run; absent if none do. */
  readonly family?: string;
  /** Returns an observer of all requests; `added` are the header fields with credentials. */
  readonly watch?: ((added: Headers) => Watch) | null;
}

export interface GuardedRun {
  readonly token: string;
  readonly guard: Guard;
  readonly wait: (ms: number) => Promise<void>;
  readonly deadline: number;
  /** Notes on the disk what a single item held before the run writes to it. */
  keep(values: JsonObject): Promise<void>;
  /**
   * Closes the connection without credentials and the ledger, and deletes the ledger if nothing is left;
   * `null` if that is unknown. `standin clean` removes the rest.
   */
  end(swept: RemovedOwnItems | null): Promise<void>;
}

/** Creates the guards of a run. */
export function guardRun(given: GuardedRunOptions): GuardedRun {
  const { options, target, contract, mode, stop, deadline } = given;
  const token = newToken(given.family ?? newFamily());
  const ledger = ledgerOf(given, token);
  const wait = waiting(stop, () => new Interrupted());
  const { allow } = target.client;
  const watched = (added: Headers): Pick<GuardOptions, 'watch'> =>
    given.watch == null ? {} : { watch: watchWire(given, given.watch(added)) };
  const { headers, names, query, restricted, second } = target.credentials;
  // The address of the client holds no password.
  const ofClient = {
    baseUrl: target.client.baseUrl,
    timeoutMs: options.timeoutSeconds * 1_000,
  };
  const client = createClient(ofClient);
  const restrictedClient =
    restricted === null ? null : createClient({ ...ofClient, query, headers: restricted.headers });
  const secondClient = target.openSecond();
  const send = wiring(given, target.client.send, client.send);
  const guard = createGuard({
    contract,
    schemas: given.schemas,
    baseUrl: target.client.baseUrl,
    wait,
    now: Date.now,
    deadline,
    ratePerSecond: options.ratePerSecond,
    onWaiting: given.onWaiting,
    ...watched(headers),
    send,
    bare: { send: wiring(given, client.send), ...watched({}) },
    ...(restricted === null || restrictedClient === null
      ? {}
      : {
          restricted: {
            send: wiring(given, restrictedClient.send),
            ...watched(restricted.headers),
            restrictedScopes: restricted.scopes,
          },
        }),
    ...(second === null || secondClient === null
      ? {}
      : { second: { send: wiring(given, secondClient.send), ...watched(second) } }),
    allow,
    ledger,
    mode,
    ...(given.leave === undefined ? {} : { leave: given.leave }),
    ...(given.retries === undefined ? {} : { retries: given.retries }),
    ...(given.mayWriteSingle === true ? { mayWriteSingle: true } : {}),
    ...(given.mayWriteActions === true ? { mayWriteActions: true } : {}),
    secretHeaders: names,
    ...(given.leavesOut === undefined ? {} : { isLeftOut: leftOutBy(given, given.leavesOut) }),
  });
  return {
    token,
    guard,
    wait,
    deadline,
    keep: (values) => ledger.keep(values),
    async end(swept) {
      client.close();
      restrictedClient?.close();
      secondClient?.close();
      const isClean = swept !== null && swept.left.length === 0 && swept.isSure;
      const { left = [], doubts = [] } = swept ?? {};
      const all = left.length === 0 ? doubts : [...doubts, { why: 'items were left', keys: left }];
      for (const doubt of all) await ledger.doubt(doubt);
      await (isClean ? ledger.remove() : ledger.close());
    },
  };
}

function leftOutBy(
  wire: Wire,
  leavesOut: (method: string, path: string) => boolean,
): NonNullable<GuardOptions['isLeftOut']> {
  const onWire = wireShower(wire);
  return (call) => {
    const { method, path } = onWire(call);
    return leavesOut(method, path);
  };
}

/** The run knows calls in their usual form, and bare items; on the wire they are as the contract says. */
export function wiring(
  wire: Wire,
  send: GuardOptions['send'],
  sendBare: GuardOptions['send'] = send,
): GuardOptions['send'] {
  const wired = wireWriter(wire);
  return async (call) => {
    const { sent, operation, item } = wired(call);
    // What the contract has public is asked without credentials.
    const sendAs = operation?.security?.length === 0 ? sendBare : send;
    const exchange = await sendAs(sent);
    return exchange.kind === 'received'
      ? { ...exchange, received: bareReply(item, exchange.received) }
      : exchange;
  };
}

/** Shows a watcher of a run what is on the wire. */
export function watchWire(wire: Wire, watch: Watch): Watch {
  const shown = wireShower(wire);
  return (call) => {
    const ended = watch(shown(call));
    return (exchange, exchanged) => ended(wireExchange(exchange), exchanged);
  };
}

function wireExchange(exchange: Exchange): Exchange {
  if (exchange.kind !== 'received') return exchange;
  const { received } = exchange;
  const { body } = received;
  const file = writtenFile(body);
  if (file !== body) return { ...exchange, received: { ...received, body: file } };
  return body.kind === 'json' && body.whole !== undefined
    ? { ...exchange, received: { ...received, body: readBody(body.text) } }
    : exchange;
}

/** Only letters, so that it can be part of any value that a service accepts. */
function newToken(family: string): string {
  return family + letters(TOKEN_CHARS - FAMILY_CHARS, () => randomInt(26));
}

function newFamily(): string {
  return `sn${letters(FAMILY_CHARS - 2, () => randomInt(26))}`;
}

/** Returns how the tokens of all machines begin that share a run. */
export function familyOf(run: string): string {
  const bytes = hash('sha256', run, 'buffer');
  return `sn${letters(FAMILY_CHARS - 2, (place) => (bytes[place] ?? 0) % 26)}`;
}

function letters(length: number, number: (place: number) => number): string {
  return Array.from({ length }, (_, place) => String.fromCharCode(97 + number(place))).join('');
}

const TOKEN_CHARS = 12;

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
