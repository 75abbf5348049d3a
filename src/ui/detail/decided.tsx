// Who decided each part of the reply: the contract, HTTP, or a choice.

import type { JSX } from 'preact';
import type { Recorded } from '../../journal/interaction/recorded.ts';
import { By, Empty } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { visible } from '../shared/format.ts';

export function DecidedPane({
  recorded: { ruled, source },
}: {
  readonly recorded: Pick<Recorded, 'ruled' | 'source'>;
}): JSX.Element {
  if (ruled === null) {
    return (
      <Empty title="No contract covers this call">
        <p>Its path belongs to no resource. The Contract tab lists all resources.</p>
      </Empty>
    );
  }
  const rows: readonly (readonly [string, string, string])[] = [
    ['situation', ruled.situation.value, ruled.situation.by],
    ['status', String(ruled.status.value), ruled.status.by],
    ...ruled.headers.map((header) => [header.name, header.value, header.by] as const),
    ['body', ruled.content.kind, ruled.content.by],
  ];
  return (
    <>
      <p class="pad">
        {source === 'mock'
          ? 'Why the mock answered so:'
          : 'What a mock with this contract would answer, and why. The Response tab has the real answer.'}
      </p>
      {ruled.detail !== null && <p class="pad">{visible(ruled.detail)}</p>}
      {ruled.ignored !== undefined && (
        <p class="pad warn">
          <Icon name="warning" /> Nothing reads these query parameters, so they change nothing:{' '}
          {visible(ruled.ignored.join(', '))}. The contract can have filters and pages, or a query
          dialect can be chosen.
        </p>
      )}
      <table class="plain">
        <TableHead
          columns={['Part', source === 'mock' ? 'Answer' : 'A mock answers', 'Decided by']}
        />
        <tbody>
          {rows.map(([facet, value, by], index) => (
            <tr key={`${facet} ${index}`}>
              <th scope="row">{visible(facet)}</th>
              <td class="code">{visible(value)}</td>
              <td>
                <By by={by} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">effect</th>
            <td class="code">
              {{
                none: 'nothing changes',
                put: 'the item is stored',
                remove: 'the item is removed',
              }[ruled.effect] ?? ruled.effect}
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      <p class="quiet pad">
        <b>contract</b>: the specification defines it, and services must follow it. A name with a
        dot: a choice, because the specification leaves it open.
      </p>
    </>
  );
}
