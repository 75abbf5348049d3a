// The requests and replies of the API below `/__standin/api/`. The page uses nothing else.
//
//   GET    api/                              Overview
//   GET    api/matches?q=<filter>&after=&limit=    the numbers of what matches: Int32, little-endian, oldest first; the header fields
//                                            Standin-Total, Standin-Newest and Standin-Cut (0 or 1); 400 with ReportedFilterFlaw
//   GET    api/rows?seqs=1,2,3               { rows: Row[] }, at most ROWS_MAX
//   GET    api/interactions/<seq>            { recorded: Recorded, annotation: Annotation }; with ?of=older of the older recording
//   GET    api/interactions/<seq>/body?side=request|reply|mock     the body as a download
//   PUT    api/interactions/<seq>/annotation Annotation
//   GET    api/latency?q=<filter>            { latency: Latency[] }
//   GET    api/groups?q=<filter>&by=world|client|page|law   GroupsView, of the newest 20,000
//   GET    api/compare?q=<filter>&older=<filter>   Comparison: what matches q, with what matches older in the older recording, or in the
//                                            same one if there is no other
//   PUT    api/older?name=<name>             a HAR file as the older recording; DELETE removes it
//   GET    api/live                          server-sent events, `totals` with LiveTotals, ten a second at most
//   GET    api/export?q=<filter>&form=har|html|curl|fetch|pact|rows&consumer= a download, redacted
//   POST   api/replay                        ReplayOrder; answers ReplayResult; 422 if a body was not kept as text, or a real service would get a redacted value
//   GET    api/contract                      ContractView
//   GET    api/data/<resource>?offset=&limit=&find=&id=   DataPage; POST adds a row; PUT and DELETE at api/data/<resource>/<key>
//   POST   api/reset                         restores the rows of the seed file; with ?what=all also the overrides and settings of the start
//   GET    api/overrides                     { overrides: OverrideView[] }; POST { rule: "create code=503 times=2" } answers 201 with
//                                            OverrideView; DELETE at api/overrides/<id> one, at api/overrides all
//   GET    api/streams                       { streams: StreamLine[] }: the 20 newest event streams and WebSockets that are open
//   GET    api/streams/<id>                  such a one as it would be recorded now, without its number
//   GET    api/breakpoints                   BreakpointsView; POST { on: "request", filter: "method:post" } answers 201 with Breakpoint;
//                                            DELETE at api/breakpoints/<id> one, at api/breakpoints all. Calls are held while a page is
//                                            open or somebody asked here in the last 30 seconds
//   GET    api/held/<id>                     HeldView; POST { do: "pass" | "drop" | "change", request: ... or answer: ... } lets it go
//   GET    api/settings                      SettingsView; PATCH changes some (RFC 7396), DELETE restores those of the flags
//   GET    api/snapshots                     { snapshots: SnapshotView[] }; PUT and DELETE at api/snapshots/<name>, POST at .../restore
//   GET    api/worlds                        WorldsView; one WorldView at api/worlds/<name>
//   PUT    api/worlds/<name>                 WorldOrder, or nothing; creates or replaces it and answers WorldView, with 201 if it is new
//   DELETE api/worlds/<name>                 removes it; the next call that names it starts with the rows of the seed file
//   POST   api/worlds/<name>/reset           restores the rows of the seed file
//   POST   api/session                       { token } signs in: the answer sets a cookie; DELETE signs out
//   GET    api/reports                       { reports: ReportView[] }
//   GET    api/reports/<name>                Report, as `verify --json` writes it
//   GET    api/reports/<name>/page?theme=light|dark    HTML, as `verify --html` writes it, for a frame
//
// api/data, api/reset and api/snapshots use the world that `?world=<name>` names, or else the
// header field Standin-World, or else the shared world. Every world can restore every snapshot.
//
// Requests that change something need an allowed host name, and from a page the header field
// Standin-Token; programs on this machine need no token (`access.ts`). Errors are problem details
// (RFC 9457).

import type { HoldSide } from '../base/hold.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { Settings } from '../contract/settings.ts';
import type { Totals } from '../journal/archive.ts';
import type { Breakpoint } from '../journal/breakpoints/breakpoint.ts';

export interface Overview {
  readonly version: string;
  readonly mode: 'serve' | 'record' | 'verify' | 'file';
  /** The address of the mock or of the service, or the name of the file. */
  readonly subject: string;
  readonly totals: Totals;
  /** Why the rows of the mock cannot be changed at the moment; `null` if they can. */
  readonly readOnly: string | null;
  /** The name of the older recording to compare with; `null` if there is none. */
  readonly older: string | null;
  /** Sent as Standin-Token with every request that changes something; empty where a team has tokens. */
  readonly token: string;
  /** Who asks, where a team has tokens; else `null`. */
  readonly you: { readonly who: string | null; readonly role: 'viewer' | 'editor' } | null;
  /** The mock that answers, of those of a team; else `null`. */
  readonly replica: string | null;
  readonly can: {
    /** Where requests are sent again; `null` if there is no server, and `why` says so. */
    readonly replay: string | null;
    readonly annotate: boolean;
    /** Whether breakpoints can hold calls here. */
    readonly hold: boolean;
    readonly editData: boolean;
  };
  /** Why something cannot be done here, for the empty states. */
  readonly why: Readonly<Record<string, string>>;
  readonly resources: readonly {
    readonly resource: string;
    readonly path: string;
    readonly records: number | null;
  }[];
}

/** What `api/live` sends. */
export interface LiveTotals extends Totals {
  /** As in the overview. */
  readonly readOnly: string | null;
  /** The numbers of the calls that wait at breakpoints. */
  readonly held: readonly number[];
  /** The numbers of the event streams and WebSockets that are open. */
  readonly streams: readonly number[];
}

/** An event stream or WebSocket that has not ended. */
export interface StreamLine {
  readonly id: number;
  /** When the request came, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly status: number | null;
  readonly kind: 'events' | 'websocket';
  /** How many events or messages came; `null` if they are compressed. */
  readonly parts: number | null;
}

export interface BreakpointsView {
  readonly breakpoints: readonly Breakpoint[];
  /** The calls that wait, the oldest first. */
  readonly held: readonly HeldLine[];
  /** How many calls passed because too many waited. */
  readonly passed: number;
  /** How long a call is held at most, in milliseconds. */
  readonly heldMs: number;
}

/** A call that waits. */
export interface HeldLine {
  readonly id: number;
  readonly on: HoldSide;
  /** When it began to wait, and when it goes on, in milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
  readonly method: string;
  readonly target: string;
  /** `null` while the request itself waits. */
  readonly status: number | null;
}

export interface HeldView extends Pick<HeldLine, 'id' | 'on' | 'since' | 'until'> {
  /** Secret header fields are masked; those that come back so keep their value. */
  readonly request: HeldMessage & { readonly method: string; readonly target: string };
  readonly answer: (HeldMessage & { readonly status: number }) | null;
}

export interface HeldMessage {
  readonly headers: readonly (readonly [string, string])[];
  /** `null` if it is no text; it then stays as it is unless another one is sent. */
  readonly body: string | null;
  readonly bytes: number;
}

export const ROWS_MAX = 500;

/** Why a filter cannot be read: the part from the character at `from` to before `to`. */
export interface ReportedFilterFlaw {
  readonly title: string;
  readonly detail: string;
  readonly from: number;
  readonly to: number;
}

/** Interactions in groups, the largest first. */
export interface GroupsView {
  readonly groups: readonly GroupView[];
  /** Whether there are more interactions, which are older. */
  readonly isCut: boolean;
}

export interface GroupView {
  /** `null` for the interactions that belong to no group. */
  readonly value: string | null;
  /** The term of a filter that selects the group; `null` if none does. */
  readonly term: string | null;
  readonly count: number;
  readonly violating: number;
  /** Without an answer, or with a status from 500. */
  readonly failed: number;
  readonly p50Ms: number;
  /** The first beginning and the last end, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface ReplayOrder {
  /** The number of the interaction to send again. */
  readonly seq: number;
  /** What to send instead of the recorded request. */
  readonly edited?: {
    readonly method: string;
    /** With the query. */
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
}

export interface ReplayResult {
  /** The number of the new interaction. */
  readonly seq: number;
}

/** Lets a held call go. Members of a message that are left out stay as they are. */
export interface HeldOrder {
  readonly do: 'pass' | 'drop' | 'change';
  readonly request?: Partial<NonNullable<ReplayOrder['edited']>>;
  readonly answer?: {
    readonly status?: number;
    readonly headers?: readonly (readonly [string, string])[];
    readonly body?: string;
  };
}

export interface ContractView {
  readonly resources: readonly ResourceView[];
  /** By name. */
  readonly schemas: Readonly<Record<string, Json>>;
}

export interface ResourceView {
  readonly resource: string;
  readonly path: string;
  readonly id: string;
  readonly item: string;
  readonly list: string;
  /** What is shown of schemas in the place of the names that a document did not give them. */
  readonly names: Readonly<Record<string, string>>;
  readonly operations: readonly OperationView[];
  /** What the contract leaves open, and the chosen options. */
  readonly choices: readonly ChoiceView[];
  readonly consumers: readonly ConsumerView[];
}

export interface OperationView {
  readonly operation: Kind;
  readonly method: string;
  readonly path: string;
  /** The clause of the specification. */
  readonly clause: string;
  readonly body: string | null;
  /** Situation by situation. */
  readonly outcomes: readonly OutcomeView[];
}

export interface OutcomeView {
  readonly situation: string;
  readonly status: { readonly value: number; readonly by: string };
  readonly body: { readonly value: string | null; readonly by: string };
}

export interface ChoiceView {
  readonly choice: string;
  readonly about: string;
  readonly chosen: Json;
  /** `default`, `profile <name>`, `--pin`, or `contract` if a contract specifies it after all. */
  readonly by: string;
  readonly options: readonly { readonly option: Json; readonly meaning: string }[];
  /** The clause that leaves it open. */
  readonly clause: string;
}

export interface ConsumerView {
  readonly consumer: string;
  readonly interaction: string;
  readonly operation: Kind | null;
  /** Pointers to the parts of the reply that the consumer depends on. */
  readonly fields: readonly string[];
}

export interface DataPage {
  readonly resource: string;
  readonly id: string;
  readonly total: number;
  readonly offset: number;
  /** The members that rows of this schema have, in order. */
  readonly fields: readonly string[];
  /** The members that hold ids of rows, with the table that has those. */
  readonly references: readonly { readonly member: string; readonly table: string }[];
  readonly rows: readonly JsonObject[];
}

/** The settings that flags set at the start and that can change while the mock runs. */
export type SettingsView = Settings;

/** Another answer, a delay or a fault for the calls that match. */
export interface OverrideView {
  /** Counts from 1; never used again. */
  readonly id: number;
  /** The rule as text: `create code=503 rate=10% times=2`. */
  readonly rule: string;
  /** How many more calls it answers; `null` for all. */
  readonly times: number | null;
  /** The share of the calls that match which it answers: above 0, at most 1. */
  readonly rate: number;
  /** How many it has answered. */
  readonly answered: number;
  /** Which calls it matches; `null` matches every one. */
  readonly on: {
    readonly resource: string | null;
    readonly operation: Kind | null;
    readonly method: string | null;
    readonly path: string | null;
    readonly world: string | null;
  };
  /** What it changes; `null` changes nothing. */
  readonly does: {
    readonly code: number | null;
    readonly example: string | null;
    readonly dynamic: boolean | null;
    readonly seed: string | null;
    readonly delay: { readonly kind: string } | null;
    readonly fault: { readonly kind: string } | null;
  };
}

export interface SnapshotView {
  readonly name: string;
  readonly at: number;
  readonly records: number;
}

/** Times in milliseconds since 1970. */
export interface WorldView {
  readonly name: string;
  /** All resources together. */
  readonly records: number;
  readonly createdAt: number;
  readonly usedAt: number;
  /** How many calls of clients it answered. */
  readonly calls: number;
}

export interface WorldsView {
  /** Least recently used first, without the shared world. */
  readonly worlds: readonly WorldView[];
  /** Maximum number of worlds. A new one beyond it replaces the first. */
  readonly max: number;
  /** Time after which an unused world is removed, in milliseconds. */
  readonly idleMs: number;
  /** How many were replaced by newer ones, and how many were removed because they were unused. */
  readonly evicted: number;
  readonly expired: number;
}

export interface ReportView {
  readonly name: string;
  readonly startedAt: string;
  readonly target: string;
  readonly verdict: string;
  readonly findings: number;
}
