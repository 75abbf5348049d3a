// One reply at a time: `record` and `toConform` compare with the contract what `verify` compares.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import type { Kind } from '../../../src/contract/operation-kinds.ts';
import { judgeResponse } from '../../../src/embed/conform.ts';
import { noBody, readBody } from '../../../src/model/message/call.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { admissibleRulings } from '../../../src/oracle/rulings.ts';
import { contractRulesOf } from '../../../src/record/shadow/contract-rules.ts';
import { judgeReply } from '../../../src/record/shadow/judge-reply.ts';
import { callOf, createWorld } from '../../support/users.ts';
import { articles, type Interface, orders, tasks } from './contracts.ts';

interface Sent {
  readonly request: string;
  readonly json?: Json;
}

interface Answered {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

const seed = String(tasks.rows[0]?.['id']);
const task = { title: 'Mow', priority: 2 };
const stored = { id: '8f0c5c1e-7d8f-4a52-9f0a-0000000000ff', ...task };
const made = { 'x-made': 'yes' };
const nobody = '/tasks/8f0c5c1e-7d8f-4a52-9f0a-0000000000aa';

function recorded(face: Interface, kind: Kind, { request, json }: Sent, answered: Answered) {
  const { contracts, schemas, checker } = face.project;
  const [contract] = contracts;
  if (contract === undefined) throw new Error('an interface has a contract');
  const call = callOf(request, json === undefined ? {} : { json });
  const { book } = createWorld({ project: face.project });
  return judgeReply(contractRulesOf(contract, schemas, checker), {
    call,
    kind,
    received: {
      status: answered.status,
      headers: { 'content-type': 'application/json', ...answered.headers },
      body: answered.body === undefined ? noBody : readBody(JSON.stringify(answered.body)),
    },
    rulings: admissibleRulings(book, call, {}),
    isReadable: true,
    isUnset: () => false,
  });
}

function conforms(face: Interface, kind: Kind, { status, headers = {}, body }: Answered) {
  const { project } = face;
  const response = new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return judgeResponse(response, `${face.name}.${kind}`, [{ ...project, profile: defaultProfile }]);
}

type Case = readonly [string, Interface, Kind, Sent, Answered, FindingCode | null];

const cases: readonly Case[] = [
  [
    'a list',
    tasks,
    'list',
    { request: 'GET /tasks' },
    { status: 200, headers: { 'x-kind': 'tasks' }, body: [] },
    null,
  ],
  [
    'a list of another status',
    tasks,
    'list',
    { request: 'GET /tasks' },
    { status: 203, headers: { 'x-kind': 'tasks' }, body: [] },
    'status',
  ],
  [
    'a list without its header',
    tasks,
    'list',
    { request: 'GET /tasks' },
    { status: 200, body: [] },
    'header',
  ],
  [
    'a creation',
    tasks,
    'create',
    { request: 'POST /tasks', json: task },
    { status: 201, headers: made, body: stored },
    null,
  ],
  [
    'a creation of another status',
    tasks,
    'create',
    { request: 'POST /tasks', json: task },
    { status: 200, headers: made, body: stored },
    'status',
  ],
  [
    'a creation without a body',
    tasks,
    'create',
    { request: 'POST /tasks', json: task },
    { status: 201, headers: made },
    'body-missing',
  ],
  [
    'a creation without a required member',
    tasks,
    'create',
    { request: 'POST /tasks', json: task },
    { status: 201, headers: made, body: { id: stored.id, title: 'Mow' } },
    'member-missing',
  ],
  [
    'a refusal',
    tasks,
    'create',
    { request: 'POST /tasks', json: { title: 7, priority: 2 } },
    { status: 422, body: { error: 'no' } },
    null,
  ],
  [
    'a refusal without its member',
    tasks,
    'create',
    { request: 'POST /tasks', json: { title: 7, priority: 2 } },
    { status: 422, body: {} },
    'member-missing',
  ],
  [
    'a read of nothing',
    tasks,
    'read',
    { request: `GET ${nobody}` },
    { status: 404, body: { error: 'no' } },
    null,
  ],
  [
    'a read of nothing without a body',
    tasks,
    'read',
    { request: `GET ${nobody}` },
    { status: 404 },
    'body-missing',
  ],
  ['a removal', tasks, 'remove', { request: `DELETE /tasks/${seed}` }, { status: 204 }, null],
  [
    'a removal of another status',
    tasks,
    'remove',
    { request: `DELETE /tasks/${seed}` },
    { status: 200, body: { gone: true } },
    'status',
  ],
  [
    'a removal with a body',
    orders,
    'remove',
    { request: 'DELETE /orders/11' },
    { status: 200, body: { gone: true } },
    'body-unexpected',
  ],
  [
    'a removal without its body',
    articles,
    'remove',
    { request: 'DELETE /articles/first' },
    { status: 200 },
    'body-missing',
  ],
];

const order = { id: 102, customer: 'Ida', total: 7 };
const fields: readonly Case[] = [
  ['/orders/102', null],
  ['https://shop.example/orders/102', null],
  ['/orders/', 'header'],
  [undefined, 'header'],
].map(
  ([location, code]): Case => [
    `a creation at ${location}`,
    orders,
    'create',
    { request: 'POST /orders', json: { customer: 'Ida', total: 7 } },
    {
      status: 201,
      body: { data: order },
      ...(location == null ? {} : { headers: { location } }),
    },
    code as FindingCode | null,
  ],
);

/** What only the request shows: the situation that the status of a refusal is for. */
const byRequest: readonly Case[] = [
  [
    'a refusal of another status',
    tasks,
    'create',
    { request: 'POST /tasks', json: { title: 7, priority: 2 } },
    { status: 400, body: { error: 'no' } },
    'status',
  ],
  [
    'a duplicate of another status',
    tasks,
    'create',
    { request: 'POST /tasks', json: { ...task, title: 'Seed 1' } },
    { status: 400, body: { error: 'no' } },
    'status',
  ],
  [
    'a read of nothing of another status',
    tasks,
    'read',
    { request: `GET ${nobody}` },
    { status: 410, body: { error: 'no' } },
    'status',
  ],
  [
    'a read of nothing that should be gone',
    articles,
    'read',
    { request: 'GET /articles/none' },
    { status: 404, body: { error: 'no' } },
    'status',
  ],
];

describe('record', () => {
  it.each([...cases, ...fields, ...byRequest])(
    'judges %s by the contract',
    (_, face, kind, sent, answered, code) => {
      const { verdict, findings } = recorded(face, kind, sent, answered);
      expect(findings.map((finding) => finding.code)).toEqual(
        code === null ? [] : expect.arrayContaining([code]),
      );
      expect(verdict).toBe(code === null ? 'conforms' : 'violates');
    },
  );

  it('does not judge a refusal by credentials, or of a task that may be there', () => {
    const read = { request: `GET ${nobody}` };
    expect(recorded(tasks, 'read', read, { status: 401 }).verdict).toBe('not-shown');
    const known = { request: `GET /tasks/${seed}` };
    expect(recorded(tasks, 'read', known, { status: 410, body: {} }).verdict).toBe('not-shown');
  });

  it('compares the body of a refusal by its status if the items are not known', () => {
    const known = { request: `GET /tasks/${seed}` };
    const gone = { status: 404, body: { error: 'gone' } };
    expect(recorded(tasks, 'read', known, gone).verdict).toBe('conforms');
    expect(recorded(tasks, 'read', known, { status: 404, body: {} }).verdict).toBe('violates');
  });

  it('does not judge that HEAD is not supported', () => {
    const head = { request: 'HEAD /tasks' };
    expect(recorded(tasks, 'list', head, { status: 405 }).verdict).toBe('not-shown');
  });
});

describe('toConform', () => {
  it.each([...cases, ...fields])(
    'judges %s by the contract',
    async (_, face, kind, __, answered, code) => {
      const { passes, message } = await conforms(face, kind, answered);
      expect(passes, message).toBe(code === null);
    },
  );
});
