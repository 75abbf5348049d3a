// Sends the page the totals of the archive as server-sent events until it disconnects.

import type { InternalReply } from '../http/server/internal-routes.ts';
import type { Archive, Totals } from '../journal/archive.ts';
import type { Breakpoints } from '../journal/breakpoints/breakpoints.ts';
import type { StreamsBackend } from './backend.ts';
import type { LiveTotals } from './wire.ts';

/** Milliseconds between keep-alive comments: proxies cut an idle connection. */
const SILENCE_MS = 15_000;

/** Milliseconds after which a page learns that rows can be changed again. */
const ROOM_MS = 1_000;

export interface LiveSource {
  readonly archive: Archive;
  readonly readOnly: () => string | null;
  /** `null` if no server runs here. */
  readonly breakpoints: Breakpoints | null;
  readonly streams: StreamsBackend | null;
}

/** Answers with a stream of totals: at once, and after each change. */
export function followTotals(source: LiveSource, signal: AbortSignal): InternalReply {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: eventsOf(source, signal) };
}

async function* eventsOf(
  { archive, readOnly, breakpoints, streams }: LiveSource,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let latest: Totals | null = await archive.totals();
  /** What else the page shows at once. */
  const now = (): Omit<LiveTotals, keyof Totals> => ({
    readOnly: readOnly(),
    held: breakpoints?.held().map(({ id }) => id) ?? [],
    streams: streams?.ids() ?? [],
  });
  let told = now();
  let wake: () => void = () => undefined;
  const stops = [
    archive.follow((totals) => {
      latest = totals;
      wake();
    }),
    breakpoints?.follow(() => wake()),
    // Who follows sees what waits.
    breakpoints?.watch(),
    streams?.follow(() => wake()),
  ];
  signal.addEventListener('abort', () => wake(), { once: true });
  const isOther = (): boolean => JSON.stringify(now()) !== JSON.stringify(told);
  const sleep = async (): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, told.readOnly === null ? SILENCE_MS : ROOM_MS);
    });
    clearTimeout(timer);
  };
  try {
    while (!signal.aborted) {
      if (latest !== null) {
        told = now();
        const text = JSON.stringify({ ...latest, ...told } satisfies LiveTotals);
        latest = null;
        yield `event: totals\ndata: ${text}\n\n`;
        continue;
      }
      if (!isOther()) await sleep();
      if (latest === null && isOther()) latest = await archive.totals();
      if (latest === null && !signal.aborted) yield ': nothing new\n\n';
    }
  } finally {
    for (const stop of stops) stop?.();
  }
}
