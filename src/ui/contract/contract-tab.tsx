// What is mocked and verified: the operations with their clauses, what the contract shows, what it
// leaves open and what was chosen.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ContractView, ResourceView } from '../../inspector/wire.ts';
import { By, Command, Empty, Failure } from '../parts/empty.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { askContract } from '../shared/api.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute, go, type PageRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { Consumers } from './consumers.tsx';
import { Pin } from './pin.tsx';
import { SchemaTree } from './schema-tree.tsx';

export function ContractTab({ route }: { readonly route: PageRoute }): JSX.Element {
  const asked = useFetched('contract', askContract);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.value === null) return <main class="quiet pad">Loading…</main>;
  if (asked.value.resources.length === 0) {
    return (
      <main>
        <Empty title="No contracts">
          <p>Name the folder with the contracts:</p>
          <Command text="npx standin serve --contract contracts" />
        </Empty>
      </main>
    );
  }
  const { resources } = asked.value;
  const named = resources.find(({ resource }) => resource === route.path[1]) ?? resources[0];
  return (
    <main class="paper">
      {resources.length > 1 && (
        <label class="find">
          Resource
          <select
            value={named?.resource}
            onChange={({ currentTarget: { value } }) =>
              go(formatRoute(['contract', value]), 'replace')
            }
          >
            {resources.map(({ resource, path }) => (
              <option key={resource} value={resource}>
                {resource} {path}
              </option>
            ))}
          </select>
        </label>
      )}
      {named !== undefined && (
        <Resource
          key={named.resource}
          resource={named}
          contract={asked.value}
          choice={route.query['choice'] ?? null}
          onPinned={asked.again}
        />
      )}
    </main>
  );
}

interface ResourceProps {
  readonly resource: ResourceView;
  readonly contract: ContractView;
  /** The choice that is to be seen. */
  readonly choice: string | null;
  readonly onPinned: () => void;
}

function Resource({ resource, contract, choice, onPinned }: ResourceProps): JSX.Element {
  const id = `contract-${resource.resource}`;
  const schemas = [
    ...new Set([
      resource.item,
      resource.list,
      ...resource.operations.flatMap(({ body }) => body ?? []),
    ]),
  ];
  return (
    <article aria-labelledby={id}>
      <h2 id={id}>
        {resource.resource} <code>{resource.path}</code>
      </h2>
      <p class="quiet">
        The id of an item is <code>{resource.id}</code>. <span class="by shown">contract</span>{' '}
        marks what the specification defines and services must follow; names with a dot are choices,
        which it leaves open.
      </p>
      <h3>Operations</h3>
      <Operations resource={resource} />
      <h3>
        Open choices and chosen options <span class="badge">{resource.choices.length}</span>
      </h3>
      <Choices choices={resource.choices} wanted={choice} onPinned={onPinned} />
      <h3>Schemas</h3>
      <div class="schemas">
        {schemas.map((name) => (
          <SchemaTree
            key={name}
            name={name}
            title={resource.names[name] ?? name}
            schemas={contract.schemas}
          />
        ))}
      </div>
      <h3>Consumers</h3>
      <Consumers consumers={resource.consumers} />
    </article>
  );
}

function Operations({
  resource: { operations, names },
}: Pick<ResourceProps, 'resource'>): JSX.Element {
  return (
    <table class="plain operations">
      <TableHead columns={['Operation', 'Situation', 'Status', 'Body', 'Clause']} />
      {operations.map((operation) => (
        <tbody key={operation.operation}>
          {operation.outcomes.map((outcome, index) => (
            <tr key={outcome.situation}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={operation.outcomes.length}>
                  <a
                    href={`#/i?q=${encodeURIComponent(`op:${operation.operation}`)}`}
                    title="Its interactions"
                  >
                    {operation.operation}
                  </a>
                  <code>
                    <b>{operation.method}</b> {operation.path}
                  </code>
                  {operation.body !== null && (
                    <span class="quiet">
                      takes <code>{names[operation.body] ?? operation.body}</code>
                    </span>
                  )}
                </th>
              )}
              <td>{outcome.situation}</td>
              <td>
                <b>{outcome.status.value}</b> <By by={outcome.status.by} />
              </td>
              <td>
                {outcome.body.value === null ? (
                  <span class="quiet">none</span>
                ) : (
                  (names[outcome.body.value] ?? outcome.body.value)
                )}{' '}
                <By by={outcome.body.by} />
              </td>
              {index === 0 && (
                <td rowSpan={operation.outcomes.length} class="quiet">
                  {operation.clause}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface ChoicesProps extends Pick<ResourceView, 'choices'> {
  readonly wanted: string | null;
  readonly onPinned: () => void;
}

function Choices({ choices, wanted, onPinned }: ChoicesProps): JSX.Element {
  const canPin = usePageServices().overview.mode === 'serve';
  const [find, setFind] = useState('');
  useEffect(() => {
    if (wanted !== null)
      document.getElementById(`choice-${wanted}`)?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  const words = find.toLowerCase();
  const shown = choices.filter((choice) =>
    `${choice.choice} ${choice.about} ${choice.clause}`.toLowerCase().includes(words),
  );
  return (
    <>
      <label class="find">
        Find a choice
        <input type="text" value={find} onInput={(event) => setFind(event.currentTarget.value)} />
      </label>
      <table class="plain choices">
        <TableHead
          columns={['Choice', 'Chosen', 'By', 'What it decides, and its options', 'Left open by']}
        />
        <tbody>
          {shown.map((choice) => (
            <tr
              key={choice.choice}
              id={`choice-${choice.choice}`}
              class={choice.choice === wanted ? 'wanted' : ''}
            >
              <th scope="row">
                <code>{choice.choice}</code>
              </th>
              <td>
                <code>{JSON.stringify(choice.chosen)}</code>
              </td>
              <td>
                <span class="by">{choice.by}</span>
              </td>
              <td>
                <details open={choice.choice === wanted}>
                  <summary>{choice.about}</summary>
                  <ul>
                    {choice.options.map(({ option, meaning }) => (
                      <li key={JSON.stringify(option)}>
                        <code>{JSON.stringify(option)}</code> {meaning}
                        {JSON.stringify(option) === JSON.stringify(choice.chosen) && (
                          <b> (chosen)</b>
                        )}
                      </li>
                    ))}
                  </ul>
                  {canPin && choice.by !== 'contract' && (
                    <Pin choice={choice} onPinned={onPinned} />
                  )}
                  <Command
                    text={`npx standin serve --pin ${choice.choice}=${String(choice.options.at(-1)?.option ?? choice.chosen)}`}
                  />
                </details>
              </td>
              <td class="quiet">{choice.clause}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
