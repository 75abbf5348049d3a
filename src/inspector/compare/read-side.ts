// Reads one recording for a comparison: its interactions in groups that are certainly one operation,
// each with counts, times, statuses and the shapes of its bodies. Keeps no body.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import type { Archive } from '../../journal/archive.ts';
import type { Filter } from '../../journal/filter/filter.ts';
import type { Recorded, RecordedBody } from '../../journal/interaction/recorded.ts';
import { graphQlName } from '../../journal/interaction/row.ts';
import { readWhole } from '../../journal/read-whole.ts';
import type { Exchange } from '../../source/traffic/exchange.ts';
import { isOpaque } from '../../source/traffic/path-templates.ts';
import {
  addSighting,
  type BodyShape,
  emptyShape,
  mergeShapes,
  type Sighting,
  takeBody,
} from './body-shape.ts';

/** All interactions of one method on paths that differ in ids alone. */
export interface CallGroup {
  readonly method: string;
  /** The path of one of them. */
  readonly path: string;
  /** The name of the GraphQL operation; else empty. */
  readonly name: string;
  /** The last one. */
  seq: number;
  readonly elapsedMs: number[];
  /** By status; `none` is no answer. */
  readonly statuses: Map<string, Sighting>;
  /** How many were judged by a contract. */
  judged: number;
  /** By the code of the finding. */
  readonly findings: Map<string, Sighting>;
  readonly request: BodyShape;
  /** By status. */
  readonly answers: Map<string, BodyShape>;
  /** Path and query of each interaction, by its number. */
  readonly targets: Map<number, string>;
  /** The last interaction with a path and query, and with those and a status before them. */
  readonly byTarget: Map<string, number>;
}

export interface RecordingSide {
  readonly groups: readonly CallGroup[];
  /** What the templates of paths are found by: one exchange for each path and status. */
  readonly exchanges: readonly Exchange[];
  readonly count: number;
  readonly isCut: boolean;
}

/** Maximum number of interactions of one recording that are compared: the newest ones. */
export const COMPARED_MAX = 100_000;
/** How many interactions are read before others get their turn. */
const TURN = 200;
/** Maximum number of characters of answers that are kept until the paths are known. */
const KEPT_CHARS_MAX = 20_000_000;

/** Reads the interactions that match. Skips damaged ones. */
export async function readSide(archive: Archive, filter: Filter): Promise<RecordingSide> {
  const { seqs, isCut } = await archive.search(filter, { limit: COMPARED_MAX });
  const groups = new Map<string, CallGroup>();
  const exchanges = new Map<string, Exchange>();
  let [count, keptChars] = [0, 0];
  for await (const recorded of readWhole(archive, seqs, () => undefined)) {
    count += 1;
    if (count % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    const answer = recorded.reply === null ? undefined : jsonOf(recorded.reply.body);
    take(groups, recorded, answer);
    const key = `${recorded.request.method} ${recorded.request.path} ${recorded.reply?.status}`;
    if (recorded.reply === null || exchanges.has(key)) continue;
    const { body } = recorded.reply;
    keptChars += body.kind === 'text' ? body.text.length : 0;
    exchanges.set(key, exchangeOf(recorded, keptChars > KEPT_CHARS_MAX ? undefined : answer));
  }
  return { groups: [...groups.values()], exchanges: [...exchanges.values()], count, isCut };
}

/** Adds the second group to the first one. */
export function mergeGroups(one: CallGroup, other: CallGroup): void {
  one.seq = Math.max(one.seq, other.seq);
  for (const ms of other.elapsedMs) one.elapsedMs.push(ms);
  for (const [status, sighting] of other.statuses) addSighting(one.statuses, status, sighting);
  for (const [code, sighting] of other.findings) addSighting(one.findings, code, sighting);
  for (const [seq, target] of other.targets) one.targets.set(seq, target);
  for (const [target, seq] of other.byTarget) one.byTarget.set(target, seq);
  one.judged += other.judged;
  mergeShapes(one.request, other.request);
  for (const [status, shape] of other.answers) {
    const known = one.answers.get(status);
    if (known === undefined) one.answers.set(status, shape);
    else mergeShapes(known, shape);
  }
}

function take(groups: Map<string, CallGroup>, recorded: Recorded, answer: Json | undefined): void {
  const { seq, request, reply, verdict, findings } = recorded;
  const group = groupOf(groups, recorded);
  group.seq = seq;
  group.elapsedMs.push(recorded.elapsedMs);
  const status = reply === null ? 'none' : String(reply.status);
  addSighting(group.statuses, status, { count: 1, seq });
  const target = `${request.path}?${request.query}`;
  group.targets.set(seq, target);
  group.byTarget.set(target, seq).set(`${status} ${target}`, seq);
  if (verdict !== 'unjudged') group.judged += 1;
  for (const code of new Set(findings.map((finding) => finding.code)))
    addSighting(group.findings, code, { count: 1, seq });
  const sent = jsonOf(request.body);
  if (sent !== undefined) takeBody(group.request, sent, seq);
  if (answer === undefined) return;
  const shape = group.answers.get(status) ?? emptyShape();
  group.answers.set(status, shape);
  takeBody(shape, answer, seq);
}

function groupOf(groups: Map<string, CallGroup>, { seq, request }: Recorded): CallGroup {
  const { method, path, body } = request;
  const name = graphQlName(path, body);
  const segments = path.split('/').map((one) => (isOpaque(percentDecode(one)) ? '{}' : one));
  const key = `${method} ${segments.join('/')}${name}`;
  const known = groups.get(key);
  if (known !== undefined) return known;
  const group: CallGroup = {
    method,
    path,
    name,
    seq,
    elapsedMs: [],
    statuses: new Map(),
    judged: 0,
    findings: new Map(),
    request: emptyShape(),
    answers: new Map(),
    targets: new Map(),
    byTarget: new Map(),
  };
  groups.set(key, group);
  return group;
}

function exchangeOf({ request, reply }: Recorded, answer: Json | undefined): Exchange {
  const { method, path, query } = request;
  return {
    origin: '',
    method,
    path,
    query,
    sent: null,
    credentials: null,
    status: reply?.status ?? 0,
    answer: answer === undefined ? null : { mediaType: 'application/json', json: answer },
  };
}

/** Returns the object or array of a body; `undefined` if it is none, or was not kept whole. */
function jsonOf(body: RecordedBody): JsonObject | readonly Json[] | undefined {
  if (body.kind !== 'text' || body.cut || !/^\s*[[{]/.test(body.text)) return undefined;
  try {
    const value = JSON.parse(body.text) as Json;
    return isObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
