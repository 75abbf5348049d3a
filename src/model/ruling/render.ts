// Turns a ruling into a reply: status, header fields, body text. The server adds lengths and dates.

import { utf8Bytes } from '../../base/hash.ts';
import { jsonText } from '../../base/json.ts';
import { latin1Of } from '../../base/latin1.ts';
import type { Reply, ReplyBody } from '../message/call.ts';
import { prettyPrint } from '../message/pretty-print.ts';
import type { Frame } from './frame.ts';
import { listBody, stateBody } from './list-body.ts';
import { type Content, explain, type Ruling } from './ruling.ts';
import { isPlain, shownRecord } from './shown-record.ts';

/** Renders a ruling. `explained`: the header Standin-Decided-By says who decided each facet. */
export function render(ruling: Ruling, explanation: 'explained' | 'silent'): Reply {
  const content = ruling.content.value;
  const headers: string[] = [];
  const isTyped = ruling.headers.some((header) => header.name === 'content-type');
  if (content.kind !== 'none' && !isTyped) headers.push('content-type', mediaTypeOf(content));
  for (const header of ruling.headers) headers.push(header.name, header.value);
  if (explanation === 'explained') headers.push('standin-decided-by', explain(ruling));
  const body = wholeBody(ruling);
  return {
    status: ruling.status.value,
    headers,
    body: ruling.layout === undefined ? body : prettyPrint(body),
  };
}

function wholeBody({ content, frame }: Pick<Ruling, 'content' | 'frame'>): ReplyBody {
  const bare = bodyOf(content.value);
  return frame === undefined ? bare : framed(bare, frame);
}

/** Returns the JSON of a ruling as one text; `null` if it has no body. */
export function textOfBody(ruling: Pick<Ruling, 'content' | 'frame'>): string {
  const body = wholeBody(ruling);
  if (body.kind === 'none') return 'null';
  if (body.kind === 'text') return body.text;
  let text = '';
  const pieces = body.pieces();
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) text += next.value;
  return text;
}

/** Returns the media type of a content. */
export function mediaTypeOf(content: Content): string {
  if (content.kind === 'bytes') return 'application/octet-stream';
  return content.kind === 'problem' ? 'application/problem+json' : 'application/json';
}

function bodyOf(content: Content): ReplyBody {
  switch (content.kind) {
    case 'none':
      return NO_BODY;
    case 'record':
      return isPlain(content)
        ? { kind: 'text', text: content.record.text(), bytes: content.record.bytes() }
        : textBody(jsonText(shownRecord(content.record.value, content)));
    case 'list':
      return listBody(content.list);
    case 'state':
      return stateBody(content.lists);
    case 'bytes':
      return bytesBody(content.bytes);
    case 'json':
    case 'problem':
      return textBody(jsonText(content.value));
  }
}

function framed(body: ReplyBody, { before, after }: Frame): ReplyBody {
  switch (body.kind) {
    case 'none':
      return body;
    case 'text':
      return textBody(before + body.text + after);
    case 'pieces':
      return {
        kind: 'pieces',
        *pieces() {
          yield before;
          const pieces = body.pieces();
          for (let next = pieces.next(); next.done !== true; next = pieces.next()) yield next.value;
          yield after;
        },
      };
  }
}

/** Returns bytes as the body of a reply: as text if they are that, else one in each character. */
function bytesBody(bytes: Uint8Array): ReplyBody {
  try {
    return textBody(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { kind: 'text', text: latin1Of(bytes), bytes: bytes.length };
  }
}

/** Returns a text as the body of a reply. */
export function textBody(text: string): ReplyBody {
  return { kind: 'text', text, bytes: utf8Bytes(text) };
}

const NO_BODY: ReplyBody = { kind: 'none' };
