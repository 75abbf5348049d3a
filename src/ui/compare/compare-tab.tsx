// Two recordings side by side, operation by operation: those that differ first, and for each
// difference the two messages that show it. Without a second recording, two parts of one.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type {
  ComparedOperation,
  Comparison,
  OperationFigures,
} from '../../inspector/compare/comparison.ts';
import { Command, Empty, Failure } from '../parts/empty.tsx';
import { useActions } from '../shared/actions.ts';
import { askComparison, chooseOlder, removeOlder } from '../shared/api.ts';
import { formatCount, formatMs, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute, go, type PageRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { OperationDetail } from './operation-detail.tsx';

export function CompareTab({ route }: { readonly route: PageRoute }): JSX.Element {
  const { overview } = usePageServices();
  const { q = '', older = '', op = '', d = '0' } = route.query;
  const isAsked = overview.older !== null || q !== '' || older !== '';
  const key = isAsked ? `${overview.older}\n${q}\n${older}` : '';
  const asked = useFetched(key, async () => (isAsked ? await askComparison(q, older) : null));
  const operations = asked.value?.operations ?? [];
  const chosen = operations.find(({ operation }) => operation === op) ?? operations[0] ?? null;
  const show = (operation: string, difference: number) =>
    go(formatRoute(['compare'], { q, older, op: operation, d: `${difference}` }), 'replace');
  const move = (step: number) => {
    const at = chosen === null ? -1 : operations.indexOf(chosen);
    const next = operations[Math.min(operations.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    show(next.operation, 0);
    document.querySelectorAll('.compared nav a')[operations.indexOf(next)]?.scrollIntoView({
      block: 'nearest',
    });
  };
  const difference = Math.min(Number(d) || 0, Math.max(0, (chosen?.differences.length ?? 0) - 1));
  useActions('Compare', [
    { keys: ['j', 'ArrowDown'], word: 'Next operation', run: () => move(1), where: 'list' },
    { keys: ['k', 'ArrowUp'], word: 'Previous operation', run: () => move(-1), where: 'list' },
    {
      keys: ['n'],
      word: 'Next difference',
      run: () =>
        chosen !== null &&
        show(chosen.operation, (difference + 1) % Math.max(1, chosen.differences.length)),
    },
  ]);
  return (
    <main class="compared">
      <Sides key={`${q}\n${older}`} newer={q} older={older} again={asked.again} />
      {!isAsked && <NoOlder />}
      {isAsked && asked.failure !== null && <Failure text={asked.failure} again={asked.again} />}
      {isAsked && asked.failure === null && asked.value === null && (
        <p class="quiet pad">Comparing…</p>
      )}
      {isAsked && asked.value !== null && (
        <>
          <p class="pad told">{summaryOf(asked.value)}</p>
          {chosen !== null && (
            <div class="reports">
              <div class="report-list">
                <nav aria-label="Operations">
                  {operations.map((one) => (
                    <OperationLink
                      key={one.operation}
                      operation={one}
                      isChosen={one === chosen}
                      address={formatRoute(['compare'], { q, older, op: one.operation })}
                    />
                  ))}
                </nav>
              </div>
              <OperationDetail
                key={chosen.operation}
                operation={chosen}
                names={[asked.value.older.name, asked.value.newer.name]}
                chosen={difference}
                onChoose={(index) => show(chosen.operation, index)}
              />
            </div>
          )}
        </>
      )}
    </main>
  );
}

interface SidesProps {
  readonly newer: string;
  readonly older: string;
  readonly again: () => void;
}

/** What is compared: a filter for each side, and the file of the older one. */
function Sides({ newer, older, again }: SidesProps): JSX.Element {
  const { overview, attempt, renew } = usePageServices();
  const [filters, setFilters] = useState([older, newer] as const);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = await file.text();
    if (await attempt(() => chooseOlder(file.name, text), `Compared with ${file.name}`)) renew();
  };
  const field = (index: 0 | 1, label: string) => (
    <label>
      {label}
      <input
        type="text"
        class="code"
        placeholder={index === 0 ? 'filter: before:10m' : 'filter: after:10m'}
        value={filters[index]}
        onInput={({ currentTarget: { value } }) =>
          setFilters(index === 0 ? [value, filters[1]] : [filters[0], value])
        }
      />
    </label>
  );
  return (
    <form
      class="sides"
      onSubmit={(event) => {
        event.preventDefault();
        const route = formatRoute(['compare'], { q: filters[1], older: filters[0] });
        if (route === location.hash) again();
        else go(route, 'push');
      }}
    >
      {field(0, `Before: ${visible(overview.older ?? 'this recording')}`)}
      {field(1, `Now: ${visible(overview.subject)}`)}
      <div class="data-tools">
        <button type="submit" class="primary">
          Compare
        </button>
        <label class="button">
          Older HAR file…
          <input
            type="file"
            class="unseen"
            accept=".har,application/json"
            onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
          />
        </label>
        {overview.older !== null && (
          <button type="button" onClick={() => void attempt(removeOlder).then(renew)}>
            Without {visible(overview.older)}
          </button>
        )}
      </div>
    </form>
  );
}

function NoOlder(): JSX.Element {
  return (
    <Empty title="Compare with what?">
      <p>
        Name two recordings, the older one first. Or choose a HAR file above, or compare two parts
        of this recording by filters: <code>before:10m</code> with <code>after:10m</code>.
      </p>
      <Command text="npx standin inspect yesterday.standin today.standin" />
    </Empty>
  );
}

interface LinkProps {
  readonly operation: ComparedOperation;
  readonly isChosen: boolean;
  readonly address: string;
}

function OperationLink({ operation, isChosen, address }: LinkProps): JSX.Element {
  const { older, newer, differences } = operation;
  const kinds = [...new Set(differences.map(({ kind }) => kind))];
  return (
    <a href={address} aria-current={isChosen ? 'page' : undefined}>
      <b class="code">{visible(operation.operation)}</b>
      <span>
        {kinds.map((kind) => (
          <span key={kind} class={`badge ${TONES[kind]}`}>
            {WORDS[kind]}
          </span>
        ))}
        {kinds.length === 0 && <span class="quiet">no difference</span>}
      </span>
      <span class="quiet">
        {older === null ? '–' : `${callsOf(older)}, ${formatMs(older.p50Ms)}`} →{' '}
        {newer === null ? '–' : `${callsOf(newer)}, ${formatMs(newer.p50Ms)}`}
      </span>
    </a>
  );
}

function callsOf({ count }: OperationFigures): string {
  return `${formatCount(count)} ${count === 1 ? 'call' : 'calls'}`;
}

const WORDS = {
  status: 'other status',
  finding: 'violates',
  answer: 'other answer',
  request: 'other request',
  slower: 'slower',
  faster: 'faster',
  gone: 'gone',
  new: 'new',
} as const;

const TONES = {
  status: 'bad',
  finding: 'bad',
  answer: 'bad',
  request: 'warn',
  slower: 'warn',
  faster: 'good',
  gone: '',
  new: '',
} as const;

function summaryOf({ older, newer, operations }: Comparison): string {
  const changed = operations.filter(({ differences }) => differences.length > 0).length;
  const side = ({ count, isCut }: Comparison['older']) =>
    `${isCut ? 'the newest ' : ''}${formatCount(count)}`;
  return (
    `${changed} of ${formatCount(operations.length)} operations differ. Compared: ` +
    `${side(older)} interactions before, ${side(newer)} now.`
  );
}
