// The exchanges of a step that a finding is about: a step may try many operations, and each finding
// shows those of its own, and what has to be sent before them.

import { isObject, type Json } from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import { matchPattern, patternOf } from '../../contract/nested-path.ts';
import type { Body } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Exchanged } from '../report.ts';
import { lastStep } from '../session/issued-ids.ts';

/** The exchanges of a run; `token` is in everything that it makes. */
export interface RunExchanges {
  readonly all: readonly Exchanged[];
  readonly token: string;
}

/**
 * Returns the exchanges with the route of a finding; all if it names none, or none has it. Of many equal
 * reads in a row a few are shown. What made the item in the path comes first, and so does what sent
 * the texts that they send again: the registration before a log-in.
 */
export function ownExchanges(
  { route }: Pick<Finding, 'route'>,
  trace: readonly Exchanged[],
  run: RunExchanges,
): readonly Exchanged[] {
  if (route === undefined) return withoutWaiting(trace);
  const [method, path = ''] = route.split(' ');
  const pattern = patternOf({ path }, '');
  const own = trace.filter(
    ({ call }) =>
      call.method === method && matchPattern(pattern, call.path.slice(1).split('/')) !== null,
  );
  const [first] = own;
  if (first === undefined) return trace;
  const place = run.all.indexOf(first);
  return [...neededBefore(own, run.all.slice(0, Math.max(place, 0)), run.token), ...own];
}

/** Writes without which others cannot be sent again. */
function neededBefore(
  own: readonly Exchanged[],
  before: readonly Exchanged[],
  token: string,
): readonly Exchanged[] {
  const paths = [...new Set(own.map(({ call }) => call.path))];
  const makers = paths.flatMap((path) => before.findLast((one) => isMaker(one, path)) ?? []);
  const texts = new Set(
    own.flatMap(({ call }) => leavesOf(call.body)).filter((text) => text.includes(token)),
  );
  const sender = before.findLast(
    (one) => isDone(one) && leavesOf(one.call.body).some((text) => texts.has(text)),
  );
  return before.filter((one) => one === sender || makers.includes(one));
}

/** Whether an exchange made the item that a path begins with. */
function isMaker(one: Exchanged, path: string): boolean {
  const collection = one.call.path.replace(/\/*$/, '/');
  if (!isDone(one) || !path.startsWith(collection)) return false;
  const [step = ''] = path.slice(collection.length).split('/');
  const id = percentDecode(step);
  const shown = one.received === null ? [] : leavesOf(one.received.body);
  return id !== '' && shown.some((text) => text === id || lastStep(text) === id);
}

function isDone({ call, received }: Exchanged): boolean {
  const isWrite = call.method === 'POST' || call.method === 'PUT';
  return isWrite && received !== null && received.status >= 200 && received.status < 300;
}

/** The texts and numbers in a body. */
function leavesOf(body: Body): readonly string[] {
  return body.kind === 'json' ? leavesIn(body.value) : [];
}

function leavesIn(value: Json): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(leavesIn);
  return isObject(value) ? Object.values(value).flatMap(leavesIn) : [];
}

/** Leaves out most of the reads by which a run waited: each the same, with the same answer. */
function withoutWaiting(trace: readonly Exchanged[]): readonly Exchanged[] {
  let same = 0;
  return trace.filter((one, place) => {
    const [before, after] = [trace[place - 1], trace[place + 1]];
    same = before !== undefined && isSame(before, one) ? same + 1 : 0;
    return same < SAME_SHOWN || after === undefined || !isSame(one, after);
  });
}

/** How many equal reads in a row are shown, beside the last one. */
const SAME_SHOWN = 8;

function isSame(one: Exchanged, other: Exchanged): boolean {
  return (
    one.call.method === 'GET' &&
    other.call.method === 'GET' &&
    one.call.path === other.call.path &&
    one.call.query === other.call.query &&
    one.received?.status === other.received?.status &&
    textIn(one) === textIn(other)
  );
}

function textIn({ received }: Exchanged): string {
  const body = received?.body;
  return body?.kind === 'json' ? body.text : '';
}
