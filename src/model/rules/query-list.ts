// The rules for reading part of the list, if a dialect is chosen, and the reply with any list.

import { type JsonObject, own } from '../../base/json.ts';
import { type Paging, parametersOfPages } from '../../contract/envelopes/pages.ts';
import { rowsKey } from '../../contract/rows.ts';
import { accountsOf } from '../accounts/accounts.ts';
import { header } from '../message/call.ts';
import { orderAsked } from '../query/asked-order.ts';
import {
  askedByName,
  filterCondition,
  namedParameters,
  searchCondition,
} from '../query/contract-filters.ts';
import { type Dialect, readQuery } from '../query/dialects.ts';
import { pageOf } from '../query/page.ts';
import { type ListPart, partOf, skipAsked, type WholeList } from '../query/part.ts';
import type { Condition, Query } from '../query/query.ts';
import { type EmbedWish, readEmbeds } from '../query/relations.ts';
import { selectionOf } from '../query/selection-cache.ts';
import { withEmbedded } from '../relations/embedded.ts';
import type { Told } from '../ruling/frame.ts';
import { listTag } from '../ruling/list-body.ts';
import type { ListContent, Ruled, RuledHeader, Ruling } from '../ruling/ruling.ts';
import { allRowsOf } from '../state/rows-of.ts';
import type { StoredRecord } from '../state/state.ts';
import { answerConditional, tagHeaders } from './conditional.ts';
import { grant, NO_EFFECT, NO_HEADERS, refuse, type Scene, shownAs } from './scene.ts';

/** Returns the dialect of a call for part of the list; `null` if none is chosen or needed. */
export function dialectOf(scene: Scene): Ruled<Dialect> | null {
  if (scene.call.query === '' || scene.kind !== 'list' || asksForPart(scene)) return null;
  const { value, by } = scene.decisions['query.dialect'];
  return value === 'none' ? null : { value, by };
}

/** Whether a call asks for a part of the list in the way of the contract, which comes first. */
function asksForPart({ call, operation }: Scene): boolean {
  const query = new URLSearchParams(call.query);
  return parametersOfPages(operation?.paging).some((name) => query.has(name));
}

/** Returns what a call asks to be shown in items, if a dialect is chosen. */
export function embedsAsked({ call, decisions }: Scene): readonly EmbedWish[] {
  const { value } = decisions['query.dialect'];
  return call.query === '' || value === 'none' ? NO_WISHES : readEmbeds(value, call.query);
}

const NO_WISHES: readonly EmbedWish[] = [];

/** Returns records with the related items that a call asks for. */
export function withRelated(
  scene: Scene,
  records: readonly StoredRecord[],
): readonly StoredRecord[] {
  const wishes = embedsAsked(scene);
  return scene.contract === null || wishes.length === 0
    ? records
    : withEmbedded(scene.book, scene.contract, wishes, records);
}

/** What a call asks of a list by the query parameters of its contract. */
interface AskedList {
  /** The whole list in the order that is asked for, with the members that are. */
  readonly whole: ListContent;
  /** `null` if all items are asked for, in the order of the list. */
  readonly query: Query | null;
}

/** Reads what the query asks for; a refusal if it has an expression that is not read. */
function askedOf(scene: Scene, given: ListContent): AskedList | Ruling {
  const { call, operation = {}, contract, book } = scene;
  const mine = ofCaller(scene);
  if (call.query === '' && mine === null) return { whole: given, query: null };
  const members = contract === null ? new Map() : book.schemas.membersOf(contract.item);
  const order = orderAsked(call.query, namedParameters(operation), [...members.keys()]);
  const search = searchCondition(operation, call.query, unsearchedIn(contract, members));
  if ('flawed' in search)
    return refuse(scene, {
      situation: 'unexpected',
      by: 'contract',
      detail: `the query parameter "$filter" is not understood at ${JSON.stringify(search.flawed)}`,
      remedy: 'Compare members with values: "price gt 5 and contains(name,\'a\')".',
    });
  const filter = filterCondition(operation, call.query);
  const of = [filter, mine].filter((one) => one !== null).concat(search);
  const [only = filter] = of;
  const where = of.length === 1 && only !== null ? only : ({ kind: 'all', of } as const);
  const isWhole = of.length === 0 && order.keys.length === 0;
  const named = askedByName(operation, call.query, 'members')
    ?.split(',')
    .map((one) => one.trim());
  const isTurned = order.keys.length === 0 && order.direction !== null;
  return {
    whole: {
      ...given,
      ...(isTurned ? { order: order.direction === 'up' ? 'oldest-first' : 'newest-first' } : {}),
      ...(named === undefined || named.includes('*') ? {} : { fields: named }),
    },
    query: isWhole
      ? null
      : { where, sort: order.keys, collation: 'code-units', cut: { kind: 'whole' } },
  };
}

/** The condition of a list of what the caller made; `null` if the list is none, or nobody calls. */
function ofCaller({ contract, book }: Scene): Condition | null {
  const { caller = null, router, schemas } = book;
  if (contract?.caller !== true || caller === null) return null;
  const accounts = accountsOf(router.contracts, schemas);
  const [maker] = accounts?.personal.get(rowsKey(contract))?.makers ?? [];
  if (accounts === null || maker === undefined) return null;
  const path = maker.shows.length === 0 ? maker.member : `${maker.member}.${accounts.contract.id}`;
  return { kind: 'field', path, test: { op: 'is', operands: [caller] }, counts: 'always' };
}

/** What nobody searches for by words: ids, moments and the like. */
function unsearchedIn(
  contract: Scene['contract'],
  members: ReadonlyMap<string, JsonObject>,
): readonly string[] {
  const formed = [...members].filter(([, schema]) => own(schema, 'format') !== undefined);
  return [...(contract === null ? [] : [contract.id]), ...formed.map(([name]) => name)];
}

/** Selects the items that the contract has for the query, and cuts them into its pages. */
export function listByContract(scene: Scene, given: ListContent): Ruling {
  const paging = scene.operation?.paging;
  const asked = askedOf(scene, given);
  if ('situation' in asked) return asked;
  const { whole, query } = asked;
  const { collection, order } = whole;
  const matches = query === null ? null : selectionOf(scene.call, { collection, order, query });
  if (paging !== undefined)
    return listByPages(scene, paging, whole, {
      matches,
      isSorted: query !== null && query.sort.length > 0,
    });
  const value =
    matches === null
      ? whole
      : { ...whole, selection: { records: matches.slice(), envelope: null } };
  return grantList(scene, { value, by: 'contract' }, NO_HEADERS);
}

/** Cuts a list, or the items that match, into the pages of the contract. */
function listByPages(
  scene: Scene,
  paging: Paging,
  whole: ListContent,
  asked: Pick<WholeList, 'matches' | 'isSorted'>,
): Ruling {
  const query = new URLSearchParams(scene.call.query);
  const { collection: rows, order } = whole;
  const all = scene.contract === null ? rows : allRowsOf(scene.book.state, scene.contract);
  if (scene.book.cursors === 'foreign' && paging.by === 'cursor') query.delete(paging.parameter);
  const part = partOf({ rows, all, order, ...asked }, paging, query);
  if (part === null)
    return refuse(scene, {
      situation: 'unexpected',
      by: 'contract',
      detail: `the query parameter ${JSON.stringify(paging.parameter)} is no cursor of this list`,
      remedy: 'Send one that a page has shown, or leave it out.',
    });
  const { leads, ...shown } = part;
  const { headers, told } = beside(scene, paging, leads, query);
  const selection = { ...shown, envelope: null, told: [...told, ...countAsked(scene, part.total)] };
  return grantList(scene, { value: { ...whole, selection }, by: 'contract' }, headers);
}

/** What an answer says of other pages: in `Link`, or at the places that the contract names. */
function beside(
  scene: Scene,
  paging: Paging,
  leads: ListPart['leads'],
  query: URLSearchParams,
): { readonly headers: readonly RuledHeader[]; readonly told: readonly Told[] } {
  const { next } = paging;
  if (next === undefined) return { headers: NO_HEADERS, told: [] };
  const { parameter } = skipAsked(paging, query) ?? paging;
  const addressOf = (value: string): string => {
    const other = new URLSearchParams(query);
    other.set(parameter, value);
    return urlOf(scene, other.toString());
  };
  const links = Object.entries(leads).map(([relation, value]): [string, string] => [
    relation,
    addressOf(value),
  ]);
  if (next.in === 'header') {
    const value = links.map(([relation, target]) => `<${target}>; rel="${relation}"`).join(', ');
    return { headers: value === '' ? [] : [{ name: 'link', value, by: 'contract' }], told: [] };
  }
  if (next.holds === 'cursor')
    return { headers: NO_HEADERS, told: [{ at: next.at, value: leads.next ?? null }] };
  const addresses = new Map([...links, ['self', urlOf(scene, scene.call.query)]]);
  const told = LINKS.flatMap((relation): readonly Told[] => {
    const at = next.at.map((step) => step.replace(/^next(?=$|_|[A-Z])/, relation));
    const isPlace = relation === 'next' || (at.join() !== next.at.join() && isThere(scene, at));
    const lead = relation === 'previous' ? 'prev' : relation;
    return isPlace ? [{ at, value: addresses.get(lead) ?? null }] : [];
  });
  return { headers: NO_HEADERS, told };
}

/** The number of all items, if the query asks for it and the answer has a place. */
function countAsked(scene: Scene, total: number): readonly Told[] {
  const { operation, call } = scene;
  if (askedByName(operation ?? {}, call.query, 'count') !== 'true') return [];
  const around = operation?.envelope?.at.slice(0, -1) ?? [];
  return COUNTS_ASKED.map((name) => [...around, name])
    .filter((at) => isThere(scene, at))
    .map((at) => ({ at, value: total }));
}

const COUNTS_ASKED = ['@odata.count', '@count'];

/** The links that stand together, by their usual names. */
const LINKS = ['self', 'first', 'prev', 'previous', 'next', 'last'] as const;

function isThere({ operation, book }: Scene, at: readonly string[]): boolean {
  const schema = operation?.envelope?.schema;
  return schema !== undefined && book.schemas.memberAt(schema, at) !== undefined;
}

/** Rules on a call for part of a list. */
export function listByQuery(scene: Scene, dialect: Ruled<Dialect>, whole: ListContent): Ruling {
  const { by } = dialect;
  const read = readQuery(dialect.value, scene.call.query);
  if (read.kind === 'flawed')
    return refuse(scene, { situation: 'unexpected', by, detail: read.detail, remedy: read.remedy });
  const { collection, order } = whole;
  const matches = selectionOf(scene.call, { collection, order, query: read.query });
  const { records, offset, envelope, headers } = pageOf(matches, read.query.cut, () =>
    urlOf(scene, scene.call.query),
  );
  const shown = withRelated(scene, records);
  const selection = { records: shown, envelope, total: matches.length, offset };
  const list: ListContent = { ...whole, selection };
  const ruled = headers.map(([name, value]): RuledHeader => ({ name, value, by }));
  return grantList(scene, { value: list, by }, ruled);
}

/** Answers with a list and its entity tag, unless a condition of the request fails. */
export function grantList(
  scene: Scene,
  given: Ruled<ListContent>,
  headers: readonly RuledHeader[],
): Ruling {
  const { by } = given;
  // The text of the list is kept from the first time on: the tag is already that of what is shown.
  const as = shownAs(scene);
  const list = as === null ? given.value : { ...given.value, ...as };
  const tag = scene.decisions['cache.validator'].value === 'etag' ? listTag(list) : null;
  const content = { value: { kind: 'list', list }, by } as const;
  return (
    answerConditional(scene, tag) ??
    grant(scene, 'list.status', content, [...headers, ...tagHeaders(scene, tag)], NO_EFFECT)
  );
}

/** The full address of the list with a query, as far as it is known. */
function urlOf({ call }: Scene, query: string): string {
  const address = `${call.scheme ?? 'http'}://${header(call.headers, 'host') ?? 'localhost'}${call.path}`;
  return query === '' ? address : `${address}?${query}`;
}
