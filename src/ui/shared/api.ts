// The requests of the page to the server, as functions; the only file that fetches. Addresses are
// relative, so that any prefix works.

import type { HoldSide } from '../../base/hold.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Comparison } from '../../inspector/compare/comparison.ts';
import type {
  BreakpointsView,
  ContractView,
  DataPage,
  GroupsView,
  HeldOrder,
  HeldView,
  LiveTotals,
  OverrideView,
  Overview,
  ReplayOrder,
  ReplayResult,
  ReportedFilterFlaw,
  ReportView,
  SettingsView,
  SnapshotView,
  StreamLine,
  WorldsView,
} from '../../inspector/wire.ts';
import type { FoundInteraction } from '../../journal/archive.ts';
import type { Latency } from '../../journal/interaction/latency.ts';
import type { Annotation, Unnumbered } from '../../journal/interaction/recorded.ts';
import type { Row } from '../../journal/interaction/row.ts';
import type { JsonReport } from '../../verify/print/json.ts';

/** Thrown if the server answers with problem details, or does not respond (`status` 0). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly title: string;
  /** The invalid part of a filter; else `null`. */
  readonly flaw: ReportedFilterFlaw | null;
  constructor(status: number, title: string, detail: string, flaw: ReportedFilterFlaw | null) {
    super(detail === '' ? title : `${title}: ${detail}`);
    this.status = status;
    this.title = title;
    this.flaw = flaw;
  }
}

export interface FoundMatches {
  /** Oldest first. */
  readonly seqs: Int32Array;
  /** The newest number, matching or not. */
  readonly newest: number;
  readonly isCut: boolean;
}

export type BodySide = 'request' | 'reply' | 'mock';

let token = '';

/** Returns the overview, or why the server shows it to nobody that it does not know. */
export async function askOverview(): Promise<Overview | { readonly barred: string }> {
  try {
    const overview = await json<Overview>('');
    token = overview.token;
    return overview;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return { barred: error.message };
    throw error;
  }
}

/** Lets this browser in with a token, until `signOut`. */
export const signIn = (given: string): Promise<unknown> =>
  change('POST', 'session', { token: given });
export const signOut = (): Promise<unknown> => change('DELETE', 'session');

export async function findMatches(
  query: string,
  after: number,
  signal: AbortSignal,
): Promise<FoundMatches> {
  const response = await send(
    `matches?${new URLSearchParams({ q: query.toWellFormed(), after: String(after) })}`,
    { signal },
  );
  return {
    seqs: new Int32Array(await response.arrayBuffer()),
    newest: Number(response.headers.get('standin-newest')),
    isCut: response.headers.get('standin-cut') === '1',
  };
}

export const askRows = async (seqs: readonly number[]): Promise<readonly Row[]> =>
  (await json<{ rows: Row[] }>(`rows?seqs=${seqs.join(',')}`)).rows;
export const askInteraction = (seq: number): Promise<FoundInteraction> =>
  json(`interactions/${seq}`);
export const askGroups = (query: string, by: string): Promise<GroupsView> =>
  json(`groups?${new URLSearchParams({ q: query.toWellFormed(), by })}`);
/** As `askInteraction`, of the older recording. */
export const askOlder = (seq: number): Promise<FoundInteraction> =>
  json(`interactions/${seq}?of=older`);
export const askComparison = (newer: string, older: string): Promise<Comparison> =>
  json(`compare?${new URLSearchParams({ q: newer.toWellFormed(), older: older.toWellFormed() })}`);
/** Compares with a HAR file from now on. */
export const chooseOlder = (name: string, text: string): Promise<unknown> =>
  send(`older?${new URLSearchParams({ name: name.toWellFormed() })}`, {
    method: 'PUT',
    headers: changing(),
    body: text,
  });
export const removeOlder = (): Promise<unknown> => change('DELETE', 'older');
export const annotate = (seq: number, annotation: Annotation): Promise<unknown> =>
  change('PUT', `interactions/${seq}/annotation`, annotation);
export const askLatency = async (query: string): Promise<readonly Latency[]> =>
  (await json<{ latency: Latency[] }>(`latency?q=${encodeURIComponent(query.toWellFormed())}`))
    .latency;
export const replay = async (order: ReplayOrder): Promise<ReplayResult> =>
  (await change('POST', 'replay', order)).json();
export const askContract = (): Promise<ContractView> => json('contract');
export const askData = (
  resource: string,
  page: { offset: number; limit: number; find: string; id: string | null },
): Promise<DataPage> =>
  json(
    `data/${encodeURIComponent(resource)}?${new URLSearchParams({
      offset: `${page.offset}`,
      limit: `${page.limit}`,
      find: page.find,
      ...(page.id === null ? {} : { id: page.id }),
    })}`,
  );
export const addRow = (resource: string, row: JsonObject): Promise<unknown> =>
  change('POST', `data/${encodeURIComponent(resource)}`, row);
export const putRow = (resource: string, key: string, row: JsonObject): Promise<unknown> =>
  change('PUT', rowPath(resource, key), row);
export const removeRow = (resource: string, key: string): Promise<unknown> =>
  change('DELETE', rowPath(resource, key));
export const resetData = (): Promise<unknown> => change('POST', 'reset');
export const askSnapshots = async (): Promise<readonly SnapshotView[]> =>
  (await json<{ snapshots: SnapshotView[] }>('snapshots')).snapshots;
export const saveSnapshot = (name: string): Promise<unknown> =>
  change('PUT', `snapshots/${encodeURIComponent(name)}`);
export const removeSnapshot = (name: string): Promise<unknown> =>
  change('DELETE', `snapshots/${encodeURIComponent(name)}`);
export const restoreSnapshot = (name: string): Promise<unknown> =>
  change('POST', `snapshots/${encodeURIComponent(name)}/restore`);
export const askSettings = (): Promise<SettingsView> => json('settings');
export const changeSettings = (patch: object): Promise<unknown> =>
  change('PATCH', 'settings', patch);
export const resetSettings = (): Promise<unknown> => change('DELETE', 'settings');
export const askOverrides = async (): Promise<readonly OverrideView[]> =>
  (await json<{ overrides: OverrideView[] }>('overrides')).overrides;
export const addOverride = (rule: string): Promise<unknown> =>
  change('POST', 'overrides', { rule });
export const removeOverride = (id: number): Promise<unknown> => change('DELETE', `overrides/${id}`);
export const clearOverrides = (): Promise<unknown> => change('DELETE', 'overrides');
export const askBreakpoints = (): Promise<BreakpointsView> => json('breakpoints');
export const addBreakpoint = (on: HoldSide, filter: string): Promise<unknown> =>
  change('POST', 'breakpoints', { on, filter: filter.toWellFormed() });
export const removeBreakpoint = (id: number): Promise<unknown> =>
  change('DELETE', `breakpoints/${id}`);
export const askHeld = (id: number): Promise<HeldView> => json(`held/${id}`);
export const decideHeld = (id: number, order: HeldOrder): Promise<unknown> =>
  change('POST', `held/${id}`, order);
export const askStreams = async (): Promise<readonly StreamLine[]> =>
  (await json<{ streams: StreamLine[] }>('streams')).streams;
export const askStream = (id: number): Promise<Unnumbered> => json(`streams/${id}`);
export const askWorlds = (): Promise<WorldsView> => json('worlds');
export const makeWorld = (name: string, from: string | null): Promise<unknown> =>
  change('PUT', `worlds/${encodeURIComponent(name)}`, { from });
export const resetWorld = (name: string): Promise<unknown> =>
  change('POST', `worlds/${encodeURIComponent(name)}/reset`);
export const removeWorld = (name: string): Promise<unknown> =>
  change('DELETE', `worlds/${encodeURIComponent(name)}`);
export const askReports = async (): Promise<readonly ReportView[]> =>
  (await json<{ reports: ReportView[] }>('reports')).reports;
export const askReport = (name: string): Promise<JsonReport> =>
  json(`reports/${encodeURIComponent(name)}`);

/** Returns the export of the matching interactions as text. */
export const askExport = async (
  query: string,
  form: 'har' | 'curl' | 'fetch' | 'pact' | 'rows',
): Promise<string> =>
  (await send(`export?${new URLSearchParams({ q: query.toWellFormed(), form })}`)).text();

/** The address of a report as a page; `system` follows the browser. */
export const reportAddress = (name: string, theme: 'system' | 'light' | 'dark'): string =>
  `api/reports/${encodeURIComponent(name)}/page${theme === 'system' ? '' : `?theme=${theme}`}`;

/** The address of a body as a download. */
export const bodyAddress = (seq: number, side: BodySide): string =>
  `api/interactions/${seq}/body?side=${side}`;

/** Calls back with the totals as they change, until `signal`. Reconnects if needed. */
export async function followTotals(
  onTotals: (totals: LiveTotals) => void,
  onLine: (isUp: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pauseMs = 500; !signal.aborted; pauseMs = Math.min(pauseMs * 2, RETRY_MS_MAX)) {
    try {
      const response = await send('live', { signal, headers: { accept: 'text/event-stream' } });
      onLine(true);
      pauseMs = 500;
      for await (const data of eventsOf(response)) onTotals(JSON.parse(data) as LiveTotals);
    } catch {
      // The next try shows whether the connection works.
    }
    onLine(false);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const RETRY_MS_MAX = 8000;

async function* eventsOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    held += part.value;
    const events = held.split('\n\n');
    held = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data:'));
      if (data !== undefined) yield data.slice('data:'.length);
    }
  }
}

const rowPath = (resource: string, key: string): string =>
  `data/${encodeURIComponent(resource)}/${encodeURIComponent(key)}`;

async function json<T>(path: string): Promise<T> {
  return (await send(path)).json() as Promise<T>;
}

function change(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = changing();
  return send(
    path,
    body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) },
  );
}

function changing(): Record<string, string> {
  const json = { 'content-type': 'application/json' };
  return token === '' ? json : { ...json, 'standin-token': token };
}

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`api/${path}`, { cache: 'no-store', ...init }).catch(
    (error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ApiFailure(
        0,
        'The server does not respond',
        'start it again; the page reconnects by itself',
        null,
      );
    },
  );
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const problem: Json = await response.json().catch(() => null);
  const details = (problem ?? {}) as {
    readonly title?: string;
    readonly detail?: string;
    readonly remedy?: string;
    readonly from?: number;
    readonly to?: number;
  };
  const title = details.title ?? `The server answered ${response.status}`;
  const detail = [details.detail, details.remedy].filter(Boolean).join('. ');
  const flaw =
    details.from === undefined || details.to === undefined
      ? null
      : { title, detail, from: details.from, to: details.to };
  return new ApiFailure(response.status, title, detail, flaw);
}
