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
  const [first] = known;
  if (first === undefined || !findings.every((finding) => signs.has(signOf(finding)))) return null;
  const why = `the list could not be read even before anything was written: ${first.message}`;
  return { kind: 'list-unread', why };
}

/** Identifies a flaw without the position of its element: other items come and go around it. */
function signOf({ code, at }: Finding): string {
  return `${code} ${(at ?? '').replace(/^\/\d+/, '/*')}`;
}
