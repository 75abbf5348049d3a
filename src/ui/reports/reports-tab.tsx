// The runs of `verify` that left a report, and one of them in full.

import type { JSX } from 'preact';
import type { ReportView } from '../../inspector/wire.ts';
import { askReport, askReports } from '../api.ts';
import { Command, Empty, Failure } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatPlace, type Place } from '../route.ts';
import { useShell } from '../shell.ts';
import { useAsked } from '../use-asked.ts';
import { formatTime, visible } from '../visible.ts';
import { ReportPaper } from './report-paper.tsx';

export function ReportsTab({ place }: { readonly place: Place }): JSX.Element {
  const { overview } = useShell();
  const asked = useAsked('reports', askReports);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.value === null) return <main class="quiet pad">Loading…</main>;
  if (asked.value.length === 0) {
    const target = /^https?:/.test(overview.subject) ? overview.subject : 'http://127.0.0.1:3000';
    return (
      <main>
        <Empty title="No run has left a report yet">
          <p>Hold a service to the contract, and look at what was found here:</p>
          <Command text={`npx standin verify ${target} --inspect`} />
        </Empty>
      </main>
    );
  }
  const chosen = place.path[1] ?? asked.value[0]?.name ?? '';
  return (
    <main class="reports">
      <nav aria-label="Reports">
        {asked.value.map((report) => (
          <ReportLink key={report.name} report={report} isChosen={report.name === chosen} />
        ))}
      </nav>
      <Chosen name={chosen} law={place.query['law'] ?? ''} key={chosen} />
    </main>
  );
}

function ReportLink({
  report,
  isChosen,
}: {
  readonly report: ReportView;
  readonly isChosen: boolean;
}): JSX.Element {
  const started = new Date(report.startedAt);
  const icon =
    report.verdict === 'conforms' ? 'check' : report.verdict === 'violates' ? 'cross' : 'dash';
  const tone =
    report.verdict === 'conforms' ? 'good' : report.verdict === 'violates' ? 'bad' : 'quiet';
  return (
    <a href={formatPlace(['reports', report.name])} aria-current={isChosen ? 'page' : undefined}>
      <b>{visible(report.name)}</b>
      <span class={`sign ${tone}`}>
        <Icon name={icon} />
        {report.verdict}
        {report.findings > 0 &&
          `, ${report.findings} ${report.findings === 1 ? 'finding' : 'findings'}`}
      </span>
      <span class="quiet">{visible(report.target)}</span>
      <span class="quiet">
        {started.toISOString().slice(0, 10)} {formatTime(started.getTime()).slice(0, 8)}
      </span>
    </a>
  );
}

function Chosen({ name, law }: { readonly name: string; readonly law: string }): JSX.Element {
  const asked = useAsked(name, () => askReport(name));
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.value === null) return <p class="quiet pad">Loading…</p>;
  return <ReportPaper report={asked.value} name={name} law={law} />;
}
