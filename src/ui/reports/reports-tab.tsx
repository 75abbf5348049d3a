// The reports of `verify`: their list, and one of them as the page that `verify --html` writes. The
// page is drawn by the server and shown in a sandboxed frame.

import type { JSX } from 'preact';
import type { ReportView } from '../../inspector/wire.ts';
import { Command, Empty, Failure } from '../parts/empty.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { askReports, reportAddress } from '../shared/api.ts';
import { formatTime, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute, type PageRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { ReportLinks } from './report-links.tsx';

export function ReportsTab({ route }: { readonly route: PageRoute }): JSX.Element {
  const { overview, settings } = usePageServices();
  const asked = useFetched('reports', askReports);
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  if (asked.value === null) return <main class="quiet pad">Loading…</main>;
  if (asked.value.length === 0) {
    const target = /^https?:/.test(overview.subject) ? overview.subject : 'http://127.0.0.1:3000';
    return (
      <main>
        <Empty title="There are no reports yet">
          <p>Check a service against the contract, and its report appears here:</p>
          <Command text={`npx standin verify ${target} --inspect`} />
        </Empty>
      </main>
    );
  }
  const chosen = route.path[1] ?? asked.value[0]?.name ?? '';
  const address = reportAddress(chosen, settings.theme);
  const finding = route.query['finding'] ?? '';
  return (
    <main class="reports">
      <div class="report-list">
        <nav aria-label="Reports">
          {asked.value.map((report) => (
            <ReportLink key={report.name} report={report} isChosen={report.name === chosen} />
          ))}
        </nav>
        <section class="report-links" aria-label={`Links of the report ${chosen}`}>
          <a href={address} target="_blank" rel="noreferrer">
            Open in a new tab
          </a>
          <ReportLinks name={chosen} key={chosen} />
        </section>
      </div>
      <iframe
        key={chosen}
        sandbox=""
        title={`Report ${chosen}`}
        src={/^\d+$/.test(finding) ? `${address}#finding-${finding}` : address}
      />
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
  const [tone, icon, word] = signOf(report.verdict);
  return (
    <a href={formatRoute(['reports', report.name])} aria-current={isChosen ? 'page' : undefined}>
      <b>{visible(report.name)}</b>
      <span class={`sign ${tone}`}>
        <Icon name={icon} />
        {word}
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

/** A file may hold any word. */
function signOf(verdict: string): readonly [tone: string, icon: IconName, word: string] {
  switch (verdict) {
    case 'conforms':
      return ['good', 'check', verdict];
    case 'partly':
      return ['warn', 'dash', 'conforms as far as tried'];
    case 'violates':
      return ['bad', 'cross', verdict];
    default:
      return ['quiet', 'dash', visible(verdict)];
  }
}
