// Watches the exchanges in the thread that forwards them, and posts them in batches to the thread
// that judges. Keeps the first bytes of each body until then. The amount in transit is limited:
// beyond it, bodies are dropped and their exchanges are not judged.

import { Capture } from '../proxy/capture.ts';
import type {
  BeginWatch,
  ExchangeWatch,
  HeldExchange,
  ReplyHead,
  RequestHead,
} from '../proxy/watch.ts';
import { isEventStream } from '../streams/event-stream.ts';
import type { Batch, BatchEvent, BodyPortion, OpenStream, RequestEnded } from './batch.ts';

/** Maximum number of requests that wait to be judged, and of bytes in their bodies. */
export const WAITING_MAX = 2_000;
export const WAITING_BYTES_MAX = 67_108_864;
/** When a batch is posted: so many milliseconds after its first event, or with so many bytes. */
export const BATCH_MS = 20;
export const BATCH_BYTES = 1_048_576;

export interface WorkerTransport {
  readonly begin: BeginWatch;
  /** Posts what was gathered. */
  flush(): void;
  /** Notes that this much no longer waits. */
  settled(done: SettledLoad): void;
  readonly streams: OpenStreams;
}

/** Event streams and WebSockets that have not ended. */
export interface OpenStreams {
  /** Their numbers, in the order of their opening. */
  ids(): readonly number[];
  /** Returns what has passed so far; `null` if it has ended. */
  look(id: number): OpenStream | null;
  /** Calls `onChange` when one opens or ends. Returns a function that ends this. */
  follow(onChange: () => void): () => void;
}

export interface SettledLoad {
  readonly exchanges: number;
  readonly bytes: number;
}

/** Makes a transport. `post` takes each batch, and the buffer in it for good. */
export function createWorkerTransport(post: (batch: Batch) => void): WorkerTransport {
  let events: BatchEvent[] = [];
  let bodies: Capture[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | null = null;
  let count = 0;
  const waiting = { exchanges: 0, bytes: 0 };
  const open = new Map<number, WatchedExchange>();
  const followers = new Set<() => void>();
  const tell = (): void => {
    for (const follower of [...followers]) follower();
  };
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
  const gather = (event: BatchEvent): void => {
    events.push(event);
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const end = (exchange: WatchedExchange): void => {
    const { sent, answered } = exchange;
    if (open.delete(exchange.id)) tell();
    const size = sent.kept + answered.kept;
    const isFull = waiting.exchanges >= WAITING_MAX || waiting.bytes + size > WAITING_BYTES_MAX;
    gather(endedOf(exchange, isFull ? 'unjudged' : 'judged'));
    if (isFull) return;
    waiting.exchanges++;
    waiting.bytes += size;
    bodies.push(sent, answered);
    bytes += size;
    if (bytes >= BATCH_BYTES) flush();
  };
  return {
    begin(head, fate) {
      const id = ++count;
      gather({ kind: 'begun', id, head, fate });
      return new WatchedExchange(id, head, end, (exchange) => {
        gather({ kind: 'opened', id });
        open.set(id, exchange);
        tell();
      });
    },
    flush,
    settled(done) {
      waiting.exchanges -= done.exchanges;
      waiting.bytes -= done.bytes;
    },
    streams: {
      ids: () => [...open.keys()],
      look(id) {
        const exchange = open.get(id);
        if (exchange === undefined) return null;
        const { request: head, sent, answered } = exchange;
        const ended = endedOf(exchange, 'judged');
        return { head, ended, bytes: joined([sent, answered], sent.kept + answered.kept) };
      },
      follow(onChange) {
        followers.add(onChange);
        return () => void followers.delete(onChange);
      },
    },
  };
}

/** One exchange as it passes. */
class WatchedExchange implements ExchangeWatch {
  readonly id: number;
  readonly request: RequestHead;
  readonly at = Date.now();
  readonly sent = new Capture();
  readonly answered = new Capture();
  began = performance.now();
  repliedAt: number | null = null;
  head: ReplyHead | null = null;
  trouble: string | null = null;
  held: HeldExchange | null = null;
  private isStream = false;
  private readonly end: (exchange: WatchedExchange) => void;
  private readonly opened: (exchange: WatchedExchange) => void;

  constructor(
    id: number,
    request: RequestHead,
    end: (exchange: WatchedExchange) => void,
    opened: (exchange: WatchedExchange) => void,
  ) {
    this.id = id;
    this.request = request;
    this.end = end;
    this.opened = opened;
  }

  requestBytes(chunk: Buffer): void {
    this.sent.add(chunk, this.offset());
  }

  requestEnded(): void {
    this.began = performance.now();
  }

  reply(head: ReplyHead): void {
    this.head = head;
    this.repliedAt = performance.now();
    this.isStream = head.status === 101 || hasEvents(head);
    if (this.isStream) this.opened(this);
  }

  replyBytes(chunk: Buffer): void {
    this.answered.add(chunk, this.offset());
  }

  /** Milliseconds since the request, in a stream. */
  private offset(): number | null {
    return this.isStream ? performance.now() - this.began : null;
  }

  ended(trouble: string | null, held: HeldExchange | null = null): void {
    this.trouble = trouble;
    this.held = held;
    this.end(this);
  }
}

function endedOf(
  { id, at, began, repliedAt, head, trouble, held, sent, answered }: WatchedExchange,
  care: RequestEnded['care'],
): RequestEnded {
  const portion = ({ bytes, kept, marks }: Capture): BodyPortion => ({
    bytes,
    kept: care === 'judged' ? kept : 0,
    marks,
  });
  // The wait for a reader is no time of the service.
  const waitedMs = held?.heldMs ?? 0;
  return {
    kind: 'ended',
    id,
    at,
    endedAt: Date.now(),
    elapsedMs: Math.max(0, performance.now() - began - waitedMs),
    // A service may answer before it has the whole request.
    firstByteMs: repliedAt === null ? null : Math.max(0, repliedAt - began - waitedMs),
    care,
    trouble,
    ...(held === null ? {} : { held: { note: held.note, original: held.original } }),
    status: head?.status ?? null,
    fields: head?.fields ?? [],
    sent: portion(sent),
    answered: portion(answered),
  };
}

function hasEvents({ fields }: ReplyHead): boolean {
  return fields.some(
    (name, at) =>
      at % 2 === 0 && /^content-type$/i.test(name) && isEventStream(fields[at + 1] ?? ''),
  );
}

function joined(bodies: readonly Capture[], bytes: number): ArrayBuffer {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const body of bodies) at = body.copyTo(whole, at);
  return whole.buffer;
}
