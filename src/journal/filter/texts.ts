// The texts of an interaction that are searched, folded: in memory as they are needed, in a file by
// an index.

import type { Recorded, RecordedBody } from '../interaction/recorded.ts';
import { fold } from './fold.ts';

/**
 * Gives what is searched beside the bodies: the call, the header fields of both sides a line each,
 * the trouble and the findings.
 */
export function headText(recorded: Recorded): string {
  const { request, reply, trouble, findings } = recorded;
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
  const lines = [
    `${request.method} ${target}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    ...(reply?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    ...(trouble === null ? [] : [trouble]),
    ...findings.flatMap(({ code, clause, message }) => [code, clause, message]),
  ];
  return fold(lines.join('\n'));
}

/** Gives the text of a body; empty where it has none. */
export function bodyText(body: RecordedBody | undefined): string {
  return body?.kind === 'text' ? fold(body.text) : '';
}
