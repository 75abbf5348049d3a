// The same twenty calls to a product and to Standin's mock of its document, each with the ids that it
// gave out itself: whether status and shape agree. The calls come from the places, written by hand.

import { isObject, type Json, own, typeName } from '../../src/base/json.ts';
import { answeredId, itemPath, type Place, readPath } from './place.ts';

const CALLS_MAX = 20;
const CALL_MS_MAX = 30_000;

export interface Compared {
  readonly call: string;
  readonly product: number;
  readonly mock: number;
  readonly isSameStatus: boolean;
  readonly isSameShape: boolean;
}

export interface Side {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Step {
  readonly method: string;
  readonly path: (id: string) => string;
  readonly body?: string;
  readonly creates?: Place;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Json | undefined;
}

/** Sends the calls to both. */
export async function compareSides(
  product: Side,
  mock: Side,
  places: readonly Place[],
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const [index, place] of places.entries()) {
    const chosen = `qa-${index}-side`;
    const ids = { product: chosen, mock: chosen };
    for (const step of stepsOf(place, chosen).slice(0, CALLS_MAX - compared.length)) {
      const real = await sent(product, step, ids.product);
      const made = await sent(mock, step, ids.mock);
      if (step.creates !== undefined) {
        ids.product = answeredId(place, real.body) ?? ids.product;
        ids.mock = answeredId(place, made.body) ?? ids.mock;
      }
      compared.push({
        call: `${step.method} ${decodeURIComponent(step.path('{id}'))}`,
        product: real.status,
        mock: made.status,
        isSameStatus: real.status === made.status,
        isSameShape: isSameShape(real, made),
      });
    }
  }
  return compared;
}

/** A life of one item, with what a client does wrong between. */
function stepsOf(place: Place, id: string): readonly Step[] {
  const { create, has, list, sample, change } = place;
  const text = (body: Json | undefined): { body?: string } =>
    body === undefined ? {} : { body: JSON.stringify(body) };
  const item = (one: string): string => itemPath(place, one);
  const created = (one: string): string => create.path.replace('{id}', encodeURIComponent(one));
  const listing: Step[] = list === null ? [] : [{ method: 'GET', path: () => list }];
  const reading: Step[] = has.includes('read')
    ? [{ method: 'GET', path: (one) => readPath(place, one) }]
    : [];
  const method = has.includes('replace') ? 'PUT' : has.includes('update') ? 'PATCH' : null;
  const changing: Step[] =
    change === undefined
      ? []
      : [{ method: method ?? create.method, path: item, ...text(change(id)) }];
  const removing: Step[] = has.includes('remove') ? [{ method: 'DELETE', path: item }] : [];
  const making = { method: create.method, path: created, ...text(sample(id)), creates: place };
  return [
    ...listing,
    making,
    ...reading,
    ...listing,
    ...changing,
    ...reading,
    ...changing.map((step) => ({ ...step, body: '[]' })),
    { method: create.method, path: created, body: '{"' },
    ...removing,
    ...reading,
    ...removing,
    ...listing,
    ...changing,
    { method: create.method, path: created, body: '{}' },
    making,
    ...reading,
    ...listing,
    ...removing,
    ...reading,
    { method: 'GET', path: (one) => `${item(one)}/nothing` },
  ];
}

async function sent({ url, headers }: Side, step: Step, id: string): Promise<Answer> {
  const answer = await fetch(url + step.path(id), {
    method: step.method,
    headers: { ...headers, ...(step.body === undefined ? {} : JSON_BODY) },
    ...(step.body === undefined ? {} : { body: step.body }),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  return { status: answer.status, type: text === '' ? '' : type, body: parsed(text) };
}

const JSON_BODY = { 'content-type': 'application/json' };

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Both with a body of the same media type or without one, and what both show is of the same kind. */
function isSameShape(one: Answer, other: Answer): boolean {
  if (one.type !== other.type) return false;
  if (one.body === undefined || other.body === undefined) return one.body === other.body;
  return fits(one.body, other.body);
}

/** Objects: the members of one are all in the other, and of the same kinds. Lists: their first items. */
function fits(one: Json, other: Json): boolean {
  if (one === null || other === null) return true;
  if (typeName(one) !== typeName(other)) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    const [first, second]: (Json | undefined)[] = [one[0], other[0]];
    return first === undefined || second === undefined || fits(first, second);
  }
  if (!isObject(one) || !isObject(other)) return true;
  const [fewer, more] =
    Object.keys(one).length <= Object.keys(other).length ? [one, other] : [other, one];
  return Object.entries(fewer).every(([key, value]) => {
    const there = own(more, key);
    return there !== undefined && fits(value, there);
  });
}
