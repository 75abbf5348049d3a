// An answer in the form that the specification declares for its status: media type by what the client
// accepts, the text of other media types than JSON, and header fields.

import { parseExact } from '../../base/json.ts';
import { answerWith, type Body, bodyOfType, type Declared } from '../../contract/declared.ts';
import type { Schemas } from '../../schema/schema.ts';
import { isOfItems, writeBody } from '../media/write-body.ts';
import { type ChosenBody, chooseBody, isJsonType, usualBody } from '../message/choose-body.ts';
import { textOfBody } from '../ruling/render.ts';
import type { RuledHeader, Ruling } from '../ruling/ruling.ts';
import { declaredFields } from './declared-fields.ts';

export interface FormSources {
  readonly schemas: Schemas;
  /** The Accept field of the request. */
  readonly accept: string | undefined;
  /** A path that leads to this mock. */
  readonly home: string;
  /** The body that the answer has; the one that the client likes best if absent. */
  readonly chosen?: ChosenBody;
}

/** Returns the body of an answer that a client gets: the one it likes best, else the usual one. */
export function bodyAnswered(
  declared: Declared,
  status: number,
  accept: string | undefined,
): ChosenBody | null {
  const { bodies = [] } = answerWith(declared, status)?.answer ?? {};
  return chooseBody(bodies, accept) ?? usualBody(bodies);
}

/** Returns a ruling with its answer as the specification declares it. */
export function inDeclaredForm(declared: Declared, ruling: Ruling, sources: FormSources): Ruling {
  const found = answerWith(declared, ruling.status.value);
  if (found === null) return ruling;
  const { headers, bodies } = found.answer;
  const isPlain = bodies.every(
    ({ type, written }) => type === 'application/json' && written === undefined,
  );
  if (isPlain && Object.keys(headers).length === 0 && ruling.content.value.kind !== 'problem')
    return ruling;
  const chosen =
    sources.chosen ??
    bodyOfStored(bodies, ruling) ??
    bodyAnswered(declared, ruling.status.value, sources.accept);
  const typed = chosen === null ? ruling : withType(ruling, chosen, bodies.length, sources);
  const fields = declaredFields(found.answer, {
    schemas: sources.schemas,
    sent: typed.headers,
    total: totalOf(ruling),
    isOfRows: ruling.operation !== null,
    tag: tagOf(ruling),
    home: sources.home,
  });
  return fields.length === 0 ? typed : { ...typed, headers: [...typed.headers, ...fields] };
}

/** A file that was sent keeps its media type; `null` if the answer is about none. */
function bodyOfStored(bodies: readonly Body[], { content: { value } }: Ruling): ChosenBody | null {
  const type = value.kind === 'bytes' ? value.type : undefined;
  const body = type === undefined ? null : (bodyOfType(bodies, type) ?? bodies[0] ?? null);
  return type === undefined || body === null ? null : { body, type };
}

/** The validator of the row that an answer is about, as a read has it. */
function tagOf({ content: { value }, effect }: Ruling): string | null {
  if (value.kind === 'record') return value.record.tagOnce();
  return effect.kind === 'put' ? effect.record.tagOnce() : null;
}

/** How many items a list has in all. */
function totalOf({ content: { value } }: Ruling): number | null {
  if (value.kind !== 'list') return null;
  const { collection, selection } = value.list;
  return selection?.total ?? selection?.records.length ?? collection.size;
}

function withType(
  ruling: Ruling,
  { body, type }: ChosenBody,
  count: number,
  { schemas }: FormSources,
): Ruling {
  const { content } = ruling;
  if (content.value.kind === 'none' || isEmptyStatus(ruling.status.value)) return ruling;
  const vary: RuledHeader[] = count > 1 ? [{ name: 'vary', value: 'Accept', by: 'http' }] : [];
  const isJson = isJsonType(type);
  // Any media type is declared: problem details have their own.
  if (isJson && type !== body.type && content.value.kind === 'problem') return ruling;
  const others = ruling.headers.filter(
    ({ name }) => name !== 'content-type' && (isJson || name !== 'etag'),
  );
  const written = type === body.type ? body.written : undefined;
  const field = fieldOf(type, written);
  const typed: RuledHeader = { name: 'content-type', value: field, by: 'contract' };
  const isUsual =
    written === undefined && type === 'application/json' && content.value.kind !== 'problem';
  const headers = [
    ...others,
    ...vary,
    ...(isUsual ? [] : [typed]),
    ...(isPage(type) ? FOREIGN_PAGE : []),
  ];
  if (isJson || content.value.kind === 'bytes') return { ...ruling, headers };
  const { frame: _, ...rest } = ruling;
  // A table or a stream has the items, and no place for what stands around them.
  const isRows = content.value.kind === 'list' && isOfItems(type);
  const value = parseExact(textOfBody(isRows ? rest : ruling));
  const bytes = writeBody(schemas, value, { type, schema: body.schema });
  return { ...rest, headers, content: { value: { kind: 'bytes', bytes }, by: 'contract' } };
}

/** Statuses without a body (RFC 9110 section 15). */
export function isEmptyStatus(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Texts are UTF-8, which browsers do not assume; events always are. */
function fieldOf(type: string, written: string = type): string {
  const isText = type.startsWith('text/') && type !== 'text/event-stream' && !isJsonType(type);
  return isText && !/;\s*charset=/i.test(written) ? `${written}; charset=utf-8` : written;
}

/** Whether a browser may run what is in a body. */
function isPage(type: string): boolean {
  return type === 'text/html' || /^(?:application|text)\/xml$|\+xml$/.test(type);
}

/** Such a page must not act as one of the mock: its API is at the same origin. */
export const FOREIGN_PAGE: readonly RuledHeader[] = [
  { name: 'content-security-policy', value: 'sandbox', by: 'http' },
  { name: 'x-content-type-options', value: 'nosniff', by: 'http' },
];
