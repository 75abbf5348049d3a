// Watches what passes and hands it on as interactions. Each is judged after its reply was sent on, one after the other, in the order in
// which they ended; whatever goes wrong here, nothing of it reaches what passes.

import { isUtf8 } from 'node:buffer';
import { decode } from '../http/decode.ts';
import type { Sink, Unnumbered } from '../journal/archive.ts';
import type { Field, Recorded, RecordedReply } from '../journal/recorded.ts';
import { type Body, type Call, type Headers, header, noBody, readBody } from '../model/call.ts';
import type { Received } from '../model/received.ts';
import { Capture, JUDGED_BYTES_MAX, recordedBody } from './capture.ts';
import type { Judged, Shadow } from './shadow.ts';
import type { Span } from './timeline.ts';
import type { Begin, RawFields, ReplyHead, RequestHead } from './watch.ts';

export interface RecorderOptions {
  readonly shadow: Shadow;
  readonly sink: Sink;
  /** Gives an interaction without what is secret, before anybody sees it. */
  readonly redact: (recorded: Unnumbered) => Unnumbered;
  readonly onRecorded: (recorded: Recorded) => void;
  /** Told of what went wrong in here. */
  readonly onFailure: (error: unknown) => void;
}

export interface Recorder {
  readonly begin: Begin;
  /** Resolves when all that has ended is recorded. */
  drained(): Promise<void>;
}

/** How many requests may wait to be judged, and how many bytes of bodies with them; what comes on top is recorded without either. */
export const WAITING_MAX = 2_000;
export const WAITING_BYTES_MAX = 67_108_864;

interface Passage {
  readonly head: RequestHead;
  readonly span: Span;
  readonly at: number;
  readonly elapsedMs: number;
  readonly sent: Capture;
  readonly answered: Capture;
  readonly reply: ReplyHead | null;
  readonly trouble: string | null;
}

/** Makes a recorder of what passes. */
export function createRecorder(options: RecorderOptions): Recorder {
  const waiting: Passage[] = [];
  let bytes = 0;
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    for (let passage = waiting.shift(); passage !== undefined; passage = waiting.shift()) {
      // What passes comes first.
      await new Promise<void>((resolve) => setImmediate(resolve));
      bytes -= sizeOf(passage);
      await record(options, passage);
    }
    working = null;
  };
  return {
    begin: (head) =>
      watch(options.shadow, head, (passage) => {
        if (waiting.length >= WAITING_MAX || bytes + sizeOf(passage) > WAITING_BYTES_MAX) {
          skip(options, passage);
          return;
        }
        waiting.push(passage);
        bytes += sizeOf(passage);
        working ??= work();
      }),
    drained: async () => {
      await working;
    },
  };
}

function sizeOf({ sent, answered }: Passage): number {
  return Math.min(sent.bytes, JUDGED_BYTES_MAX) + Math.min(answered.bytes, JUDGED_BYTES_MAX);
}

function watch(shadow: Shadow, head: RequestHead, done: (passage: Passage) => void): ReturnType<Begin> {
  const at = Date.now();
  let began = performance.now();
  const isOverridden = head.fields.some((name, index) => index % 2 === 0 && /^x-(http-)?method(-override)?$/i.test(name));
  const span = shadow.begin(head.method, pathOf(head.target), isOverridden);
  const [sent, answered] = [new Capture(), new Capture()];
  let reply: ReplyHead | null = null;
  return {
    requestBytes: (chunk) => sent.add(chunk),
    requestEnded: () => {
      began = performance.now();
    },
    reply: (one) => {
      reply = one;
    },
    replyBytes: (chunk) => answered.add(chunk),
    ended: (trouble) => {
      shadow.end(span);
      done({ head, span, at, elapsedMs: performance.now() - began, sent, answered, reply, trouble });
    },
  };
}

async function record(options: RecorderOptions, passage: Passage): Promise<void> {
  const { shadow } = options;
  try {
    const { head, span, at, elapsedMs, sent, answered, reply, trouble } = passage;
    const headers = headersOf(head.fields);
    const request = await read(sent, headers);
    const replied = reply === null ? null : await read(answered, headersOf(reply.fields));
    const isWhole = reply !== null && replied !== null && trouble === null;
    const received: Received | null = isWhole
      ? { status: reply.status, headers: headersOf(reply.fields), body: replied.body }
      : null;
    const judged = shadow.judge({
      ...{ span, received, isReadable: replied?.isReadable === true, at: Date.now() },
      call: { ...callOf(head, headers), body: request.body },
    });
    const { settle, ...facts } = judged;
    settle(
      hand(options, {
        ...{ at, elapsedMs, source: 'proxy', trouble, law: null, original: null, ...facts },
        request: { ...requestOf(head), body: recordedBody(request.bytes, request.count) },
        reply: reply === null ? null : replyOf(reply, replied),
      }),
    );
  } catch (error) {
    options.onFailure(error);
    skip(options, passage);
  }
}

/** Records that something passed, and no more. */
function skip(options: RecorderOptions, { head, span, at, elapsedMs, sent, answered, reply, trouble }: Passage): void {
  const unkept = (capture: Capture) => ({ kind: 'unkept', bytes: capture.bytes }) as const;
  try {
    options.shadow.skip(span);
    hand(options, {
      ...{ at, elapsedMs, source: 'proxy', trouble, law: null, original: null, ...UNJUDGED },
      request: { ...requestOf(head), body: unkept(sent) },
      reply: reply === null ? null : { ...replyOf(reply, null), body: unkept(answered) },
    });
  } catch (error) {
    options.onFailure(error);
  }
}

const UNJUDGED: Omit<Judged, 'settle'> = {
  ...{ resource: null, operation: null, verdict: 'unjudged', findings: [], ruled: null, mock: null, history: [] },
};

function hand({ redact, sink, onRecorded }: RecorderOptions, unnumbered: Unnumbered): number {
  const shown = redact(unnumbered);
  const seq = sink.add(shown);
  onRecorded({ seq, ...shown });
  return seq;
}

interface Read {
  readonly body: Body;
  /** Decoded as far as that can be done; `count` is how many bytes there are of those. */
  readonly bytes: Buffer;
  readonly count: number;
  readonly isReadable: boolean;
}

/** Reads a body: its content codings are undone, and it is JSON or is not. */
async function read(capture: Capture, headers: Headers): Promise<Read> {
  const { isWhole, bytes: count } = capture;
  const bytes = capture.take();
  if (!isWhole) return { body: { kind: 'oversized', bytesMax: JUDGED_BYTES_MAX }, bytes, count, isReadable: false };
  const coding = header(headers, 'content-encoding') ?? '';
  const decoded = coding === '' ? ({ kind: 'bytes', bytes } as const) : await decode(bytes, coding, JUDGED_BYTES_MAX);
  if (decoded.kind !== 'bytes') return { body: noBody, bytes, count, isReadable: false };
  const text = isUtf8(decoded.bytes) ? decoded.bytes.toString() : null;
  return { body: readBody(text), bytes: decoded.bytes, count: decoded.bytes.length, isReadable: true };
}

function callOf({ method, target }: RequestHead, headers: Headers): Omit<Call, 'body'> {
  return { method, path: pathOf(target), query: queryOf(target), headers };
}

function requestOf({ method, target, fields }: RequestHead): Omit<Recorded['request'], 'body'> {
  return { method, path: pathOf(target), query: queryOf(target), headers: fieldsOf(fields) };
}

function replyOf({ status, fields }: ReplyHead, read: Read | null): RecordedReply {
  const isEndless = status === 101;
  const body = isEndless || read === null ? ({ kind: 'unkept', bytes: null } as const) : recordedBody(read.bytes, read.count);
  return { status, headers: fieldsOf(fields), body };
}

function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

function fieldsOf(raw: RawFields): readonly Field[] {
  const fields: Field[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) fields.push([raw[index]?.toLowerCase() ?? '', raw[index + 1] ?? '']);
  return fields;
}

/** Gives header fields by name; one that is given several times has several values. */
function headersOf(raw: RawFields): Headers {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name, value] = [raw[index]?.toLowerCase() ?? '', raw[index + 1] ?? ''];
    const before = found[name];
    found[name] = before === undefined ? value : [before, value].flat();
  }
  return found;
}
