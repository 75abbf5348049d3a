// The empty states of the list: how to record the first interaction, and a filter without matches.

import type { JSX } from 'preact';
import { filterHints } from '../../journal/filter/hints.ts';
import { Command, Empty } from '../parts/empty.tsx';
import { usePageServices } from '../shared/page-services.ts';
import { filterFields } from './filter-fields.ts';

export function NoInteractions(): JSX.Element {
  const { overview } = usePageServices();
  const path = overview.resources[0]?.path ?? '/';
  return (
    <main>
      <Empty title="No interactions yet">
        {overview.mode === 'file' && <p>The file {overview.subject} contains no interactions.</p>}
        {overview.mode === 'verify' && <p>The requests of the run appear here.</p>}
        {(overview.mode === 'serve' || overview.mode === 'record') && (
          <>
            <p>Send a request; it appears here at once:</p>
            <Command text={`curl ${location.origin}${basePath(overview.subject)}${path}`} />
            <p>To see what a real service does, record its traffic:</p>
            <Command text="npx standin record https://api.example.com" />
          </>
        )}
      </Empty>
    </main>
  );
}

/** The path that a recorder or a mock shares with what it stands for. */
function basePath(subject: string): string {
  return URL.canParse(subject) ? new URL(subject).pathname.replace(/\/$/, '') : '';
}

export function NoMatch({
  query,
  isFlawed,
  onClear,
}: {
  readonly query: string;
  readonly isFlawed: boolean;
  readonly onClear: () => void;
}): JSX.Element {
  const hints = filterHints(
    query,
    filterFields.map(({ name }) => name),
  );
  return (
    <Empty title={isFlawed ? 'The filter cannot be read' : 'Nothing matches'}>
      <p>
        All terms of the filter must match; with OR between them, one of them. A term with a “-”
        before it must not.
      </p>
      {hints.map((hint) => (
        <p key={hint} class="warn">
          {hint}
        </p>
      ))}
      <button type="button" onClick={onClear}>
        Clear the filter
      </button>
    </Empty>
  );
}
