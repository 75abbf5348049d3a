// The searchable texts of an interaction, folded: in memory on demand, in a file by an index.

import type { Recorded, RecordedBody } from '../interaction/recorded.ts';
import { fold } from './fold.ts';

/** Returns the texts other than bodies: call, header fields (one a line), trouble and findings. */
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

/** Returns the text of a body; empty if it has none. */
export function bodyText(body: RecordedBody | undefined): string {
  return body?.kind === 'text' ? fold(body.text) : '';
}
