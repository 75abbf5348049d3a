// The twelve kinds of faults that the proxy plants in every product. They were fixed before the first
// run: what each does, and where it applies. A product without such a place gets "not applicable", one
// whose run never met the fault gets "missed". They know places and answers alone, nothing of Standin.

import { equal } from '../../../src/base/equal.ts';
import { isObject, type Json, typeName } from '../../../src/base/json.ts';
import { type At, idOf, itemsIn, type Place, withItems } from '../place.ts';
import { asJson, type Reply, type Request, withJson } from './message.ts';

/** What the proxy remembers of an item that was made through it. */
export interface MadeItem {
  readonly id: string;
  /** The body that made it; `undefined` once it was changed. */
  sent: Json | undefined;
  /** Members that its answers show with another value than the product has; `undefined`: not at all. */
  readonly shown: Map<string, Json | undefined>;
  /** The first answer of reading it. */
  firstRead: Reply | null;
}

/** What a fault sees of one call. */
export interface Passing {
  readonly at: At;
  readonly request: Request;
  /** The items of this place that were made and not removed, the newest last. */
  readonly made: readonly MadeItem[];
  /** The one that the call is about. */
  readonly item: MadeItem | null;
  /** How the product shows an item now; `null` if it does not. */
  readonly peek: (id: string) => Promise<Reply | null>;
  readonly forward: (request: Request) => Promise<Reply>;
}

export interface PlantedFault {
  readonly name: string;
  /** What the service does wrong, for the reader of the report. */
  readonly does: string;
  readonly appliesTo: (place: Place) => boolean;
  /** Answers a call in place of the product. The same answer as the product's is no fault. */
  readonly answer: (passing: Passing) => Promise<Reply>;
}

const isRead = ({ operation }: At): boolean => operation === 'read' || operation === 'list';
const isChange = ({ operation }: At): boolean =>
  operation === 'replace' || operation === 'update' || operation === 'create';
const hasRead = ({ has, list }: Place): boolean => has.includes('read') || list !== null;
const hasChange = ({ has, create, item }: Place): boolean =>
  has.includes('replace') || has.includes('update') || create.path === item;
const isOk = ({ status }: Reply): boolean => status >= 200 && status < 300;

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'creation-loses-a-member',
    does: 'Creating an item answers what it should, and stores all but the last member that was sent',
    appliesTo: (place) => hasRead(place) && isObject(place.sample('x')),
    async answer({ at, request, made, item, forward }) {
      const reply = await forward(request);
      if (!isOk(reply)) return reply;
      if (item !== null && isChange(at)) {
        item.sent = undefined;
        item.shown.clear();
      }
      if (!isRead(at)) return reply;
      return shown(at, reply, made, (one, body) => {
        const lost = lastSent(at.place, one, body);
        if (lost !== undefined && !one.shown.has(lost)) one.shown.set(lost, undefined);
      });
    },
  },
  {
    name: 'change-loses-a-member',
    does: 'A change of an item is accepted, and the last member that it changes keeps its old value',
    appliesTo: (place) => hasRead(place) && hasChange(place),
    async answer({ at, request, made, item, peek, forward }) {
      if (isRead(at)) return shown(at, await forward(request), made);
      const sent = isChange(at) ? asJson(request) : undefined;
      const before = item === null || at.id === null ? null : await peek(at.id);
      const old = before === null ? undefined : asJson(before);
      const reply = await forward(request);
      if (item === null || !isOk(reply) || !isObject(sent) || !isObject(old)) return reply;
      const changed = Object.keys(sent).findLast(
        (key) => key !== at.place.id && key in old && !equal(old[key] ?? null, sent[key] ?? null),
      );
      if (changed !== undefined && !item.shown.has(changed)) item.shown.set(changed, old[changed]);
      return reply;
    },
  },
  {
    name: 'stale-read',
    does: 'Reading an item answers what the first reading answered, until the item is removed',
    appliesTo: (place) => place.has.includes('read') && hasChange(place),
    async answer({ at, request, item, forward }) {
      const reply = await forward(request);
      if (at.operation !== 'read' || item === null || !isOk(reply)) return reply;
      item.firstRead ??= reply;
      return item.firstRead;
    },
  },
  {
    name: 'created-is-202',
    does: 'Creating an item answers 202, which the document does not declare',
    appliesTo: () => true,
    async answer({ at, request, item, forward }) {
      const reply = await forward(request);
      const isCreated = at.operation === 'create' && item === null && isOk(reply);
      return isCreated ? { ...reply, status: 202 } : reply;
    },
  },
  {
    name: 'removal-removes-nothing',
    does: 'Removing an item answers that it worked, and the item stays',
    appliesTo: ({ removed, has }) =>
      has.includes('remove') && typeof removed === 'object' && removed !== undefined,
    async answer({ at, request, item, forward }) {
      const { removed } = at.place;
      if (at.operation !== 'remove' || item === null || typeof removed !== 'object')
        return forward(request);
      const headers: [string, string][] =
        removed.body === undefined ? [] : [['content-type', 'application/json']];
      return { status: removed.status, headers, body: Buffer.from(removed.body ?? '') };
    },
  },
  {
    name: 'list-lacks-the-newest',
    does: 'The list lacks the item that was made last',
    appliesTo: ({ list }) => list !== null,
    async answer({ at, request, made, forward }) {
      const reply = await forward(request);
      const newest = made.at(-1)?.id;
      const answer = at.operation === 'list' && isOk(reply) ? asJson(reply) : undefined;
      const items = answer === undefined ? null : itemsIn(at.place, answer);
      if (answer === undefined || items === null) return reply;
      const others = items.filter((item) => idOf(at.place, item) !== newest);
      return others.length === items.length
        ? reply
        : withJson(reply, withItems(at.place, answer, others));
    },
  },
  {
    name: 'read-answers-another',
    does: 'Reading an item answers another one, if there is one that was made before it',
    appliesTo: ({ has }) => has.includes('read'),
    async answer({ at, request, made, item, peek, forward }) {
      const reply = await forward(request);
      if (at.operation !== 'read' || item === null || !isOk(reply)) return reply;
      const earlier = made[made.indexOf(item) - 1];
      const other = earlier === undefined ? null : await peek(earlier.id);
      return other === null ? reply : { ...reply, body: other.body };
    },
  },
  {
    name: 'unknown-is-200',
    does: 'Reading an item that is not there answers 200 and an empty object',
    appliesTo: ({ has }) => has.includes('read'),
    async answer({ at, request, forward }) {
      const reply = await forward(request);
      if (at.operation !== 'read' || reply.status !== 404) return reply;
      return withJson(
        { ...reply, status: 200, headers: [['content-type', 'application/json']] },
        {},
      );
    },
  },
  {
    name: 'wrong-content-type',
    does: 'Reading an item, or the list if none can be read, answers its JSON as text/plain',
    appliesTo: hasRead,
    async answer({ at, request, forward }) {
      const reply = await forward(request);
      const wanted = at.place.has.includes('read') ? 'read' : 'list';
      if (at.operation !== wanted || !isOk(reply) || asJson(reply) === undefined) return reply;
      const others = reply.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
      return { ...reply, headers: [...others, ['content-type', 'text/plain; charset=utf-8']] };
    },
  },
  {
    name: 'required-member-missing',
    does: 'Items lack a member that the document requires of them, wherever they are read',
    appliesTo: (place) => hasRead(place) && place.requires !== undefined,
    async answer({ at, request, forward }) {
      const reply = await forward(request);
      const { requires } = at.place;
      if (!isRead(at) || !isOk(reply) || requires === undefined) return reply;
      return eachItem(at, reply, (item) => without(item, requires));
    },
  },
  {
    name: 'narrowing-ignored',
    does: 'The list ignores the query parameters that filter it or limit it',
    appliesTo: ({ list, narrowedBy }) => list !== null && narrowedBy !== undefined,
    async answer({ at, request, forward }) {
      const reply = await forward(request);
      if (at.operation !== 'list' || request.query === '') return reply;
      const query = new URLSearchParams(request.query);
      for (const name of at.place.narrowedBy ?? []) query.delete(name);
      return isOk(reply) ? forward({ ...request, query: query.toString() }) : reply;
    },
  },
  {
    name: 'refusal-changes',
    does: 'A change that is refused changes one member of the item all the same',
    appliesTo: (place) => hasRead(place) && hasChange(place),
    async answer({ at, request, made, item, peek, forward }) {
      const reply = await forward(request);
      if (isRead(at)) return shown(at, reply, made);
      if (item === null || !isChange(at)) return reply;
      if (isOk(reply)) item.shown.clear();
      if (reply.status < 400 || reply.status > 499 || item.shown.size > 0) return reply;
      const now = await peek(item.id);
      const sent = asJson(request);
      const half = now === null ? null : halfApplied(at.place, asJson(now), sent);
      if (half !== null) item.shown.set(...half);
      return reply;
    },
  },
];

/** The last member that was sent and is shown as it was sent; not the id, not a required one. */
function lastSent(place: Place, { sent }: MadeItem, body: Json): string | undefined {
  if (!isObject(sent) || !isObject(body)) return undefined;
  return Object.keys(sent).findLast(
    (key) =>
      key !== place.id &&
      key !== place.requires &&
      key in body &&
      equal(sent[key] ?? null, body[key] ?? null),
  );
}

/**
 * The member that a refused body changes: the last one that could be changed, or one that a change of the
 * product's own has, or a text. A member that the document does not name may change as it likes.
 */
function halfApplied(
  place: Place,
  now: Json | undefined,
  sent: Json | undefined,
): [string, Json] | null {
  if (!isObject(now)) return null;
  const fits = (key: string): boolean => {
    const [old, given] = [now[key], isObject(sent) ? sent[key] : undefined];
    return (
      key !== place.id &&
      old !== undefined &&
      given !== undefined &&
      typeName(old) === typeName(given) &&
      !equal(old, given)
    );
  };
  const given = isObject(sent) ? Object.keys(sent).findLast(fits) : undefined;
  if (given !== undefined && isObject(sent)) return [given, sent[given] ?? null];
  const usual = place.change?.('x');
  const known = isObject(usual) ? Object.keys(usual).filter((key) => key !== place.id) : [];
  for (const key of known) {
    const old = now[key];
    if (typeof old === 'boolean') return [key, !old];
    if (typeof old === 'string') return [key, `${old}~`];
  }
  const text = Object.keys(now).find(
    (key) => key !== place.id && key === key.toLowerCase() && typeof now[key] === 'string',
  );
  return text === undefined ? null : [text, `${now[text]}~`];
}

/** An answer with its items as the fault shows them. `look` may decide that for each item first. */
function shown(
  at: At,
  reply: Reply,
  made: readonly MadeItem[],
  look: (item: MadeItem, body: Json) => void = () => {},
): Reply {
  if (!isOk(reply)) return reply;
  return eachItem(at, reply, (body, id) => {
    const item = made.find((one) => one.id === id);
    if (item === undefined || !isObject(body)) return body;
    look(item, body);
    let seen: Json = body;
    for (const [key, value] of item.shown)
      if (key in body)
        seen = value === undefined ? without(seen, key) : withValue(seen, key, value);
    return seen;
  });
}

/** An answer with each of its items changed. */
function eachItem(at: At, reply: Reply, change: (item: Json, id: string | null) => Json): Reply {
  const answer = asJson(reply);
  if (answer === undefined) return reply;
  if (at.operation !== 'list') return withJson(reply, change(answer, at.id));
  const items = itemsIn(at.place, answer);
  if (items === null) return reply;
  const changed = items.map((item) => change(item, idOf(at.place, item)));
  return withJson(reply, withItems(at.place, answer, changed));
}

function without(item: Json, name: string): Json {
  return isObject(item)
    ? Object.fromEntries(Object.entries(item).filter(([key]) => key !== name))
    : item;
}

function withValue(item: Json, name: string, value: Json): Json {
  return isObject(item) ? { ...item, [name]: value } : item;
}
