// The flaws that the list had before the run wrote anything. They are reported once and break no
// law. A law that needs the list is then not exercised.

import type { Finding } from '../../oracle/finding.ts';

/** The list has only known flaws. A step that does not need the list continues without it. */
export interface ListUnread {
  readonly kind: 'list-unread';
  /** A clause. */
  readonly why: string;
}

/** Returns `ListUnread` if every finding was known before the run; else `null`. */
export function unreadFor(
  known: readonly Finding[],
  findings: readonly Finding[],
): ListUnread | null {
  const signs = new Set(known.map(signOf));
  const why = whyUnread(known);
  if (why === null || !findings.every((finding) => signs.has(signOf(finding)))) return null;
  return { kind: 'list-unread', why };
}

/** Why the list cannot be read; `null` if it had no flaws before the run. */
export function whyUnread([first]: readonly Finding[]): string | null {
  if (first === undefined) return null;
  return `the list could not be read even before anything was written: ${first.message}`;
}

/** Identifies a flaw without the position of its element: other items come and go around it. */
function signOf({ code, at }: Finding): string {
  return `${code} ${(at ?? '').replace(/^\/\d+/, '/*')}`;
}
