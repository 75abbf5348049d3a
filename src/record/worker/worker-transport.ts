// Watches what passes, on the thread that forwards it, and hands it over in batches to whoever
// judges it. Keeps the first bytes of each body until then. What is on its way is bounded: beyond
// that, bodies are left out, and what they belong to is not judged.

import { Capture } from '../proxy/capture.ts';
import type { Begin, ReplyHead, Watch } from '../proxy/watch.ts';
import type { Batch, Begun, Ended, Portion } from './batch.ts';

/** How many requests may be on their way to be judged, and how many bytes of bodies with them. */
export const WAITING_MAX = 2_000;
export const WAITING_BYTES_MAX = 67_108_864;
/**
 * When a batch is handed over: so long after its first event, in milliseconds, or as soon as it has
 * so many bytes of bodies.
 */
export const BATCH_MS = 20;
export const BATCH_BYTES = 1_048_576;

export interface WorkerTransport {
  readonly begin: Begin;
  /** Hands over what was gathered. */
  flush(): void;
  /** Notes that so much of what was handed over waits no more. */
  settled(done: Settled): void;
}

export interface Settled {
  readonly passages: number;
  readonly bytes: number;
}

/** Makes a handover. `post` takes each batch, and the buffer in it for good. */
export function createWorkerTransport(post: (batch: Batch) => void): WorkerTransport {
  let events: (Begun | Ended)[] = [];
  let bodies: Capture[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | null = null;
  let count = 0;
  const waiting = { passages: 0, bytes: 0 };
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (events.length === 0) return;
    const batch = { events, bytes: joined(bodies, bytes) };
    events = [];
    bodies = [];
    bytes = 0;
    post(batch);
  };
  const gather = (event: Begun | Ended): void => {
    events.push(event);
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const end = (passage: Passage): void => {
    const { sent, answered } = passage;
    const size = sent.kept + answered.kept;
    const isFull = waiting.passages >= WAITING_MAX || waiting.bytes + size > WAITING_BYTES_MAX;
    gather(endedOf(passage, isFull ? 'unjudged' : 'judged'));
    if (isFull) return;
    waiting.passages++;
    waiting.bytes += size;
    bodies.push(sent, answered);
    bytes += size;
    if (bytes >= BATCH_BYTES) flush();
  };
  return {
    begin(head, fate) {
      const id = ++count;
      gather({ kind: 'begun', id, head, fate });
      return new Passage(id, end);
    },
    flush,
    settled(done) {
      waiting.passages -= done.passages;
      waiting.bytes -= done.bytes;
    },
  };
}

/** One request as it passes. */
class Passage implements Watch {
  readonly id: number;
  readonly at = Date.now();
  readonly sent = new Capture();
  readonly answered = new Capture();
  began = performance.now();
  head: ReplyHead | null = null;
  trouble: string | null = null;
  private readonly end: (passage: Passage) => void;

  constructor(id: number, end: (passage: Passage) => void) {
    this.id = id;
    this.end = end;
  }

  requestBytes(chunk: Buffer): void {
    this.sent.add(chunk);
  }

  requestEnded(): void {
    this.began = performance.now();
  }

  reply(head: ReplyHead): void {
    this.head = head;
  }

  replyBytes(chunk: Buffer): void {
    this.answered.add(chunk);
  }

  ended(trouble: string | null): void {
    this.trouble = trouble;
    this.end(this);
  }
}

function endedOf(
  { id, at, began, head, trouble, sent, answered }: Passage,
  care: Ended['care'],
): Ended {
  const portion = ({ bytes, kept }: Capture): Portion => ({
    bytes,
    kept: care === 'judged' ? kept : 0,
  });
  return {
    kind: 'ended',
    id,
    at,
    endedAt: Date.now(),
    elapsedMs: performance.now() - began,
    care,
    trouble,
    status: head?.status ?? null,
    fields: head?.fields ?? [],
    sent: portion(sent),
    answered: portion(answered),
  };
}

function joined(bodies: readonly Capture[], bytes: number): ArrayBuffer {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const body of bodies) at = body.copyTo(whole, at);
  return whole.buffer;
}
