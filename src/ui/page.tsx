// The page: loads the overview, follows the totals, and shows the tab of the address.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LiveTotals, Overview } from '../inspector/wire.ts';
import { CompareTab } from './compare/compare-tab.tsx';
import { ConditionsTab } from './conditions/conditions-tab.tsx';
import { ContractTab } from './contract/contract-tab.tsx';
import { DataTab } from './data/data-tab.tsx';
import { HeldBar } from './held/held-bar.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { InspectedService, Logo } from './inspected-service.tsx';
import { InteractionsTab } from './list/interactions-tab.tsx';
import { OpenStreams } from './list/open-streams.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { Dialog } from './parts/dialog.tsx';
import { Failure } from './parts/empty.tsx';
import { Icon, IconButton } from './parts/icon.tsx';
import { ReportsTab } from './reports/reports-tab.tsx';
import { keyName, useActions, useKeyboard } from './shared/actions.ts';
import { askOverview, followTotals } from './shared/api.ts';
import { type PageNotice, type PageServices, PageServicesContext } from './shared/page-services.ts';
import { loadSettings, type ReaderSettings, saveSettings } from './shared/reader-settings.ts';
import { go, type PageRoute, useRoute } from './shared/route.ts';
import { useFetched } from './shared/use-fetched.ts';
import { SignIn } from './sign-in.tsx';

const tabs = [
  { id: 'i', name: 'Interactions' },
  { id: 'compare', name: 'Compare' },
  { id: 'contract', name: 'Contract' },
  { id: 'data', name: 'Data' },
  { id: 'conditions', name: 'Conditions' },
  { id: 'reports', name: 'Reports' },
] as const;

/** How long a notice stays. One with an undo button stays longer. */
const NOTICE_MS = 4000;
const UNDO_MS = 12_000;
/** Delay before the next request to a server that did not respond. */
const RETRY_MS = 2000;

export function Page(): JSX.Element {
  const asked = useFetched('overview', askOverview);
  useEffect(() => {
    if (asked.failure === null) return;
    const timer = setTimeout(asked.again, RETRY_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  if (asked.value === null && asked.failure !== null)
    return <Failure text={asked.failure} again={asked.again} />;
  if (asked.value === null) return <p class="quiet pad">Loading…</p>;
  if ('barred' in asked.value) return <SignIn again={asked.again} />;
  return <Frame overview={asked.value} onReturn={asked.again} />;
}

interface FrameProps {
  readonly overview: Overview;
  /** Called when the server is back: it may be another one, with another token. */
  readonly onReturn: () => void;
}

function Frame({ overview, onReturn }: FrameProps): JSX.Element {
  const route = useRoute();
  const [totals, setTotals] = useState<LiveTotals>({
    ...overview.totals,
    readOnly: overview.readOnly,
    held: [],
    streams: [],
  });
  const [isLive, setLive] = useState(true);
  const [settings, setSettings] = useState<ReaderSettings>(loadSettings);
  const [notice, setNotice] = useState<PageNotice | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [marked, setMarked] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'help' | 'palette' | null>(null);
  const places = useRef(new Map<string, string>());
  const tab = tabs.find(({ id }) => id === route.path[0])?.id ?? 'i';
  places.current.set(tab, location.hash);

  useEffect(() => saveSettings(settings), [settings]);
  useKeyboard(settings);
  useEffect(() => {
    const ending = new AbortController();
    let wasLost = false;
    const line = (isUp: boolean) => {
      setLive(isUp);
      if (isUp && wasLost) onReturn();
      wasLost = !isUp;
    };
    void followTotals(setTotals, line, ending.signal);
    return () => ending.abort();
  }, []);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(
      () => setNotice(null),
      notice.undo === undefined ? NOTICE_MS : UNDO_MS,
    );
    return () => clearTimeout(timer);
  }, [notice]);

  const shell = useMemo<PageServices>(() => {
    const copy = (text: string, what: string) => {
      const done = () => setNotice({ text: `Copied: ${what}`, tone: 'done' });
      if (navigator.clipboard === undefined) return setRefused(text);
      navigator.clipboard.writeText(text).then(done, () => setRefused(text));
    };
    const attempt = async (work: () => Promise<unknown>, done?: string) => {
      try {
        await work();
        if (done !== undefined) setNotice({ text: done, tone: 'done' });
        return true;
      } catch (error) {
        setNotice({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
        return false;
      }
    };
    return {
      overview,
      totals,
      isLive,
      renew: onReturn,
      settings,
      setSettings,
      notify: setNotice,
      copy,
      attempt,
    };
  }, [overview, totals, isLive, settings]);

  const toggle = () => setSettings({ ...settings, theme: otherTheme(settings) });
  const open = (id: string) => go(places.current.get(id) || `#/${id}`, 'push');
  const names = useRef<HTMLElement>(null);
  // On phones the names of the parts scroll.
  useEffect(() => {
    names.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  useActions('Everywhere', [
    { keys: ['?'], word: 'Keys and settings', run: () => setDialog('help') },
    { keys: ['Mod+k'], word: 'Find a command or an interaction', run: () => setDialog('palette') },
    { keys: ['t'], word: 'Light or dark', run: toggle },
    ...tabs.map(({ id, name }) => ({ keys: [], word: `Go to ${name}`, run: () => open(id) })),
  ]);

  return (
    <PageServicesContext.Provider value={shell}>
      <header class="top">
        <h1>
          <Logo />
          Standin
        </h1>
        <nav aria-label="Parts of the Inspector" ref={names}>
          {tabs.map(({ id, name }) => (
            <a
              key={id}
              href={places.current.get(id) || `#/${id}`}
              aria-current={id === tab ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault();
                if (id !== tab) open(id);
              }}
            >
              {name}
            </a>
          ))}
        </nav>
        <InspectedService shell={shell} />
        <IconButton icon="theme" label="Light or dark" title="Light or dark (t)" onClick={toggle} />
        <button
          type="button"
          class="bare"
          aria-label="Keys and settings"
          title="Keys and settings (?)"
          onClick={() => setDialog('help')}
        >
          <kbd>{keyName('?')}</kbd>
        </button>
      </header>
      <HeldBar />
      {tab === 'i' && <OpenStreams />}
      <Tab tab={tab} route={route} marked={marked} onMark={setMarked} />
      <div class={`notice ${notice?.tone ?? 'none'}`} role="status">
        {notice !== null && (
          <>
            <Icon name={notice.tone === 'bad' ? 'warning' : 'check'} />
            {notice.text}
            {notice.undo !== undefined && (
              <button
                type="button"
                onClick={() => {
                  notice.undo?.();
                  setNotice(null);
                }}
              >
                Undo
              </button>
            )}
          </>
        )}
      </div>
      {dialog === 'help' && <HelpDialog onClose={() => setDialog(null)} />}
      {dialog === 'palette' && <PaletteDialog onClose={() => setDialog(null)} />}
      {refused !== null && (
        <Dialog title="Copy this" size="wide" onClose={() => setRefused(null)}>
          <div class="dialog-body">
            <p>
              The browser does not allow this page to use the clipboard. The text is selected: copy
              it with Ctrl C.
            </p>
            <textarea
              class="code"
              rows={12}
              readOnly
              aria-label="Text to copy"
              value={refused}
              ref={(element) => element?.select()}
            />
          </div>
        </Dialog>
      )}
    </PageServicesContext.Provider>
  );
}

interface TabProps {
  readonly tab: (typeof tabs)[number]['id'];
  readonly route: PageRoute;
  readonly marked: number | null;
  readonly onMark: (seq: number | null) => void;
}

function Tab({ tab, route, marked, onMark }: TabProps): JSX.Element {
  switch (tab) {
    case 'i':
      return <InteractionsTab route={route} marked={marked} onMark={onMark} />;
    case 'compare':
      return <CompareTab route={route} />;
    case 'contract':
      return <ContractTab route={route} />;
    case 'data':
      return <DataTab route={route} />;
    case 'conditions':
      return <ConditionsTab route={route} />;
    case 'reports':
      return <ReportsTab route={route} />;
  }
}

function otherTheme(settings: ReaderSettings): ReaderSettings['theme'] {
  const isDark =
    settings.theme === 'dark' ||
    (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? 'light' : 'dark';
}
