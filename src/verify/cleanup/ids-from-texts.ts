// Ids that a service may have given to items although the write failed, if it makes ids of texts: it
// makes `a-new-boat` of "A new boat". Pure: the caller asks whether the items are there.

import { isObject, type Json } from '../../base/json.ts';
import { markIn } from '../guard/item-marker.ts';
import type { Exchanged } from '../report.ts';

export interface TextsOfRun {
  readonly trace: readonly Exchanged[];
  /** The ids of items by their marks. */
  readonly keys: ReadonlyMap<string, string>;
  readonly token: string;
}

/** Returns the ids that failed writes may have left. Texts become ids as they did in other writes. */
export function idsOfFailedWrites({ trace, keys, token }: TextsOfRun): readonly string[] {
  const writes = trace.filter(({ call }) => WRITES.has(call.method) && call.body.kind === 'json');
  const forms = FORMS.filter((form) =>
    writes.some(
      ({ call, received }) =>
        call.method === 'POST' &&
        (received?.status ?? 500) < 300 &&
        textsIn(bodyOf(call.body), token).some(
          (text) => form(text) === keys.get(markIn(text, token)),
        ),
    ),
  );
  const failed = writes.filter(({ received }) => received === null || received.status >= 500);
  const texts = failed.flatMap(({ call }) => textsIn(bodyOf(call.body), token));
  return [...new Set(texts.flatMap((text) => forms.map((form) => form(text))))];
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** How services write a text in an address, most usual first. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) =>
    plain(text)
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  (text) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '-'),
  (text) =>
    plain(text)
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/[\s_-]+/g, '-'),
  (text) =>
    plain(text)
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_|_$/g, ''),
  (text) => text,
];

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function bodyOf(body: Exchanged['call']['body']): Json {
  return body.kind === 'json' ? body.value : null;
}

/** The texts in a value that hold a mark of the run. */
function textsIn(value: Json, token: string): readonly string[] {
  if (typeof value === 'string') return value.toLowerCase().includes(token) ? [value] : [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((one) => textsIn(one, token));
  return isObject(value) ? Object.values(value).flatMap((one) => textsIn(one, token)) : [];
}
