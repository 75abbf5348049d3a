// The rules for reading part of the list, if a dialect is chosen, and the reply with any list.

import { header } from '../message/call.ts';
import { type Dialect, readQuery } from '../query/dialects.ts';
import { pageOf } from '../query/page.ts';
import { selectionOf } from '../query/selection-cache.ts';
import { listTag } from '../ruling/list-body.ts';
import type { ListContent, Ruled, RuledHeader, Ruling } from '../ruling/ruling.ts';
import { answerConditional, tagHeaders } from './conditional.ts';
import { grant, NO_EFFECT, refuse, type Scene } from './scene.ts';

/** Returns the dialect of a call for part of the list; `null` if none is chosen or needed. */
export function dialectOf(scene: Scene): Ruled<Dialect> | null {
  if (scene.call.query === '' || scene.kind !== 'list') return null;
  const { value, by } = scene.decisions['query.dialect'];
  return value === 'none' ? null : { value, by };
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
  const list: ListContent = { ...whole, selection: { records, envelope } };
  const ruled = headers.map(([name, value]): RuledHeader => ({ name, value, by }));
  return grantList(scene, { value: list, by }, ruled);
}

/** Answers with a list and its entity tag, unless a condition of the request fails. */
export function grantList(
  scene: Scene,
  { value: list, by }: Ruled<ListContent>,
  headers: readonly RuledHeader[],
): Ruling {
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
