// Recorded interactions, made by hand.

import type { Json } from '../../src/base/json.ts';
import type {
  Field,
  Recorded,
  RecordedBody,
  RecordedReply,
  Unnumbered,
} from '../../src/journal/interaction/recorded.ts';

export interface Written {
  /** `POST /users?page=2` */
  readonly request?: string;
  readonly headers?: readonly Field[];
  readonly sent?: Json | RecordedBody;
  readonly status?: number;
  readonly replyHeaders?: readonly Field[];
  readonly answered?: Json | RecordedBody;
  readonly more?: Partial<Recorded>;
}

const JSON_TYPE: Field = ['content-type', 'application/json'];

/** Makes an interaction with users. Bodies that are no `RecordedBody` are JSON. */
export function recordedOf(written: Written = {}): Recorded {
  const { request = 'GET /users', status = 200, more = {} } = written;
  const [method = '', target = ''] = request.split(' ');
  const [path = '', query = ''] = target.split('?');
  const isItem = path.split('/').length > 2;
  const operations = {
    GET: isItem ? 'read' : 'list',
    POST: 'create',
    PUT: 'replace',
    PATCH: 'update',
    DELETE: 'remove',
  } as const;
  const reply = replyOf(status, written.answered, written.replyHeaders ?? []);
  return {
    seq: 1,
    at: 1_700_000_000_000,
    elapsedMs: 1.25,
    source: 'proxy',
    resource: 'users',
    operation: operations[method as keyof typeof operations] ?? null,
    request: {
      method,
      path,
      query,
      headers: withType(written.headers ?? [], written.sent),
      body: bodyOf(written.sent),
    },
    reply,
    trouble: null,
    verdict: 'conforms',
    findings: [],
    ruled: null,
    mock: null,
    history: [],
    law: null,
    original: null,
    world: null,
    service: null,
    ...more,
  };
}

/** Makes a reply. */
export function replyOf(
  status: number,
  answered: Written['answered'],
  headers: readonly Field[] = [],
): RecordedReply {
  return { status, headers: withType(headers, answered), body: bodyOf(answered) };
}

/** The body of a text, or of JSON. */
export function bodyOf(written: Written['answered']): RecordedBody {
  if (written === undefined) return { kind: 'none' };
  if (isBody(written)) return written;
  return textOf(JSON.stringify(written));
}

/** A body of text. */
export function textOf(text: string, cut: 'cut' | 'whole' = 'whole'): RecordedBody {
  return {
    kind: 'text',
    text,
    bytes: Buffer.byteLength(text) + (cut === 'cut' ? 1_000 : 0),
    cut: cut === 'cut',
  };
}

export function unnumbered({ seq: _, ...rest }: Recorded): Unnumbered {
  return rest;
}

function isBody(written: Json | RecordedBody): written is RecordedBody {
  return written !== null && typeof written === 'object' && 'kind' in written;
}

function withType(headers: readonly Field[], written: Written['answered']): readonly Field[] {
  const isTyped = headers.some(([name]) => name === 'content-type');
  return written === undefined || isTyped || isBody(written) ? headers : [JSON_TYPE, ...headers];
}
