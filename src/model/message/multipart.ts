// Reads multipart/form-data (RFC 7578) from a text that has one byte in each character.

import type { Json } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { toDataUrl } from '../../contract/envelopes/data-url.ts';

/** One field of a form. */
export interface FormField {
  readonly name: string;
  readonly value: string | FormPart;
}

/** A part that is no plain text: a file as a data URL, or JSON. */
export interface FormPart {
  readonly url: string;
  readonly json?: Json;
}

/** Returns the boundary that a Content-Type names; `null` if it names none. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? null;
}

/** Returns the fields of a body; `null` if it has none with the boundary. */
export function readMultipart(bytes: string, boundary: string | null): readonly FormField[] | null {
  if (boundary === null) return null;
  const [, ...parts] = `\r\n${bytes}`.split(`\r\n--${boundary}`);
  const end = parts.findIndex((part) => part.startsWith('--'));
  if (end < 0) return null;
  return parts.slice(0, end).flatMap((part) => fieldOf(part) ?? []);
}

function fieldOf(part: string): FormField | null {
  const head = part.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const lines = part.slice(0, head).split('\r\n');
  const field = (name: string): string =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const disposition = field('content-disposition');
  const [, name] = /;\s*name="([^"]*)"/i.exec(disposition) ?? [];
  if (name === undefined) return null;
  const value = part.slice(head + 4);
  const type = field('content-type').trim();
  if (/;\s*filename\*?=/i.test(disposition)) {
    const [, fileName = ''] = /;\s*filename="((?:[^"\\]|\\.)*)"/i.exec(disposition) ?? [];
    const url = toDataUrl(type, value, fileName === '' ? null : text(fileName));
    return { name: text(name), value: { url } };
  }
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type))
    return { name: text(name), value: text(value) };
  const parsed = parseJson(text(value), JSON_DEPTH_MAX);
  return {
    name: text(name),
    value: parsed.kind === 'value' ? { url: '', json: parsed.value } : text(value),
  };
}

const JSON_DEPTH_MAX = 32;

/** Text in a part is UTF-8. */
function text(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
}
