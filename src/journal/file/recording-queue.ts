// Interactions on their way to the file of a recording: numbered and bounded on the main thread,
// sent to the worker in batches. Adding is almost free; redacting and serializing wait until the
// batch is sent.

import type { StandinError } from '../../base/errors.ts';
import type { Totals } from '../archive.ts';
import { cutBodies } from '../interaction/cut-body.ts';
import type { Recorded, Unnumbered } from '../interaction/recorded.ts';
import type { RecordingBatch } from './write-recording.ts';

/** A batch is sent after this time in milliseconds, or when it has this many interactions. */
export const BATCH_MS = 50;
export const BATCH_INTERACTIONS = 200;
/** Maximum of pending interactions, and of characters in their bodies; more are dropped. */
export const QUEUE_INTERACTIONS_MAX = 20_000;
export const QUEUE_CHARS_MAX = 134_217_728;
/** With more pending ones, or a quarter of the maximum, they are not indexed: that is faster. */
export const BEHIND_INTERACTIONS = 1_000;

export interface QueueOptions {
  /** The existing content of the file. */
  readonly totals: Totals;
  /** Writes a batch; resolves once it is safe against the end of this process. */
  readonly write: (batch: RecordingBatch) => Promise<unknown>;
  readonly redact: (recorded: Recorded) => Recorded;
  readonly bodyBytesMax: number;
  readonly queueInteractionsMax: number;
  /** Called when writing starts to fail; again only after it has succeeded. */
  readonly onTrouble: (trouble: StandinError) => void;
}

export class RecordingQueue {
  totals: Totals;
  private waiting: Recorded[] = [];
  private timer: NodeJS.Timeout | null = null;
  private onTheirWay = 0;
  private charsOnTheirWay = 0;
  private waitingChars = 0;
  private written: number;
  private last: Promise<void> = Promise.resolve();
  private state: 'open' | 'failing' | 'closed' = 'open';
  private readonly options: QueueOptions;

  constructor(options: QueueOptions) {
    this.options = options;
    this.totals = options.totals;
    this.written = options.totals.newest;
  }

  /** Adds an interaction and returns its number. */
  add(recorded: Unnumbered): number {
    const { total, oldest } = this.totals;
    const seq = total + 1;
    const chars = charsOf(recorded, this.options.bodyBytesMax);
    const isFull =
      this.onTheirWay >= this.options.queueInteractionsMax ||
      this.charsOnTheirWay + chars > QUEUE_CHARS_MAX;
    if (isFull || this.state === 'closed') {
      this.totals = { ...this.totals, total: seq, dropped: this.totals.dropped + 1 };
      return seq;
    }
    this.waiting.push({ ...cutBodies(recorded, this.options.bodyBytesMax), seq });
    this.totals = { ...this.totals, total: seq, newest: seq, oldest: oldest === 0 ? seq : oldest };
    this.onTheirWay++;
    this.charsOnTheirWay += chars;
    this.waitingChars += chars;
    if (this.waiting.length >= BATCH_INTERACTIONS) this.send();
    else this.timer ??= setTimeout(() => this.send(), BATCH_MS);
    return seq;
  }

  /** Returns the newest number on disk, once everything added is written or dropped. */
  async flushed(): Promise<number> {
    if (this.waiting.length > 0) this.send();
    await this.last;
    return this.written;
  }

  /** Writes the pending interactions and the counts. Drops those that are added from now on. */
  async close(): Promise<void> {
    this.state = 'closed';
    this.send();
    await this.last;
  }

  private send(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { waiting, waitingChars } = this;
    this.waiting = [];
    this.waitingChars = 0;
    const lines = this.print(waiting);
    const pace =
      this.onTheirWay > Math.min(BEHIND_INTERACTIONS, this.options.queueInteractionsMax / 4)
        ? 'behind'
        : 'even';
    const { total, dropped } = this.totals;
    const newest = waiting.at(-1)?.seq ?? this.written;
    const writing = this.options.write({ lines: lines.join('\n'), total, dropped, pace });
    this.last = writing
      .then(
        () => this.succeed(newest),
        (trouble: StandinError) => this.fail(trouble, lines.length, newest),
      )
      .then(() => {
        this.onTheirWay -= waiting.length;
        this.charsOnTheirWay -= waitingChars;
      });
  }

  private print(waiting: readonly Recorded[]): readonly string[] {
    const lines: string[] = [];
    for (const recorded of waiting) {
      try {
        lines.push(JSON.stringify(this.options.redact(recorded)));
      } catch {
        // An interaction that cannot be redacted or serialized must not be written, nor stop the
        // recording.
        this.drop(1);
      }
    }
    return lines;
  }

  private succeed(newest: number): void {
    this.written = newest;
    if (this.state === 'failing') this.state = 'open';
  }

  private fail(trouble: StandinError, count: number, newest: number): void {
    this.drop(count);
    if (this.totals.newest === newest) this.totals = { ...this.totals, newest: this.written };
    if (this.totals.newest === 0) this.totals = { ...this.totals, oldest: 0 };
    if (this.state === 'failing') return;
    if (this.state === 'open') this.state = 'failing';
    this.options.onTrouble(trouble);
  }

  private drop(count: number): void {
    this.totals = { ...this.totals, dropped: this.totals.dropped + count };
  }
}

function charsOf({ request, reply, mock, original }: Unnumbered, charsMax: number): number {
  let chars = 0;
  for (const side of [request, reply, mock, original]) {
    const body = side?.body;
    if (body?.kind === 'text') chars += Math.min(charsMax, body.text.length);
    else if (body?.kind === 'bytes') chars += Math.min(charsMax * 2, body.base64.length);
  }
  return chars;
}
