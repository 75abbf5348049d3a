// Who relies on which field of an answer, as the pacts of the consumers tell.

import type { JSX } from 'preact';
import type { ResourceView } from '../../inspector/wire.ts';
import { Command } from '../parts/empty.tsx';
import { TableHead } from '../parts/table-head.tsx';

export function Consumers({ consumers }: Pick<ResourceView, 'consumers'>): JSX.Element {
  if (consumers.length === 0) {
    return (
      <>
        <p>
          No pacts yet. The tests of a consumer write a pact. Copy it to this folder to see here
          what the consumer uses:
        </p>
        <Command text="mkdir -p contracts/pacts" />
      </>
    );
  }
  const uses = consumers.flatMap((view) => view.fields.map((field) => ({ field, view })));
  const byField = Map.groupBy(uses, ({ field, view }) => `${view.operation ?? 'other'} ${field}`);
  return (
    <table class="plain">
      <TableHead columns={['Operation', 'Field of the answer', 'Used by']} />
      <tbody>
        {[...byField].map(([key, users]) => (
          <tr key={key}>
            <td>{users[0]?.view.operation ?? 'other'}</td>
            <th scope="row">
              <code>{users[0]?.field || 'the whole body'}</code>
            </th>
            <td>
              {users.map(({ view }) => (
                <span class="user" key={view.consumer + view.interaction}>
                  <b>{view.consumer}</b> <span class="quiet">{view.interaction}</span>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
