// The rule book. Pure: no clock, no randomness, no HTTP; it reads the state and returns the change
// to it. It does not know whether the mock or the verifier is asking.

import { type Json, objectOf } from '../../base/json.ts';
import { formDecode } from '../../base/percent.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import type { DataFile } from '../../contract/envelopes/data-url.ts';
import { nearPath } from '../../contract/near-path.ts';
import { bySpecificity, hasTouching, patternOf } from '../../contract/nested-path.ts';
import { hasOperationAt, kindOf } from '../../contract/operation-at.ts';
import { pathsOf } from '../../contract/operation-way.ts';
import type { Route } from '../../contract/route.ts';
import { firstKey } from '../accounts/caller.ts';
import { FOREIGN_PAGE } from '../answers/declared-form.ts';
import { idTypeOf, readKey } from '../ids/ids.ts';
import { readXmlCall } from '../media/read-xml.ts';
import { bareCall } from '../message/bare-body.ts';
import { type Call, isPreflight } from '../message/call.ts';
import { operationOfForm, readFormCall } from '../message/form-body.ts';
import { askedInQuery, wirePath, withIdInBody } from '../message/usual-call.ts';
import {
  ignoredParameters,
  type QueryReading,
  unknownFilters,
} from '../query/ignored-parameters.ts';
import { findCollectionBelow } from '../relations/collection-below.ts';
import type { By, Content, Ruled, RuledHeader, Ruling } from '../ruling/ruling.ts';
import { ruleOnAction } from './action.ts';
import { withCommonHeaders } from './common-headers.ts';
import { create, list } from './list-and-create.ts';
import { findMissingParent } from './not-found.ts';
import {
  actionMethods,
  allowedMethods,
  checkPreconditions,
  fitsPath,
  patchTypes,
  valuesInPath,
  withImplied,
} from './preconditions.ts';
import { ruleOnItem } from './read-and-remove.ts';
import { fileOfItem } from './response-content.ts';
import {
  type Book,
  NO_CONTENT,
  NO_EFFECT,
  NO_HEADERS,
  type Refused,
  refuse,
  type Scene,
  waysOf,
} from './scene.ts';
import { ruleOnSent } from './whole-collection.ts';

/** Rules on a call. */
export function rule(book: Book, call: Call): Ruling {
  // No operation answers the preflight of a browser.
  const found = findRoute(book, isPreflight(call) ? { ...call, method: '' } : call);
  const scene = sceneOf(book, call, found);
  const ruling = found.kind === 'nowhere' ? ruleOnNowhere(scene, found) : ruleOnRoute(scene, found);
  return withIgnored(scene, found, withCommonHeaders(scene, routeOf(found), ruling));
}

/** Rules on a call of a program that has the mock: what only a client must pass does not apply. */
export function ruleForProgram(book: Book, call: Call): Ruling {
  const found = findRoute(book, call);
  const scene = sceneOf(book, call, found);
  return found.kind === 'nowhere' ? ruleOnNowhere(scene, found) : ruleOnPassed(scene, found);
}

/** Names the query parameters of a successful call that nothing read, or that nothing can fit. */
function withIgnored(scene: Scene, found: Route | NoRoute, ruling: Ruling): Ruling {
  const { call, contract, kind, operation, decisions, book } = scene;
  if (call.query === '' || contract === null || ruling.situation.value !== 'ok') return ruling;
  if (call.method === 'OPTIONS') return ruling;
  if (found.kind === 'action' && operation?.parameters === undefined) return ruling;
  const { value } = decisions['query.dialect'];
  const reading: QueryReading = {
    kind,
    operation,
    dialect: value === 'none' ? null : value,
    isMember: (name) => book.schemas.membersOf(contract.item).has(name),
  };
  const ignored = ignoredParameters(call.query, reading);
  const unknown = isEmptyList(ruling) ? unknownFilters(call.query, reading) : [];
  return {
    ...ruling,
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(unknown.length === 0
      ? {}
      : { detail: `nothing fits ${unknown.join(', ')}: the items have no such member` }),
  };
}

function isEmptyList({ content: { value } }: Ruling): boolean {
  return value.kind === 'list' && value.list.selection?.records.length === 0;
}

/** Rules on a call by `ruler`, which gets the route; `null` if there is none at the path. */
export function ruleBy(
  book: Book,
  call: Call,
  ruler: (scene: Scene, route: Route | null) => Ruling,
): Ruling {
  const found = findRoute(book, call);
  const scene = sceneOf(book, call, found);
  return withCommonHeaders(scene, routeOf(found), ruler(scene, routeOf(found)));
}

function routeOf(found: Route | NoRoute): Route | null {
  return found.kind === 'nowhere' ? null : found;
}

/** Returns the contract and kind of a call, each `null` if its path or method has none. */
export function rulableAs(book: Book, call: Call): Pick<Scene, 'contract' | 'kind'> {
  return sceneOf(book, call, findRoute(book, call));
}

function sceneOf(book: Book, call: Call, found: Route | NoRoute): Scene {
  const contract = found.kind === 'nowhere' || found.kind === 'root' ? null : found.contract;
  const kind = found.kind === 'nowhere' ? null : kindOf(call.method, found, waysOf(book));
  const ofKind = kind === null ? undefined : contract?.operations[kind];
  const operation = operationOfForm(
    book.schemas,
    found.kind === 'action' ? found.operation : ofKind,
    call,
  );
  const bare =
    book.bodies === 'bare'
      ? call
      : bareCall(
          operation,
          readXmlCall(book.schemas, operation, readFormCall(book.schemas, operation, call)),
        );
  return {
    book,
    call: withoutKeys(
      kind === 'create' && found.kind === 'item'
        ? createdAt(book, found, bare)
        : askedInQuery(kind, bare),
      operation,
    ),
    sentQuery: call.query,
    contract,
    kind,
    operation,
    decisions: book.decide(contract),
  };
}

/** A creation at the path of an item has the id of the path in its body. */
function createdAt(
  { schemas }: Book,
  { contract, key }: Extract<Route, { kind: 'item' }>,
  call: Call,
): Call {
  return withIdInBody(contract, readKey(key, idTypeOf(contract, schemas)) ?? key, call);
}

/** A key in the query is no parameter of the operation. */
function withoutKeys(call: Call, operation: Operation | undefined): Call {
  if (call.query === '' || operation?.security === undefined) return call;
  const names = operation.security.flatMap((one) =>
    one.scheme === 'api-key' && one.in === 'query' ? [one.name] : [],
  );
  if (names.length === 0) return call;
  const pairs = call.query.split('&');
  const kept = pairs.filter((pair) => !names.includes(formDecode(pair.split('=', 1)[0] ?? '')));
  return { ...call, query: kept.join('&') };
}

/** With open preflights, a page learns only from its request that there is no resource. */
function ruleOnNowhere(scene: Scene, { by }: NoRoute): Ruling {
  const file = fileOfItem(scene);
  if (file !== null) return plain(scene, 200, fileContent(file), fileHeaders(file));
  const allowed = actionMethods(scene);
  if (allowed.length > 0) return ruleOnOtherMethod(scene, allowed);
  const preflight = scene.decisions['cors.preflight'];
  if (scene.call.method !== 'OPTIONS' || preflight.value !== 'open')
    return refuse(scene, unrouted(scene, by));
  const ruling = plain(scene, 204, { value: NO_CONTENT, by: 'http' }, NO_HEADERS);
  return { ...ruling, situation: { value: 'ok', by: preflight.by } };
}

function fileContent({ bytes, mediaType: type }: DataFile): Ruled<Content> {
  return { value: { kind: 'bytes', bytes, type }, by: 'http' };
}

function fileHeaders({ mediaType: value }: DataFile): readonly RuledHeader[] {
  return [{ name: 'content-type', value, by: 'http' }, ...FOREIGN_PAGE];
}

function ruleOnRoute(scene: Scene, route: Route): Ruling {
  const stopped = checkPreconditions(scene, route);
  return stopped === null ? ruleOnPassed(scene, route) : refuse(scene, stopped);
}

/** Rules on a call that has passed what comes before its operation. */
function ruleOnPassed(scene: Scene, route: Route): Ruling {
  const isOptions = scene.call.method === 'OPTIONS';
  if (isOptions && route.kind !== 'action') return options(scene, route);
  if (route.kind === 'root') return route.shows === 'state' ? wholeState(scene) : root(scene);
  const orphaned = findMissingParent(scene, route.contract);
  if (orphaned !== null) return refuse(scene, orphaned);
  if (route.kind === 'action') return ruleOnAction(scene, route);
  if (route.kind === 'collection') return ruleOnCollection(scene, route.contract);
  if (scene.kind === 'create') return create(scene, route.contract);
  return ruleOnItem(scene, route.contract, route.key);
}

function ruleOnCollection(scene: Scene, contract: Contract): Ruling {
  if (scene.kind === 'create') return create(scene, contract);
  if (scene.kind === 'list' || scene.kind === null) return list(scene, contract);
  return ruleOnSent(scene, contract);
}

function ruleOnOtherMethod(scene: Scene, methods: readonly string[]): Ruling {
  const value = withImplied(methods).join(', ');
  const allow: RuledHeader = { name: 'allow', value, by: 'http' };
  if (scene.call.method === 'OPTIONS')
    return plain(scene, 204, { value: NO_CONTENT, by: 'http' }, [allow]);
  return refuse(scene, {
    situation: 'disallowed',
    by: 'contract',
    detail: `${scene.call.method} is not supported at this path`,
    remedy: `Use one of ${value}.`,
    headers: [allow],
  });
}

/** An unknown path, and who decided that it is. */
export interface NoRoute {
  readonly kind: 'nowhere';
  readonly by: By;
}

/** Finds the route of a call, with or without a trailing slash as chosen. */
export function findRoute(book: Book, call: Pick<Call, 'method' | 'path'>): Route | NoRoute {
  const found = findPlace(book, call);
  if (found.kind !== 'item' || book.caller === undefined) return found;
  if (found.contract.caller !== true || found.contract.isSingle !== true) return found;
  const key = book.caller ?? firstKey(book.state, found.contract);
  return key === null ? found : { ...found, key };
}

function findPlace(book: Book, { method, path }: Pick<Call, 'method' | 'path'>): Route | NoRoute {
  const other = findOther(book, method, path);
  const isMeant = (one: Route): boolean => operationAt(book, method, one) !== undefined;
  const route = book.router.find(path, isMeant);
  if (other !== null && !isNarrower(book, { method, path }, { route, other })) return other;
  if (route?.kind === 'root') {
    const key = route.shows === 'state' ? 'path.state' : 'path.root';
    return book.decide(null)[key].value === 'unrouted' ? { kind: 'nowhere', by: key } : route;
  }
  if (route !== null) {
    const isServed = route.kind === 'action' || hasOperationAt(route.contract, route, waysOf(book));
    return isServed ? route : NOWHERE;
  }
  const below = findCollectionBelow(book, path);
  if (below !== null) return below;
  const cut = path.endsWith('/') ? path.slice(0, -1) : null;
  const shorter =
    cut === null ? null : (book.router.find(cut, isMeant) ?? findCollectionBelow(book, cut));
  if (shorter === null || shorter.kind === 'root') return NOWHERE;
  if (declaresSlash(book, method, shorter)) return shorter;
  const slash = book.decide(shorter.contract)['path.slash'];
  return slash.value === 'same' ? shorter : { kind: 'nowhere', by: slash.by };
}

/** Whether a path leads to an operation of a resource by more literals than to another operation. */
function isNarrower(
  book: Book,
  { method, path: called }: Pick<Call, 'method' | 'path'>,
  { route, other }: { readonly route: Route | null; readonly other: Route },
): boolean {
  if (route === null || route.kind === 'root') return false;
  if (route.kind === 'action' || other.kind !== 'action') return false;
  const { contract } = route;
  const kind = kindOf(method, route, waysOf(book));
  if (kind === null || contract.operations[kind] === undefined) return false;
  const { path, isSingle } = contract.template ?? contract;
  const own = route.at ?? (route.kind === 'item' && isSingle !== true ? `${path}/{id}` : path);
  const [narrow, wide] = [own, other.operation.path].map((text) =>
    patternOf({ ...contract, path: text }, ''),
  );
  if (narrow === undefined || wide === undefined || bySpecificity(narrow, wide) >= 0) return false;
  if (!hasTouching(other.operation.path)) return true;
  const values = valuesInPath({ book, call: { path: called } }, other);
  return values === null || !fitsPath(book, other.operation, values);
}

/** Finds an operation that changes no rows, with or without a slash at its end. */
function findOther(book: Book, method: string, path: string): Route | null {
  const { router, decide } = book;
  if (router.findAction === null) return null;
  const found = router.findAction(method, path, (one, values) => fitsPath(book, one, values));
  if (found !== null || !path.endsWith('/')) return found;
  const shorter = router.findAction(method, path.slice(0, -1));
  if (shorter === null || !('contract' in shorter)) return null;
  const isSame = decide(shorter.contract)['path.slash'].value === 'same';
  return isSame || shorter.operation.endsInSlash === true ? shorter : null;
}

/** Whether the path has a slash at its end where the operation is specified. */
function declaresSlash(book: Book, method: string, route: Route): boolean {
  return operationAt(book, method, route)?.endsInSlash === true;
}

function operationAt(book: Book, method: string, route: Route): Operation | undefined {
  const kind = kindOf(method, route, waysOf(book));
  return kind === null || route.kind === 'root' ? undefined : route.contract.operations[kind];
}

const NOWHERE: NoRoute = { kind: 'nowhere', by: 'contract' };

function unrouted(scene: Scene, by: By): Refused {
  const { contracts, basePath } = scene.book.router;
  const paths = [...new Set(contracts.flatMap(pathsOf))].map((path) => basePath + path);
  const shown = paths.slice(0, PATHS_SHOWN_MAX);
  const rest = paths.length - shown.length;
  const remedy = `The paths are ${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`;
  const near = by === 'contract' ? nearPath(scene.call.path, paths) : null;
  const detail = `there is no resource at this path${near === null ? '' : `; did you mean ${near}?`}`;
  return { situation: 'unrouted', by, detail, remedy };
}

/** A document may have hundreds. */
const PATHS_SHOWN_MAX = 20;

function root(scene: Scene): Ruling {
  const { contracts, basePath } = scene.book.router;
  const resources = contracts.flatMap((contract): readonly [string, Json][] => {
    const { operations, isSingle, path, resource } = contract;
    const kind = isSingle === true ? 'read' : 'list';
    // Where a document has items and no list of them, nothing is at the path above them.
    if (operations[kind] === undefined) return [];
    return [[resource, basePath + wirePath(contract, kind, path)]];
  });
  const content: Content = { kind: 'json', value: { resources: objectOf(resources) } };
  return plain(scene, 200, { value: content, by: 'path.root' }, NO_HEADERS);
}

function wholeState(scene: Scene): Ruling {
  const { state } = scene.book;
  const lists = state.resources().map((resource) => {
    const list = {
      collection: state.collection(resource),
      order: 'oldest-first',
      fields: null,
    } as const;
    return [resource, list] as const;
  });
  return plain(scene, 200, { value: { kind: 'state', lists }, by: 'path.state' }, NO_HEADERS);
}

function options(scene: Scene, route: Route): Ruling {
  const allowed = allowedMethods(scene, route);
  const headers: RuledHeader[] = [{ name: 'allow', value: allowed.join(', '), by: 'http' }];
  if (allowed.includes('PATCH'))
    headers.push({
      name: 'accept-patch',
      value: patchTypes(scene).join(', '),
      by: scene.decisions['update.media'].by,
    });
  return plain(scene, 204, { value: NO_CONTENT, by: 'http' }, headers);
}

/** A reply that HTTP alone defines. */
function plain(
  scene: Scene,
  status: number,
  content: Ruled<Content>,
  headers: readonly RuledHeader[],
): Ruling {
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
