// The header fields that a specification declares of an answer: what the answer says anyway, an
// example, or a value of the schema if the field is required.

import type { Answer, HeaderField } from '../../contract/declared.ts';
import { fieldTextOf } from '../../schema/header-values.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { RuledHeader } from '../ruling/ruling.ts';
import { SAMPLE } from '../ruling/specified-body.ts';

export interface FieldFacts {
  readonly schemas: Schemas;
  /** The header fields that the answer has already. */
  readonly sent: readonly RuledHeader[];
  /** How many items there are in all, if the answer is about a list. */
  readonly total: number | null;
  /** Whether the content is rows, which clients must not keep. */
  readonly isOfRows: boolean;
  /** The validator of the row that the answer is about; `null` if it is about none. */
  readonly tag: string | null;
  /** A path that leads to this mock. */
  readonly home: string;
}

/** Returns the fields that an answer lacks. Those that frame a message are never among them. */
export function declaredFields({ headers }: Answer, facts: FieldFacts): readonly RuledHeader[] {
  return Object.entries(headers).flatMap(([name, field]): readonly RuledHeader[] => {
    if (FRAMING.test(name) || facts.sent.some((one) => one.name === name)) return [];
    const value = textOf(name, field, facts);
    return value === null ? [] : [{ name, value, by: 'contract' }];
  });
}

/** What frames a message, or says to which pages browsers show it. */
const FRAMING =
  /^(?:content-(?:length|encoding|type|range)|transfer-encoding|connection|keep-alive|trailer|upgrade|te|date|access-control-.*|proxy-.*)$/;

/** What tells clients to keep an answer. */
const CACHING = /^(?:cache-control|expires|age|last-modified|etag)$/;

/** Names of fields with the number of all items; `X-Count` may be that of a page. */
export const TOTAL_FIELD =
  /^(?:x-)?(?:(?:pagination-)?total(?:-?(?:count|items|results|elements))?|count)$/;

function textOf(name: string, field: HeaderField, facts: FieldFacts): string | null {
  const { required, examples } = field;
  if (facts.total !== null && TOTAL_FIELD.test(name)) return String(facts.total);
  if (facts.tag !== null && name === 'etag') return facts.tag;
  const [example] = examples;
  const isUsed =
    example !== undefined && !(facts.isOfRows && (CACHING.test(name) || name === 'link'));
  if (isUsed) return fieldTextOf(example);
  return required || (name === 'location' && !facts.isOfRows)
    ? sampleField(name, field, facts)
    : null;
}

/** Texts that clients can read, for fields whose schema is any text. */
const USUAL: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-disposition': 'attachment',
  'content-language': 'en',
  etag: '"1"',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
  'retry-after': '1',
  'set-cookie': 'standin=1; Path=/',
  'www-authenticate': 'Bearer realm="standin"',
};

function sampleField(name: string, { schema }: HeaderField, { schemas, home }: FieldFacts): string {
  const sample = schema === null ? undefined : sampleOfSchema(schemas, schema, SAMPLE);
  const usual = { ...USUAL, location: home, link: `<${home}>; rel="self"` }[name];
  const isWord = sample === undefined || (typeof sample === 'string' && /\s/.test(sample));
  return isWord && usual !== undefined ? usual : fieldTextOf(sample ?? '1');
}
