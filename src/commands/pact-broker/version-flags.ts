// Readers of the names that a Pact Broker gives to versions.

import { hasHidden } from '../../base/printable.ts';
import type { Read } from '../shared/option.ts';

/** Reads a name. It becomes a step of a path, so `.` and `..` are refused. */
export function readName(text: string): Read<string> {
  const isName = text.trim() !== '' && !hasHidden(text) && text !== '.' && text !== '..';
  return isName ? { value: text } : { why: 'Give a name of one line.' };
}

export function readNames(
  text: string,
  before: readonly string[] | undefined,
): Read<readonly string[]> {
  const read = readName(text);
  return 'why' in read ? read : { value: [...(before ?? []), read.value] };
}

export const buildUrlOption = {
  flags: '--build-url <url>',
  about: 'address of the pipeline run',
  read: readUrl,
} as const;

function readUrl(text: string): Read<string> {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
    ? { value: text }
    : { why: 'Give an address with http:// or https://.' };
}
