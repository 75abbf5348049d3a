// Whether the service lets the run in: a refusal for want of credentials, or until a time beyond
// the run, says nothing of the contract. Judges nothing. A single refusal is no such thing: it is
// asked again before it counts.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { GuardedExchange } from './guard.ts';

/** Why the service was not to be judged, and what to do about it. */
export interface Barred {
  /** A clause: `the service asks for credentials ...`. */
  readonly why: string;
  readonly remedy: string;
  /** Whether the service counts as not judged for it, also where some laws held. */
  readonly isDecisive: boolean;
}

export interface AccessOptions {
  readonly send: (call: Call) => Promise<GuardedExchange>;
  /** A call that was granted when the run began. */
  readonly first: Call;
  /** Whether an answer asks to wait longer than the run may. */
  readonly isPutOff: (received: Received) => boolean;
}

export class Access {
  /** Why nothing more is answered; `null` where it is. */
  shut: Barred | null = null;
  /** Writes that were refused each time, by operation. */
  readonly closed = new Map<Kind, Barred>();
  private readonly options: AccessOptions;
  private readonly granted = new Set<Kind>();

  constructor(options: AccessOptions) {
    this.options = options;
  }

  /** What keeps the run from judging all that it should; `null` where nothing does. */
  get barred(): Barred | null {
    return this.shut ?? [...this.closed.values()][0] ?? null;
  }

  /**
   * Takes down what was answered to an operation. Gives why it cannot be judged, `null` where it
   * can.
   */
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
    if (!isUnauthorized(status)) return null;
    if (this.shut === null && (await this.isRefusedAgain(this.options.first, REPEATS))) {
      const why = `the service refused credentials from some request on: ${call.method} ${call.path} was answered with ${status}`;
      this.shut = { why, remedy: REMEDY, isDecisive: true };
    }
    return this.shut ?? (await this.closedTo(kind, call, status));
  }

  /**
   * Takes down that every creation was refused, whatever was sent. Where one is granted later, that
   * is no longer so.
   */
  closeCreation(barred: Barred): void {
    if (!this.granted.has('create')) this.closed.set('create', barred);
  }

  /** A write of which none was ever granted. */
  private async closedTo(kind: Kind, call: Call, status: number): Promise<Barred | null> {
    // 403 may be about what was sent: other values are tried before anything is concluded.
    if (kind === 'list' || kind === 'read' || status === 403 || this.granted.has(kind)) return null;
    const known = this.closed.get(kind);
    if (known !== undefined) return known;
    if (!(await this.isRefusedAgain(call, REPEATS))) return null;
    const why = `the service asks for credentials for writing: ${call.method} ${call.path} was answered with ${status} each time`;
    const barred: Barred = { why, remedy: REMEDY, isDecisive: true };
    this.closed.set(kind, barred);
    return barred;
  }

  private async isRefusedAgain(call: Call, times: number): Promise<boolean> {
    for (let count = 0; count < times; count++) {
      const exchange = await this.options.send(call);
      if (exchange.kind !== 'received' || !isUnauthorized(exchange.received.status)) return false;
    }
    return true;
  }
}

/** How often a refusal is asked for again before it counts. */
const REPEATS = 4;

const REMEDY =
  'Give credentials: --header "Authorization: Bearer <token>", or the same in STANDIN_HEADER.';

const PUT_OFF: Barred = {
  why: 'the service asks to wait longer than the run may',
  remedy:
    'Give the run more time with --max-time, send fewer requests a second with --rate, or raise the limit of the service.',
  isDecisive: false,
};

function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403 || status === 407;
}
