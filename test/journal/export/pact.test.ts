// What the mock answered becomes a pact, and `verify` holds other services to it: Pact's core is
// the real one.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { toPact } from '../../../src/journal/export/pact.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { readPacts } from '../../../src/verify/pacts/read-pact-files.ts';
import { createRecorder } from '../../support/mock-recording.ts';
import { serveProject } from '../../support/served.ts';
import { usersContract, usersProject } from '../../support/users.ts';
import { recordedOf, replyOf } from '../../support/written.ts';
import { runPactsOn } from '../../verify/pacts/runs.ts';

const options = { consumer: 'a-recording', contract: usersContract, schemas: usersProject.schemas };

function recordAll(): readonly Recorded[] {
  const { record } = createRecorder();
  return [
    record('GET /users'),
    record('GET /users/1', { headers: { authorization: 'Bearer redacted-0123456789abcdef' } }),
    record('GET /users/2'),
    record('GET /users/999'),
    record('POST /users', { json: { name: 'Zofia', email: 'zofia@redacted.example', skills: [] } }),
    record('PUT /users/1', { json: { name: 'Ada', email: 'ada@redacted.example' } }),
    record('PATCH /users/1', { json: { name: 'Ada L.' }, type: 'application/merge-patch+json' }),
    record('DELETE /users/2'),
  ];
}

const pact = await toPact(recordAll(), options);
const file = { file: 'pacts/a-recording-users.json', text: JSON.stringify(pact.document) };

describe('toPact', () => {
  it('writes pacts that verify reads', () => {
    const [read] = readPacts([file], {
      contracts: [usersContract],
      schemas: usersProject.schemas,
      handler: null,
    });
    expect(read?.consumer).toBe('a-recording');
    expect(read?.interactions.map(({ description, kind }) => `${kind}: ${description}`)).toEqual([
      'list: a request for the list of users',
      'read: a request for one of users',
      'create: a creation in users',
      'replace: a replacement in users',
      'update: a change in users',
      'remove: a removal from users',
    ]);
  });

  it('names what it left out', async () => {
    expect(pact.leftOut).toEqual([
      { seq: 4, why: 'it was refused with 404; how a service refuses is its own choice' },
    ]);
    const others = [
      recordedOf({ more: { seq: 1, resource: null } }),
      recordedOf({ more: { seq: 2, operation: null } }),
      recordedOf({ more: { seq: 3, reply: null, trouble: 'connection reset' } }),
      recordedOf({ more: { seq: 4, verdict: 'violates' } }),
      recordedOf({ more: { seq: 5, original: replyOf(200, []) } }),
      recordedOf({
        request: 'POST /users',
        sent: { kind: 'unkept', bytes: 5_000_000 },
        more: { seq: 6 },
      }),
      recordedOf({ answered: { kind: 'text', text: '[', bytes: 9, cut: true }, more: { seq: 7 } }),
    ];
    expect(await toPact(others, options)).toMatchObject({
      count: 0,
      leftOut: [
        { seq: 1, why: 'it is not about users' },
        { seq: 2, why: 'the contract has no such operation' },
        { seq: 3, why: 'there was no answer' },
        { seq: 4, why: 'the reply violates the contract (violates)' },
        { seq: 5, why: 'the answer was altered on purpose' },
        { seq: 6, why: 'the body of its request was not kept completely' },
        { seq: 7, why: 'the body of its reply was not kept completely' },
      ],
    });
  });

  it('merges equal interactions, and holds no credentials', async () => {
    const { record } = createRecorder();
    const same = await toPact(
      [record('GET /users'), record('GET /users'), record('GET /users?name=a')],
      options,
    );
    expect(same.count).toBe(2);
    expect(file.text).not.toMatch(/redacted-0123|[Aa]uthorization/);
  });

  it('expects required members in lists, and members of the schema in an item', () => {
    const contents = [
      ...file.text.matchAll(/"response":\{"status":\d+,.*?"content":(.*?),"contentType"/g),
    ].map(([, content = '']) => JSON.parse(content) as Json);
    const [list, one] = contents;
    expect(list).toEqual([{ id: 1, name: expect.any(String) }]);
    expect(one).toMatchObject({ id: 1, name: expect.any(String), email: expect.any(String) });
  });

  it('passes on another mock', async () => {
    const pins = {
      'create.status': 200,
      'create.body': 'id',
      'replace.body': 'none',
      'remove.status': 200,
    } as const;
    await using served = await serveProject({ pins });
    const run = await runPactsOn({ baseUrl: `http://127.0.0.1:${served.port}`, files: [file] });
    expect(
      run.told.flatMap(({ description, result, mismatches }) =>
        result === 'passed' ? [] : [description, ...mismatches],
      ),
    ).toEqual([]);
    expect(run.told).toHaveLength(pact.count);
    expect(run.left).toEqual([]);
  }, 60_000);
});
