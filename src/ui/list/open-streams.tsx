// The event streams and WebSockets that are open: what has come so far. They join the list when they
// end.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { StreamLine } from '../../inspector/wire.ts';
import { StreamView } from '../detail/stream-view.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/empty.tsx';
import { askStream, askStreams } from '../shared/api.ts';
import { formatCount, formatTime, shorten, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { useFetched } from '../shared/use-fetched.ts';

/** How often an open stream is read again, in milliseconds. */
const GROWTH_MS = 1000;
const TARGET_CHARS_MAX = 100;

export function OpenStreams(): JSX.Element | null {
  const { totals } = usePageServices();
  const { streams } = totals;
  const [chosen, setChosen] = useState<StreamLine | null>(null);
  const asked = useGrowing(`streams ${streams.join()}`, streams.length > 0, async () =>
    streams.length === 0 ? [] : await askStreams(),
  );
  const lines = (asked.value ?? []).filter(({ id }) => streams.includes(id));
  return (
    <>
      {lines.length > 0 && (
        <section class="open-streams" aria-label="Open streams">
          {lines.map((line) => (
            <button type="button" class="bare" key={line.id} onClick={() => setChosen(line)}>
              <b>{line.kind === 'websocket' ? 'WebSocket' : 'Events'}</b>
              <code>{visible(shorten(line.target, TARGET_CHARS_MAX))}</code>
              <span class="quiet">
                open since {formatTime(line.at)}
                {line.parts === null ? '' : `, ${formatCount(line.parts)} so far`}
              </span>
            </button>
          ))}
        </section>
      )}
      {chosen !== null && (
        <StreamDialog
          line={chosen}
          isOpen={streams.includes(chosen.id)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

interface StreamDialogProps {
  readonly line: StreamLine;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function StreamDialog({ line, isOpen, onClose }: StreamDialogProps): JSX.Element {
  const asked = useGrowing(`stream ${line.id}`, isOpen, () => askStream(line.id));
  const stream = asked.value?.stream;
  return (
    <Dialog
      title={`${line.method} ${shorten(line.target, TARGET_CHARS_MAX)}`}
      size="wide"
      onClose={onClose}
    >
      <div class="dialog-body">
        <p class="quiet" role="status">
          {isOpen ? 'It is open; what comes is shown.' : 'It has ended: it is in the list now.'}
        </p>
        {asked.value === null && asked.failure !== null && <Failure text={asked.failure} />}
        {stream !== undefined && <StreamView stream={stream} seq={0} />}
        {asked.value !== null && stream === undefined && (
          <p class="quiet">It is compressed, and can be read when it has ended.</p>
        )}
      </div>
    </Dialog>
  );
}

/** As `useFetched`, again and again while something grows. */
function useGrowing<T>(
  key: string,
  isGrowing: boolean,
  ask: () => Promise<T>,
): ReturnType<typeof useFetched<T>> {
  const asked = useFetched(key, ask);
  useEffect(() => {
    if (!isGrowing) return;
    const timer = setTimeout(asked.again, GROWTH_MS);
    return () => clearTimeout(timer);
  }, [asked, isGrowing]);
  return asked;
}
