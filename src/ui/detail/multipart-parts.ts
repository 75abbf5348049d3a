// The parts of multipart/form-data (RFC 7578) for the table of a body.

import type { RecordedBody } from '../../journal/interaction/recorded.ts';
import { boundaryOf } from '../../model/message/multipart.ts';

export interface MultipartPart {
  readonly name: string;
  /** The name of the file; `null` if the part is a plain value. */
  readonly file: string | null;
  readonly type: string;
  /** One character a byte. */
  readonly content: string;
  /** The content; `null` if it is not UTF-8. */
  readonly text: string | null;
}

/** Returns the parts of a body; `null` if it has no boundary, or was not kept whole. */
export function partsOf(body: RecordedBody, type: string): readonly MultipartPart[] | null {
  const boundary = /^multipart\//i.test(type) ? boundaryOf(type) : null;
  if (boundary === null || body.kind === 'none' || body.kind === 'unkept' || body.cut) return null;
  const bytes = body.kind === 'bytes' ? atob(body.base64) : latin(body.text);
  const [, ...parts] = `\r\n${bytes}`.split(`\r\n--${boundary}`);
  const read = parts.flatMap((part) => (part.startsWith('--') ? [] : (partOf(part) ?? [])));
  return read.length === 0 ? null : read;
}

function partOf(part: string): MultipartPart | null {
  const gap = part.indexOf('\r\n\r\n');
  if (gap < 0) return null;
  const head = utf8(part.slice(0, gap)) ?? '';
  const content = part.slice(gap + 4);
  const named = (name: string): string | null => {
    const [, quoted, plain] =
      new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(head) ?? [];
    return quoted ?? plain ?? null;
  };
  return {
    name: named('name') ?? '',
    file: named('filename'),
    type: /^content-type:\s*(.*)$/im.exec(head)?.[1]?.trim() ?? '',
    content,
    text: utf8(content),
  };
}

/** One character for each byte of a text in UTF-8. */
export function latin(text: string): string {
  const pieces: string[] = [];
  for (const byte of new TextEncoder().encode(text)) pieces.push(String.fromCharCode(byte));
  return pieces.join('');
}

function utf8(bytes: string): string | null {
  try {
    const read = new TextDecoder('utf-8', { fatal: true });
    return read.decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
  } catch {
    return null;
  }
}
