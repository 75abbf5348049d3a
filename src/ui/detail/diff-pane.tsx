// The differences between this interaction and another reply: the mock's, the original before a
// fault, or another interaction's.

import type { JSX } from 'preact';
import type { Recorded } from '../../journal/interaction/recorded.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { askInteraction } from '../shared/api.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { MessageComparison, replyPart, requestPart } from './message-comparison.tsx';

export interface DiffPaneProps {
  readonly recorded: Recorded;
  /** `mock`, `original`, or the number of another interaction; empty for the default. */
  readonly against: string;
  readonly marked: number | null;
  readonly onAgainst: (against: string) => void;
}

export function DiffPane({ recorded, against, marked, onAgainst }: DiffPaneProps): JSX.Element {
  const chosen = against || usualFor(recorded, marked);
  const seq = /^\d+$/.test(chosen) ? Number(chosen) : null;
  const asked = useFetched(`${seq}`, async () =>
    seq === null ? null : (await askInteraction(seq)).recorded,
  );
  const other = asked.value;
  const side = (name: string, word: string, isThere: boolean) => (
    <button
      type="button"
      aria-pressed={chosen === name}
      disabled={!isThere}
      onClick={() => onAgainst(name)}
    >
      {word}
    </button>
  );
  const reply = replyPart(recorded.reply);
  const numbers = [`#${seq}`, `#${recorded.seq}`] as const;
  return (
    <>
      <div class="diff-tools">
        <span>Compare with</span>
        <fieldset class="either">
          <legend class="unseen">Compare with</legend>
          {side('mock', "the mock's answer", recorded.mock !== null)}
          {side('original', 'the original', recorded.original !== null)}
          {marked !== null &&
            marked !== recorded.seq &&
            side(String(marked), `marked: #${marked}`, true)}
        </fieldset>
        <label>
          or number
          <input
            type="text"
            inputMode="numeric"
            class="short"
            value={seq ?? ''}
            onChange={(event) => onAgainst(event.currentTarget.value.replaceAll(/\D/g, ''))}
          />
        </label>
      </div>
      {asked.failure !== null && <Failure text={asked.failure} />}
      {chosen === '' && (
        <Empty title="Compare with what?">
          <p>
            The mock's answer is not recorded here. Press <kbd>m</kbd> on another interaction to
            mark it, or type its number.
          </p>
        </Empty>
      )}
      {chosen === 'mock' && recorded.mock !== null && (
        <MessageComparison
          title="Answer"
          left={replyPart(recorded.mock)}
          right={reply}
          names={['the mock', 'this answer']}
        />
      )}
      {chosen === 'original' && recorded.original !== null && (
        <MessageComparison
          title="Answer"
          left={replyPart(recorded.original)}
          right={reply}
          names={['the original', 'sent']}
        />
      )}
      {other !== null && seq !== null && (
        <>
          <MessageComparison
            title="Answer"
            left={replyPart(other.reply)}
            right={reply}
            names={numbers}
          />
          <MessageComparison
            title="Request"
            left={requestPart(other)}
            right={requestPart(recorded)}
            names={numbers}
          />
        </>
      )}
    </>
  );
}

function usualFor(recorded: Recorded, marked: number | null): string {
  if (marked !== null && marked !== recorded.seq) return String(marked);
  if (recorded.original !== null) return 'original';
  return recorded.mock === null ? '' : 'mock';
}
