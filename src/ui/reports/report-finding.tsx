// One finding of a report, with the shortest sequence that shows it. A step and its command line
// lead to each other.

import type { JSX } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import type { JsonExchange, JsonFinding } from '../../verify/print/json.ts';
import { readTree } from '../detail/json-text.ts';
import { FindingCard } from '../detail/overview.tsx';
import { Icon } from '../parts/icon.tsx';
import { statusTone } from '../parts/verdict.tsx';
import { useShell } from '../shell.ts';
import { formatMs, shorten, visible } from '../visible.ts';

const BODY_CHARS_MAX = 160;

export function ReportFinding({ finding }: { readonly finding: JsonFinding }): JSX.Element {
  const { copy } = useShell();
  const [step, setStep] = useState<number | null>(null);
  const id = useId();
  const last = finding.trace.at(-1)?.received?.body;
  const tree = useMemo(() => (typeof last === 'string' ? readTree(last) : null), [last]);
  const lead = (index: number) => {
    setStep(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <section class="report-finding" aria-label={finding.code}>
      <FindingCard finding={finding} tree={tree} />
      <p class="quiet">Law: {visible(finding.law)}</p>
      <table class="plain trace">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Request</th>
            <th scope="col">Answer</th>
            <th scope="col" class="number">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {finding.trace.map((exchanged, index) => (
            <tr key={index} class={step === index ? 'wanted' : ''}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  aria-controls={`${id}-${index}`}
                  onClick={() => lead(index)}
                >
                  {index + 1} curl
                </button>
              </th>
              <td class="code">{requestText(exchanged)}</td>
              <td class="code">
                <Answer exchanged={exchanged} />
              </td>
              <td class="number">{formatMs(exchanged.elapsedMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ol class="curl">
        {finding.curl.map((line, index) => (
          <li key={index} id={`${id}-${index}`} class={step === index ? 'wanted' : ''}>
            <code>{visible(line)}</code>
            <button
              type="button"
              class="bare"
              aria-label={`Copy line ${index + 1}`}
              onClick={() => copy(line, 'curl')}
            >
              <Icon name="copy" />
            </button>
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => copy(finding.curl.join('\n'), 'all lines')}>
        <Icon name="copy" />
        Copy all lines
      </button>
    </section>
  );
}

function Answer({ exchanged }: { readonly exchanged: JsonExchange }): JSX.Element {
  const { received, trouble } = exchanged;
  if (received === null) return <span class="bad">{visible(trouble ?? 'nothing came back')}</span>;
  return (
    <>
      <b class={statusTone(received.status)}>{received.status}</b>{' '}
      {visible(shorten(received.body ?? '', BODY_CHARS_MAX))}
    </>
  );
}

function requestText({ call }: JsonExchange): string {
  const text = call.body === null ? '' : ` ${call.body}`;
  return visible(
    shorten(
      `${call.method} ${call.path}${call.query === '' ? '' : `?${call.query}`}${text}`,
      BODY_CHARS_MAX,
    ),
  );
}
