// Sessions of a client against a service: what was sent and answered, as an HTTP Archive; and the
// same session again against a mock, with the share of answers that fit.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../src/base/json.ts';

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
 * later requests have that of the mock, as those of any client would. An answer fits if it has the
 * status and the shape of the service's, and the ids that earlier answers gave.
 */
export async function replay(mock: string, answered: readonly Answered[]): Promise<Replayed> {
  const ids = new GivenIds();
  const kinds = Map.groupBy(answered, ({ name, status }) => `${status} ${name}`);
  const misfits: string[] = [];
  for (const one of answered) {
    const target = ids.translate(one.target);
    const again = await send(mock, { ...one, target });
    const alike = kinds.get(`${one.status} ${one.name}`) ?? [];
    const why =
      again.status === one.status
        ? (misfitOf(
            again.json,
            alike.map(({ json }) => json),
            '',
          ) ?? ids.misfitOf(one, again))
        : `${again.status} instead of ${one.status}`;
    ids.note(one, again);
    if (why !== null) misfits.push(`${one.method} ${target}: ${why}`);
  }
  return { answers: answered.length, fitting: answered.length - misfits.length, misfits };
}

/** The ids that a mock gave in place of those of the service, by the paths of the service. */
class GivenIds {
  private readonly ids = new Map<string, string>();

  /** Returns a target with the ids of the mock. */
  translate(target: string): string {
    const [path = '', query] = target.split('?');
    const steps = path.split('/');
    const now = steps.map(
      (step, index) => this.ids.get(steps.slice(0, index + 1).join('/')) ?? step,
    );
    return now.join('/') + (query === undefined ? '' : `?${query}`);
  }

  /** Notes the id of an item that both have made. */
  note({ method, target, status, json }: Answered, { json: now }: Answered): void {
    const [id, other] = [idIn(json), idIn(now)];
    if (method !== 'POST' || status >= 300 || id === null || other === null) return;
    this.ids.set(`${target.split('?')[0]}/${id}`, other);
  }

  /** Returns which item is another one than that which was asked for, or is not listed. */
  misfitOf({ method, target, json }: Answered, { json: now }: Answered): string | null {
    const [path = '', query] = target.split('?');
    const last = path.split('/').at(-1) ?? '';
    const [wanted, found] = [this.translate(path).split('/').at(-1), idIn(now)];
    if (idIn(json) === last && found !== wanted) return `shows ${found} in place of ${wanted}`;
    if (method !== 'GET' || query !== undefined) return null;
    const listed = new Set(idsListed(now));
    const lacking = idsListed(json).find((id) => !listed.has(this.ids.get(`${path}/${id}`) ?? id));
    return lacking === undefined ? null : `does not list ${lacking}`;
  }
}

/** The id of the item that a body shows, at most two steps down; `null` if it shows none. */
function idIn(json: Json): string | null {
  for (let level: readonly Json[] = [json], depth = 0; depth < 3; depth++) {
    const objects = level.filter(isObject);
    for (const one of objects) {
      const id = own(one, 'id') ?? own(one, 'slug');
      if (typeof id === 'string' || typeof id === 'number') return String(id);
    }
    level = objects.flatMap((one) => Object.values(one));
  }
  return null;
}

/** The ids of the items of the first list of a body. */
function idsListed(json: Json): readonly string[] {
  const around: readonly Json[] = isObject(json) ? Object.values(json) : [];
  const inside = around.filter(isObject).flatMap((one) => Object.values(one) as Json[]);
  const list = [json, ...around, ...inside].find(Array.isArray) as readonly Json[] | undefined;
  return (list ?? []).flatMap((one) => idIn(one) ?? []);
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
