// The parameters that an operation requires, with values for the requests that Standin sends itself:
// the same ones each time. A run knows its calls without them; they are added where calls are sent.

import { isObject, type Json, own } from '../../base/json.ts';
import { formDecode, percentEncode } from '../../base/percent.ts';
import { remember } from '../../base/remember.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import type { Parameter } from '../../contract/declared.ts';
import { quickTestOf } from '../../schema/quick/quick-test.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Call, header } from '../message/call.ts';
import { checkedParameters } from './checked-parameters.ts';
import { headerText, queryText } from './write-parameter.ts';

/** A required parameter as a request has it. */
type RequiredPart =
  | { readonly in: 'query'; readonly text: string }
  | { readonly in: 'header' | 'cookie'; readonly name: string; readonly text: string };

/** Returns what requests of an operation have for its required parameters, without those of its path. */
export function requiredParts(schemas: Schemas, operation: Operation): readonly RequiredPart[] {
  return operation.parameters === undefined ? NONE : partsBy(schemas)(operation);
}

const NONE: readonly RequiredPart[] = [];

const partsBy = remember(
  (schemas: Schemas) =>
    remember((operation: Operation) => partsOf(schemas, operation), new WeakMap()),
  new WeakMap(),
);

function partsOf(schemas: Schemas, operation: Operation): readonly RequiredPart[] {
  const parts = parametersToSend(operation).map((one) =>
    partOf(one, firstPage(operation, one) ?? valueFor(schemas, one)),
  );
  return [...parts, ...wholeList(schemas, operation)];
}

/** The parameters that each request of an operation has, without those of its path and credentials. */
export function parametersToSend(operation: Operation): readonly Parameter[] {
  return checkedParameters(operation).filter(
    (one) => one.required && !isCredential(operation, one),
  );
}

/** Returns a call with all parameters that its operation requires but one. */
export function withoutOne(
  schemas: Schemas,
  operation: Operation,
  call: Call,
  left: Parameter,
): Call {
  const index = parametersToSend(operation).indexOf(left);
  const parts = requiredParts(schemas, operation).filter((_, place) => place !== index);
  const sending = { varied: [], ...call.sending, parameters: 'as-given' } as const;
  return { ...withParts(call, parts), sending };
}

/** A list without pages has as many items as its default says, unless more are asked for. */
function wholeList(schemas: Schemas, { paging, parameters = [] }: Operation): RequiredPart[] {
  if (paging !== undefined) return [];
  return parameters.flatMap((one): RequiredPart[] => {
    const { in: place, name, required, schema } = one;
    if (place !== 'query' || required || schema === null || !SIZE.test(name)) return [];
    const numbers = (keyword: string): readonly Json[] =>
      schemas.partsByName(schema).flatMap((part) => own(part, keyword) ?? []);
    const [[usual], [most]] = [numbers('default'), numbers('maximum')];
    return typeof usual === 'number' && typeof most === 'number' && usual < most
      ? [partOf(one, most)]
      : [];
  });
}

const SIZE = /^\$?(?:limit|per_?page|page_?size|size|top|take|max_?results|rows)$/i;

/** A list without a page is the first one; `null` if a parameter counts no pages. */
function firstPage({ paging }: Operation, { in: place, name }: Parameter): number | null {
  const counts = paging?.by === 'page' || paging?.by === 'offset';
  if (!counts || place !== 'query') return null;
  if (name === paging.parameter) return paging.first;
  return name === paging.skip?.parameter ? 0 : null;
}

function partOf(parameter: Parameter, value: Json): RequiredPart {
  const { in: place, name } = parameter;
  if (place === 'header') return { in: place, name, text: headerText(parameter, value) };
  const text = queryText(parameter, value);
  if (place === 'cookie') return { in: place, name, text: text.replaceAll('&', '; ') };
  return { in: 'query', text };
}

/** Credentials come from the user, and some requests must be without them. */
function isCredential({ security = [] }: Operation, { in: place, name }: Parameter): boolean {
  return security.some(
    (one) =>
      one.scheme === 'api-key' && one.in === place && one.name.toLowerCase() === name.toLowerCase(),
  );
}

/** Returns the header fields, in lower case, that hold required parameters of a contract. */
export function requiredFields(
  schemas: Schemas,
  { operations, actions = [] }: Pick<Contract, 'operations' | 'actions'>,
): readonly string[] {
  const parts = [...Object.values(operations), ...actions].flatMap((one) =>
    requiredParts(schemas, one),
  );
  const { headers } = withParts({ query: '', headers: {} }, parts);
  return Object.keys(headers);
}

/** Returns a value for a parameter: an example, its default, the first that it may have, or a sample. */
export function valueFor(schemas: Schemas, { schema, examples, style }: Parameter): Json {
  if (schema === null) return examples[0] ?? ANY;
  const test = quickTestOf(schemas, schema);
  const whole = schemas.partsByName(schema);
  const named = whole.flatMap((part): readonly Json[] => {
    const values = own(part, 'enum');
    const [first] = Array.isArray(values) ? (values as readonly Json[]) : [];
    return [own(part, 'default'), own(part, 'const'), first].filter((one) => one !== undefined);
  });
  const given = [...examples, ...named].find((one) => one !== null && (test?.(one) ?? true));
  if (given !== undefined) return given;
  const sample = sampleOfSchema(schemas, schema, DRAFT);
  if (sample === undefined || sample === '' || sample === null) return ANY;
  // A map without members would not be in the request.
  if (isObject(sample) && Object.keys(sample).length === 0)
    return [{ [ANY]: ANY }, { [ANY]: 1 }].find((one) => test?.(one) ?? true) ?? sample;
  return style === 'deepObject' && !isObject(sample) ? { [ANY]: sample } : sample;
}

const DRAFT = { serial: 1, token: '', marked: [] };

/** Fits most parameters of which nothing is known. */
const ANY = '1';

/** Returns a call with the parameters that its operation requires; those that it has stay. */
export function withRequired(schemas: Schemas, operation: Operation | undefined, call: Call): Call {
  if (operation?.parameters === undefined || call.sending?.parameters === 'as-given') return call;
  return withParts(call, requiredParts(schemas, operation));
}

/** Returns a call with parameters; those that it has stay. */
export function withParts<C extends Pick<Call, 'query' | 'headers'>>(
  call: C,
  parts: readonly RequiredPart[],
): C {
  return parts.reduce(withPart<C>, call);
}

function withPart<C extends Pick<Call, 'query' | 'headers'>>(call: C, part: RequiredPart): C {
  switch (part.in) {
    case 'query': {
      if (part.text === '' || hasAny(call.query, part.text)) return call;
      return { ...call, query: call.query === '' ? part.text : `${call.query}&${part.text}` };
    }
    case 'header': {
      const name = part.name.toLowerCase();
      return call.headers[name] === undefined
        ? { ...call, headers: { ...call.headers, [name]: part.text } }
        : call;
    }
    case 'cookie': {
      const cookie = header(call.headers, 'cookie');
      if (cookie?.split(/;\s*/).some((one) => one.startsWith(`${percentEncode(part.name)}=`)))
        return call;
      const all = cookie === undefined ? part.text : `${cookie}; ${part.text}`;
      return { ...call, headers: { ...call.headers, cookie: all } };
    }
  }
}

/** Whether a query has a parameter of a name that is in another. */
function hasAny(query: string, part: string): boolean {
  if (query === '') return false;
  const names = new Set(namesIn(part));
  return namesIn(query).some((name) => names.has(name));
}

function namesIn(query: string): readonly string[] {
  return query.split('&').map((pair) => formDecode(pair.split('=', 1)[0] ?? ''));
}
