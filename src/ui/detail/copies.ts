// An interaction as text for the clipboard: the server exports most forms, the page `fetch` calls.

import type { Recorded } from '../../journal/interaction/recorded.ts';
import { askExport } from '../shared/api.ts';

export const copyForms = [
  { form: 'curl', word: 'curl command' },
  { form: 'fetch', word: 'fetch call' },
  { form: 'har', word: 'HAR' },
  { form: 'pact', word: 'Pact interaction' },
] as const;
export type CopyForm = (typeof copyForms)[number]['form'];

/** Returns an interaction in a form; `base` is the address of the call. */
export function copyText(form: CopyForm, recorded: Recorded, base: string): Promise<string> {
  return form === 'fetch'
    ? Promise.resolve(fetchText(recorded, base))
    : askExport(`seq:${recorded.seq}`, form);
}

/** Header fields that a browser sets by itself. */
const ownFields = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'user-agent',
  'transfer-encoding',
]);

/** Writes a request as a call of `fetch`. */
export function fetchText({ request }: Recorded, base: string): string {
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
  const headers = request.headers.filter(([name]) => !ownFields.has(name));
  const options = [
    `  method: ${JSON.stringify(request.method)},`,
    ...(headers.length === 0 ? [] : [`  headers: ${JSON.stringify(headers)},`]),
    ...(request.body.kind === 'text' ? [`  body: ${JSON.stringify(request.body.text)},`] : []),
  ];
  return `await fetch(${JSON.stringify(base.replace(/\/$/, '') + target)}, {\n${options.join('\n')}\n});`;
}
