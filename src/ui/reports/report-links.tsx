// What leads from a report to the rest of the page: its findings, the interactions of each law, and
// the choices that the service made.

import type { JSX } from 'preact';
import type { JsonReport } from '../../verify/print/json.ts';
import type { LawResult } from '../../verify/report.ts';
import { Failure } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { askReport } from '../shared/api.ts';
import { visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';

const signs = {
  held: ['good', 'check', 'held'],
  broken: ['bad', 'cross', 'broken'],
  'not-exercised': ['quiet', 'dash', 'not exercised'],
} as const;

export function ReportLinks({ name }: { readonly name: string }): JSX.Element {
  const asked = useFetched(name, () => askReport(name));
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.value === null) return <p class="quiet pad">Loading…</p>;
  const { findings, laws, observations } = asked.value;
  return (
    <>
      <Findings name={name} findings={findings} />
      <details>
        <summary>Laws and their interactions</summary>
        <ul>
          {laws.map((law) => (
            <LawLink key={law.name} law={law} />
          ))}
        </ul>
      </details>
      <details>
        <summary>Choices of the service</summary>
        <ul>
          {observations.map(({ choice }) => (
            <li key={choice}>
              <a href={formatRoute(['contract'], { choice })}>{visible(choice)}</a>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Findings({
  name,
  findings,
}: Pick<JsonReport, 'findings'> & { readonly name: string }): JSX.Element {
  const { copy } = usePageServices();
  return (
    <ol>
      {findings.map(({ code, law, curl }, index) => (
        <li key={`${code} ${index}`}>
          <a href={formatRoute(['reports', name], { finding: String(index + 1) })}>
            {visible(code)}
          </a>
          <a href={interactionsOf(law)}>Interactions</a>
          <button type="button" onClick={() => copy(curl.join('\n'), 'curl commands')}>
            <Icon name="copy" />
            curl
          </button>
        </li>
      ))}
    </ol>
  );
}

function LawLink({ law }: { readonly law: LawResult }): JSX.Element {
  const [tone, icon, word] = signs[law.result];
  return (
    <li>
      <a href={interactionsOf(law.name)}>{visible(law.name)}</a>{' '}
      <span class={`sign ${tone}`}>
        <Icon name={icon} />
        {word}
      </span>
    </li>
  );
}

const interactionsOf = (law: string): string => formatRoute(['i'], { q: `law:${law}` });
