// The rows that the mock holds now: shown, added, changed, removed, reset, and kept as snapshots.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../base/json.ts';
import type { DataPage } from '../../inspector/wire.ts';
import { Confirm } from '../parts/dialog.tsx';
import { Command, Empty, Failure } from '../parts/empty.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { type Column, TableHead } from '../parts/table-head.tsx';
import { addRow, askData, putRow, removeRow, resetData } from '../shared/api.ts';
import { formatCount, shorten, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute, go, type PageRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { RowDialog } from './row-dialog.tsx';
import { Snapshots } from './snapshots.tsx';

const PAGE = 50;
const CELL_CHARS_MAX = 120;

type Open =
  | { readonly kind: 'row'; readonly row: JsonObject | null }
  | { readonly kind: 'remove'; readonly row: JsonObject }
  | { readonly kind: 'reset' };

export function DataTab({ route }: { readonly route: PageRoute }): JSX.Element {
  const { overview, attempt, notify } = usePageServices();
  const resource = route.path[1] ?? overview.resources[0]?.resource;
  const [open, setOpen] = useState<Open | null>(null);
  const find = route.query['find'] ?? '';
  const offset = Number(route.query['from'] ?? 0) || 0;
  const id = route.query['id'] ?? null;
  const hasRows = overview.can.editData;
  const asked = useFetched(`${resource} ${find} ${offset} ${id}`, async () =>
    resource === undefined || !hasRows
      ? null
      : await askData(resource, { offset, limit: PAGE, find, id }),
  );
  if (resource === undefined || !hasRows) {
    return (
      <main>
        <Empty title="There are no rows here">
          <p>{overview.why['data'] ?? 'Only a mock has rows. Start one:'}</p>
          <Command text="npx standin serve" />
        </Empty>
      </main>
    );
  }
  const show = (name: string, rest: Readonly<Record<string, string>> = {}) =>
    go(formatRoute(['data', name], rest), 'replace');
  const page = asked.value;
  const keyOf = (row: JsonObject) => String(row[page?.id ?? 'id']);

  const remove = async (row: JsonObject) => {
    if (!(await attempt(() => removeRow(resource, keyOf(row))))) return;
    asked.again();
    const undo = () =>
      void attempt(() => addRow(resource, row), `Restored ${resource} ${keyOf(row)}`).then(
        asked.again,
      );
    notify({ text: `Deleted ${resource} ${keyOf(row)}`, tone: 'done', undo });
  };
  const save = async (row: JsonObject, was: JsonObject | null) => {
    const isSaved = await attempt(
      () => (was === null ? addRow(resource, row) : putRow(resource, keyOf(was), row)),
      'Saved',
    );
    if (isSaved) asked.again();
    return isSaved;
  };

  return (
    <main class="data">
      <div class="data-tools">
        {overview.resources.map((each) => (
          <button
            type="button"
            key={each.resource}
            aria-pressed={each.resource === resource}
            onClick={() => show(each.resource)}
          >
            {each.resource}{' '}
            {each.records !== null && (
              <span class="badge">
                {formatCount(
                  each.resource === resource ? (page?.total ?? each.records) : each.records,
                )}
              </span>
            )}
          </button>
        ))}
        <label class="find">
          Find
          <input
            type="text"
            value={find}
            onInput={(event) => show(resource, { find: event.currentTarget.value })}
          />
        </label>
        <button type="button" class="primary" onClick={() => setOpen({ kind: 'row', row: null })}>
          <Icon name="plus" />
          Add
        </button>
        <button type="button" onClick={() => setOpen({ kind: 'reset' })}>
          Reset all
        </button>
        <Snapshots onRestored={asked.again} />
      </div>
      {id !== null && (
        <p>
          Only the row {visible(shorten(id, CELL_CHARS_MAX))} is shown.{' '}
          <a href={formatRoute(['data', resource])}>Show all {resource}</a>
        </p>
      )}
      {asked.failure !== null && <Failure text={asked.failure} again={asked.again} />}
      {page !== null && page.rows.length === 0 && (
        <Empty title={find === '' ? `No ${resource}` : 'No rows found'}>
          <p>
            {find === ''
              ? 'Add a row with the button above, or create one with a request.'
              : 'No row contains this text.'}
          </p>
        </Empty>
      )}
      {page !== null && page.rows.length > 0 && (
        <Rows
          page={page}
          onEdit={(row) => setOpen({ kind: 'row', row })}
          onRemove={(row) => setOpen({ kind: 'remove', row })}
        />
      )}
      {page !== null && page.total > PAGE && (
        <nav class="pages" aria-label="Pages">
          <button
            type="button"
            disabled={offset === 0}
            onClick={() => show(resource, { find, from: String(Math.max(0, offset - PAGE)) })}
          >
            Previous
          </button>
          <span role="status">
            {formatCount(offset + 1)}–{formatCount(Math.min(page.total, offset + PAGE))} of{' '}
            {formatCount(page.total)}
          </span>
          <button
            type="button"
            disabled={offset + PAGE >= page.total}
            onClick={() => show(resource, { find, from: String(offset + PAGE) })}
          >
            Next
          </button>
        </nav>
      )}
      {open?.kind === 'row' && page !== null && (
        <RowDialog
          page={page}
          row={open.row}
          onSave={(row) => save(row, open.row)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'remove' && (
        <Confirm
          title={`Delete ${resource} ${keyOf(open.row)}?`}
          action="Delete"
          onConfirm={() => void remove(open.row)}
          onClose={() => setOpen(null)}
        >
          <p>Clients no longer find it. You can undo this for a short time.</p>
        </Confirm>
      )}
      {open?.kind === 'reset' && (
        <Confirm
          title="Reset all rows?"
          action="Reset"
          onConfirm={() =>
            void attempt(resetData, 'Restored all rows from the seed file').then(asked.again)
          }
          onClose={() => setOpen(null)}
        >
          <p>
            This restores the rows of the seed file. Later changes are lost unless a snapshot
            contains them.
          </p>
        </Confirm>
      )}
    </main>
  );
}

interface RowsProps {
  readonly page: DataPage;
  readonly onEdit: (row: JsonObject) => void;
  readonly onRemove: (row: JsonObject) => void;
}

function Rows({ page, onEdit, onRemove }: RowsProps): JSX.Element {
  const numbers = page.fields.filter((field) =>
    page.rows.every((row) => typeof (row[field] ?? 0) === 'number'),
  );
  const columns = page.fields.map(
    (field): Column => (numbers.includes(field) ? { number: visible(field) } : visible(field)),
  );
  const tableOf = (field: string): string | null =>
    page.references.find(({ member }) => member === field)?.table ?? null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys.
    <section class="scroll" tabIndex={0} aria-label={`Rows of ${page.resource}`}>
      <table class="grid">
        <TableHead columns={[...columns, { unseen: 'Change' }]} />
        <tbody>
          {page.rows.map((row) => (
            <tr key={String(row[page.id])}>
              {page.fields.map((field) => (
                <td key={field} class={numbers.includes(field) ? 'number' : ''}>
                  <Cell value={row[field]} table={tableOf(field)} />
                </td>
              ))}
              <td class="row-tools">
                <IconButton
                  icon="pencil"
                  label={`Edit ${row[page.id]}`}
                  onClick={() => onEdit(row)}
                />
                <IconButton
                  icon="trash"
                  label={`Delete ${row[page.id]}`}
                  onClick={() => onRemove(row)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A value; ids of rows in a table lead to them. */
function Cell({
  value,
  table,
}: {
  readonly value: Json | undefined;
  readonly table: string | null;
}): JSX.Element {
  const ids = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const isId = (one: Json | undefined): one is string | number =>
    typeof one === 'string' || typeof one === 'number';
  if (table === null || !ids.some(isId)) return <>{cellText(value)}</>;
  return (
    <>
      {ids.slice(0, LINKS_MAX).map((one, place) => (
        <span key={`${place} ${one}`}>
          {place > 0 && ', '}
          {isId(one) ? (
            <a href={formatRoute(['data', table], { id: String(one) })} title={`${table} ${one}`}>
              {cellText(one)}
            </a>
          ) : (
            cellText(one)
          )}
        </span>
      ))}
      {ids.length > LINKS_MAX && ', …'}
    </>
  );
}

/** How many ids of a list are shown. */
const LINKS_MAX = 10;

function cellText(value: Json | undefined): JSX.Element | string {
  if (value === undefined) return <span class="quiet">–</span>;
  if (typeof value === 'string') return visible(shorten(value, CELL_CHARS_MAX));
  if (typeof value === 'object')
    return <code>{visible(shorten(JSON.stringify(value), CELL_CHARS_MAX))}</code>;
  return String(value);
}
