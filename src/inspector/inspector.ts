// Standin's page and the API behind it, below `/__standin/`. Knows no sockets and no files; the
// commands pass in what it shows.

import { percentDecode } from '../base/percent.ts';
import { ownersOf } from '../contract/rows.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { Archive } from '../journal/archive.ts';
import type { Breakpoints } from '../journal/breakpoints/breakpoints.ts';
import type { Recorded } from '../journal/interaction/recorded.ts';
import { redactedParts, requestText } from '../journal/redact/pseudonym-forms.ts';
import { SHARED_WORLD } from '../model/message/world-name.ts';
import { PROBLEM_PATH, problemTitles } from '../model/problems/problem.ts';
import { type Assets, answerAsset } from './assets.ts';
import type { DataBackend, OverridesBackend, SettingsBackend, StreamsBackend } from './backend.ts';
import { answerBreakpoints, answerHeld } from './breakpoints.ts';
import {
  archiveNamed,
  type ComparedPair,
  createComparedPair,
  type NamedArchive,
  type OpenHar,
} from './compared.ts';
import { contractView, type RulesView } from './contract-view.ts';
import { answerData } from './data.ts';
import { answerGroups } from './groups.ts';
import { answerInteractions, answerSearch, type Exporter } from './interactions.ts';
import { followTotals } from './live.ts';
import { answerOverrides } from './overrides.ts';
import { answerReports, type ReportSource } from './reports.ts';
import { type AccessRules, admit, findRefusal } from './request/access.ts';
import { changeIn } from './request/change-in.ts';
import { findEditFlaw } from './request/edited-message.ts';
import { findBodyFlaw } from './request/read-body.ts';
import { type CommandForm, findUnexpectedBody, readCommand } from './request/read-command.ts';
import { json, missing, notAllowed, problem, unkept } from './request/reply.ts';
import { answerSession } from './request/session.ts';
import type { Caller } from './request/team-access.ts';
import { findUnknownParameter } from './request/unknown-parameter.ts';
import { answerSettings } from './settings.ts';
import { createSnapshots, type SnapshotShelf, shelfInMemory } from './snapshots.ts';
import { answerStreams } from './streams.ts';
import type { Overview, ReplayOrder } from './wire.ts';
import { answerInWorld, answerWorlds, restored } from './worlds.ts';

export interface InspectorOptions {
  readonly version: string;
  readonly mode: Overview['mode'];
  /** The address of the mock or of the service, or the name of the file. */
  readonly subject: string;
  readonly access: AccessRules;
  readonly archive: Archive;
  /** The contracts and the chosen options; asked each time because files change. */
  readonly rules: () => Promise<RulesView>;
  /** The rows of the mock; `null` without a mock. */
  readonly data: DataBackend | null;
  /** The settings of the mock; absent without a mock. */
  readonly settings?: SettingsBackend;
  /** The overrides of the mock; `null` or absent without a mock. */
  readonly overrides?: OverridesBackend | null;
  /** Where snapshots are kept; in memory by default. */
  readonly snapshots?: SnapshotShelf;
  /** The breakpoints of the server; absent if none runs here. */
  readonly breakpoints?: Breakpoints;
  /** The streams that have not ended; absent if none can be open. */
  readonly streams?: StreamsBackend;
  /** Sends a recorded interaction again, edited or not, and returns the number of the new one. */
  readonly replay: {
    readonly target: string;
    send(recorded: Recorded, edited: ReplayOrder['edited']): Promise<number>;
  } | null;
  /** Why tags and notes cannot be saved; `null` or absent if they can. */
  readonly annotate?: string | null;
  /** Reports of `verify`, by name; absent if there are none. */
  readonly reports?: () => Promise<ReadonlyMap<string, ReportSource>>;
  readonly exporter: Exporter;
  /** A recording to compare with; absent if there is none. */
  readonly older?: NamedArchive;
  /** Opens a HAR file that a reader chose in the page. */
  readonly openHar: OpenHar;
  /** Called after a call has changed conditions or rows, with who sent it and what it was. */
  readonly audit?: (who: string | null, what: string) => Promise<void>;
  /** The name of this mock among those of a team; absent without one. */
  readonly replica?: string;
  /** The page; `null` if it is not built. */
  readonly assets: () => Promise<Assets | null>;
}

export interface Inspector {
  readonly prefix: '/__standin';
  answer(call: InternalCall): Promise<InternalReply>;
}

type Steps = readonly string[];
type Answer = (
  call: InternalCall,
  steps: Steps,
  caller: Caller,
) => InternalReply | Promise<InternalReply>;

/** Creates the Inspector of one archive. */
export function createInspector(options: InspectorOptions): Inspector {
  const { archive, access, data } = options;
  const snapshots = createSnapshots(options.snapshots ?? shelfInMemory());
  /** What mocks share is asked of the store first. */
  const newest = async (): Promise<void> => data?.confirm(SHARED_WORLD);
  const compared = createComparedPair({
    newer: { name: options.subject, archive },
    older: options.older ?? null,
    openHar: options.openHar,
  });
  const resources: Readonly<
    Record<string, { readonly methods: readonly string[]; readonly answer: Answer }>
  > = {
    '': {
      methods: READS,
      answer: async (_call, _steps, caller) => json(await overviewOf(options, compared, caller)),
    },
    matches: { methods: READS, answer: (call) => answerSearch(call, archive, 'matches') },
    rows: { methods: READS, answer: (call) => answerSearch(call, archive, 'rows') },
    latency: { methods: READS, answer: (call) => answerSearch(call, archive, 'latency') },
    groups: { methods: READS, answer: (call) => answerGroups(call, archive) },
    export: { methods: READS, answer: (call) => answerSearch(call, archive, options.exporter) },
    compare: { methods: READS, answer: (call) => compared.compare(call) },
    older: { methods: ['PUT', 'DELETE'], answer: (call) => compared.change(call) },
    interactions: {
      methods: [...READS, 'PUT'],
      answer: (call, steps) => interactions(call, steps, options, compared),
    },
    live: {
      methods: READS,
      answer: (call, _steps, caller) => {
        const { breakpoints = null, streams = null } = options;
        const readOnly = readOnlyOf(data, caller);
        return followTotals({ archive, readOnly, breakpoints, streams }, call.signal);
      },
    },
    replay: { methods: ['POST'], answer: (call) => replay(call, options) },
    contract: { methods: READS, answer: async () => json(contractView(await options.rules())) },
    data: {
      methods: WRITES,
      answer: (call, steps) =>
        answerInWorld(call, data, (backend) => answerData(call, steps, backend)),
    },
    reset: {
      methods: ['POST'],
      answer: (call) => answerInWorld(call, data, (backend) => reset(call, backend, options)),
    },
    overrides: {
      methods: [...READS, 'POST', 'DELETE'],
      answer: (call, steps) =>
        newest().then(() => answerOverrides(call, steps, options.overrides ?? null)),
    },
    breakpoints: {
      methods: [...READS, 'POST', 'DELETE'],
      answer: (call, steps) => answerBreakpoints(call, steps, options.breakpoints ?? null),
    },
    held: {
      methods: [...READS, 'POST'],
      answer: (call, steps) => answerHeld(call, steps, options.breakpoints ?? null),
    },
    streams: {
      methods: READS,
      answer: (_call, steps) => answerStreams(steps, options.streams ?? null),
    },
    settings: {
      methods: [...READS, 'PATCH', 'DELETE'],
      answer: (call) => newest().then(() => answerSettings(call, options.settings ?? null)),
    },
    snapshots: {
      methods: WRITES,
      answer: (call, steps) =>
        answerInWorld(call, data, (backend) => snapshots.answer(call, steps, backend)),
    },
    worlds: {
      methods: WRITES,
      answer: (call, steps) => answerWorlds(call, steps, data, snapshots.find),
    },
    reports: {
      methods: READS,
      answer: async (call, steps) =>
        answerReports(call, steps, (await options.reports?.()) ?? new Map()),
    },
  };
  async function answerApi(call: InternalCall, steps: Steps): Promise<InternalReply> {
    const [name = '', ...rest] = steps;
    if (name === 'session') return answerSession(call, access);
    const caller = admit(call, access);
    if ('refusal' in caller) return caller.refusal;
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
    if (resource === undefined)
      return missing(
        'resource',
        `The resources are ${Object.keys(resources).filter(Boolean).join(', ')}.`,
      );
    if (!resource.methods.includes(call.method))
      return notAllowed(call.method, resource.methods.join(', '));
    const unknown = findUnknownParameter(name, call.query);
    if (unknown !== null) return unknown;
    const reply = findFlaw(call, name, rest) ?? (await resource.answer(call, rest, caller));
    if (options.audit !== undefined && reply.status < 400) {
      const what = changeIn(call, name);
      if (what !== null) await options.audit(caller.who, what);
    }
    return reply;
  }
  return {
    prefix: '/__standin',
    async answer(call) {
      const [resource, ...rest] = call.path.split('/').slice(2);
      const steps = rest.map(percentDecode).filter((step) => step !== '');
      if (resource === 'api') return answerApi(call, steps);
      // For people with curl: the newest interactions, and the meaning of a problem type.
      if (resource === 'interactions') return answerApi(call, [resource, ...steps]);
      if (resource === 'problems') return findRefusal(call, access, 'page') ?? problemOf(rest[0]);
      return findRefusal(call, access, 'page') ?? answerAsset(call, options.assets);
    },
  };
}

/** The resources that read a body, and with which methods. */
const BODIES = [
  'interactions',
  'older',
  'replay',
  'data',
  'overrides',
  'breakpoints',
  'held',
  'settings',
  'worlds',
];
const TELLING = ['POST', 'PUT', 'PATCH'];

/** Finds what is wrong with a body before it is read, or that none is expected. */
function findFlaw(call: InternalCall, resource: string, steps: Steps): InternalReply | null {
  if (READS.includes(call.method)) return null;
  const isReset = resource === 'worlds' && steps.length > 1;
  const isRead = BODIES.includes(resource) && TELLING.includes(call.method) && !isReset;
  return findBodyFlaw(call) ?? (isRead ? null : findUnexpectedBody(call.body));
}

const READS = ['GET', 'HEAD'];
const WRITES = [...READS, 'POST', 'PUT', 'DELETE'];

function interactions(
  call: InternalCall,
  steps: Steps,
  { archive, annotate = null }: InspectorOptions,
  { older }: ComparedPair,
): InternalReply | Promise<InternalReply> {
  const asked = archiveNamed(call, archive, older());
  if ('status' in asked) return asked;
  if (asked !== archive && call.method === 'PUT')
    return problem(409, 'Tags and notes cannot be saved', 'The older recording is only read.');
  if (call.method === 'PUT' && annotate !== null)
    return problem(409, 'Tags and notes cannot be saved', annotate);
  return answerInteractions(call, steps, asked);
}

async function overviewOf(
  options: InspectorOptions,
  { older }: ComparedPair,
  { who, role }: Caller,
): Promise<Overview> {
  const { archive, data, version, mode, subject, access, replica = null } = options;
  const { contracts } = await options.rules();
  const isViewer = role === 'viewer';
  const replay = isViewer ? null : options.replay;
  const annotate = isViewer ? VIEWER : (options.annotate ?? null);
  return {
    version,
    mode,
    subject,
    older: older()?.name ?? null,
    token: access.team === undefined ? access.token : '',
    you: access.team === undefined ? null : { who, role },
    replica,
    totals: await archive.totals(),
    readOnly: readOnlyOf(data, { who, role })(),
    can: {
      replay: replay?.target ?? null,
      hold: options.breakpoints !== undefined,
      annotate: annotate === null,
      editData: data !== null,
    },
    why: {
      ...(replay === null
        ? { replay: isViewer ? VIEWER : `There is no server to send to: ${NO_TARGET[mode]}` }
        : {}),
      ...(annotate === null ? {} : { annotate }),
      ...(data === null ? { data: NO_ROWS[mode] } : {}),
    },
    // Rows that several contracts share are shown once.
    resources: ownersOf(contracts).map(({ resource, path }) => ({
      resource,
      path,
      records: data === null ? null : data.state().collection(resource).size,
    })),
  };
}

function readOnlyOf(data: DataBackend | null, { role }: Caller): () => string | null {
  return () => (role === 'viewer' ? VIEWER : (data?.readOnly() ?? null));
}

const VIEWER = 'You may look here, and change nothing.';

const NO_TARGET: Readonly<Record<Overview['mode'], string>> = {
  serve: 'the mock is not running.',
  record: 'the service cannot be reached.',
  verify: 'this is a run of "standin verify".',
  file: 'this is a recording. "standin serve" starts a mock, "standin record <base_url>" a proxy.',
};

const NO_ROWS: Readonly<Record<Overview['mode'], string>> = {
  serve: 'The mock is not running.',
  record:
    'The rows belong to the service that is recorded. Only a mock shows and changes its rows:',
  verify:
    'The rows belong to the service that is verified. Only a mock shows and changes its rows:',
  file: 'A recording holds calls, not rows. Only a mock shows and changes its rows:',
};

const REPLAY: CommandForm = {
  title: 'The request cannot be sent',
  remedy: 'Send {"seq": <number>}, with "edited" if you changed it.',
  members: ['seq', 'edited'],
  within: { edited: ['method', 'target', 'headers', 'body'] },
};

async function replay(call: InternalCall, options: InspectorOptions): Promise<InternalReply> {
  if (options.replay === null) {
    const why = `There is no server to send to: ${NO_TARGET[options.mode]}`;
    return problem(409, 'Requests cannot be sent again', why);
  }
  const read = readCommand(call.body, REPLAY);
  if ('refusal' in read) return read.refusal;
  const order = read.order as Partial<ReplayOrder>;
  if (typeof order.seq !== 'number') return problem(400, REPLAY.title, REPLAY.remedy);
  const found = await options.archive.find(order.seq);
  if (found === null)
    return missing('interaction', 'It was never recorded, or newer ones have replaced it.');
  const flaw = order.edited === undefined ? null : findEditFlaw(order.edited);
  if (flaw !== null) return problem(400, REPLAY.title, flaw);
  const { body } = found.recorded.request;
  const isWhole = body.kind === 'none' || (body.kind === 'text' && !body.cut);
  if (order.edited === undefined && !isWhole) {
    const why = 'Its body is not text, or was not kept completely. Send "edited" with a body.';
    return problem(422, REPLAY.title, why);
  }
  const redacted = options.mode === 'record' ? redactedIn(found.recorded, order.edited) : [];
  if (redacted.length > 0) {
    const why = `These parts were redacted when it was recorded: ${redacted.join(', ')}. Send "edited" with values for them.`;
    return problem(422, REPLAY.title, why);
  }
  return json({ seq: await options.replay.send(found.recorded, order.edited) });
}

/** A service must get no pseudonyms: they would be refused as credentials, and stored as data. */
function redactedIn(recorded: Recorded, edited: ReplayOrder['edited']): readonly string[] {
  return redactedParts(edited ?? requestText(recorded.request));
}

async function reset(
  call: InternalCall,
  data: DataBackend | null,
  { overrides = null, settings }: InspectorOptions,
): Promise<InternalReply> {
  if (data === null) return problem(409, 'There is nothing to reset', 'No mock is running here.');
  const what = new URLSearchParams(call.query).get('what') ?? 'rows';
  if (what !== 'rows' && what !== 'all') {
    const ways =
      'Use what=rows (the default), or what=all to reset overrides and settings as well.';
    return problem(400, 'This cannot be reset', ways);
  }
  if (what === 'all') {
    const trouble = (await overrides?.restart()) ?? (await settings?.reset()) ?? null;
    if (trouble !== null) return unkept(trouble);
  }
  return restored(data, data.seed());
}

function problemOf(name: string | undefined): InternalReply {
  if (name === undefined || name === '') return json({ problems: problemTitles });
  const title = Object.entries(problemTitles).find(([code]) => code === name)?.[1];
  if (title === undefined)
    return missing('problem', `The problems are ${Object.keys(problemTitles).join(', ')}.`);
  return json({ type: PROBLEM_PATH + name, code: name, title });
}
