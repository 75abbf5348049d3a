// In which exchange of its trace a finding can be seen.

import { describe, expect, it } from 'vitest';
import { type Call, type Headers, noBody, readBody } from '../../../src/model/message/call.ts';
import type { Exchanged, ReportedFinding } from '../../../src/verify/report.ts';
import { witnessOf } from '../../../src/verify/search/witness.ts';

function exchanged(
  line: string,
  status: number | null,
  text = '',
  headers: Headers = {},
): Exchanged {
  const [method = '', path = ''] = line.split(' ');
  const call: Call = { method, path, query: '', headers: {}, body: noBody };
  const received = status === null ? null : { status, headers, body: readBody(text) };
  return {
    call,
    received,
    trouble: status === null ? 'no answer within 10 s' : null,
    elapsedMs: 1,
  };
}

function finding(given: Partial<ReportedFinding>): ReportedFinding {
  return {
    code: 'value-changed',
    breach: 'violates',
    operation: 'create',
    clause: 'section 4',
    at: null,
    message: '',
    by: 'contract',
    expected: '',
    actual: '',
    remedy: '',
    law: 'a-law',
    moves: [],
    reproduced: 'yes',
    curl: [],
    trace: [],
    ...given,
  };
}

const created = exchanged('POST /users', 201, '{"id":7,"name":"Ann"}');
const listed = exchanged('GET /users', 200, '[{"id":1,"name":"Bob"},{"id":7,"name":"ann"}]');
const read = exchanged('GET /users/7', 200, '{"id":7,"name":"Ann"}');
const gone = exchanged('GET /users/8', 404, '{"title":"Not found"}');
const removed = exchanged('DELETE /users/7', 204);
const page = exchanged('GET /users/9', 200, '<p>', { 'content-type': 'text/html' });
const silent = exchanged('GET /users/7', null);

describe('witnessOf', () => {
  it.each<[string, Partial<ReportedFinding>, Exchanged | null]>([
    ['nothing was sent', { trace: [] }, null],
    [
      'a reply holds the value',
      { at: '/name', actual: '"Ann"', trace: [created, read, gone, listed] },
      read,
    ],
    [
      'a value is told with its type',
      { at: '/name', actual: '"Ann" (a string)', trace: [created, gone, listed] },
      created,
    ],
    [
      'an element of the list holds it',
      { at: '/name', actual: '"ann"', trace: [created, read, listed, gone] },
      listed,
    ],
    ['a member is missing', { at: '/email', actual: 'nothing', trace: [created, listed] }, created],
    [
      'a place in the list',
      { operation: 'list', at: '/1/name', actual: 'cut…', trace: [listed, read] },
      listed,
    ],
    [
      'the status tells',
      { operation: 'read', actual: 'status 404', trace: [created, gone, listed] },
      gone,
    ],
    [
      'the status tells among others',
      { actual: 'status 404, and it is not listed', trace: [gone, listed] },
      gone,
    ],
    [
      'the media type tells',
      { operation: 'read', actual: 'Content-Type: text/html', trace: [page, read] },
      page,
    ],
    [
      'there is no JSON',
      { code: 'body-not-json', operation: 'read', actual: 'HTML or XML', trace: [page, read] },
      page,
    ],
    [
      'the list lacks an item',
      { operation: 'list', actual: 'not listed', trace: [created, listed, read] },
      listed,
    ],
    [
      'one reading is meant',
      { operation: 'read', actual: 'unlike the list', trace: [created, read, listed] },
      read,
    ],
    [
      'no answer came',
      { code: 'answer-late', actual: 'no answer within 10 s', trace: [created, silent, read] },
      silent,
    ],
    [
      'nothing tells more',
      { operation: 'remove', actual: 'the removed item', trace: [removed, read] },
      read,
    ],
  ])('returns the exchange if %s', (_, given, shown) => {
    expect(witnessOf(finding(given), '/users')).toBe(shown);
  });
});
