// Redacts the parts of multipart/form-data (RFC 7578) in their text, also of one that was cut.

import { percentDecode } from '../../base/percent.ts';
import type { RedactionContext } from './context.ts';
import { redactJson } from './json-text.ts';
import { redactNamed } from './pairs.ts';
import { isMedia, redactMedia, redactText } from './text.ts';

/** Redacts each part by its name and media type; `null` if the boundary is unknown. */
export function redactMultipart(text: string, type: string, pass: RedactionContext): string | null {
  const named = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  const boundary = named?.[1] ?? named?.[2] ?? /^\s*--([^\r\n]{1,70})\r?\n/.exec(text)?.[1];
  if (boundary === undefined || !text.includes(`--${boundary}`)) return null;
  return text
    .split(`--${boundary}`)
    .map((part, index) => (index === 0 ? redactText(part, pass, 'raw') : redactPart(part, pass)))
    .join(`--${boundary}`);
}

function redactPart(part: string, pass: RedactionContext): string {
  const [whole = part, head = '', gap = '', content = ''] =
    /^(.*?)(\r?\n\r?\n)(.*)$/s.exec(part) ?? [];
  if (gap === '') return redactText(whole, pass, 'raw');
  const end = /\r?\n$/.exec(content)?.[0] ?? '';
  const value = end === '' ? content : content.slice(0, -end.length);
  const name = nameIn(head);
  const [, type = ''] = /^content-type:([^\r\n]*)/im.exec(head) ?? [];
  const shown = /json/i.test(type)
    ? redactText(redactJson(value, null, pass, 'request').text, pass, 'raw')
    : redactNamed(
        name,
        value,
        pass,
        isMedia(type, value) ? (text) => redactMedia(text, pass) : undefined,
      );
  return `${redactText(head, pass, 'prose')}${gap}${shown}${end}`;
}

/** The name of a part, also as RFC 8187 has it: `name*=UTF-8''password`. With both, each counts. */
function nameIn(head: string): string {
  const [, extended] = /;\s*name\*=\s*"?[\w-]*'[\w-]*'([^\s;"]*)/i.exec(head) ?? [];
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(head) ?? [];
  const names = [quoted ?? plain, extended === undefined ? undefined : percentDecode(extended)];
  return names.filter((one) => one !== undefined).join('.');
}
