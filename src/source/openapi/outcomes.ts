// What a document says about the answers of an operation, as the outcomes of a contract.

import { type Json, type JsonObject, objectOf } from '../../base/json.ts';
import type { MediaBody } from './media.ts';
import type { ApiOperation } from './operations.ts';
import { successOf } from './success.ts';

/** Returns the outcomes of an operation. `usual` is the status if the document leaves it open. */
export function outcomesOf(operation: ApiOperation, usual: number): JsonObject {
  const { status, body, declared } = successOf(operation, usual);
  const ok: [string, Json][] = [];
  // Of several successes none is shown, if the mock answers with one of them anyway.
  const isShown = status !== null && (declared === 1 || status !== usual);
  if (isShown) ok.push(['status', status]);
  if (status === 204 || status === 205) ok.push(['body', null]);
  else if (body !== null && declared === 1) ok.push(...bodyOf(body));
  const missing = operation.answers.find((one) => one.status === '404');
  return {
    ok: objectOf(ok),
    ...(missing === undefined
      ? {}
      : { missing: objectOf([['status', 404], ...errorBody(missing.body)]) }),
  };
}

function bodyOf(body: MediaBody): readonly [string, Json][] {
  if (body.format !== 'json') return [];
  return [
    ...(body.schema === null ? [] : [['body', body.schema] as [string, Json]]),
    ...mediaType(body),
  ];
}

function errorBody(body: MediaBody | null): readonly [string, Json][] {
  return body === null || body.format !== 'json' || body.schema === null
    ? []
    : [['body', body.schema]];
}

/** A media type of JSON that is not the plain one. */
function mediaType({ mediaType }: MediaBody): readonly [string, Json][] {
  const [type = ''] = mediaType.split(';');
  const isPlain = type === 'application/json' || type.includes('*');
  return isPlain ? [] : [['headers', { 'content-type': type.trim() }]];
}
