// The event streams and WebSockets that have not ended, for the page: a recording has them only at
// their end.

import type { InternalReply } from '../http/server/internal-routes.ts';
import type { StreamsBackend } from './backend.ts';
import { json, missing } from './request/reply.ts';
import type { StreamLine } from './wire.ts';

/** How many are listed, the newest. */
const LISTED_MAX = 20;

/** Answers api/streams. */
export async function answerStreams(
  [id, ...more]: readonly string[],
  backend: StreamsBackend | null,
): Promise<InternalReply> {
  if (id !== undefined) {
    const isNumber = /^\d{1,15}$/.test(id) && more.length === 0;
    const found = isNumber ? ((await backend?.find(Number(id))) ?? null) : null;
    return found === null
      ? missing('open stream', 'It has ended: it is among the interactions.')
      : json(found);
  }
  const ids = backend?.ids().slice(-LISTED_MAX) ?? [];
  const lines: StreamLine[] = [];
  for (const one of ids) {
    const found = (await backend?.find(one)) ?? null;
    if (found === null) continue;
    const { at, request, stream, reply } = found;
    const { method, path, query } = request;
    const target = query === '' ? path : `${path}?${query}`;
    const kind = stream?.kind ?? 'events';
    const status = reply?.status ?? null;
    const parts = stream?.parts.length ?? null;
    lines.push({ id: one, at, method, target, status, kind, parts });
  }
  return json({ streams: lines });
}
