// The text of a body in a report, as much of it as a form of the report shows.

import { beginningOf } from '../../base/truncate.ts';
import { shownBody } from '../../journal/print/shown.ts';
import type { Body } from '../../model/message/call.ts';
import type { WasCut } from '../report.ts';

/**
 * Gives the text of a body, `null` where there is none. One that is, or was, longer than `charsMax`
 * characters is cut and says how long it was, also where a file held no more than its start.
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
