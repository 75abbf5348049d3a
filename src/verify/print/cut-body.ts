// The text of a body in a report, cut to the length that a form of the report shows.

import { beginningOf } from '../../base/truncate.ts';
import { shownBody } from '../../journal/print/shown.ts';
import type { Body } from '../../model/message/call.ts';
import type { WasCut } from '../report.ts';

/**
 * Returns the text of a body, `null` if there is none. A longer text is cut to `charsMax`
 * characters and ends with its original length, even if a file kept only its start.
 */
export function cutBody(
  { body, bodyChars = 0 }: { readonly body: Body } & WasCut,
  charsMax: number,
): string | null {
  const text = shownBody(body);
  if (text === null) return null;
  const chars = Math.max(text.length, bodyChars);
  return chars <= charsMax ? text : `${beginningOf(text, charsMax)}… (${chars} characters)`;
}
