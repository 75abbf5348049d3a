// The searchable texts of an interaction, folded: in memory on demand, in a file by an index.

import type { Recorded, RecordedBody, StreamPart } from '../interaction/recorded.ts';
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

/** Returns the text that a client sent: its body, or its messages, one a line. */
export function requestText(recorded: Recorded): string {
  return textFrom(recorded, 'client', recorded.request.body);
}

/** Returns the text that a service sent: its body, or its messages, one a line. */
export function replyText(recorded: Recorded): string {
  return textFrom(recorded, 'service', recorded.reply?.body);
}

/** Events are in the body as well. */
function textFrom(
  { stream }: Recorded,
  from: StreamPart['from'],
  body: RecordedBody | undefined,
): string {
  if (stream?.kind !== 'websocket') return textOf(body);
  return stream.parts
    .filter((part) => part.from === from)
    .map((part) => textOf(part.body))
    .join('\n');
}

function textOf(body: RecordedBody | undefined): string {
  return body?.kind === 'text' ? fold(body.text) : '';
}
