// Redacts bodies by type: JSON, forms, multipart, other text, bytes. Keeps their `bytes`.

import type { Field, RecordedBody } from '../interaction/recorded.ts';
import type { MessageSide, RedactionContext } from './context.ts';
import { redactCsv } from './csv.ts';
import { redactEncoded, redactJson } from './json-text.ts';
import { redactMultipart } from './multipart.ts';
import { redactPairs } from './pairs.ts';
import type { SchemaLocation } from './schema-locations.ts';
import { isMedia, redactMedia, redactText } from './text.ts';

export interface BodyPlace {
  readonly headers: readonly Field[];
  readonly place: SchemaLocation | null;
  readonly side: MessageSide;
}

/**
 * Returns a body without secrets. Compressed bytes, or bytes in a multi-byte character set, are not
 * kept, as their content is unknown.
 */
export function redactBody(
  body: RecordedBody,
  at: BodyPlace,
  pass: RedactionContext,
): RecordedBody {
  switch (body.kind) {
    case 'none':
    case 'unkept':
      return body;
    case 'text': {
      const text = redactBodyText(body.text, body.cut ? 'cut' : 'whole', at, pass);
      return text === body.text ? body : { ...body, text };
    }
    case 'bytes': {
      if (isOpaque(at.headers)) return { kind: 'unkept', bytes: body.bytes };
      const raw = Buffer.from(body.base64, 'base64').toString('latin1');
      const text = redactBodyText(raw, 'cut', at, pass);
      return text === raw
        ? body
        : { ...body, base64: Buffer.from(text, 'latin1').toString('base64') };
    }
  }
}

function redactBodyText(
  text: string,
  extent: 'whole' | 'cut',
  { headers, place, side }: BodyPlace,
  pass: RedactionContext,
): string {
  const type = fieldOf(headers, 'content-type');
  if (isMedia(type, text)) return redactMedia(text, pass);
  if (/^multipart\//i.test(type)) {
    const parts = redactMultipart(text, type, pass);
    if (parts !== null) return parts;
  }
  if (
    /^application\/x-www-form-urlencoded/i.test(type) ||
    (!/json/i.test(type) && /^[\w.%+[\]-]+=[^\s<>"]*$/.test(text))
  ) {
    return redactPairs(text, pass);
  }
  if (/^text\/(?:csv|tab-separated-values)/i.test(type)) return redactCsv(text, pass, side);
  if (!/json/i.test(type) && !/^[\s\ufeff]*["[{]/.test(text)) {
    return redactEncoded(redactText(text, pass, extent === 'cut' ? 'broken' : 'raw'), pass, side);
  }
  const json = redactJson(text, place, pass, side);
  return json.isSound && extent === 'whole' ? json.text : redactText(json.text, pass, 'broken');
}

function isOpaque(headers: readonly Field[]): boolean {
  const coding = fieldOf(headers, 'content-encoding').trim().toLowerCase();
  return (
    (coding !== '' && coding !== 'identity') ||
    /charset="?utf-?(?:16|32)/i.test(fieldOf(headers, 'content-type'))
  );
}

function fieldOf(headers: readonly Field[], name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
}
