// What a document says about the answers of an operation, as the outcomes of a contract.

import { type Json, type JsonObject, objectOf } from '../../base/json.ts';
import type { MediaBody } from './media.ts';
import type { ApiOperation } from './operations.ts';
import { successOf } from './success.ts';

/**
 * Returns the outcomes of an operation. `usual` is the status that the mock answers if the contract
 * leaves it open. Of several successes one is chosen, or all stay open if the usual one is among them.
 */
export function outcomesOf(
  operation: ApiOperation,
  usual: number,
  several: 'chosen' | 'left-open',
): JsonObject {
  const { status, body, declared } = successOf(operation, usual);
  const ok: [string, Json][] = [];
  const isOpen = declared > 1 && several === 'left-open' && status === usual;
  if (status !== null && !isOpen) ok.push(['status', status]);
  if (status === 204 || status === 205) ok.push(['body', null]);
  else if (body !== null && !isOpen) ok.push(...bodyOf(body));
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
