// What one run has: its knowledge of the service, its items, a way to send, and a clock.

import type { Profile } from '../../contract/choices.ts';
import type { Activity } from '../activity.ts';
import { isPublic } from '../guard/declared-credentials.ts';
import type { Guard } from '../guard/guard.ts';
import { RequestLimit } from '../guard/request-limit.ts';
import { Turns } from '../guard/turns.ts';
import { holdsFamily } from '../guard/whose-record.ts';
import { Bystanders } from './bystanders.ts';
import { Clock, type ClockOptions } from './clock.ts';
import { ExpectedState } from './expected-state.ts';
import { firstCall, hasItems } from './first-call.ts';
import { type EarlierPass, OwnedItems } from './owned-items.ts';
import { ReadingLag } from './reading-lag.ts';
import { Sender } from './sender.ts';
import { ServiceKnowledge, type ServiceKnowledgeOptions } from './service-knowledge.ts';
import { Variation } from './variation.ts';

export interface SessionOptions extends ServiceKnowledgeOptions, ClockOptions {
  readonly guard: Guard;
  /** Is in everything that the run makes. */
  readonly token: string;
  /** What an earlier pass of the run has made; absent if there was none. */
  readonly earlier?: EarlierPass;
  /** Whether the user has stopped the run. */
  readonly isStopped?: () => boolean;
  /** Notes which law each call is for. */
  readonly during?: Activity;
  /** With `thorough`, calls are varied in all ways. */
  readonly budget?: 'quick' | 'standard' | 'thorough';
  /** The seed of what is varied. */
  readonly seed?: number;
  /** Whether other machines of the run write to the collection meanwhile. Defaults to `false`. */
  readonly isShared?: boolean;
  /** How long the run waits for a write to show, in milliseconds. */
  readonly lagMsMax?: number;
  /** The bound on that which is pinned; `null` or absent if none is. */
  readonly lagAllowed?: Profile['consistency.within'] | null;
  /** How often an attempt is made again that met only failures which may pass. Defaults to 1. */
  readonly retries?: number;
  /** How many requests are sent before what is not tried is left. Defaults to any number. */
  readonly requestsMax?: number;
}

export interface Session {
  readonly service: ServiceKnowledge;
  readonly items: OwnedItems;
  readonly sender: Sender;
  readonly clock: Clock;
  /** How many requests may be sent. */
  readonly requests: RequestLimit;
  /** How far the reads lag behind the writes. */
  readonly lag: ReadingLag;
  /** The items of others, which must not change. */
  readonly bystanders: Bystanders;
  /** Which moves may go on together. */
  readonly turns: Turns;
  /** Creations, and apart from them writes to ids of removed items. */
  readonly turnsOfIds: Turns;
  /** How calls are varied: not at all until the probe is done. */
  readonly variation: Variation;
  /** Whether other machines of the run write to the collection meanwhile. */
  readonly isShared: boolean;
  /** How often an attempt is made again that met only failures which may pass. */
  readonly retries: number;
}

export function createSession(options: SessionOptions): Session {
  const { token, now } = options;
  const clock = new Clock(options);
  const service = new ServiceKnowledge(options);
  // Operations without items may each need other credentials: none of them tells of all.
  const first = hasItems(service) ? firstCall(service, token) : null;
  const sender = new Sender({
    ...options,
    first,
    isPublic: (kind) => isPublic(service.contract.operations[kind]),
  });
  const { earlier } = options;
  const items = new OwnedItems({
    token,
    sender,
    expected: new ExpectedState(options),
    now,
    ...(earlier === undefined ? {} : { earlier }),
  });
  const bystanders = new Bystanders({
    members: service.members,
    keyOf: (element) => service.keyOf(element),
    isOwned: (key) => items.everOwned.has(key),
    isOfRun: (element) => holdsFamily(element, token),
    comparable: (value) => service.forms.comparable(value),
    now,
  });
  const ways = options.budget === 'thorough' ? 'all' : 'usual';
  const often = options.budget === 'quick' ? 2 : 1;
  const { contract, lagMsMax, lagAllowed = null } = options;
  const variation = new Variation(contract, options.seed ?? 1, ways, often);
  const allowed = contract.shown['consistency.within'] ?? lagAllowed;
  const lag = new ReadingLag({ allowed, ...(lagMsMax === undefined ? {} : { lagMsMax }) });
  const { isShared = false, retries = 1, requestsMax = Number.POSITIVE_INFINITY } = options;
  return {
    service,
    items,
    sender,
    clock,
    requests: new RequestLimit(requestsMax, () => options.guard.requests()),
    bystanders,
    lag,
    turns: new Turns(),
    turnsOfIds: new Turns(),
    variation,
    isShared,
    retries,
  };
}
