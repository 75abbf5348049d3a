// What a call must pass before its operation is looked at: rate limit, credentials, method, Accept
// and version, query, parameters. The table of situations sets the order.

import type { Json } from '../../base/json.ts';
import type { Contract, Operation, SecurityScheme } from '../../contract/contract.ts';
import { answerWith, type Body, type Parameter } from '../../contract/declared.ts';
import {
  declaresSecurity,
  demandsCredentials,
  specifiedStatus,
} from '../../contract/is-specified.ts';
import { matchPattern, patternOf } from '../../contract/nested-path.ts';
import { isAt } from '../../contract/operation-at.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { wayOf } from '../../contract/operation-way.ts';
import type { ActionRoute, Route } from '../../contract/route.ts';
import { type Precondition, preconditions } from '../../contract/situations.ts';
import type { Facet } from '../../schema/violation.ts';
import { answeredStatus } from '../answers/answered-status.ts';
import { type Call, header, isPreflight } from '../message/call.ts';
import { chooseBody } from '../message/choose-body.ts';
import {
  challengeOf,
  flawOfCredentials,
  flawOfVersion,
  INTERFACE_VERSION,
  scopesOfToken,
  sentCredentials,
  whatIsWrong,
} from '../message/credentials.ts';
import { fileIn } from '../message/file-body.ts';
import { acceptsJson } from '../message/negotiate.ts';
import { checkedParameters } from '../parameters/checked-parameters.ts';
import { flawsOfParameters, type ParameterError } from '../parameters/unfit-parameters.ts';
import { idempotencyKeyIn, keyHeaderOf } from '../ruling/repeated-answer.ts';
import type { By, RuledHeader } from '../ruling/ruling.ts';
import { dialectOf, embedsAsked } from './query-list.ts';
import { type Book, type Refused, type Scene, waysOf } from './scene.ts';

type Check = (scene: Scene, route: Route) => Refused | null;

const checks: Readonly<Record<Precondition, Check>> = {
  limited: checkRateLimit,
  unauthorized: checkCredentials,
  forbidden: checkScopes,
  disallowed: checkMethod,
  unacceptable: (scene) => checkAccept(scene) ?? checkVersion(scene),
  unexpected: checkQuery,
  unfit: checkParameters,
  keyless: checkIdempotencyKey,
};
const inOrder: readonly Check[] = preconditions.map((situation) => checks[situation]);

/** Returns why a call is refused before its operation is looked at; `null` if it may pass. */
export function checkPreconditions(scene: Scene, route: Route): Refused | null {
  for (const check of inOrder) {
    const refused = check(scene, route);
    if (refused !== null) return refused;
  }
  return null;
}

/** Returns the methods of a route, by the contract and the choices, and those of actions at its path. */
export function allowedMethods(scene: Scene, route: Route): readonly string[] {
  if (route.kind === 'root') return ['GET', 'HEAD', 'OPTIONS'];
  const actions = actionMethods(scene);
  if (route.kind === 'action') return withImplied([route.operation.method, ...actions]);
  const offered = [route, ...routesBeside(scene, route)].flatMap((one) =>
    kinds
      .filter(
        (kind) =>
          isAt(one.contract, kind, one, waysOf(scene.book)) && isOffered(scene, one.contract, kind),
      )
      .map((kind) => wayOf(one.contract, kind).method),
  );
  return withImplied([...offered, ...actions]);
}

type PlaceOfRows = Extract<Route, { readonly kind: 'collection' | 'item' }>;

/** A list may be at the path of the items of another contract. */
function routesBeside({ book, call }: Scene, route: PlaceOfRows): readonly PlaceOfRows[] {
  const other = route.kind === 'item' ? 'collection' : 'item';
  const found = book.router.find(call.path, ({ kind }) => kind === other);
  const isBeside = found?.kind === 'item' || found?.kind === 'collection';
  return isBeside && found.contract.resource !== route.contract.resource ? [found] : [];
}

/** Adds the methods that any path answers: HEAD where there is GET, and OPTIONS. */
export function withImplied(methods: readonly string[]): readonly string[] {
  const all = methods.includes('GET') ? ['GET', 'HEAD', ...methods] : methods;
  return [...new Set([...all.filter((name) => name !== 'OPTIONS'), 'OPTIONS'])];
}

/** The methods of the actions at the path of a call. */
export function actionMethods({ book: { router }, call }: Scene): readonly string[] {
  const find = router.findAction;
  return find === null ? [] : router.methods.filter((method) => find(method, call.path) !== null);
}

/** The media types that PATCH accepts (Accept-Patch, RFC 5789 section 3.1). */
export function patchTypes(scene: Scene): readonly string[] {
  if (!isPatch(scene)) return ['application/json'];
  switch (scene.decisions['update.media'].value) {
    case 'both':
      return ['application/merge-patch+json', 'application/json-patch+json', 'application/json'];
    case 'merge-patch':
      return ['application/merge-patch+json', 'application/json'];
    case 'json-patch':
      return ['application/json-patch+json'];
    case 'none':
      return [];
  }
}

/** Whether the contract has changes of a part as PATCH, and not as POST or PUT. */
export function isPatch({ contract }: Scene): boolean {
  return contract === null || wayOf(contract, 'update').method === 'PATCH';
}

function isOffered(scene: Scene, contract: Contract, kind: Kind): boolean {
  if (contract.operations[kind] === undefined) return false;
  if (kind === 'list' || kind === 'read') return true;
  if (kind === 'update' && isPatch(scene) && scene.decisions['update.media'].value === 'none')
    return false;
  return scene.decisions['access.writes'].value === 'allow';
}

function checkRateLimit(scene: Scene): Refused | null {
  const most = scene.decisions['limit.requests'];
  if (most.value === 0 || isUncheckedPreflight(scene)) return null;
  const { calls, secondsLeft } = scene.book.draw.traffic();
  if (calls <= most.value) return null;
  return {
    situation: 'limited',
    by: most.by,
    detail: `more than ${most.value} requests in this minute`,
    remedy: `Wait ${secondsLeft} seconds.`,
    headers: [
      { name: 'retry-after', value: String(secondsLeft), by: scene.decisions['limited.status'].by },
    ],
  };
}

/** Returns why a call is refused without one of the credentials that it needs. */
function checkCredentials(scene: Scene): Refused | null {
  if (needsNone(scene) || isUncheckedPreflight(scene)) return null;
  const needed = neededCredentials(scene);
  const { credentials } = scene.book;
  const flaws = needed.schemes.map((one) => ({
    one,
    flaw: flawOfCredentials(one.scheme, sentCredentials(scene, one), credentials),
  }));
  const [first] = flaws;
  if (first === undefined || flaws.some(({ flaw }) => flaw === null)) return null;
  // What was sent tells more than what was not.
  const { one, flaw } = flaws.find((each) => each.flaw !== 'missing') ?? first;
  return {
    situation: 'unauthorized',
    by: needed.by,
    ...whatIsWrong(one, flaw ?? 'missing', credentials === undefined ? 'any' : 'accepted'),
    headers: [
      {
        name: 'www-authenticate',
        value: flaws.map((each) => challengeOf(each.one, each.flaw)).join(', '),
        by: needed.by,
      },
    ],
  };
}

/** Returns why a call with good credentials is refused: its token lacks scopes. */
function checkScopes(scene: Scene): Refused | null {
  if (needsNone(scene) || isUncheckedPreflight(scene)) return null;
  const { schemes, by } = neededCredentials(scene);
  if (schemes.every(({ scopes = [] }) => scopes.length === 0)) return null;
  const { credentials } = scene.book;
  const lacking: (readonly string[])[] = [];
  for (const one of schemes) {
    const sent = sentCredentials(scene, one);
    if (flawOfCredentials(one.scheme, sent, credentials) !== null) continue;
    const { scopes = [] } = one;
    const has = scopesOfToken(sent, credentials);
    if (scopes.length === 0 || has === null || scopes.every((scope) => has.includes(scope)))
      return null;
    lacking.push(scopes.filter((scope) => !has.includes(scope)));
  }
  const [lacks] = lacking;
  if (lacks === undefined) return null;
  const [what, names] = [lacks.length === 1 ? 'scope' : 'scopes', lacks.join(' ')];
  // RFC 6750 section 3.1.
  const value = `Bearer realm="standin", error="insufficient_scope", scope="${names}"`;
  return {
    situation: 'forbidden',
    by,
    detail: `the token does not have the ${what} ${names}`,
    remedy: `Send a token with the ${what} ${names}: behind the token in --credential, or in the claim "scope" of a JWT.`,
    headers: [{ name: 'www-authenticate', value, by }],
  };
}

/** Tells at once of most calls that they need no credentials. */
function needsNone({ book, operation, decisions }: Scene): boolean {
  const security = operation?.security;
  if (security === undefined) return decisions['auth.scheme'].value === 'none';
  return security.length === 0 && book.bodies !== 'bare';
}

/** The credentials of which a call needs one, and who says so; none if it needs none. */
function neededCredentials(scene: Scene): {
  readonly schemes: readonly SecurityScheme[];
  readonly by: By;
} {
  const { book, operation, decisions } = scene;
  const { value: scheme, by } = decisions['auth.scheme'];
  // A judge asks about calls without the credentials that they are sent with.
  const declared = book.bodies === 'bare' ? undefined : operation?.security;
  if (declared !== undefined) {
    const isRequired = demandsCredentials(operation) || scheme !== 'none';
    return { schemes: isRequired ? declared : [], by: 'contract' };
  }
  if (scheme === 'none') return { schemes: [], by };
  // What no operation asks for needs no more than each operation declares.
  if (operation == null && isDeclared(scene)) return { schemes: [], by: 'contract' };
  const name = decisions['auth.header'].value;
  return { schemes: [scheme === 'api-key' ? { scheme, in: 'header', name } : { scheme }], by };
}

/** Whether each operation of the contract of a call, or of all contracts, says what it needs. */
function isDeclared({ book, contract }: Scene): boolean {
  return contract === null
    ? book.router.contracts.every(declaresSecurity)
    : declaresSecurity(contract.template ?? contract);
}

/** Returns what a client is known by: what it sends in the place of the credentials that it needs. */
export function credentialsSent(scene: Scene): readonly string[] {
  if (needsNone(scene)) return [];
  return neededCredentials(scene).schemes.map((one) => sentCredentials(scene, one));
}

/** Browsers send a preflight without credentials; it is neither checked nor counted. */
function isUncheckedPreflight(scene: Scene): boolean {
  return isPreflight(scene.call) && scene.decisions['cors.origin'].value !== 'none';
}

function checkMethod(scene: Scene, route: Route): Refused | null {
  const { method } = scene.call;
  if (route.kind === 'action') return null;
  if (method === 'OPTIONS' || (route.kind === 'root' && (method === 'GET' || method === 'HEAD')))
    return null;
  const { contract, kind } = scene;
  if (contract !== null && kind !== null && isOffered(scene, contract, kind)) return null;
  const allowed = allowedMethods(scene, route);
  const isClosed = contract !== null && kind !== null && contract.operations[kind] !== undefined;
  const writes = scene.decisions['access.writes'];
  const isReadOnly = isClosed && writes.value === 'refuse';
  const by = !isClosed ? 'contract' : isReadOnly ? writes.by : scene.decisions['update.media'].by;
  const allowHeader: RuledHeader = { name: 'allow', value: allowed.join(', '), by: 'http' };
  return {
    situation: 'disallowed',
    by,
    detail: `${method} is not supported at this path${isReadOnly ? ': the server is read-only' : ''}`,
    remedy: `Use one of ${allowed.join(', ')}.`,
    headers: [allowHeader],
  };
}

function checkAccept(scene: Scene): Refused | null {
  // A file has the media type that it was sent with.
  if (scene.operation?.file?.in === 'answer') return null;
  const wanted = header(scene.call.headers, 'accept');
  const bodies = bodiesOfSuccess(scene);
  if (bodies === null && (acceptsJson(wanted) || acceptsJson(wanted, jsonTypesOf(scene))))
    return null;
  if (bodies !== null && (bodies.length === 0 || chooseBody(bodies, wanted) !== null)) return null;
  const unmet = scene.decisions['accept.unmet'];
  if (unmet.value === 'ignore') return null;
  if (bodies !== null) return unacceptable(bodies, unmet.by);
  return {
    situation: 'unacceptable',
    by: unmet.by,
    detail: 'responses are JSON, and the Accept header does not allow it',
    remedy: 'Send Accept: application/json, or no Accept header.',
  };
}

/** Returns why a client does not get a file: it has the media type that it was sent with. */
export function checkAcceptOfFile(scene: Scene, item: Json): Refused | null {
  const { book, call, operation, decisions } = scene;
  const file = operation?.file?.in === 'answer' && book.bodies !== 'bare' ? fileIn(item) : null;
  const unmet = decisions['accept.unmet'];
  if (file === null || unmet.value === 'ignore') return null;
  const bodies: readonly Body[] = [{ type: file.mediaType, schema: null, examples: {} }];
  return chooseBody(bodies, header(call.headers, 'accept')) === null
    ? unacceptable(bodies, unmet.by)
    : null;
}

/**
 * The bodies that the specification declares of a success; `null` if it does not say which there are.
 * An answer about rows has JSON if none is shown.
 */
function bodiesOfSuccess(scene: Scene): readonly Body[] | null {
  const { book, kind, operation, decisions } = scene;
  if (operation?.answers === undefined || book.bodies === 'bare') return null;
  const key = kind === null ? 'read.status' : (`${kind}.status` as const);
  const chosen: number = decisions[key].value;
  const status = specifiedStatus(operation.outcomes.ok, chosen) ?? chosen;
  const found = answerWith(operation, answeredStatus(operation, status));
  const bodies = found?.answer.bodies ?? [];
  return kind !== null && bodies.length === 0 ? null : bodies;
}

function unacceptable(bodies: readonly Body[], by: By): Refused {
  const types = [...new Set(bodies.map(({ type }) => type))].join(', ');
  return {
    situation: 'unacceptable',
    by,
    detail: `responses are ${types}, and the Accept header does not allow it`,
    remedy: `Send Accept: ${types}, or no Accept header.`,
  };
}

/** The media types that the answers of a contract have. */
function jsonTypesOf({ contract, operation }: Scene): readonly string[] {
  const all = [...Object.values(contract?.operations ?? {}), ...(operation ? [operation] : [])];
  return all.flatMap(({ outcomes }) =>
    Object.entries(outcomes.ok?.headers ?? {}).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-type' ? [value.toLowerCase()] : [],
    ),
  );
}

function checkVersion(scene: Scene): Refused | null {
  const asked = scene.decisions['version.request'];
  if (asked.value === 'ignore' || isUncheckedPreflight(scene)) return null;
  const detail = flawOfVersion(header(scene.call.headers, 'api-version'), asked.value);
  if (detail === null) return null;
  return {
    situation: 'unacceptable',
    by: asked.by,
    detail,
    remedy: `Send API-Version: ${INTERFACE_VERSION}.`,
  };
}

function checkQuery(scene: Scene): Refused | null {
  if (scene.call.query === '' || dialectOf(scene) !== null) return null;
  if (embedsAsked(scene).length > 0) return null;
  const parameters = scene.decisions['query.parameters'];
  if (parameters.value === 'ignore') return null;
  return {
    situation: 'unexpected',
    by: parameters.by,
    detail: 'this path takes no query parameters',
    remedy: 'Remove what follows the "?".',
  };
}

/** Looks at the ids of items in paths with the items, and at other values in paths here. */
function checkParameters(scene: Scene, route: Route): Refused | null {
  const { book, call, operation, sentQuery: query = call.query } = scene;
  if (operation?.parameters === undefined || book.parameters === 'added') return null;
  const rules = { ...book, counts: (facet: Facet) => countsIn(scene, facet) };
  const { headers } = call;
  const texts = { path: NO_VALUES, query, headers };
  const flaws = flawsOfParameters(rules, checkedParameters(operation), texts);
  if (flaws.length > 0) return unfit(scene, flaws);
  const inPath = route.kind === 'action' ? operation.parameters.filter(isInPath) : [];
  if (route.kind !== 'action' || inPath.length === 0) return null;
  const path = valuesInPath(scene, route);
  const unfitting = path === null ? [] : flawsOfParameters(rules, inPath, { ...texts, path });
  return unfitting.length === 0 ? null : unfit(scene, unfitting, 'id.malformed');
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

function isInPath(one: Parameter): boolean {
  return one.in === 'path';
}

/** Formats and bounds count unless a choice accepts them, as in bodies. */
function countsIn({ decisions }: Scene, facet: Facet): boolean {
  if (facet === 'format') return decisions['fields.format'].value === 'refuse';
  return facet !== 'bounds' || decisions['fields.bounds'].value === 'refuse';
}

/** Whether the values in the path of an operation are what it says of them. */
export function fitsPath(
  { schemas, checker }: Pick<Book, 'schemas' | 'checker'>,
  { parameters = [] }: Pick<Operation, 'parameters'>,
  path: ReadonlyMap<string, string>,
): boolean {
  const rules = { schemas, checker, counts: () => true };
  const texts = { path, query: '', headers: {} };
  return flawsOfParameters(rules, parameters.filter(isInPath), texts).length === 0;
}

/** Returns the values in the path of an action; `null` if the call is at another path. */
export function valuesInPath(
  { book, call }: { readonly book: Pick<Book, 'router'>; readonly call: Pick<Call, 'path'> },
  { contract, operation }: Pick<ActionRoute, 'contract' | 'operation'>,
): ReadonlyMap<string, string> | null {
  const pattern = patternOf({ ...contract, path: operation.path }, book.router.basePath);
  return matchPattern(
    pattern,
    call.path
      .replace(/(?<=.)\/$/, '')
      .slice(1)
      .split('/'),
  );
}

function unfit(
  scene: Scene,
  flaws: readonly ParameterError[],
  status?: 'id.malformed',
): Refused | null {
  const rule = scene.decisions['parameters.unfit'];
  if (rule.value === 'ignore') return null;
  return {
    situation: 'unfit',
    by: rule.by,
    detail: flaws
      .slice(0, FLAWS_SHOWN_MAX)
      .map((one) => one.detail)
      .join('; '),
    parameters: flaws,
    remedy: 'Send the parameters as the contract describes them.',
    ...(status === undefined ? {} : { status }),
  };
}

const FLAWS_SHOWN_MAX = 10;

function checkIdempotencyKey(scene: Scene): Refused | null {
  const rule = scene.decisions['create.idempotency'];
  if (rule.value !== 'require' || scene.kind !== 'create' || scene.call.method === 'OPTIONS')
    return null;
  // A judge asks about calls without the keys that they are sent with.
  if (scene.book.bodies === 'bare') return null;
  const name = keyHeaderOf(scene.operation);
  if (idempotencyKeyIn(scene.call, name) !== undefined) return null;
  return {
    situation: 'keyless',
    by: rule.by,
    detail: `the header ${name} is missing`,
    remedy: `Send ${name}: <a UUID>, and the same one if you send the request again.`,
  };
}
