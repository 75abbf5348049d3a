// The rules for reading part of the list, if a dialect is chosen, and the reply with any list.

import type { Paging } from '../../contract/contract.ts';
import { flawOfField } from '../../schema/header-values.ts';
import { header } from '../message/call.ts';
import { filterCondition } from '../query/contract-filters.ts';
import { type Dialect, readQuery } from '../query/dialects.ts';
import { pageOf } from '../query/page.ts';
import { readPairs } from '../query/pairs.ts';
import { type EmbedWish, readEmbeds } from '../query/relations.ts';
import { selectionOf } from '../query/selection-cache.ts';
import { withEmbedded } from '../relations/embedded.ts';
import { listTag } from '../ruling/list-body.ts';
import type { ListContent, Ruled, RuledHeader, Ruling } from '../ruling/ruling.ts';
import type { StoredRecord } from '../state/state.ts';
import { answerConditional, tagHeaders } from './conditional.ts';
import {
  grant,
  NO_EFFECT,
  NO_HEADERS,
  type Refused,
  refuse,
  type Scene,
  shownAs,
} from './scene.ts';

/** Returns the dialect of a call for part of the list; `null` if none is chosen or needed. */
export function dialectOf(scene: Scene): Ruled<Dialect> | null {
  if (scene.call.query === '' || scene.kind !== 'list') return null;
  const { value, by } = scene.decisions['query.dialect'];
  return value === 'none' ? null : { value, by };
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

/** Returns the refusal of a query parameter that does not fit its schema; `null` if all fit. */
export function findUnfitQuery({ call, operation, book }: Scene): Refused | null {
  const query = operation?.query;
  if (query === undefined || call.query === '') return null;
  for (const [name, value] of readPairs(call.query)) {
    const schema = Object.hasOwn(query, name) ? query[name] : undefined;
    const flaw = schema === undefined ? null : flawOfField(book.checker, schema, value);
    if (flaw !== null)
      return {
        situation: 'unexpected',
        by: 'contract',
        detail: `the query parameter ${JSON.stringify(name)} ${flaw}`,
        remedy: 'Correct it, or leave it out.',
      };
  }
  return null;
}

/** The items that the query parameters of the contract name; `null` if it names none. */
function matchesOf(scene: Scene, whole: ListContent): readonly StoredRecord[] | null {
  const where = filterCondition(scene.operation ?? {}, scene.call.query);
  if (where === null) return null;
  const { collection, order } = whole;
  const query = { where, ...UNSORTED } as const;
  return selectionOf(scene.call, { collection, order, query });
}

const UNSORTED = { sort: [], collation: 'code-units', cut: { kind: 'whole' } } as const;

/** Selects the items that the contract has for the query, and cuts them into its pages. */
export function listByContract(scene: Scene, whole: ListContent): Ruling {
  const paging = scene.operation?.paging;
  const matches = matchesOf(scene, whole);
  if (paging !== undefined) return listByPages(scene, paging, whole, matches);
  const value =
    matches === null ? whole : { ...whole, selection: { records: matches, envelope: null } };
  return grantList(scene, { value, by: 'contract' }, NO_HEADERS);
}

/** Cuts a list, or the items that match, into the pages of the contract. */
function listByPages(
  scene: Scene,
  paging: Paging,
  whole: ListContent,
  matches: readonly StoredRecord[] | null,
): Ruling {
  const asked = new URLSearchParams(scene.call.query);
  const number = (name: string | undefined, least: number): number | null => {
    const text = name === undefined ? null : asked.get(name);
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
    return Number.isInteger(value) && value >= least ? value : null;
  };
  const size = Math.min(number(paging.size, 1) ?? paging.usual, paging.most);
  const counted = (number(paging.parameter, paging.first) ?? paging.first) - paging.first;
  const offset = paging.by === 'page' ? counted * size : counted;
  const records: StoredRecord[] = matches?.slice(offset, offset + size) ?? [];
  if (matches === null)
    whole.collection.visit({ offset, count: size, order: whole.order }, (record) =>
      records.push(record),
    );
  const total = matches?.length ?? whole.collection.size;
  const selection = { records, envelope: null, total, offset, size };
  return grantList(scene, { value: { ...whole, selection }, by: 'contract' }, NO_HEADERS);
}

/** Rules on a call for part of a list. */
export function listByQuery(scene: Scene, dialect: Ruled<Dialect>, whole: ListContent): Ruling {
  const { by } = dialect;
  const read = readQuery(dialect.value, scene.call.query);
  if (read.kind === 'flawed')
    return refuse(scene, { situation: 'unexpected', by, detail: read.detail, remedy: read.remedy });
  const { collection, order } = whole;
  const matches = selectionOf(scene.call, { collection, order, query: read.query });
  const { records, envelope, headers } = pageOf(matches, read.query.cut, () => urlOf(scene));
  const shown = withRelated(scene, records);
  const list: ListContent = { ...whole, selection: { records: shown, envelope } };
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

/** The full address of the request, as far as it is known. */
function urlOf({ call }: Scene): string {
  return `${call.scheme ?? 'http'}://${header(call.headers, 'host') ?? 'localhost'}${call.path}?${call.query}`;
}
