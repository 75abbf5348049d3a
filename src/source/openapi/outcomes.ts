// What a document says about the answers of an operation, as the outcomes of a contract.

import { type Json, type JsonObject, objectOf } from '../../base/json.ts';
import type { SchemaName } from '../../schema/schema.ts';
import { exampleName, type MediaBody } from './media.ts';
import type { ApiAnswer, ApiOperation } from './operations.ts';

/**
 * Returns the outcomes of an operation. `usual` is the status that the mock answers if the contract
 * leaves it open. Of several successes the first is the one that the body is about; `left-open`: the
 * body stays open if the usual one is among them.
 */
export function outcomesOf(
  operation: ApiOperation,
  usual: number,
  several: 'chosen' | 'left-open',
): JsonObject {
  const { status, body, others } = successOf(operation, usual);
  const ok: [string, Json][] = [];
  const isOnly = others !== 'any' && others.length === 0;
  const isOpen = !isOnly && several === 'left-open' && status === usual;
  if (status !== null && others !== 'any')
    ok.push(['status', isOnly ? status : [status, ...others]]);
  if (!isOpen && (status === 204 || status === 205)) ok.push(['body', null]);
  else if (body !== null && !isOpen) ok.push(...bodyOf(body));
  // A PUT that answers 201 creates: what its 404 is about, the document does not say.
  const creates =
    operation.method === 'PUT' &&
    operation.answers.some((one) => one.status === '201' && one.body !== null);
  const missing = creates ? undefined : operation.answers.find((one) => one.status === '404');
  return {
    ok: objectOf(ok),
    ...(missing === undefined
      ? {}
      : { missing: objectOf([['status', 404], ...errorOf(missing.body)]) }),
  };
}

/** Returns what the document says of refusals, by status, `4XX`, `5XX` or `default`. */
export function refusalsOf({ answers }: ApiOperation): JsonObject | undefined {
  const hasSuccess = answers.some(({ status }) => status.startsWith('2'));
  const named = answers.flatMap(({ status, body }): [string, Json][] => {
    const key = status.toLowerCase() === 'default' ? 'default' : status.toUpperCase();
    const isRefusal = /^[45](?:\d\d|XX)$/.test(key) || (key === 'default' && hasSuccess);
    return isRefusal ? [[key, objectOf(errorOf(body))]] : [];
  });
  return named.length === 0 ? undefined : objectOf(named);
}

/** Examples by names that clients can ask for. */
function examplesOf({ examples, format }: MediaBody): readonly [string, Json][] {
  if (format !== 'json') return [];
  const named = examples.map(({ name, value }): [string, Json] => [exampleName(name), value]);
  return named.length === 0 ? [] : [['examples', objectOf(named)]];
}

function bodyOf(body: MediaBody): readonly [string, Json][] {
  if (body.format !== 'json') return [];
  return [
    ...(body.schema === null ? [] : [['body', body.schema] as [string, Json]]),
    ...mediaType(body),
  ];
}

function errorOf(body: MediaBody | null): readonly [string, Json][] {
  return body === null || body.schema === null ? [] : [...bodyOf(body), ...examplesOf(body)];
}

/** A media type of JSON that is not the plain one. */
function mediaType({ mediaType }: MediaBody): readonly [string, Json][] {
  const [type = ''] = mediaType.split(';');
  const isPlain = type === 'application/json' || type.includes('*');
  return isPlain ? [] : [['headers', { 'content-type': type.trim() }]];
}

/** The declared success of an operation. */
export interface Success {
  /** `null` if the document names none, or several. */
  readonly status: number | null;
  readonly body: MediaBody | null;
  /** The other successes that the document names; `any` if it names all of them. */
  readonly others: readonly number[] | 'any';
}

/**
 * Returns the success of an operation: the only 2xx, else the lowest one; `2XX`, or `default` where
 * nothing else is a success. `usual` is the status that the mock answers if the document leaves it
 * open.
 */
export function successOf({ answers }: Pick<ApiOperation, 'answers'>, usual: number): Success {
  const named = answers
    .filter(({ status }) => /^2\d\d$/.test(status))
    .toSorted((one, other) => Number(one.status) - Number(other.status));
  const [first] = named;
  if (first !== undefined) {
    const hasRange = answers.some((one) => /^2XX$/i.test(one.status));
    const statuses = named.map((one) => Number(one.status));
    // Generators add a bare 201 to what they declare of a method with a body.
    const usualOne = named.find(({ status }) => Number(status) === usual);
    const isBare = usualOne?.status === '201' && usualOne.body === null;
    const chosen =
      (isBare ? named.find(({ body }) => body !== null) : undefined) ?? usualOne ?? first;
    return {
      status: Number(chosen.status),
      body: bodyOfAnswer(chosen),
      others: hasRange ? 'any' : statuses.filter((one) => one !== Number(chosen.status)),
    };
  }
  const range = answers.find(({ status }) => /^2XX$/i.test(status));
  const open = range ?? answers.find(({ status }) => status === 'default');
  const hasRedirect = answers.some(({ status }) => /^3/.test(status));
  if (open === undefined || (range === undefined && hasRedirect))
    return { status: null, body: null, others: [] };
  return { status: null, body: bodyOfAnswer(open), others: [] };
}

/** Whether a schema is that of refusals: by its name, or as an answer of the operation has it. */
export function isRefusal({ answers }: ApiOperation, schema: SchemaName): boolean {
  const isRefused = answers.some((one) => /^[45]/.test(one.status) && one.body?.schema === schema);
  return isRefused || /^(?:\w*error(?:response|model)?|problem(?:details)?)$/i.test(schema);
}

function bodyOfAnswer({ status, body }: ApiAnswer): MediaBody | null {
  return status === '204' || status === '205' ? null : body;
}

/** The operation with a body in its successes that may have one. */
export function withSuccessBody(operation: ApiOperation, body: MediaBody): ApiOperation {
  const { answers } = operation;
  const isOpen = ({ status }: ApiAnswer): boolean => /^2(?:0[^45]|[1-9]\d|XX)$/i.test(status);
  const hasSuccess = answers.some(({ status }) => /^2/.test(status));
  const isSuccess = (answer: ApiAnswer): boolean =>
    hasSuccess ? isOpen(answer) : answer.status === 'default';
  const filled = answers.map((answer) => (isSuccess(answer) ? { ...answer, body } : answer));
  const hasAny = hasSuccess || answers.some(({ status }) => status === 'default');
  const all = hasAny ? filled : [...filled, { status: 'default', body }];
  return { ...operation, answers: all, assumed: 'answer' };
}

/** A body of JSON. */
export function jsonBody(schema: SchemaName): MediaBody {
  const mediaType = 'application/json';
  return { mediaType, mediaTypes: [mediaType], files: [], format: 'json', schema, examples: [] };
}
