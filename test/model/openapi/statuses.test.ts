// A success that may have one of several statuses: how the mock answers, and what its document says.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { valueAt } from '../../../src/base/pointer.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { openApiMock } from '../../support/openapi-mock.ts';
import { projectFrom } from '../../support/users.ts';

const berth: JsonObject = { type: 'object', properties: { id: { type: 'integer' } } };
const { contracts, schemas } = projectFrom(
  [
    {
      resource: 'berths',
      path: '/berths',
      source: 'the plan',
      item: 'berth',
      list: 'berths',
      operations: {
        create: { body: 'berth', outcomes: { ok: { status: [202, 200] } } },
        read: { outcomes: { ok: { status: 200 } } },
        remove: { outcomes: { ok: { status: [200, 204] } } },
      },
      actions: [
        {
          method: 'POST',
          path: '/berths/{id}/clean',
          outcomes: { ok: { status: [200, 202], body: 'berth' } },
        },
      ],
    },
  ],
  { berth, berths: { type: 'array', items: { $ref: 'berth.json' } } },
  {},
);
const document = openApiDocument({
  contracts,
  schemas,
  choose: (key) => defaultProfile[key],
  server: '/',
  version: '1',
});

describe('a success with one of several statuses', () => {
  it.each<[string, string, readonly string[], string]>([
    ['/berths', 'post', ['200', '202'], '202'],
    ['/berths/{id}', 'delete', ['200', '204'], '204'],
    ['/berths/{id}/clean', 'post', ['200', '202'], '200'],
  ])('of %s %s has all in the document, one as it is answered', (path, method, all, main) => {
    const responses = valueAt(document, ['paths', path, method, 'responses']) as JsonObject;
    expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual(all);
    for (const status of all.filter((one) => one !== main))
      expect(responses[status]).toEqual({ description: 'ok (the plan)' });
  });

  it('is answered as chosen if that is one of them, else with the first', () => {
    const mock = openApiMock(document);
    expect(mock.faults).toEqual([]);
    expect(mock.ask('POST /berths', {}).status).toBe(200);
    expect(mock.ask('POST /berths/1/clean').status).toBe(200);
    expect(mock.ask('DELETE /berths/1').status).toBe(204);
  });
});
