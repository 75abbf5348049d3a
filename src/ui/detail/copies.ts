// An interaction as text for the clipboard.

import type { Recorded } from '../../journal/interaction/recorded.ts';
import { askExport } from '../shared/api.ts';

export const copyForms = [
  { form: 'curl', word: 'curl command' },
  { form: 'fetch', word: 'fetch call' },
  { form: 'har', word: 'HAR' },
  { form: 'pact', word: 'Pact interaction' },
] as const;
export type CopyForm = (typeof copyForms)[number]['form'];

/** Returns an interaction in a form. */
export function copyText(form: CopyForm, { seq }: Recorded): Promise<string> {
  return askExport(`seq:${seq}`, form);
}
