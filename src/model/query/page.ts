// The part of the records that a query asks for, and the total, links or envelope beside it.

import type { JsonObject } from '../../base/json.ts';
import type { StoredRecord } from '../state/state.ts';
import type { RecordRange } from './query.ts';

export interface RecordsPage {
  readonly records: readonly StoredRecord[];
  /** How many of the selected records come before. */
  readonly offset: number;
  /** The members before `data`; `null` if the list is an array. */
  readonly envelope: JsonObject | null;
  /** Names and values of header fields. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Selected records, of which a page is taken. */
export type Selected = Pick<readonly StoredRecord[], 'length' | 'slice'>;

/** Cuts the selected records. Links are made from `url`, the whole address of the request. */
export function pageOf(records: Selected, cut: RecordRange, url: () => string): RecordsPage {
  switch (cut.kind) {
    case 'whole':
      return { records: records.slice(), offset: 0, envelope: null, headers: [] };
    case 'slice':
      return {
        records: records.slice(cut.start, cut.end),
        offset: cut.start < 0 ? Math.max(0, records.length + cut.start) : cut.start,
        envelope: null,
        headers: countHeaders(records.length, 'X-Total-Count'),
      };
    case 'page': {
      const { page, size } = cut;
      const part = records.slice((page - 1) * size, page * size);
      const link =
        part.length === 0 || part.length === records.length
          ? ''
          : linksOf(cut, records.length, url());
      return {
        records: part,
        offset: (page - 1) * size,
        envelope: null,
        headers: [...countHeaders(records.length, 'X-Total-Count, Link'), ['link', link]],
      };
    }
    case 'enveloped':
      return envelop(records, cut);
  }
}

function countHeaders(total: number, exposed: string): RecordsPage['headers'] {
  return [
    ['x-total-count', String(total)],
    ['access-control-expose-headers', exposed],
  ];
}

/** Formats the links of a page (RFC 8288): the request's address with another `page=`. */
function linksOf(
  { page, size }: { readonly page: number; readonly size: number },
  total: number,
  url: string,
): string {
  const shown = `page=${page}`;
  const at = url.indexOf(shown);
  const [before, after] =
    at < 0 ? [url, ''] : [`${url.slice(0, at)}page=`, url.slice(at + shown.length)];
  const link = (relation: string, to: number): string =>
    `<${before}${at < 0 ? '' : to}${after}>; rel="${relation}"`;
  const prev = page > 1 ? `${link('prev', page - 1)}, ` : '';
  const next = page * size < total ? `${link('next', page + 1)}, ` : '';
  return `${link('first', 1)}, ${prev}${next}${link('last', Math.ceil(total / size))}`;
}

function envelop(
  records: Selected,
  { page: wished, size }: { readonly page: number; readonly size: number },
): RecordsPage {
  const pages = Math.max(1, Math.ceil(records.length / size));
  const page = Math.min(Math.max(1, wished), pages);
  const envelope = {
    first: 1,
    prev: page > 1 ? page - 1 : null,
    next: page < pages ? page + 1 : null,
    last: pages,
    pages,
    items: records.length,
  };
  const offset = (page - 1) * size;
  return { records: records.slice(offset, offset + size), offset, envelope, headers: [] };
}
