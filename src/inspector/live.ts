// Sends the page the totals of the archive as server-sent events until it disconnects.

import type { InternalReply } from '../http/server/internal-routes.ts';
import type { Archive, Totals } from '../journal/archive.ts';
import type { LiveTotals } from './wire.ts';

/** Milliseconds between keep-alive comments: proxies cut an idle connection. */
const SILENCE_MS = 15_000;

/** Milliseconds after which a page learns that rows can be changed again. */
const ROOM_MS = 1_000;

/** Answers with a stream of totals: at once, and after each change. */
export function followTotals(
  archive: Archive,
  readOnly: () => string | null,
  signal: AbortSignal,
): InternalReply {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: eventsOf(archive, readOnly, signal) };
}

async function* eventsOf(
  archive: Archive,
  readOnly: () => string | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let latest: Totals | null = await archive.totals();
  let told = readOnly();
  let wake: () => void = () => undefined;
  const stop = archive.follow((totals) => {
    latest = totals;
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      if (latest !== null) {
        told = readOnly();
        const text = JSON.stringify({ ...latest, readOnly: told } satisfies LiveTotals);
        latest = null;
        yield `event: totals\ndata: ${text}\n\n`;
        continue;
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, told === null ? SILENCE_MS : ROOM_MS);
      });
      clearTimeout(timer);
      if (latest === null && readOnly() !== told) latest = await archive.totals();
      if (latest === null && !signal.aborted) yield ': nothing new\n\n';
    }
  } finally {
    stop();
  }
}
