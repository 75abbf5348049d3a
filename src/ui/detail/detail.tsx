// One interaction in full, next to the list.

import type { JSX } from 'preact';
import type { FoundInteraction } from '../../journal/archive.ts';
import type { Recorded } from '../../journal/interaction/recorded.ts';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { statusTone, VerdictSign } from '../parts/verdict.tsx';
import { shorten, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { type CopyForm, copyForms } from './copies.ts';
import { DecidedPane } from './decided.tsx';
import { DiffPane } from './diff-pane.tsx';
import { HistoryPane } from './history.tsx';
import { RequestView, ResponseView } from './message.tsx';
import { OverviewPane } from './overview.tsx';

export const panes = ['overview', 'request', 'response', 'decided', 'diff', 'history'] as const;
export type Pane = (typeof panes)[number];

export interface DetailViewProps {
  readonly detail: FoundInteraction;
  readonly pane: Pane;
  /** The place in the reply to show; `null` for none. */
  readonly at: string | null;
  readonly against: string;
  readonly marked: number | null;
  readonly isStale: boolean;
  readonly on: DetailActions;
}

export interface DetailActions {
  readonly pane: (pane: Pane, at?: string) => void;
  readonly against: (against: string) => void;
  readonly seq: (seq: number) => void;
  readonly term: (term: string) => void;
  readonly copy: (form: CopyForm) => void;
  readonly copyLink: () => void;
  readonly mark: () => void;
  readonly resend: () => void;
  readonly edit: () => void;
  readonly saved: () => void;
  readonly close: () => void;
}

const TARGET_CHARS_MAX = 300;

export function DetailView(props: DetailViewProps): JSX.Element {
  const { detail, pane, at, against, marked, isStale, on } = props;
  const { recorded, annotation } = detail;
  const names = {
    overview: 'Overview',
    request: 'Request',
    response: 'Response',
    decided: 'Decided',
    diff: 'Diff',
    history: 'History',
  };
  const badges: Partial<Record<Pane, number>> = {
    overview: recorded.findings.length,
    history: recorded.history.length,
  };
  const tabs = panes.map((id) => ({
    id,
    name: names[id],
    ...(badges[id] ? { badge: badges[id] } : {}),
  }));
  return (
    <section class="detail" aria-label={`Interaction ${recorded.seq}`} aria-busy={isStale}>
      <h2 class="unseen">Interaction {recorded.seq}</h2>
      <DetailHead recorded={recorded} marked={marked} on={on} />
      <Tabs
        label="Parts of the interaction"
        tabs={tabs}
        chosen={pane}
        panel="detail-panel"
        onChoose={(id) => on.pane(id)}
      />
      <div
        class="panel"
        id="detail-panel"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys.
        tabIndex={0}
        aria-labelledby={`detail-panel-${pane}`}
        key={`${recorded.seq} ${pane}`}
      >
        {pane === 'overview' && (
          <OverviewPane
            recorded={recorded}
            annotation={annotation}
            onSeq={on.seq}
            onPlace={(finding) => on.pane('response', finding.at ?? '')}
            onTerm={on.term}
            onDiff={() => on.against('original')}
            onSaved={on.saved}
          />
        )}
        {pane === 'request' && <RequestView seq={recorded.seq} request={recorded.request} />}
        {pane === 'response' && <ResponseView recorded={recorded} at={at} />}
        {pane === 'decided' && <DecidedPane recorded={recorded} />}
        {pane === 'diff' && (
          <DiffPane recorded={recorded} against={against} marked={marked} onAgainst={on.against} />
        )}
        {pane === 'history' && <HistoryPane history={recorded.history} onSeq={on.seq} />}
      </div>
    </section>
  );
}

interface DetailHeadProps {
  readonly recorded: Recorded;
  readonly marked: number | null;
  readonly on: DetailActions;
}

function DetailHead({ recorded, marked, on }: DetailHeadProps): JSX.Element {
  const { overview } = usePageServices();
  const { request, reply, seq } = recorded;
  const target = visible(
    shorten(
      request.query === '' ? request.path : `${request.path}?${request.query}`,
      TARGET_CHARS_MAX,
    ),
  );
  const whyNot =
    overview.can.replay === null
      ? (overview.why['replay'] ?? 'There is no server to send to.')
      : undefined;
  return (
    <header class="detail-head">
      <div class="detail-title">
        <button type="button" class="bare back" onClick={on.close}>
          <Icon name="left" />
          Back
        </button>
        <span class="quiet">#{seq}</span>
        <b>{visible(request.method)}</b>
        <span class="target" title={target}>
          {target}
        </span>
        <b class={statusTone(reply?.status ?? null)}>{reply?.status ?? 'no answer'}</b>
        <VerdictSign verdict={recorded.verdict} />
        <IconButton icon="cross" label="Close the detail" title="Close (Esc)" onClick={on.close} />
      </div>
      <div class="detail-tools">
        <button
          type="button"
          disabled={whyNot !== undefined}
          title={whyNot ?? 'Send again (r)'}
          onClick={on.resend}
        >
          <Icon name="repeat" />
          Resend
        </button>
        <button
          type="button"
          disabled={whyNot !== undefined}
          title={whyNot ?? 'Edit and send (e)'}
          onClick={on.edit}
        >
          <Icon name="pencil" />
          Edit and resend
        </button>
        <Menu
          label={
            <>
              <Icon name="copy" />
              Copy as
            </>
          }
          title="curl: c, link: y"
        >
          {(close) =>
            copyForms.map(({ form, word }) => (
              <button
                type="button"
                key={form}
                onClick={() => {
                  on.copy(form);
                  close();
                }}
              >
                {word}
              </button>
            ))
          }
        </Menu>
        <button type="button" title="Copy a link to this (y)" onClick={on.copyLink}>
          <Icon name="link" />
          Link
        </button>
        <button
          type="button"
          aria-pressed={marked === seq}
          title="Mark, to compare another interaction with this one (m)"
          onClick={on.mark}
        >
          {marked === seq ? 'Marked for diff' : 'Mark for diff'}
        </button>
      </div>
    </header>
  );
}
