// The interactions: filter, list and detail, and their keys. The selection is part of the address.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReplayOrder } from '../../inspector/wire.ts';
import type { FoundInteraction } from '../../journal/archive.ts';
import { type CopyForm, copyText } from '../detail/copies.ts';
import { type DetailActions, DetailView, type Pane, panes } from '../detail/detail.tsx';
import { ResendDialog, repeatOf } from '../detail/resend-dialog.tsx';
import { Failure } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { useActions } from '../shared/actions.ts';
import { askInteraction, askRows, findMatches, replay } from '../shared/api.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute, go, type PageRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { ExportMenu, exportActions } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { toggleTerm } from './filter-fields.ts';
import { GroupsPanel } from './groups-panel.tsx';
import { interactionActions } from './interaction-actions.ts';
import { InteractionList, ROW_PX } from './interaction-list.tsx';
import { LatencyStrip } from './latency-strip.tsx';
import { NoInteractions, NoMatch } from './no-interactions.tsx';
import { createRowStore } from './row-store.ts';
import { Splitter } from './splitter.tsx';
import { indexFrom, useMatches } from './use-matches.ts';

export interface InteractionsTabProps {
  readonly route: PageRoute;
  readonly marked: number | null;
  readonly onMark: (seq: number | null) => void;
}

export function InteractionsTab({ route, marked, onMark }: InteractionsTabProps): JSX.Element {
  const shell = usePageServices();
  const { overview, totals, settings, setSettings, copy, attempt, notify } = shell;
  const query = route.query['q'] ?? '';
  const chosen = /^\d+$/.test(route.path[1] ?? '') ? Number(route.path[1]) : null;
  const pane = panes.find((id) => id === route.query['tab']) ?? 'overview';
  const against = route.query['diff'] ?? '';
  const matches = useMatches(query, totals);
  const violations = useMatches('is:violating', totals).seqs.length;
  const [, redraw] = useState(0);
  const store = useMemo(() => createRowStore(askRows, () => redraw((count) => count + 1)), []);
  const [isFollowing, setFollowing] = useState(chosen === null);
  const [isTiming, setTiming] = useState(false);
  const [isTimed, setTimed] = useState(false);
  const [isGrouped, setGrouped] = useState(false);
  const [isEditing, setEditing] = useState(false);
  useEffect(() => {
    if (chosen !== null) setFollowing(false);
  }, [chosen]);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const asked = useFetched(`${chosen}`, async () =>
    chosen === null ? null : await askInteraction(chosen),
  );
  const last = useRef<FoundInteraction | null>(null);
  if (asked.value !== null) last.current = asked.value;
  const detail =
    chosen === null ? null : (asked.value ?? (asked.failure === null ? last.current : null));
  const isStale = detail !== null && detail.recorded.seq !== chosen;

  const show = (
    seq: number | null,
    wanted: string,
    rest: Readonly<Record<string, string>> = {},
    how: 'push' | 'replace' = 'replace',
  ) => go(formatRoute(seq === null ? ['i'] : ['i', String(seq)], { q: wanted, ...rest }), how);
  const tabOf = (id: Pane): Readonly<Record<string, string>> =>
    id === 'overview' ? {} : { tab: id };
  const setQuery = (wanted: string) => {
    if (chosen === null) setFollowing(true);
    show(chosen, wanted, { ...tabOf(pane), diff: against });
  };
  const choose = (seq: number) => {
    show(seq, query, { ...tabOf(pane), diff: against }, chosen === null ? 'push' : 'replace');
  };
  const close = () => {
    show(null, query);
    box.current?.focus();
  };

  const { seqs } = matches;
  const move = (step: number) => {
    if (seqs.length === 0) return;
    const from = chosen === null ? (step > 0 ? -1 : seqs.length) : indexFrom(seqs, chosen);
    const isOff = chosen !== null && seqs[from] !== chosen && step > 0;
    const index = Math.min(seqs.length - 1, Math.max(0, from + step - (isOff ? 1 : 0)));
    choose(seqs[index] ?? 0);
  };

  const nextViolation = () =>
    void attempt(async () => {
      const wanted = `${matches.query ?? ''} is:violating`.trim();
      const ahead = await findMatches(wanted, chosen ?? 0, new AbortController().signal);
      const found =
        ahead.seqs.length > 0 ? ahead : await findMatches(wanted, 0, new AbortController().signal);
      const seq = found.seqs[0];
      if (seq === undefined) return notify({ text: 'No violation matches', tone: 'done' });
      if (ahead.seqs.length === 0)
        notify({ text: 'Continued from the first violation', tone: 'done' });
      choose(seq);
    });
  const send = (order: ReplayOrder) =>
    void attempt(async () => {
      const { seq } = await replay(order);
      notify({ text: `Sent as #${seq}`, tone: 'done' });
      show(seq, query, tabOf(pane), 'push');
    });
  const copyAs = (form: CopyForm) => {
    if (detail !== null)
      void attempt(async () =>
        copy(await copyText(form, detail.recorded), form === 'fetch' ? 'fetch call' : form),
      );
  };
  const mark = () => onMark(marked === chosen ? null : chosen);
  const isService = overview.mode === 'record';
  const resend = () => {
    if (detail === null || overview.can.replay === null) return;
    const order = isService ? repeatOf(detail.recorded) : { seq: detail.recorded.seq };
    if (order === null) setEditing(true);
    else send(order);
  };
  const edit = () => detail !== null && overview.can.replay !== null && setEditing(true);
  const copyLink = () => copy(location.href, 'link');

  const hold = () => {
    const { method = '', path = '' } = detail?.recorded.request ?? {};
    const wanted = detail === null ? query : `method:${method.toLowerCase()} path:${path}`;
    go(formatRoute(['conditions'], { hold: wanted }), 'push');
    setTimeout(() => document.getElementById('breakpoint-filter')?.focus());
  };

  const goBack = () => {
    if (chosen !== null && document.activeElement?.closest('.detail')) box.current?.focus();
    else if (chosen !== null) close();
    else if (query !== '') setQuery('');
  };
  useActions('Interactions', [
    ...interactionActions({
      move,
      page: (pages) =>
        move(pages * Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 1)),
      toEnd: (side) => move(side * seqs.length),
      nextViolation,
      goBack,
      filter: () => field.current?.select(),
      follow: () => setFollowing(!isFollowing),
      waterfall: () => setTimed(!isTimed),
      hold,
      resend,
      edit,
      copyAs,
      copyLink,
      mark,
      pane: (id) => chosen !== null && show(chosen, query, { ...tabOf(id), diff: against }),
    }),
    ...exportActions(matches.query ?? ''),
  ]);

  const on: DetailActions = {
    pane: (id, at) =>
      show(chosen, query, {
        ...tabOf(id),
        ...(at === undefined ? {} : { at: at || '/' }),
        diff: against,
      }),
    against: (wanted) => show(chosen, query, { tab: 'diff', diff: wanted }),
    seq: (seq) => show(seq, query, {}, 'push'),
    term: (term) => setQuery(toggleTerm(query, term)),
    copy: copyAs,
    copyLink,
    mark,
    resend,
    edit,
    saved: () => {
      asked.again();
      if (chosen !== null) store.renew(chosen);
    },
    close,
  };

  if (totals.total === 0) return <NoInteractions />;
  return (
    <main class="interactions">
      <FilterBar
        field={field}
        query={query}
        flaw={matches.flaw}
        count={seqs.length}
        total={totals.newest - totals.oldest + 1}
        isAsking={matches.isAsking}
        isCut={matches.isCut}
        violations={violations}
        onQuery={setQuery}
        onLeave={() => box.current?.focus()}
      >
        {overview.mode !== 'file' && (
          <button
            type="button"
            aria-pressed={isFollowing}
            title="Keep the newest in sight (f)"
            onClick={() => setFollowing(!isFollowing)}
          >
            <Icon name="down" />
            Follow
          </button>
        )}
        <button
          type="button"
          aria-pressed={isTiming}
          title="How long answers took, by operation"
          onClick={() => setTiming(!isTiming)}
        >
          <Icon name="pulse" />
          Latency
        </button>
        <button
          type="button"
          aria-pressed={isTimed}
          title="When calls happened, as bars in the list (w)"
          onClick={() => setTimed(!isTimed)}
        >
          Waterfall
        </button>
        <button
          type="button"
          aria-pressed={isGrouped}
          title="By world, client, page or law"
          onClick={() => setGrouped(!isGrouped)}
        >
          Groups
        </button>
        <ExportMenu query={matches.query ?? ''} />
      </FilterBar>
      {matches.failure !== null && <Failure text={matches.failure} />}
      {isTiming && (
        <LatencyStrip
          query={matches.query ?? ''}
          totals={totals}
          onOperation={(name) => setQuery(toggleTerm(query, `op:${name}`))}
        />
      )}
      {isGrouped && <GroupsPanel query={matches.query ?? ''} totals={totals} onTerm={on.term} />}
      <div
        class={chosen === null ? 'split' : 'split open'}
        style={{ '--detail': `${settings.split}%` }}
      >
        {seqs.length === 0 && !matches.isAsking ? (
          <NoMatch query={query} isFlawed={matches.flaw !== null} onClear={() => setQuery('')} />
        ) : (
          <InteractionList
            box={box}
            seqs={seqs}
            query={matches.query}
            store={store}
            chosen={chosen}
            marked={marked}
            isFollowing={isFollowing}
            isTimed={isTimed}
            onFollow={setFollowing}
            onChoose={choose}
            onTerm={on.term}
          />
        )}
        {chosen !== null && (
          <Splitter
            split={settings.split}
            onSplit={(split) => setSettings({ ...settings, split })}
          />
        )}
        {chosen !== null && asked.failure !== null && (
          <Failure text={asked.failure} again={asked.again} />
        )}
        {detail !== null && (
          <DetailView
            detail={detail}
            pane={pane}
            at={route.query['at'] === '/' ? '' : (route.query['at'] ?? null)}
            against={against}
            marked={marked}
            isStale={isStale}
            on={on}
          />
        )}
      </div>
      {isEditing && detail !== null && (
        <ResendDialog
          recorded={detail.recorded}
          to={overview.can.replay ?? ''}
          isService={isService}
          onSend={send}
          onClose={() => setEditing(false)}
        />
      )}
    </main>
  );
}
