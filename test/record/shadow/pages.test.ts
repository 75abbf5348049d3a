// A recorder that sees pages of a list: one page is not the list.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { readBody } from '../../../src/model/message/call.ts';
import { Shadow } from '../../../src/record/shadow/shadow.ts';
import { projectFrom } from '../../support/users.ts';

const { contracts, schemas, checker } = projectFrom(
  [
    {
      resource: 'buoys',
      path: '/buoys',
      source: 'the sea',
      item: 'buoy',
      list: { schema: 'page', at: '/buoys', pages: { cursor: 'after', next: '/next' } },
      operations: { list: { outcomes: {} }, read: { outcomes: {} } },
    },
  ],
  {
    buoy: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    page: {
      type: 'object',
      properties: {
        buoys: { type: 'array', items: { $ref: 'buoy.json' } },
        next: { type: ['string', 'null'] },
      },
    },
  },
  {},
);

/** The verdict on a list that is read twice, and whether it could be answered by what was seen. */
function readTwice(query: string, body: JsonObject): readonly Json[] {
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  const read = (seq: number): readonly Json[] => {
    const span = shadow.begin('GET', '/buoys', false);
    shadow.end(span);
    const call = { method: 'GET', path: '/buoys', query, headers: {}, body: readBody('') };
    const headers = { 'content-type': 'application/json' };
    const received = { status: 200, headers, body: readBody(JSON.stringify(body)) };
    const judged = shadow.judge({ span, call, received, isReadable: true, at: seq });
    judged.settle(seq);
    return [judged.verdict, judged.mock?.body !== undefined && judged.mock.body !== null];
  };
  read(1);
  return read(2);
}

describe('Shadow, of lists that lead to further pages', () => {
  it('knows a list whose answer leads nowhere', () => {
    expect(readTwice('', { buoys: [{ id: 1 }], next: null })).toEqual(['conforms', true]);
  });

  it('does not take a page for the list', () => {
    expect(readTwice('', { buoys: [{ id: 1 }], next: 'abc' })).toEqual(['conforms', false]);
    expect(readTwice('after=abc', { buoys: [{ id: 2 }] })).toEqual(['conforms', false]);
  });
});
