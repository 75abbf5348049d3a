// One report: the verdict, the findings with what shows them, the laws, and what was not exercised.

import type { JSX } from 'preact';
import type { JsonReport } from '../../verify/print/json.ts';
import type { LawResult } from '../../verify/report.ts';
import { Command } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatPlace, go } from '../route.ts';
import { formatCount, formatMs, visible } from '../visible.ts';
import { ReportFinding } from './report-finding.tsx';

export interface ReportPaperProps {
  readonly report: JsonReport;
  readonly name: string;
  /** The result of laws that is shown; empty for all. */
  readonly law: string;
}

const results: readonly LawResult['result'][] = ['held', 'broken', 'not-exercised'];
const resultWords = { held: 'held', broken: 'broken', 'not-exercised': 'not exercised' } as const;

export function ReportPaper({ report, name, law }: ReportPaperProps): JSX.Element {
  const tone =
    report.verdict === 'conforms' ? 'good' : report.verdict === 'violates' ? 'bad' : 'warn';
  const icon =
    report.verdict === 'conforms' ? 'check' : report.verdict === 'violates' ? 'cross' : 'warning';
  return (
    <article class="paper" aria-label={`Report ${name}`}>
      <h2 class="unseen">Report {name}</h2>
      <p class={`banner ${tone}`}>
        <Icon name={icon} />
        <span>
          <b>
            {visible(report.target)}{' '}
            {report.verdict === 'unjudged' ? 'could not be judged' : report.verdict}
          </b>
          {report.reason !== null && <> {visible(report.reason)}</>}
          {report.remedy !== null && <> {visible(report.remedy)}</>}
        </span>
      </p>
      <p class="quiet">
        {formatCount(report.requests)} requests in {formatMs(report.elapsedMs)}; {report.budget},
        seed {report.seed}; {report.walks.run} of {report.walks.planned} walks with{' '}
        {formatCount(report.walks.steps)} steps
        {report.walks.why === null ? '' : ` (${report.walks.why})`}.
      </p>
      <Command text={report.replay} />
      {report.findings.length > 0 && (
        <h3>
          Findings <span class="badge">{report.findings.length}</span>
        </h3>
      )}
      {report.findings.map((finding, index) => (
        <ReportFinding key={`${finding.code} ${index}`} finding={finding} />
      ))}
      <h3>Coverage</h3>
      <Coverage report={report} name={name} law={law} />
      <Laws laws={report.laws.filter((each) => law === '' || each.result === law)} />
      {report.pacts.state === 'ran' ? (
        <Pacts report={report} />
      ) : (
        <p class="quiet">Pacts were not run: {visible(report.pacts.why ?? '')}</p>
      )}
      <Rest report={report} />
    </article>
  );
}

function Coverage({ report, name, law }: ReportPaperProps): JSX.Element {
  const count = (result: string) => report.laws.filter((each) => each.result === result).length;
  return (
    <>
      <div class="coverage" aria-hidden="true">
        {results.map((result) => (
          <span key={result} class={result} style={{ flexGrow: count(result) }} />
        ))}
      </div>
      <fieldset class="either">
        <legend class="unseen">Laws that are shown</legend>
        <button
          type="button"
          aria-pressed={law === ''}
          onClick={() => go(formatPlace(['reports', name]), 'replace')}
        >
          All {report.laws.length} laws
        </button>
        {results.map((result) => (
          <button
            type="button"
            key={result}
            aria-pressed={law === result}
            onClick={() => go(formatPlace(['reports', name], { law: result }), 'replace')}
          >
            {count(result)} {resultWords[result]}
          </button>
        ))}
      </fieldset>
    </>
  );
}

function Laws({ laws }: { readonly laws: readonly LawResult[] }): JSX.Element {
  const signs = {
    held: ['good', 'check'],
    broken: ['bad', 'cross'],
    'not-exercised': ['quiet', 'dash'],
  } as const;
  return (
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Law</th>
          <th scope="col">Result</th>
          <th scope="col">What it says</th>
          <th scope="col">Clause</th>
        </tr>
      </thead>
      <tbody>
        {laws.map((law) => {
          const [tone, icon] = signs[law.result];
          return (
            <tr key={law.name}>
              <th scope="row">
                <a href={formatPlace(['i'], { q: `law:${law.name}` })} title="Its interactions">
                  {law.name}
                </a>
              </th>
              <td>
                <span class={`sign ${tone}`}>
                  <Icon name={icon} />
                  {resultWords[law.result]}
                </span>
              </td>
              <td>
                {visible(law.meaning)}
                {law.why !== null && <span class="quiet"> Not exercised: {visible(law.why)}</span>}
              </td>
              <td class="quiet">{visible(law.clause)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Pacts({ report }: { readonly report: JsonReport }): JSX.Element {
  return (
    <>
      <h3>Pacts</h3>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Consumer</th>
            <th scope="col">Interaction</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {report.pacts.interactions.map((pact, index) => (
            <tr key={`${index} ${pact.description}`}>
              <th scope="row">
                {visible(`${pact.consumer} ${pact.origin?.consumerVersion ?? ''}`.trim())}
              </th>
              <td>
                {visible(pact.description)}
                {pact.mismatches.map((mismatch) => (
                  <p class="bad" key={mismatch}>
                    {visible(mismatch)}
                  </p>
                ))}
              </td>
              <td>
                <span
                  class={`sign ${pact.result === 'passed' ? 'good' : pact.result === 'failed' ? 'bad' : 'quiet'}`}
                >
                  <Icon
                    name={
                      pact.result === 'passed'
                        ? 'check'
                        : pact.result === 'failed'
                          ? 'cross'
                          : 'dash'
                    }
                  />
                  {pact.result}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Rest({ report }: { readonly report: JsonReport }): JSX.Element {
  const { bystanders, observations, notes, leftovers } = report;
  const words = {
    untouched: 'all untouched',
    inconclusive: 'inconclusive',
    'not-watched': 'not watched',
  };
  return (
    <>
      <h3>What the service chose</h3>
      <ul>
        {observations.map((seen) => (
          <li key={seen.choice}>
            <a href={formatPlace(['contract'], { choice: seen.choice })}>{seen.choice}</a> ={' '}
            <code>{JSON.stringify(seen.option)}</code>{' '}
            <span class="quiet">seen {seen.seen} times</span>
            {seen.disputed.map((other) => (
              <span class="warn" key={String(other.option)}>
                , but {JSON.stringify(other.option)} {other.seen} times
              </span>
            ))}
          </li>
        ))}
      </ul>
      <h3>Also</h3>
      <ul>
        <li>
          Others' items: {bystanders.watched} watched, {bystanders.changed} changed,{' '}
          {bystanders.vanished} vanished: {words[bystanders.verdict]}.
        </li>
        {notes.map((note) => (
          <li key={note}>{visible(note)}</li>
        ))}
        {leftovers.map((item) => (
          <li key={item} class="warn">
            Left behind: {visible(item)}
          </li>
        ))}
      </ul>
    </>
  );
}
