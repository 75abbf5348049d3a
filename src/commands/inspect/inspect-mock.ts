// The Inspector of a running mock: its interactions, contracts and rows.

import type { HoldSlot } from '../../base/hold.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { createRouter } from '../../contract/route.ts';
import type { Settings } from '../../contract/settings.ts';
import type { InternalRoutes } from '../../http/server/internal-routes.ts';
import type { DataBackend, OverridesBackend, SettingsBackend } from '../../inspector/backend.ts';
import type { RulesView } from '../../inspector/contract-view.ts';
import { createInspector } from '../../inspector/inspector.ts';
import type { TeamAccess } from '../../inspector/request/team-access.ts';
import type { SnapshotShelf } from '../../inspector/snapshots.ts';
import type { ReplayOrder } from '../../inspector/wire.ts';
import type { Archive } from '../../journal/archive.ts';
import { Breakpoints } from '../../journal/breakpoints/breakpoints.ts';
import type { Recorded } from '../../journal/interaction/recorded.ts';
import { readJournal } from '../../journal/memory/read-journal.ts';
import { createRingArchive } from '../../journal/memory/ring-archive.ts';
import type { OverrideRule } from '../../mock/directives/override-rule.ts';
import type { Mock } from '../../mock/mock.ts';
import { type Call, readBody } from '../../model/message/call.ts';
import type { Effect } from '../../model/ruling/ruling.ts';
import type { State } from '../../model/state/state.ts';
import { readPactFiles } from '../../project/load/pact-files.ts';
import type { Project } from '../../project/load/project.ts';
import type { LazyChecker } from '../../schema/lazy-checker.ts';
import { createRedaction } from '../recording/redaction.ts';
import { createExporter } from './exporter.ts';
import { harOpener } from './har-file.ts';
import { accessOf } from './lazy-inspector.ts';
import { ownRows, sharedRows } from './mock-rows.ts';
import { overridesBackend } from './overrides.ts';
import { pageFiles } from './page-files.ts';

export interface InspectedMock {
  readonly mock: Mock;
  /** The recording; `null` for the journal in memory. */
  readonly archive: Archive | null;
  readonly url: string;
  readonly host: string;
  readonly token: string;
  readonly version: string;
  /** What is redacted besides the usual, and what is not. */
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  /** Who may use the page and the API; `null` or absent for those who know the token. */
  readonly team?: TeamAccess | null;
  /** Notes who has changed what; absent if no log reads it. */
  readonly audit?: (who: string | null, what: string) => Promise<void>;
  /** The overrides of the command line. */
  readonly rules: readonly OverrideRule[];
  readonly contract: string;
  /** The current project; it changes with its files. */
  readonly project: () => Project;
  readonly checker: () => LazyChecker;
  /** Called if the time limit of a request changes. */
  readonly limitTime: (requestMs: number) => void;
  /** The conditions that mocks of a team share; `null` or absent for those of this process alone. */
  readonly shared?: {
    settings(): SettingsBackend;
    overridesBackend(own: OverridesBackend): OverridesBackend;
    snapshots(): SnapshotShelf;
    /** The name of this mock. */
    name(): string;
  } | null;
  /** Where the server that answers looks for breakpoints. */
  readonly hold: HoldSlot;
  /** Keeps changes of the shared rows. */
  readonly changes: {
    /** Called with each change before it is made; returns why it cannot be kept. */
    keep(change: Effect | State): string | null;
    /** Why no change can be kept at the moment. */
    readOnly(): string | null;
  };
}

export function inspectMock(inspected: InspectedMock): InternalRoutes {
  const { mock, url, host, token, version, project, shared = null, team = null } = inspected;
  const archive =
    inspected.archive ??
    createRingArchive(readJournal(mock.journal), { redact: createRedaction(project, inspected) });
  const ownOverrides = overridesBackend(mock.overrides, inspected.rules, () => project().contracts);
  return createInspector({
    version,
    mode: 'serve',
    subject: url,
    archive,
    access: {
      ...accessOf(host, token),
      ...(url.startsWith('https:') ? { scheme: 'https' } : {}),
      ...(team === null ? {} : { team }),
    },
    ...(inspected.audit === undefined ? {} : { audit: inspected.audit }),
    ...(shared === null ? {} : { replica: shared.name() }),
    rules: async () => rulesOf(inspected),
    data: dataBackend(inspected),
    settings: shared?.settings() ?? settingsBackend(inspected),
    ...(shared === null ? {} : { snapshots: shared.snapshots() }),
    breakpoints: breakpointsOf(inspected.hold, () => project().contracts, url),
    overrides: shared?.overridesBackend(ownOverrides) ?? ownOverrides,
    replay: {
      target: url,
      async send(recorded, edited) {
        await inspected.checker().load();
        const call = callOf(recorded, edited);
        await mock.prepare(call);
        mock.settle(mock.answer(call), 'sent');
        return (await archive.totals()).newest;
      },
    },
    exporter: createExporter(version, {
      rules: project,
      checker: () => readyChecker(inspected),
    }),
    openHar: harOpener(project),
    assets: pageFiles(),
  });
}

/** The breakpoints of a server at an address, whose path precedes those of the contracts. */
export function breakpointsOf(
  hold: HoldSlot,
  contracts: () => readonly Contract[],
  url: string,
): Breakpoints {
  const basePath = new URL(url).pathname.replace(/\/$/, '');
  return new Breakpoints(hold, () => createRouter(contracts(), basePath));
}

function rulesOf({ mock, project, contract }: InspectedMock): RulesView {
  const { profile, settings } = mock;
  return { ...rulesView(project(), settings.pins, contract), profile };
}

/** Returns the rules of a project as the page shows them. */
export function rulesView(
  project: Project,
  pins: Partial<Profile>,
  contract: string | null,
): RulesView {
  const { contracts, schemas, profile, profileName } = project;
  return {
    contracts,
    schemas,
    profile,
    profileName,
    pins,
    pacts: contract === null ? [] : pactsOf(contract),
  };
}

/** The API changes the settings of the command line; a reset restores them. */
function settingsBackend({ mock, limitTime }: InspectedMock): SettingsBackend {
  const first = mock.settings;
  const configure = (change: Partial<Settings>): null => {
    mock.configure(change);
    limitTime(mock.profile['limit.time']);
    return null;
  };
  return { settings: () => mock.settings, configure, reset: () => configure(first) };
}

/** A pact that cannot be read is left out; `verify` reports it. */
function pactsOf(contract: string): readonly string[] {
  try {
    return readPactFiles(contract).map(({ text }) => text);
  } catch {
    return [];
  }
}

async function readyChecker({ checker }: InspectedMock): Promise<LazyChecker> {
  await checker().load();
  return checker();
}

function dataBackend(inspected: InspectedMock): DataBackend {
  const { mock, project, checker, changes } = inspected;
  const rows = {
    state: () => mock.state,
    worlds: mock.worlds,
    keep: changes.keep,
    replace(state: State) {
      const { contracts, schemas, profile } = project();
      mock.reload({ contracts, schemas, profile, checker: checker() }, state);
    },
  };
  return {
    rules: () => rulesOf(inspected),
    checker: () => readyChecker(inspected),
    draw: { random: Math.random, uuid: () => crypto.randomUUID() },
    state: () => mock.state,
    seed: () => mock.worlds.seed(),
    readOnly: changes.readOnly,
    ...(mock.replica === null ? ownRows(rows) : sharedRows(mock.replica, mock.worlds)),
  };
}

/** Returns the call of a recorded interaction, or its edited form. */
export function callOf({ request }: Recorded, edited: ReplayOrder['edited']): Call {
  if (edited === undefined) {
    const { method, path, query, headers, body } = request;
    const text = body.kind === 'text' ? body.text : '';
    return { method, path, query, headers: headersOf(headers), body: readBody(text, 'kept') };
  }
  const { method, target, headers, body } = edited;
  const [path = '', ...rest] = target.split('?');
  const query = rest.join('?');
  return { method, path, query, headers: headersOf(headers), body: readBody(body, 'kept') };
}

/** Fields with the same name are joined, as a server does. */
function headersOf(fields: readonly (readonly [string, string])[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}
