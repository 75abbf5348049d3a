// Receives the exchanges in the thread that judges, and records them as interactions, one by one,
// in the order in which they ended. No error here affects the traffic.

import { isUtf8 } from 'node:buffer';
import { decode } from '../../http/client/decode.ts';
import { wholeLines } from '../../http/client/read-stream.ts';
import type { Sink } from '../../journal/archive.ts';
import type {
  Field,
  Recorded,
  RecordedReply,
  Unnumbered,
} from '../../journal/interaction/recorded.ts';
import { isStreamType } from '../../model/media/streams.ts';
import {
  type Body,
  type Headers,
  header,
  mayHaveFiles,
  noBody,
  readBody,
  splitTarget,
} from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { JUDGED_BYTES_MAX, recordedBody } from '../proxy/capture.ts';
import { pairsOf } from '../proxy/header-fields.ts';
import type { RawFields, ReplyHead, RequestHead } from '../proxy/watch.ts';
import type { JudgedExchange, Shadow } from '../shadow/shadow.ts';
import type { RequestSpan } from '../shadow/timeline.ts';
import { isEventStream, readEvents } from '../streams/event-stream.ts';
import type { TimedBytes } from '../streams/limits.ts';
import { readWebSocket } from '../streams/websocket.ts';
import type { Batch, OpenStream, RequestBegun, RequestEnded } from './batch.ts';
import type { SettledLoad } from './worker-transport.ts';

export interface ExchangeQueueOptions {
  readonly shadow: Shadow;
  readonly sink: Sink;
  /** The origin of the service: `https://api.example.com`. */
  readonly service: string;
  /** Removes secrets from an interaction before anything else sees it. */
  readonly redact: (recorded: Unnumbered) => Unnumbered;
  readonly onRecorded: (recorded: Recorded) => void;
  /** Called with the amount that no longer waits. */
  readonly onSettled: (settled: SettledLoad) => void;
  /** Called with errors in the queue. */
  readonly onFailure: (error: unknown) => void;
}

export interface ExchangeQueue {
  take(batch: Batch): void;
  /** Returns a stream that is still open as it would be recorded now, without its judgement. */
  look(stream: OpenStream): Promise<Unnumbered>;
  /** Resolves when all ended exchanges are recorded. */
  drained(): Promise<void>;
  /** Continues to judge for at most this many milliseconds, then records the rest unjudged. */
  finish(ms: number): Promise<void>;
}

interface Begun {
  readonly head: RequestHead;
  /** `null` once it is a stream that changes nothing. */
  readonly span: RequestSpan | null;
}

interface EndedExchange {
  readonly head: RequestHead;
  readonly span: RequestSpan;
  readonly ended: RequestEnded;
  readonly sent: KeptBody;
  readonly answered: KeptBody;
}

/** The kept part of a body, and its size. */
interface KeptBody {
  readonly part: Buffer;
  readonly bytes: number;
  readonly marks: readonly number[];
}

/** Creates a queue. */
export function createExchangeQueue(options: ExchangeQueueOptions): ExchangeQueue {
  const open = new Map<number, Begun>();
  const waiting: EndedExchange[] = [];
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    for (let exchange = waiting.shift(); exchange !== undefined; exchange = waiting.shift()) {
      await record(options, exchange);
      if (exchange.ended.care === 'judged')
        options.onSettled({ exchanges: 1, bytes: keptBytes(exchange) });
      // Other messages may be waiting.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    working = null;
  };
  const begin = ({ id, head, fate }: RequestBegun): void => {
    const isOverridden = head.fields.some(
      (name, index) => index % 2 === 0 && OVERRIDING.test(name),
    );
    const span =
      fate === 'refused'
        ? options.shadow.beginNothing()
        : options.shadow.begin(head.method, splitTarget(head.target).path, isOverridden);
    open.set(id, { head, span });
  };
  /** A read that goes on for hours must not hold what others did meanwhile in memory. */
  const openStream = (id: number): void => {
    const begun = open.get(id);
    if (begun?.span?.touch.kind !== 'nothing') return;
    options.shadow.skip(begun.span);
    open.set(id, { head: begun.head, span: null });
  };
  const drained = async (): Promise<void> => {
    await working;
  };
  return {
    take({ events, bytes }) {
      let at = 0;
      const next = (kept: number): Buffer => {
        at += kept;
        return Buffer.from(bytes, at - kept, kept);
      };
      for (const event of events) {
        if (event.kind === 'begun') {
          begin(event);
          continue;
        }
        if (event.kind === 'opened') {
          openStream(event.id);
          continue;
        }
        const [sent, answered] = [event.sent, event.answered].map(({ kept, bytes, marks }) => ({
          part: next(kept),
          bytes,
          marks,
        }));
        const begun = open.get(event.id);
        open.delete(event.id);
        if (begun === undefined || sent === undefined || answered === undefined) continue;
        const span = begun.span ?? options.shadow.beginNothing();
        options.shadow.end(span);
        waiting.push({ head: begun.head, span, ended: event, sent, answered });
      }
      if (waiting.length > 0) working ??= work();
    },
    look: (stream) => lookAt(options, stream),
    drained,
    async finish(ms) {
      const timer = new Promise((resolve) => setTimeout(resolve, ms));
      await Promise.race([drained(), timer]);
      for (const exchange of waiting.splice(0)) skip(options, exchange);
      await drained();
    },
  };
}

/** Header fields that may override the method of a request. */
const OVERRIDING = /^x-(http-)?method(-override)?$/i;

function keptBytes({ sent, answered }: EndedExchange): number {
  return sent.part.length + answered.part.length;
}

async function record(options: ExchangeQueueOptions, exchange: EndedExchange): Promise<void> {
  if (exchange.ended.care === 'unjudged') {
    skip(options, exchange);
    return;
  }
  const { shadow } = options;
  try {
    const { head, span } = exchange;
    const { endedAt, trouble } = exchange.ended;
    // After an upgrade the bytes belong to the other protocol.
    const isUpgraded = exchange.ended.status === 101;
    const [sent, answered] = isUpgraded ? [NOTHING, NOTHING] : [exchange.sent, exchange.answered];
    const reply = replyIn(exchange.ended);
    const headers = headersOf(head.fields);
    const request = await read(sent, headers);
    const replied = reply === null ? null : await read(answered, headersOf(reply.fields));
    const original = await readOriginal(exchange.ended);
    // What the service said is learned, also if the client got something else.
    const [said, saidBody] = original === null ? [reply, replied] : [original.head, original.read];
    const isWhole = said !== null && saidBody !== null && (trouble === null || original !== null);
    const received: Received | null = isWhole
      ? { status: said.status, headers: headersOf(said.fields), body: saidBody.body }
      : cutStream(reply, replied);
    const judged = shadow.judge({
      span,
      received,
      isReadable: saidBody?.isReadable === true,
      at: endedAt,
      call: { method: head.method, ...splitTarget(head.target), headers, body: request.body },
    });
    const { settle, ...facts } = judged;
    settle(
      store(options, {
        ...passedFacts(exchange.ended, options),
        ...facts,
        ...(original === null
          ? {}
          : { ...ALTERED, original: replyOf(original.head, original.read) }),
        request: { ...requestOf(head), body: recordedBody(request.bytes, request.count) },
        reply: reply === null ? null : replyOf(reply, replied),
        ...streamOf(exchange),
      }),
    );
  } catch (error) {
    options.onFailure(error);
    skip(options, exchange);
  }
}

/** As for overrides of a mock: the reply that the client got is nobody's. */
const ALTERED = { verdict: 'unjudged', findings: [] } as const;

/** Reads the reply of the service if the client got another one. */
async function readOriginal({
  held,
}: RequestEnded): Promise<{ readonly head: ReplyHead; readonly read: ReadBody } | null> {
  const original = held?.original ?? null;
  if (original === null) return null;
  const { body, ...head } = original;
  const kept = { part: Buffer.from(body), bytes: body.length, marks: [] };
  return { head, read: await read(kept, headersOf(head.fields)) };
}

async function lookAt(
  { redact, service }: ExchangeQueueOptions,
  { head, ended, bytes }: OpenStream,
): Promise<Unnumbered> {
  const sent = { ...ended.sent, part: Buffer.from(bytes, 0, ended.sent.kept) };
  const answered = { ...ended.answered, part: Buffer.from(bytes, ended.sent.kept) };
  const reply = replyIn(ended);
  const [asked, replied] = ended.status === 101 ? [NOTHING, NOTHING] : [sent, answered];
  const request = await read(asked, headersOf(head.fields));
  return redact({
    ...passedFacts(ended, { service }),
    ...UNJUDGED,
    request: { ...requestOf(head), body: recordedBody(request.bytes, request.count) },
    reply: reply === null ? null : replyOf(reply, await read(replied, headersOf(reply.fields))),
    ...streamOf({ ended, sent, answered }),
  });
}

const NOTHING: KeptBody = { part: Buffer.alloc(0), bytes: 0, marks: [] };

/** What came over time. Compressed events have no places in the bytes that passed. */
function streamOf({
  ended,
  sent,
  answered,
}: Pick<EndedExchange, 'ended' | 'sent' | 'answered'>): Pick<Unnumbered, 'stream'> {
  if (ended.status === 101) return { stream: readWebSocket(timed(sent), timed(answered)) };
  const headers = headersOf(ended.fields);
  const isEvents = isEventStream(header(headers, 'content-type') ?? '');
  return isEvents && header(headers, 'content-encoding') === undefined
    ? { stream: readEvents(timed(answered)) }
    : {};
}

function timed({ part, bytes, marks }: KeptBody): TimedBytes {
  return { bytes: part, count: bytes, marks };
}

/** Records an exchange without judging it. */
function skip(
  options: ExchangeQueueOptions,
  { head, span, ended, sent, answered }: EndedExchange,
): void {
  const reply = replyIn(ended);
  const isUpgraded = ended.status === 101;
  const unkept = ({ bytes }: KeptBody) =>
    ({ kind: 'unkept', bytes: isUpgraded ? null : bytes }) as const;
  try {
    options.shadow.skip(span);
    store(options, {
      ...passedFacts(ended, options),
      ...UNJUDGED,
      request: { ...requestOf(head), body: isUpgraded ? { kind: 'none' } : unkept(sent) },
      reply: reply === null ? null : { ...replyOf(reply, null), body: unkept(answered) },
    });
  } catch (error) {
    options.onFailure(error);
  }
}

function passedFacts(
  { at, elapsedMs, firstByteMs, held, trouble }: RequestEnded,
  { service }: Pick<ExchangeQueueOptions, 'service'>,
) {
  const absent = { law: null, original: null, world: null } as const;
  const phases = firstByteMs === null ? {} : { firstByteMs };
  const why = trouble ?? held?.note ?? null;
  return { at, elapsedMs, ...phases, source: 'proxy', trouble: why, service, ...absent } as const;
}

const UNJUDGED: Omit<JudgedExchange, 'settle'> = {
  resource: null,
  operation: null,
  verdict: 'unjudged',
  findings: [],
  ruled: null,
  mock: null,
  history: [],
};

function store({ redact, sink, onRecorded }: ExchangeQueueOptions, unnumbered: Unnumbered): number {
  const shown = redact(unnumbered);
  const seq = sink.add(shown);
  onRecorded({ seq, ...shown });
  return seq;
}

interface ReadBody {
  readonly body: Body;
  /** The decoded bytes as far as possible; `count` is their whole number. */
  readonly bytes: Buffer;
  readonly count: number;
  readonly isReadable: boolean;
}

/** Reads a body: undoes its content codings, and parses it as JSON if possible. */
async function read({ part: bytes, bytes: count }: KeptBody, headers: Headers): Promise<ReadBody> {
  if (bytes.length < count)
    return {
      body: { kind: 'oversized', bytesMax: JUDGED_BYTES_MAX },
      bytes,
      count,
      isReadable: false,
    };
  const coding = header(headers, 'content-encoding') ?? '';
  const decoded =
    coding === ''
      ? ({ kind: 'bytes', bytes } as const)
      : await decode(bytes, coding, JUDGED_BYTES_MAX);
  if (decoded.kind !== 'bytes') return { body: noBody, bytes, count, isReadable: false };
  const kept = mayHaveFiles(header(headers, 'content-type')) ? decoded.bytes : null;
  const text = isUtf8(decoded.bytes) ? decoded.bytes.toString() : kept;
  return {
    body: readBody(text),
    bytes: decoded.bytes,
    count: decoded.bytes.length,
    isReadable: true,
  };
}

/** A stream that its client left, as far as it came: in whole lines. `null` if it is none. */
function cutStream(head: ReplyHead | null, read: ReadBody | null): Received | null {
  if (head === null || read === null || !read.isReadable) return null;
  const headers = headersOf(head.fields);
  if (!isStreamType(header(headers, 'content-type') ?? '')) return null;
  const bytes = wholeLines(read.bytes);
  const body = readBody(isUtf8(bytes) ? bytes.toString() : bytes);
  return { status: head.status, headers, body, cut: true };
}

function replyIn({ status, fields }: RequestEnded): ReplyHead | null {
  return status === null ? null : { status, fields };
}

function requestOf({ method, target, fields }: RequestHead): Omit<Recorded['request'], 'body'> {
  return { method, ...splitTarget(target), headers: fieldsOf(fields) };
}

function replyOf({ status, fields }: ReplyHead, read: ReadBody | null): RecordedReply {
  const isEndless = status === 101;
  const body =
    isEndless || read === null
      ? ({ kind: 'unkept', bytes: null } as const)
      : recordedBody(read.bytes, read.count);
  return { status, headers: fieldsOf(fields), body };
}

function fieldsOf(raw: RawFields): readonly Field[] {
  return pairsOf(raw).map(([name, value]) => [name.toLowerCase(), value]);
}

/** Returns header fields by name. A repeated field has several values. */
function headersOf(raw: RawFields): Headers {
  const found: Record<string, string | string[]> = Object.create(null) as Record<
    string,
    string | string[]
  >;
  for (const [name, value] of fieldsOf(raw)) {
    const before = found[name];
    found[name] = before === undefined ? value : [before, value].flat();
  }
  return found;
}
