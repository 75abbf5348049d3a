// One operation in both recordings: its figures, its differences, and the two interactions that show
// the chosen difference.

import type { JSX } from 'preact';
import type {
  ComparedOperation,
  Difference,
  OperationFigures,
} from '../../inspector/compare/comparison.ts';
import {
  MessageComparison,
  type MessagePart,
  replyPart,
  requestPart,
} from '../detail/message-comparison.tsx';
import { Failure } from '../parts/empty.tsx';
import { type Column, TableHead } from '../parts/table-head.tsx';
import { askInteraction, askOlder } from '../shared/api.ts';
import { formatCount, formatMs, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';

export interface OperationDetailProps {
  readonly operation: ComparedOperation;
  readonly names: readonly [older: string, newer: string];
  /** The index of the difference that is shown. */
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

const columns: readonly Column[] = [
  'Recording',
  { number: 'Calls' },
  { number: 'p50' },
  { number: 'p95' },
  'Status',
];

export function OperationDetail({
  operation: { operation, older, newer, differences },
  names,
  chosen,
  onChoose,
}: OperationDetailProps): JSX.Element {
  const shown = differences[chosen] ?? { older: older?.seq ?? null, newer: newer?.seq ?? null };
  return (
    <section class="scroll" aria-label={`Operation ${operation}`}>
      <div class="pad">
        <h2 class="code">{visible(operation)}</h2>
        <table class="plain">
          <TableHead columns={columns} />
          <tbody>
            <Figures name={names[0]} figures={older} />
            <Figures name={names[1]} figures={newer} />
          </tbody>
        </table>
      </div>
      {differences.length > 0 && (
        <ul class="differences">
          {differences.map(({ kind, text }, index) => (
            <li key={text}>
              <button
                type="button"
                class="link"
                aria-pressed={index === chosen}
                onClick={() => onChoose(index)}
              >
                {visible(kind === 'slower' || kind === 'faster' ? `${kind}: ${text}` : text)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <TwoMessages shown={shown} />
    </section>
  );
}

function Figures({
  name,
  figures,
}: {
  readonly name: string;
  readonly figures: OperationFigures | null;
}): JSX.Element {
  return (
    <tr>
      <th scope="row">{visible(name)}</th>
      <td class="number">{figures === null ? '–' : formatCount(figures.count)}</td>
      <td class="number">{figures === null ? '–' : formatMs(figures.p50Ms)}</td>
      <td class="number">{figures === null ? '–' : formatMs(figures.p95Ms)}</td>
      <td>
        {(figures?.statuses ?? [])
          .map(([status, count]) => `${status}: ${formatCount(count)}`)
          .join(', ')}
      </td>
    </tr>
  );
}

function TwoMessages({
  shown: { older, newer },
}: {
  readonly shown: Pick<Difference, 'older' | 'newer'>;
}): JSX.Element {
  const { overview } = usePageServices();
  const asked = useFetched(`${older} ${newer}`, async () => ({
    before:
      older === null
        ? null
        : overview.older === null
          ? await askInteraction(older)
          : await askOlder(older),
    now: newer === null ? null : await askInteraction(newer),
  }));
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.value === null) return <p class="quiet pad">Loading…</p>;
  const before = asked.value.before?.recorded ?? null;
  const now = asked.value.now?.recorded ?? null;
  const names = [`before: #${older}`, `now: #${newer}`] as const;
  return (
    <>
      <MessageComparison
        title="Answer"
        left={before === null ? NOTHING : replyPart(before.reply)}
        right={now === null ? NOTHING : replyPart(now.reply)}
        names={names}
      />
      <MessageComparison
        title="Request"
        left={before === null ? NOTHING : requestPart(before)}
        right={now === null ? NOTHING : requestPart(now)}
        names={names}
      />
      {newer !== null && (
        <p class="pad">
          <a href={formatRoute(['i', String(newer)])}>Open #{newer}</a>
        </p>
      )}
    </>
  );
}

/** In place of an interaction that a recording does not have. */
const NOTHING: MessagePart = { head: '', headers: [], body: { kind: 'none' } };
