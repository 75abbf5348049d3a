// The contract of the project itself, and reports, as the page is told of them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../src/base/json.ts';
import { choices, isChoiceKey } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { kinds, methods } from '../../src/contract/operation-kinds.ts';
import type { Comparison } from '../../src/inspector/compare/comparison.ts';
import type {
  ContractView,
  HeldView,
  OperationView,
  OverrideView,
  ReportView,
  SettingsView,
  WorldsView,
} from '../../src/inspector/wire.ts';
import type { Exchanged, LawResult, Report, ReportedFinding } from '../../src/verify/report.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): Json => JSON.parse(readFileSync(join(root, file), 'utf8'));

export function contractView(): ContractView {
  const contract = read('contracts/users.json') as unknown as Contract;
  const files = readdirSync(join(root, 'schemas'));
  return {
    schemas: Object.fromEntries(
      files.map((file) => [file.replace('.json', ''), read(`schemas/${file}`)]),
    ),
    resources: [
      {
        resource: contract.resource,
        path: contract.path,
        id: contract.id,
        item: contract.item,
        list: contract.list,
        names: {},
        operations: kinds.flatMap((kind) => operationView(contract, kind)),
        choices: contract.open
          .flatMap((open) =>
            open.choices.filter(isChoiceKey).map((key) => ({
              choice: key,
              about: choices[key].what,
              chosen: choices[key].default,
              by: key === 'create.status' ? '--pin' : 'default',
              options: choices[key].options.map((option) => ({
                option,
                meaning: option === choices[key].default ? choices[key].why : '',
              })),
              clause: open.clause,
            })),
          )
          .filter(
            (choice, index, all) =>
              all.findIndex((other) => other.choice === choice.choice) === index,
          ),
        consumers: [
          {
            consumer: 'users-frontend',
            interaction: 'a creation of a user',
            operation: 'create',
            fields: ['/id', '/name'],
          },
          {
            consumer: 'users-frontend',
            interaction: 'the list of users',
            operation: 'list',
            fields: ['/0/id', '/0/name'],
          },
          {
            consumer: 'billing',
            interaction: 'one user that is premium',
            operation: 'read',
            fields: ['/id', '/name', '/isPremium'],
          },
        ],
      },
      {
        ...{ resource: 'teams', path: '/teams', id: 'id', item: 'team', list: 'teams', names: {} },
        ...{ operations: [], choices: [], consumers: [] },
      },
    ],
  };
}

function operationView(contract: Contract, kind: (typeof kinds)[number]): OperationView[] {
  const operation = contract.operations[kind];
  if (operation === undefined) return [];
  const { method, on } = methods[kind];
  const path = on === 'item' ? `${contract.path}/{id}` : contract.path;
  const ok = operation.outcomes.ok;
  const status = { list: 200, read: 200, create: 201, replace: 200, update: 200, remove: 204 }[
    kind
  ];
  const outcomes = [
    {
      situation: 'ok',
      status: { value: status, by: `${kind}.status` },
      body: { value: ok?.body ?? null, by: ok?.body === undefined ? `${kind}.body` : 'contract' },
    },
    ...(on === 'item'
      ? [
          {
            situation: 'missing',
            status: { value: 404, by: 'missing.status' },
            body: { value: 'problem', by: 'error.shape' },
          },
        ]
      : []),
    ...(operation.body === undefined
      ? []
      : [
          {
            situation: 'invalid',
            status: { value: 400, by: 'invalid.status' },
            body: { value: 'problem', by: 'error.shape' },
          },
        ]),
  ];
  return [
    {
      operation: kind,
      method,
      path,
      clause: operation.source,
      body: operation.body ?? null,
      outcomes,
    },
  ];
}

const step = (
  method: string,
  path: string,
  sent: Json | null,
  status: number,
  body: string,
): Exchanged => ({
  call: {
    method,
    path,
    query: '',
    headers: {},
    body:
      sent === null
        ? { kind: 'none' }
        : { kind: 'json', value: sent, text: JSON.stringify(sent), duplicate: null },
  },
  received: {
    status,
    headers: {},
    body: { kind: 'json', value: JSON.parse(body), text: body, duplicate: null },
  },
  trouble: null,
  elapsedMs: 3.2,
});

const reported: ReportedFinding = {
  moves: [],
  reproduced: 'yes',
  code: 'value-changed',
  breach: 'violates',
  operation: 'replace',
  clause: 'section 4, PUT /users/{user_id}; rule 6',
  at: '/isPremium',
  message: 'isPremium was sent as false and reads as true',
  expected: 'false',
  actual: 'true',
  by: 'contract',
  remedy: 'Store the members of a PUT as they were sent; false is a value.',
  law: 'replaced-value-can-be-read',
  trace: [
    step('POST', '/users', { name: 'Ada', email: 'ada@example.com' }, 201, '{"id":41}'),
    step(
      'PUT',
      '/users/41',
      { name: 'Ada', isPremium: false },
      200,
      '{"id":41,"name":"Ada","isPremium":false}',
    ),
    step('GET', '/users/41', null, 200, '{"id":41,"name":"Ada","isPremium":true}'),
  ],
  curl: [
    `curl -X POST http://127.0.0.1:4000/users -H 'Content-Type: application/json' -d '{"name":"Ada","email":"ada@example.com"}'`,
    `curl -X PUT http://127.0.0.1:4000/users/41 -H 'Content-Type: application/json' -d '{"name":"Ada","isPremium":false}'`,
    'curl http://127.0.0.1:4000/users/41',
  ],
};

const law = (
  name: string,
  operation: LawResult['operation'],
  meaning: string,
  result: LawResult['result'] = 'held',
  why: string | null = null,
): LawResult => ({
  name,
  operation,
  clause: `section 4, ${methods[operation].method} /users${methods[operation].on === 'item' ? '/{user_id}' : ''}`,
  meaning,
  result,
  why,
  brokenBy: result === 'broken' ? [1] : [],
  elapsedMs: 12,
});

const laws: readonly LawResult[] = [
  law('created-can-be-read', 'create', 'A user that was created can be read, with what was sent.'),
  law('created-is-listed', 'create', 'A user that was created stands in the list.'),
  law('ids-differ', 'create', 'No two users have the same id, also when they are created at once.'),
  law(
    'replaced-value-can-be-read',
    'replace',
    'What a PUT sent is read back: false, 0 and [] are values.',
    'broken',
  ),
  law('replace-changes-nothing-else', 'replace', 'A PUT changes its user and no other.'),
  law('replace-twice-is-once', 'replace', 'The same PUT twice leaves what it leaves once.'),
  law('removed-is-gone', 'remove', 'A user that was removed is neither read nor listed.'),
  law('neighbours-stay', 'remove', 'Removing a user leaves its neighbours.'),
  law('reading-changes-nothing', 'read', 'GET changes nothing.'),
  law('list-and-read-agree', 'list', 'What the list shows of a user is what reading it shows.'),
  law(
    'update-changes-its-target',
    'update',
    'A PATCH changes what it names and nothing else.',
    'not-exercised',
    'the service answers PATCH with 405',
  ),
];

export const reports: readonly ReportView[] = [
  {
    name: 'nightly',
    startedAt: '2026-11-20T02:00:00.000Z',
    target: 'http://127.0.0.1:4000',
    verdict: 'violates',
    findings: 1,
  },
  {
    name: 'release-4.1',
    startedAt: '2026-11-18T14:21:09.000Z',
    target: 'http://127.0.0.1:4000',
    verdict: 'partly',
    findings: 0,
  },
];

export function reportOf(name: string): Report | null {
  const view = reports.find((report) => report.name === name);
  if (view === undefined) return null;
  const isGood = view.findings === 0;
  return {
    version: '0.1.0',
    resource: 'users',
    target: view.target,
    startedAt: view.startedAt,
    elapsedMs: 4180,
    requests: 412,
    verdict: isGood ? 'partly' : 'violates',
    reason: null,
    remedy: null,
    budget: 'standard',
    seed: 20261120,
    replay: 'npx standin verify http://127.0.0.1:4000 --seed 20261120',
    findings: isGood ? [] : [reported],
    laws: isGood
      ? laws.map((each) =>
          each.result === 'broken' ? { ...each, result: 'held', brokenBy: [] } : each,
        )
      : laws,
    notVerified: [],
    untried: [{ why: 'the service answers PATCH with 405', laws: ['update-changes-its-target'] }],
    end: 'whole',
    pacts: {
      state: 'ran',
      why: null,
      interactions: [
        {
          file: 'users-frontend-users.json',
          consumer: 'users-frontend',
          description: 'a creation of a user',
          providerStates: [],
          result: 'passed',
          elapsedMs: 12,
          mismatches: [],
        },
        {
          file: 'billing-users.json',
          consumer: 'billing',
          description: 'one user that is premium',
          providerStates: [],
          result: isGood ? 'passed' : 'failed',
          elapsedMs: 9,
          mismatches: isGood ? [] : ['/isPremium: expected false, was true'],
        },
      ],
    },
    walks: { planned: 20, run: 20, steps: 380, why: null },
    observations: [
      { choice: 'create.status', option: 201, seen: 64, disputed: [] },
      {
        choice: 'remove.body',
        option: 'none',
        seen: 31,
        disputed: [{ option: 'record', seen: 2 }],
      },
    ],
    notes: [
      'An e-mail address with quotes was refused with 400; the specification sets no format.',
    ],
    bystanders: { watched: 50, changed: 0, vanished: 0, readSingly: 6, verdict: 'untouched' },
    leftovers: [],
    leftoversFate: 'to-clean',
  };
}

export const settings: SettingsView = {
  pins: { 'create.status': 200 },
  undefined: 'vary',
  seed: 7,
};

export const override: OverrideView = {
  id: 1,
  rule: 'create code=503 rate=10%',
  times: 3,
  rate: 0.1,
  answered: 12,
  on: { resource: null, operation: 'create', method: null, path: null, world: null },
  does: { code: 503, example: null, dynamic: null, seed: null, delay: null, fault: null },
};

const at = Date.UTC(2026, 10, 20, 9, 15);
export const worlds: WorldsView = {
  worlds: [
    { name: 'alice', records: 137, createdAt: at, usedAt: at, calls: 4 },
    { name: 'test-17', records: 138, createdAt: at, usedAt: at, calls: 1 },
  ],
  max: 10_000,
  idleMs: 3_600_000,
  evicted: 0,
  expired: 2,
};

/** What differs between two recordings; the numbers are those of fake interactions. */
export const comparison: Comparison = {
  older: { name: 'yesterday.standin', count: 300, isCut: false },
  newer: { name: 'today.standin', count: 320, isCut: false },
  operations: [
    {
      operation: 'GET /users/{userId}',
      older: { count: 120, p50Ms: 12, p95Ms: 30, statuses: [['200', 120]], seq: 3 },
      newer: {
        count: 130,
        p50Ms: 48,
        p95Ms: 300,
        statuses: [
          ['200', 126],
          ['500', 4],
        ],
        seq: 20,
      },
      differences: [
        {
          kind: 'status',
          text: 'answers 500 in 4 of 130, before in none of 120',
          older: 3,
          newer: 20,
        },
        { kind: 'answer', text: '200: "name" is gone, before in 120 of 120', older: 4, newer: 21 },
        {
          kind: 'slower',
          text: 'takes 48 ms (median), before 12 ms, 4.0 times as long',
          older: 5,
          newer: 22,
        },
      ],
    },
    {
      operation: 'POST /exports',
      older: null,
      newer: { count: 1, p50Ms: 80, p95Ms: 80, statuses: [['202', 1]], seq: 6 },
      differences: [{ kind: 'new', text: 'was not called before', older: null, newer: 6 }],
    },
    {
      operation: 'GET /users',
      older: { count: 180, p50Ms: 9, p95Ms: 20, statuses: [['200', 180]], seq: 1 },
      newer: { count: 189, p50Ms: 9, p95Ms: 21, statuses: [['200', 189]], seq: 1 },
      differences: [],
    },
  ],
};

/** A request that waits at a breakpoint. */
export function heldRequest(id: number): HeldView {
  const request = {
    method: 'POST',
    target: '/users?notify=true',
    headers: [
      ['accept', '*/*'],
      ['authorization', '[redacted]'],
      ['content-type', 'application/json'],
    ],
    body: '{"name":"Ada","email":"ada@example.com","skills":["patience"]}',
    bytes: 62,
  } as const;
  const since = Date.UTC(2026, 10, 20, 12, 30);
  return { id, on: 'request', since, until: since + 300_000, request, answer: null };
}
