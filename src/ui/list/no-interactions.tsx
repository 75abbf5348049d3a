// The empty states of the list: how to record the first interaction, and a filter without matches.

import type { JSX } from 'preact';
import { Command, Empty } from '../parts/empty.tsx';
import { usePageServices } from '../shared/page-services.ts';

export function NoInteractions(): JSX.Element {
  const { overview } = usePageServices();
  const base = overview.subject.replace(/\/$/, '');
  const path = overview.resources[0]?.path ?? '/';
  return (
    <main>
      <Empty title="No interactions yet">
        {overview.mode === 'file' ? (
          <p>The file {overview.subject} contains no interactions.</p>
        ) : (
          <>
            <p>Send a request; it appears here at once:</p>
            <Command
              text={`curl ${/^https?:/.test(base) ? base : 'http://127.0.0.1:3000'}${path}`}
            />
            <p>To see what a real service does, record its traffic:</p>
            <Command text="npx standin record https://api.example.com" />
          </>
        )}
      </Empty>
    </main>
  );
}

export function NoMatch({
  isFlawed,
  onClear,
}: {
  readonly isFlawed: boolean;
  readonly onClear: () => void;
}): JSX.Element {
  return (
    <Empty title={isFlawed ? 'The filter cannot be read' : 'Nothing matches'}>
      <p>All terms of the filter must match. A term with a “-” before it must not.</p>
      <button type="button" onClick={onClear}>
        Clear the filter
      </button>
    </Empty>
  );
}
