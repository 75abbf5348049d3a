// How the list of an operation is cut into pages, by its query parameters.

import { type JsonObject, own } from '../../base/json.ts';
import type { ApiOperation, ApiParameter } from './operations.ts';
import { lettersOf } from './shapes.ts';

const PAGE = ['page', 'pagenumber', 'pageno', 'pageindex', 'currentpage'];
const OFFSET = ['offset', 'skip', 'start', 'startindex', 'startat', 'pageoffset'];
const SIZE = ['limit', 'perpage', 'pagesize', 'size', 'maxresults', 'pagelimit', 'take', 'rows'];

/** Returns the `pages` of a list in a contract; `null` if clients cannot ask for a part of it. */
export function pagesOf({ parameters }: ApiOperation): JsonObject | null {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const named = (names: readonly string[]): ApiParameter | undefined =>
    inQuery.find(({ name }) => names.includes(lettersOf(name)));
  const [page, offset, size] = [named(PAGE), named(OFFSET), named(SIZE)];
  const counter = page ?? offset;
  if (counter === undefined || isText(counter)) return null;
  const usual = size === undefined ? undefined : countAt(size.schema, 'default');
  const most = size === undefined ? undefined : countAt(size.schema, 'maximum');
  const isFromZero = own(counter.schema, 'default') === 0 || own(counter.schema, 'minimum') === 0;
  return {
    ...(page === undefined ? { offset: counter.name } : { page: page.name }),
    ...(size === undefined ? {} : { size: size.name }),
    ...(page !== undefined && isFromZero ? { first: 0 } : {}),
    ...(usual === undefined ? {} : { usual }),
    ...(most === undefined ? {} : { most }),
  };
}

function countAt(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : undefined;
}

/** A cursor is a text. */
function isText({ schema }: ApiParameter): boolean {
  return own(schema, 'type') === 'string' && own(schema, 'format') === undefined;
}
