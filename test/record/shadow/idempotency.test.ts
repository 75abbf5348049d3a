// What the recorder says of a creation that is sent again with its idempotency key.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { readBody } from '../../../src/model/message/call.ts';
import { Shadow } from '../../../src/record/shadow/shadow.ts';
import { usersProject } from '../../support/users.ts';

const json = { 'content-type': 'application/json' };
const sent = { name: 'Fay', email: 'fay@example.com' };
const fay = { id: 6, ...sent };

/** Judges a creation, a removal, the creation again, and a read of nothing; returns the findings. */
function judged(headers: JsonObject): readonly string[] {
  const { contracts, schemas, checker } = usersProject;
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  const exchanges = [
    ['POST /users', sent, 201, fay],
    ['DELETE /users/6', null, 204, null],
    ['POST /users', sent, 201, fay],
    ['GET /users/6', null, 404, { error: 'gone' }],
  ] as const;
  return exchanges.flatMap(([request, body, status, shown], index) => {
    const [method = '', path = ''] = request.split(' ');
    const span = shadow.begin(method, path, false);
    shadow.end(span);
    const call = {
      method,
      path,
      query: '',
      headers: { ...json, ...(method === 'POST' ? headers : {}) } as Record<string, string>,
      body: readBody(body === null ? '' : JSON.stringify(body)),
    };
    const text = shown === null ? '' : JSON.stringify(shown);
    const received = { status, headers: json, body: readBody(text) };
    const exchange = shadow.judge({ span, call, received, isReadable: true, at: index });
    exchange.settle(index + 1);
    return exchange.findings.map(({ code }) => `${request}: ${code}`);
  });
}

describe('Shadow, of a creation that is sent again', () => {
  it('takes the first answer to its key again for no new item', () => {
    expect(judged({ 'idempotency-key': 'k' })).toEqual([]);
  });

  it('expects the item if there is no key', () => {
    expect(judged({})).toEqual(['GET /users/6: not-created']);
  });
});
