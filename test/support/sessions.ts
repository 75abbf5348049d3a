// Sessions of a client against a service: what was sent and answered, as an HTTP Archive; and the
// same session again against a mock, with the share of answers that fit.

import { isObject, type Json, type JsonObject, objectOf } from '../../src/base/json.ts';

/** One request of a session. Its name says which answers are of one kind. */
export interface Step {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered extends Step {
  readonly status: number;
  readonly json: Json;
  readonly contentType: string;
}

/** Sends a step; the answer tells the next one, as for any client. */
export type Ask = (step: Step) => Promise<Json>;
export type Session = (ask: Ask) => Promise<void>;

/** Runs a session against a service. */
export async function runSession(origin: string, session: Session): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  await session(async (step) => {
    const one = await send(origin, step);
    answered.push(one);
    return one.json;
  });
  return answered;
}

async function send(origin: string, step: Step): Promise<Answered> {
  const { method, target, body, headers = {} } = step;
  const response = await fetch(origin + target, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = /^\s*[[{]/.test(text) ? (JSON.parse(text) as Json) : text === '' ? null : text;
  const contentType = response.headers.get('content-type') ?? '';
  return { ...step, status: response.status, json, contentType };
}

/** Writes answers as browsers export them. */
export function harOf(origin: string, answered: readonly Answered[]): JsonObject {
  const fields = (all: Readonly<Record<string, string>>): Json =>
    Object.entries(all).map(([name, value]) => ({ name, value }));
  const entries = answered.map((one): Json => {
    const text = typeof one.json === 'string' ? one.json : JSON.stringify(one.json);
    const sent = one.body === undefined ? {} : { 'content-type': 'application/json' };
    return {
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 1,
      request: {
        method: one.method,
        url: origin + one.target,
        headers: fields({ ...one.headers, ...sent }),
        ...(one.body === undefined
          ? {}
          : { postData: { mimeType: 'application/json', text: JSON.stringify(one.body) } }),
      },
      response: {
        status: one.status,
        headers: fields({ 'content-type': one.contentType }),
        content: one.json === null ? { size: 0 } : { size: 1, mimeType: one.contentType, text },
      },
    };
  });
  return { log: { version: '1.2', creator: { name: 'a browser', version: '1' }, entries } };
}

/** How often the mock answered as the service did. */
export interface Replayed {
  readonly answers: number;
  readonly fitting: number;
  readonly misfits: readonly string[];
}

/**
 * Sends the same requests to a mock. Where the mock gave an item another id than the service did,
 * later requests have that of the mock, as those of any client would.
 */
export async function replay(mock: string, answered: readonly Answered[]): Promise<Replayed> {
  const ids = new Map<string, string>();
  const misfits: string[] = [];
  for (const one of answered) {
    const target = one.target.replaceAll(/[^/?=&]+/g, (part) => ids.get(part) ?? part);
    const again = await send(mock, { ...one, target });
    noteIds(one.json, again.json, ids);
    const alike = answered.filter(({ name, status }) => name === one.name && status === one.status);
    const why =
      again.status === one.status
        ? misfitOf(
            again.json,
            alike.map(({ json }) => json),
            '',
          )
        : `${again.status} instead of ${one.status}`;
    if (why !== null) misfits.push(`${one.method} ${target}: ${why}`);
  }
  return { answers: answered.length, fitting: answered.length - misfits.length, misfits };
}

/** Notes the ids that differ at the same place of both answers. */
function noteIds(before: Json, now: Json, ids: Map<string, string>): void {
  if (!isObject(before) || !isObject(now)) return;
  for (const [name, value] of Object.entries(before)) {
    const other = now[name];
    if (other === undefined) continue;
    if (/^_?id$|^slug$|token/i.test(name) && value !== other) ids.set(String(value), String(other));
    else noteIds(value, other, ids);
  }
}

/** Returns where a value has a type or a member that none of some values has; else `null`. */
function misfitOf(value: Json, known: readonly Json[], at: string): string | null {
  if (!known.some((one) => typeName(one) === typeName(value)))
    return `${at} is ${typeName(value)}, was ${[...new Set(known.map(typeName))].join(' or ')}`;
  if (Array.isArray(value)) {
    const elements = known.filter(Array.isArray).flat() as readonly Json[];
    const all = value as readonly Json[];
    if (elements.length === 0) return null;
    return all.map((one, index) => misfitOf(one, elements, `${at}/${index}`)).find(isFound) ?? null;
  }
  if (!isObject(value)) return null;
  const objects = known.filter(isObject);
  const names = new Set(objects.flatMap((one) => Object.keys(one)));
  const lacking = [...names].find(
    (name) => objects.every((one) => Object.hasOwn(one, name)) && !Object.hasOwn(value, name),
  );
  if (lacking !== undefined) return `${at} has no ${lacking}`;
  for (const [name, member] of Object.entries(value)) {
    if (!names.has(name)) return `${at} has a ${name}`;
    const others = objects
      .filter((one) => Object.hasOwn(one, name))
      .map((one) => one[name] ?? null);
    const why = misfitOf(member, others, `${at}/${name}`);
    if (why !== null) return why;
  }
  return null;
}

function isFound(why: string | null): why is string {
  return why !== null;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}

/** Makes an object of names, for headers. */
export function bearer(token: string): Readonly<Record<string, string>> {
  return objectOf([['authorization', `Bearer ${token}`]]) as Readonly<Record<string, string>>;
}
