// Whether the service grants the run access. A reply that refuses credentials, or asks to wait
// beyond the end of the run, says nothing about the contract. A single refusal does not count: the
// call is repeated first.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { GuardedExchange } from './guard.ts';

/** Why the service could not be judged, and what you can do about it. */
export interface Barred {
  /** A clause: `the service asks for credentials ...`. */
  readonly why: string;
  readonly remedy: string;
  /** Whether the service counts as not judged because of it, even if some laws held. */
  readonly isDecisive: boolean;
}

export interface AccessOptions {
  /** Sends a refused call once more. */
  readonly repeat: (call: Call) => Promise<GuardedExchange>;
  /** A call that was granted when the run began; `null` if there is none. */
  readonly first: Call | null;
  /** Whether the contract says that an operation needs no credentials. */
  readonly isPublic?: (kind: Kind) => boolean;
  /** Whether a reply asks to wait longer than the run may. */
  readonly isPutOff: (received: Received) => boolean;
}

export class Access {
  /** Why the service answers nothing more; `null` if it does. */
  shut: Barred | null = null;
  /** Writes that were refused each time, by operation. */
  readonly closed = new Map<Kind, Barred>();
  private readonly options: AccessOptions;
  private readonly granted = new Set<Kind>();
  /** How often laws have tried a kind of write that was refused each time. */
  private triedClosed = 0;

  constructor(options: AccessOptions) {
    this.options = options;
  }

  /** What keeps the run from judging everything; `null` if nothing does. */
  get barred(): Barred | null {
    return this.shut ?? [...this.closed.values()][0] ?? null;
  }

  /** Records the reply to an operation. Returns why it cannot be judged; `null` if it can. */
  async check(kind: Kind, call: Call, received: Received): Promise<Barred | null> {
    const { status } = received;
    if (status < 400) {
      this.granted.add(kind);
      this.closed.delete(kind);
    }
    if (this.options.isPutOff(received)) {
      this.shut ??= PUT_OFF;
      return PUT_OFF;
    }
    if (!isUnauthorized(status) || this.options.isPublic?.(kind) === true) return null;
    const { first } = this.options;
    if (this.shut === null && first !== null && (await this.isRefusedAgain(first, REPEATS))) {
      const why = `the service began to refuse the credentials: ${call.method} ${call.path} was answered with ${status}`;
      this.shut = { why, remedy: GIVE_CREDENTIALS, isDecisive: true };
    }
    return this.shut ?? (await this.closedTo(kind, call, status));
  }

  /**
   * Why a kind of write is not sent any more; `null` if it is. After it was refused each time, laws try
   * it some more times, with values of their own.
   */
  whyFutile(kind: Kind): string | null {
    const barred = this.closed.get(kind);
    if (barred === undefined) return null;
    this.triedClosed++;
    return this.triedClosed > CLOSED_TRIES ? barred.why : null;
  }

  /** Records that every creation was refused. A creation that is granted later revokes this. */
  closeCreation(barred: Barred): void {
    if (!this.granted.has('create')) this.closed.set('create', barred);
  }

  /** Returns why a kind of write was never granted; `null` if it may have been. */
  private async closedTo(kind: Kind, call: Call, status: number): Promise<Barred | null> {
    // A 403 may be about the values that were sent: other values are tried first.
    if (kind === 'list' || kind === 'read' || status === 403 || this.granted.has(kind)) return null;
    const known = this.closed.get(kind);
    if (known !== undefined) return known;
    if (!(await this.isRefusedAgain(call, REPEATS))) return null;
    const why = `the service requires credentials for writing: ${call.method} ${call.path} was answered with ${status} each time`;
    const barred: Barred = { why, remedy: GIVE_CREDENTIALS, isDecisive: true };
    this.closed.set(kind, barred);
    return barred;
  }

  private async isRefusedAgain(call: Call, times: number): Promise<boolean> {
    for (let count = 0; count < times; count++) {
      const exchange = await this.options.repeat(call);
      if (exchange.kind !== 'received' || !isUnauthorized(exchange.received.status)) return false;
    }
    return true;
  }
}

/** How often laws try what was refused each time. */
const CLOSED_TRIES = 3;

/** How often a refused call is repeated before the refusal counts. */
const REPEATS = 4;

/** What to do where a service asks for credentials. */
export const GIVE_CREDENTIALS: string =
  'Give credentials: --token <token>, --header "Name: value" (or STANDIN_TOKEN, STANDIN_HEADER), or --login <file>.';

const PUT_OFF: Barred = {
  why: 'the service asks to wait longer than the run may',
  remedy:
    'Give the run more time with --max-time, send fewer requests a second with --rate, or raise the limit of the service.',
  isDecisive: false,
};

function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403 || status === 407;
}
