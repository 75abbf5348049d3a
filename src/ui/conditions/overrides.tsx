// Overrides: another reply, a delay or a fault for some calls. Built from parts, or written.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OverrideView } from '../../inspector/wire.ts';
import { Command, Failure } from '../parts/empty.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { addOverride, askOverrides, clearOverrides, removeOverride } from '../shared/api.ts';
import { formatCount, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { effects, type RuleParts, ruleOf, targets } from './rule.ts';

export function Overrides(): JSX.Element {
  const { attempt, notify, totals } = usePageServices();
  const asked = useFetched(`overrides ${totals.total}`, askOverrides);
  const [last, setLast] = useState<readonly OverrideView[]>([]);
  if (asked.value !== null && asked.value !== last) setLast(asked.value);
  const shown = asked.value ?? last;
  const add = async (rule: string): Promise<string | null> => {
    try {
      await addOverride(rule);
      notify({ text: `Added: ${rule}`, tone: 'done' });
      asked.again();
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <section aria-labelledby="overrides">
      <h2 id="overrides">Overrides</h2>
      <p class="quiet">
        A rule changes the reply to the calls that match it: another status, a delay or a fault. A
        fault on the wire changes only the reply. The rows stay correct.
      </p>
      <RuleForm onAdd={add} />
      {asked.failure !== null && <Failure text={asked.failure} again={asked.again} />}
      {shown.length === 0 && (
        <p class="quiet">No overrides. The contract and the profile decide every reply.</p>
      )}
      {shown.length > 0 && (
        <>
          <OverrideTable
            overrides={shown}
            onRemove={(id) => void attempt(() => removeOverride(id), 'Removed').then(asked.again)}
          />
          <button
            type="button"
            onClick={() => void attempt(clearOverrides, 'Removed all overrides').then(asked.again)}
          >
            Remove all
          </button>
        </>
      )}
    </section>
  );
}

function RuleForm({
  onAdd,
}: {
  readonly onAdd: (rule: string) => Promise<string | null>;
}): JSX.Element {
  const [parts, setParts] = useState<RuleParts>({
    target: 'list',
    effect: 'code=503',
    rate: '100',
    times: '',
  });
  const [written, setWritten] = useState<string | null>(null);
  const [flaw, setFlaw] = useState<string | null>(null);
  const rule = written ?? ruleOf(parts);
  const part = (change: Partial<RuleParts>) => {
    setParts({ ...parts, ...change });
    setWritten(null);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const failure = await onAdd(rule);
    setFlaw(failure);
    if (failure === null) setWritten(null);
  };
  return (
    <form class="rule" onSubmit={(event) => void submit(event)}>
      <label>
        Calls
        <select
          aria-label="Calls"
          value={parts.target}
          onChange={(event) => part({ target: event.currentTarget.value })}
        >
          {targets.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Effect
        <select
          aria-label="Effect"
          value={parts.effect}
          onChange={(event) => part({ effect: event.currentTarget.value })}
        >
          {effects.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Share, %
        <input
          class="short"
          type="number"
          min="1"
          max="100"
          value={parts.rate}
          onInput={(event) => part({ rate: event.currentTarget.value })}
        />
      </label>
      <label>
        Times
        <input
          class="short"
          type="number"
          min="1"
          placeholder="all"
          value={parts.times}
          onInput={(event) => part({ times: event.currentTarget.value })}
        />
      </label>
      <label class="wide">
        Rule
        <input
          class="code"
          type="text"
          value={rule}
          spellcheck={false}
          onInput={(event) => setWritten(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={rule.trim() === ''}>
        <Icon name="plus" />
        Override
      </button>
      {flaw !== null && (
        <p class="bad wide" role="alert">
          {flaw}
        </p>
      )}
      <Command text={`npx standin serve --override '${rule.replaceAll("'", "'\\''")}'`} />
    </form>
  );
}

interface TableProps {
  readonly overrides: readonly OverrideView[];
  readonly onRemove: (id: number) => void;
}

function OverrideTable({ overrides, onRemove }: TableProps): JSX.Element {
  return (
    <table class="plain overrides">
      <TableHead
        columns={['Rule', { number: 'Answered' }, { number: 'Left' }, { unseen: 'Change' }]}
      />
      <tbody>
        {overrides.map(({ id, rule, answered, times }) => (
          <tr key={id}>
            <th scope="row">
              <code>{visible(rule)}</code>
            </th>
            <td class="number">{formatCount(answered)}</td>
            <td class="number">{times === null ? 'all' : formatCount(times)}</td>
            <td>
              <IconButton icon="trash" label={`Remove ${rule}`} onClick={() => onRemove(id)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
