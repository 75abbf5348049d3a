// The rule book. Pure: no clock, no randomness, no HTTP; it reads the state and says what is to be done to it.
// It does not know whether the mock or the verifier is asking.

import { isObject, type Json, type JsonObject, objectOf, own, withMember } from '../base/json.ts';
import { toPointer } from '../base/pointer.ts';
import type { Contract, Kind } from '../contract/contract.ts';
import { methods } from '../contract/contract.ts';
import type { Route } from '../contract/route.ts';
import { type Call, header } from './call.ts';
import { checkRecord, type Fit, fits, invalid, readJson, readObject, refused, screen } from './fit.ts';
import { allowedMethods, kindOf, patchTypes, stopAtGates } from './gates.ts';
import { idTypeOf, nextId, readKey, toKey } from './identify.ts';
import { listTag } from './list.ts';
import { namesTag } from './negotiate.ts';
import { jsonPatch, mergePatch } from './patch.ts';
import type { Content, ListContent, Ruled, RuledHeader, Ruling } from './ruling.ts';
import { type Book, decide, grant, NO_CONTENT, NO_EFFECT, NO_HEADERS, type Refused, refuse, type Scene } from './scene.ts';
import { StoredRecord } from './state.ts';

/** Rules on a call. */
export function rule(book: Book, call: Call): Ruling {
  const route = findRoute(book, call.path);
  const contract = route === null || route.kind === 'root' ? null : route.contract;
  const scene: Scene = { book, call, contract, kind: route === null ? null : kindOf(call.method, route) };
  const ruling = route === null ? refuse(scene, unrouted(scene)) : ruleOnRoute(scene, route);
  const headers = commonHeaders(scene, route);
  return headers.length === 0 ? ruling : { ...ruling, headers: [...ruling.headers, ...headers] };
}

function ruleOnRoute(scene: Scene, route: Route): Ruling {
  const stopped = stopAtGates(scene, route);
  if (stopped !== null) return refuse(scene, stopped);
  if (scene.call.method === 'OPTIONS') return options(scene, route);
  if (route.kind === 'root') return root(scene);
  if (route.kind === 'collection') return scene.kind === 'create' ? create(scene, route.contract) : list(scene, route.contract);
  return ruleOnItem(scene, route.contract, route.key);
}

function findRoute(book: Book, path: string): Route | null {
  const route = book.router.find(path);
  if (route !== null && route.kind === 'root') return book.choose('path.root') === 'index' ? route : null;
  if (route !== null || !path.endsWith('/')) return route;
  const shorter = book.router.find(path.slice(0, -1));
  return shorter === null || shorter.kind === 'root' || book.choose('path.slash') === 'unrouted' ? null : shorter;
}

function unrouted(scene: Scene): Refused {
  const { contracts, basePath } = scene.book.router;
  const paths = contracts.map((contract) => basePath + contract.path);
  const remedy = `There is ${paths.flatMap((path) => [path, `${path}/<id>`]).join(', ')}.`;
  return { situation: 'unrouted', by: 'contract', detail: 'nothing is at this path', remedy };
}

// ---- the collection

function root(scene: Scene): Ruling {
  const { contracts, basePath } = scene.book.router;
  const resources = contracts.map((contract): [string, Json] => [contract.resource, basePath + contract.path]);
  const content: Content = { kind: 'json', value: { resources: objectOf(resources) } };
  return plain(scene, 200, { value: content, by: 'path.root' }, NO_HEADERS);
}

function options(scene: Scene, route: Route): Ruling {
  const allowed = allowedMethods(scene, route);
  const headers: RuledHeader[] = [{ name: 'allow', value: allowed.join(', '), by: 'http' }];
  if (allowed.includes('PATCH')) headers.push({ name: 'accept-patch', value: patchTypes(scene).join(', '), by: 'update.media' });
  return plain(scene, 204, { value: NO_CONTENT, by: 'http' }, headers);
}

/** An answer of which only HTTP speaks. */
function plain(scene: Scene, status: number, content: Ruled<Content>, headers: readonly RuledHeader[]): Ruling {
  const resource = scene.contract?.resource ?? null;
  const situation = { value: 'ok', by: 'http' } as const;
  return {
    resource,
    operation: null,
    situation,
    status: { value: status, by: 'http' },
    headers,
    content,
    effect: NO_EFFECT,
    detail: null,
  };
}

function list(scene: Scene, contract: Contract): Ruling {
  const fields = decide(scene, 'list.fields').value === 'all' ? null : scene.book.schemas.requiredOfItems(contract.list);
  const content: ListContent = {
    collection: scene.book.state.collection(contract.resource),
    order: decide(scene, 'list.order').value,
    fields,
  };
  const tag = decide(scene, 'cache.validator').value === 'etag' ? listTag(content) : null;
  return (
    unchanged(scene, tag) ??
    grant(scene, 'list.status', { value: { kind: 'list', list: content }, by: 'contract' }, tagHeaders(tag), NO_EFFECT)
  );
}

function create(scene: Scene, contract: Contract): Ruling {
  const sent = readObject(scene, contract);
  if (sent.kind === 'refused') return refuse(scene, sent.refused);
  const made = makeRecord(scene, contract, sent.value);
  if (made.kind === 'refused') return refuse(scene, made.refused);
  const record = made.value;
  const flaw = checkRecord(scene, contract, sent.value, record.value) ?? findCollision(scene, contract, record);
  if (flaw !== null) return refuse(scene, flaw);
  const headers = [...locationHeaders(scene, contract, record), ...recordTag(scene, record)];
  return grant(scene, 'create.status', createdContent(scene, contract, record), headers, put(contract, record));
}

/** Gives the record that a creation would store: the id first, then what was sent, then defaults. */
function makeRecord(scene: Scene, contract: Contract, sent: JsonObject): Fit<StoredRecord> {
  const { book } = scene;
  const collection = book.state.collection(contract.resource);
  const type = idTypeOf(contract, book.schemas);
  const given = own(sent, contract.id);
  const rule = decide(scene, 'create.id');
  if (given !== undefined && rule.value === 'refuse') {
    return refused(
      invalid([{ pointer: toPointer([contract.id]), detail: 'is given out by the service' }], rule.by, 'Leave it out.'),
    );
  }
  const isKept = given !== undefined && given !== null && rule.value === 'keep';
  if (isKept && (readKey(toKey(given), type) !== given || (typeof given === 'string' && UNROUTABLE.test(given)))) {
    return refused(
      invalid([{ pointer: toPointer([contract.id]), detail: `cannot be an id here: ids are of the type ${type}` }], 'contract'),
    );
  }
  const id = isKept ? given : nextId(collection, type, book.choose, book.draw);
  const defaults = decide(scene, 'fields.defaults').value === 'fill' ? defaultsOf(scene, contract) : [];
  const absent = defaults.filter(([key]) => !Object.hasOwn(sent, key));
  const members = Object.entries(sent).filter(([key]) => key !== contract.id);
  return fits(new StoredRecord(toKey(id), objectOf([[contract.id, id], ...members, ...absent])));
}

/** Ids that would not come back from a path: empty, or a step that means "here" or "above" (RFC 3986 section 5.2.4). */
const UNROUTABLE = /^(?:|\.|\.\.)$|\p{Surrogate}/u;

function defaultsOf(scene: Scene, contract: Contract): readonly [string, Json][] {
  const defaults: [string, Json][] = [];
  for (const [key, schema] of scene.book.schemas.membersOf(contract.item)) {
    const value = own(schema, 'default');
    if (value !== undefined) defaults.push([key, value]);
  }
  return defaults;
}

function createdContent(scene: Scene, contract: Contract, record: StoredRecord): Ruled<Content> {
  const { value, by } = decide(scene, 'create.body');
  switch (value) {
    case 'record':
      return { value: { kind: 'record', record }, by };
    case 'id':
      return { value: { kind: 'json', value: { [contract.id]: own(record.value, contract.id) as Json } }, by };
    case 'wrapped':
      return { value: { kind: 'json', value: { data: record.value } }, by };
  }
}

function locationHeaders(scene: Scene, contract: Contract, record: StoredRecord): readonly RuledHeader[] {
  const { value, by } = decide(scene, 'create.location');
  if (value === 'none') return NO_HEADERS;
  const path = `${scene.book.router.basePath}${contract.path}/${encodeURIComponent(record.key)}`;
  const host = header(scene.call.headers, 'host');
  return [{ name: 'location', value: value === 'absolute' && host !== undefined ? `http://${host}${path}` : path, by }];
}

// ---- one item

function ruleOnItem(scene: Scene, contract: Contract, key: string): Ruling {
  const collection = scene.book.state.collection(contract.resource);
  const record = collection.find(key);
  switch (scene.kind) {
    case 'read':
      return record === undefined ? refuse(scene, absent(scene, contract, key)) : read(scene, record);
    case 'replace':
      return write(scene, contract, key, record, replaced);
    case 'update':
      return write(scene, contract, key, record, updated);
    default:
      return remove(scene, contract, key, record);
  }
}

function read(scene: Scene, record: StoredRecord): Ruling {
  const tag = decide(scene, 'cache.validator').value === 'etag' ? record.tag() : null;
  return (
    unchanged(scene, tag) ??
    grant(scene, 'read.status', { value: { kind: 'record', record }, by: 'contract' }, tagHeaders(tag), NO_EFFECT)
  );
}

function absent(scene: Scene, contract: Contract, key: string): Refused {
  const { book } = scene;
  const type = idTypeOf(contract, book.schemas);
  const shown = JSON.stringify(key.length > KEY_CHARS_SHOWN ? `${key.slice(0, KEY_CHARS_SHOWN)}…` : key);
  if (readKey(key, type) === null) {
    const detail = `${shown} is no ${contract.id} of ${contract.resource}: it is of the type ${type}`;
    return { situation: 'missing', by: 'contract', status: 'id.malformed', detail, remedy: listRemedy(scene, contract) };
  }
  const removal = decide(scene, 'removed.status');
  if (removal.value !== 404 && book.state.collection(contract.resource).wasRemoved(key)) {
    const detail = `${contract.resource} ${shown} was removed`;
    return { situation: 'missing', by: 'contract', status: 'removed.status', detail, remedy: listRemedy(scene, contract) };
  }
  return {
    situation: 'missing',
    by: 'contract',
    detail: `there is no ${contract.resource} ${shown}`,
    remedy: listRemedy(scene, contract),
  };
}

const KEY_CHARS_SHOWN = 60;

function listRemedy(scene: Scene, contract: Contract): string {
  return `${methods.list.method} ${scene.book.router.basePath}${contract.path} lists what there is.`;
}

type Change = (scene: Scene, contract: Contract, key: string, record: StoredRecord | undefined) => Fit<Changed>;
interface Changed {
  /** What the client sent, as far as it is checked by itself. */
  readonly sent: JsonObject;
  readonly value: JsonObject;
}

/** PUT and PATCH: find the record, work out what becomes of it, check that, store it. */
function write(scene: Scene, contract: Contract, key: string, record: StoredRecord | undefined, change: Change): Ruling {
  const missing = record === undefined ? findMissing(scene, contract, key) : null;
  if (missing !== null && decide(scene, 'check.order').value === 'missing-first') return refuse(scene, missing);
  const changed = change(scene, contract, key, record);
  if (changed.kind === 'refused') return refuse(scene, changed.refused);
  if (missing !== null) return refuse(scene, missing);
  const after = new StoredRecord(key, changed.value.value);
  const flaw =
    checkRecord(scene, contract, changed.value.sent, after.value) ??
    findCollision(scene, contract, after) ??
    findStale(scene, record);
  if (flaw !== null) return refuse(scene, flaw);
  const isUpdate = scene.kind === 'update';
  if (record === undefined) {
    const headers = [...locationHeaders(scene, contract, after), ...recordTag(scene, after)];
    return grant(scene, 'create.status', createdContent(scene, contract, after), headers, put(contract, after));
  }
  const content = changedContent(decide(scene, isUpdate ? 'update.body' : 'replace.body'), after);
  return grant(scene, isUpdate ? 'update.status' : 'replace.status', content, recordTag(scene, after), put(contract, after));
}

/** Gives why a write to an id without record is refused; `null` where PUT creates it. */
function findMissing(scene: Scene, contract: Contract, key: string): Refused | null {
  const refusal = absent(scene, contract, key);
  if (scene.kind !== 'replace' || refusal.status === 'id.malformed') return refusal;
  const rule = decide(scene, 'replace.missing');
  return rule.value === 'create' ? null : { ...refusal, by: rule.by };
}

function replaced(scene: Scene, contract: Contract, key: string, record: StoredRecord | undefined): Fit<Changed> {
  const sent = readObject(scene, contract);
  if (sent.kind === 'refused') return sent;
  const clash = findIdClash(scene, contract, key, own(sent.value, contract.id));
  if (clash !== null) return { kind: 'refused', refused: clash };
  const isMerge = decide(scene, 'replace.mode').value === 'merge';
  const id = record === undefined ? readKey(key, idTypeOf(contract, scene.book.schemas)) : own(record.value, contract.id);
  const before = isMerge && record !== undefined ? Object.entries(record.value) : [];
  const members = Object.entries(sent.value).filter(([member]) => member !== contract.id);
  return fits({ sent: sent.value, value: objectOf([[contract.id, id ?? key], ...before, ...members]) });
}

function updated(scene: Scene, contract: Contract, key: string, record: StoredRecord | undefined): Fit<Changed> {
  const json = readJson(scene);
  if (json.kind === 'refused') return json;
  const { value: patch, type } = json.value;
  const before = record?.value ?? {};
  let after: Json;
  if (type === 'json-patch') {
    const patched = jsonPatch(before, patch);
    if (patched.kind === 'failed') return refused(patchFlaw(patched.at, patched.message));
    after = patched.value;
  } else {
    if (!isObject(patch))
      return refused(invalid([{ pointer: '', detail: 'must be an object: a JSON Merge Patch (RFC 7396)' }], 'contract'));
    const screened = screen(scene, contract, patch);
    if (screened.kind === 'refused') return screened;
    after = mergePatch(before, screened.value);
  }
  if (!isObject(after)) return refused(invalid([{ pointer: '', detail: 'would leave something that is no object' }], 'contract'));
  const id = record === undefined ? undefined : own(record.value, contract.id);
  const clash = id === undefined ? null : findIdClash(scene, contract, key, own(after, contract.id) ?? null);
  if (clash !== null) return { kind: 'refused', refused: clash };
  const value = id === undefined ? after : withMember(after, contract.id, id);
  return type === 'json-patch' ? screenPatched(scene, contract, before, value) : fits({ sent: value, value });
}

/** A JSON Patch has no members to screen; what it adds has. */
function screenPatched(scene: Scene, contract: Contract, before: JsonObject, after: JsonObject): Fit<Changed> {
  const added = objectOf(Object.entries(after).filter(([key]) => !Object.hasOwn(before, key)));
  const screened = screen(scene, contract, added);
  if (screened.kind === 'refused') return screened;
  const kept = Object.entries(after).filter(([key]) => Object.hasOwn(before, key));
  const value = objectOf([...kept, ...Object.entries(screened.value)]);
  return fits({ sent: value, value });
}

function patchFlaw(at: number, message: string): Refused {
  return invalid(
    [{ pointer: at < 0 ? '' : toPointer([at]), detail: message }],
    'contract',
    'Nothing was changed; correct the patch (RFC 6902).',
  );
}

function findIdClash(scene: Scene, contract: Contract, key: string, given: Json | undefined): Refused | null {
  const rule = decide(scene, 'replace.id');
  const pointer = toPointer([contract.id]);
  if (given === undefined) {
    if (rule.value !== 'require') return null;
    return invalid(
      [{ pointer: '', detail: `"${contract.id}" is missing` }],
      rule.by,
      `Send "${contract.id}" as it stands in the path.`,
    );
  }
  if (rule.value === 'ignore' || toKey(given) === key) return null;
  return invalid(
    [{ pointer, detail: 'differs from the id in the path' }],
    rule.by,
    `Send the "${contract.id}" of the path, or leave it out.`,
  );
}

function changedContent(rule: Ruled<'record' | 'empty-object' | 'none'>, record: StoredRecord): Ruled<Content> {
  switch (rule.value) {
    case 'record':
      return { value: { kind: 'record', record }, by: rule.by };
    case 'empty-object':
      return { value: { kind: 'json', value: {} }, by: rule.by };
    case 'none':
      return { value: NO_CONTENT, by: rule.by };
  }
}

function remove(scene: Scene, contract: Contract, key: string, record: StoredRecord | undefined): Ruling {
  const rule = decide(scene, 'remove.missing');
  if (record === undefined) {
    const refusal = absent(scene, contract, key);
    if (rule.value === 'refuse' || refusal.status === 'id.malformed') return refuse(scene, { ...refusal, by: rule.by });
    return grant(scene, 'remove.status', { value: NO_CONTENT, by: rule.by }, NO_HEADERS, NO_EFFECT);
  }
  const stale = findStale(scene, record);
  if (stale !== null) return refuse(scene, stale);
  const memory = decide(scene, 'removed.status').value === 404 ? 'forget' : 'remember';
  const effect = { kind: 'remove', resource: contract.resource, key, memory } as const;
  return grant(scene, 'remove.status', changedContent(decide(scene, 'remove.body'), record), NO_HEADERS, effect);
}

// ---- what several operations need

function put(contract: Contract, record: StoredRecord): Ruling['effect'] {
  return { kind: 'put', resource: contract.resource, record };
}

/** Gives why a record cannot stand beside the others: its id, or a field that must be unique. */
function findCollision(scene: Scene, contract: Contract, record: StoredRecord): Refused | null {
  const collection = scene.book.state.collection(contract.resource);
  if (scene.kind === 'create' && collection.find(record.key) !== undefined) {
    const detail = `there is a record with the ${contract.id} ${JSON.stringify(record.key)}`;
    return { situation: 'taken', by: 'create.id', detail, remedy: `Use PUT to change it, or another ${contract.id}.` };
  }
  const rule = decide(scene, 'fields.unique');
  if (rule.value === 'ignore') return null;
  for (const [key, schema] of scene.book.schemas.membersOf(contract.item)) {
    if (own(schema, 'x-unique') !== true) continue;
    const value = own(record.value, key);
    const holder = value === undefined ? undefined : collection.holderOf(key, value);
    if (holder === undefined || holder === record.key) continue;
    const errors = [
      {
        pointer: toPointer([key]),
        detail: `has the value of ${contract.resource} ${JSON.stringify(holder)}, and must be unique`,
      },
    ];
    return { situation: 'taken', by: rule.by, detail: `"${key}" must be unique`, remedy: 'Send another value.', errors };
  }
  return null;
}

/** Evaluates If-Match, and If-None-Match of a write (RFC 9110 sections 13.1.1, 13.1.2 and 13.2.2). */
function findStale(scene: Scene, record: StoredRecord | undefined): Refused | null {
  const match = header(scene.call.headers, 'if-match');
  const noneMatch = header(scene.call.headers, 'if-none-match');
  if (match === undefined && noneMatch === undefined) return null;
  const rule = decide(scene, 'cache.validator');
  if (rule.value === 'none') return null;
  const isMatched = match === undefined || (record !== undefined && namesTag(match, record.tag(), 'strong'));
  const isOther = noneMatch === undefined || record === undefined || !namesTag(noneMatch, record.tag(), 'weak');
  if (isMatched && isOther) return null;
  const name = isMatched ? 'If-None-Match' : 'If-Match';
  return {
    situation: 'stale',
    by: rule.by,
    detail: `${name} does not hold for the record as it is now`,
    remedy: 'Read it again and send its ETag.',
  };
}

/** The answer 304 to a conditional read of what the client has already (RFC 9110 section 13.1.2). */
function unchanged(scene: Scene, tag: string | null): Ruling | null {
  const noneMatch = header(scene.call.headers, 'if-none-match');
  if (tag === null || noneMatch === undefined || !namesTag(noneMatch, tag, 'weak')) return null;
  return {
    resource: scene.contract?.resource ?? null,
    operation: scene.kind,
    situation: { value: 'ok', by: 'cache.validator' },
    status: { value: 304, by: 'cache.validator' },
    headers: tagHeaders(tag),
    content: { value: NO_CONTENT, by: 'http' },
    effect: NO_EFFECT,
    detail: null,
  };
}

function tagHeaders(tag: string | null): readonly RuledHeader[] {
  return tag === null ? NO_HEADERS : [{ name: 'etag', value: tag, by: 'cache.validator' }];
}

function recordTag(scene: Scene, record: StoredRecord): readonly RuledHeader[] {
  return decide(scene, 'cache.validator').value === 'etag' ? tagHeaders(record.tag()) : NO_HEADERS;
}

/** Headers of every answer: the version of the interface, and what lets pages of other origins read it. */
function commonHeaders(scene: Scene, route: Route | null): readonly RuledHeader[] {
  const version = decide(scene, 'version.header');
  const origin = header(scene.call.headers, 'origin');
  if (version.value === 'none' && origin === undefined) return NO_HEADERS;
  const headers: RuledHeader[] = [];
  if (version.value !== 'none') headers.push({ name: version.value, value: INTERFACE_VERSION, by: version.by });
  if (origin !== undefined) headers.push(...corsHeaders(scene, route, origin));
  return headers;
}

const INTERFACE_VERSION = '1';

function corsHeaders(scene: Scene, route: Route | null, origin: string): readonly RuledHeader[] {
  const { value: rule, by } = decide(scene, 'cors.origin');
  if (rule === 'none') return NO_HEADERS;
  const headers: [string, string][] = [['access-control-allow-origin', rule === 'any' ? '*' : origin]];
  if (rule === 'reflect') headers.push(['access-control-allow-credentials', 'true'], ['vary', 'Origin']);
  const asked = header(scene.call.headers, 'access-control-request-headers');
  if (scene.call.method === 'OPTIONS' && header(scene.call.headers, 'access-control-request-method') !== undefined) {
    headers.push(['access-control-allow-methods', route === null ? 'GET' : allowedMethods(scene, route).join(', ')]);
    if (asked !== undefined) headers.push(['access-control-allow-headers', asked]);
    headers.push(['access-control-max-age', '600']);
  } else {
    headers.push(['access-control-expose-headers', EXPOSED]);
  }
  return headers.map(([name, value]) => ({ name, value, by }));
}

const EXPOSED = 'Location, ETag, Allow, Accept-Patch, Retry-After, WWW-Authenticate, API-Version, Standin-Decided-By';

/** The kinds of operation that a contract has, for those who walk through the table. */
export function kindsOf(contract: Contract): readonly Kind[] {
  return Object.keys(contract.operations) as Kind[];
}
