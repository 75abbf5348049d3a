// Reports to print: one of a service that conforms, one of a service that conforms as far as it was
// tried, one of a service with two faults, one that could not be judged.

import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import type { Received } from '../../../src/model/message/received.ts';
import type { Exchanged, LawResult, Report, ReportedFinding } from '../../../src/verify/report.ts';

/** A call with a body of JSON text, or without one. */
export function call(method: string, path: string, text = '', headers: Call['headers'] = {}): Call {
  const type: Call['headers'] = text === '' ? {} : { 'content-type': 'application/json' };
  return {
    method,
    path,
    query: '',
    headers: { ...type, ...headers },
    body: text === '' ? noBody : readBody(text),
  };
}

/** An answer with a body of JSON text, or without one. */
export function answer(status: number, text = '', headers: Received['headers'] = {}): Received {
  return { status, headers, body: text === '' ? noBody : readBody(text) };
}

export function exchange(sent: Call, received: Received | null, elapsedMs = 3): Exchanged {
  return {
    call: sent,
    received,
    trouble: received === null ? 'the connection was reset' : null,
    elapsedMs,
  };
}

const ADA = '{"name":"Ada","email":"ada@example.org"}';

export const putTrace: readonly Exchanged[] = [
  exchange(
    call('POST', '/users', ADA, { authorization: 'Bearer s3cret' }),
    answer(201, '{"id":17,"name":"Ada"}'),
  ),
  exchange(
    call('PUT', '/users/17', '{"address":{"city":"Ankara","district":"Çankaya"}}'),
    answer(204),
  ),
  exchange(
    call('GET', '/users/17'),
    answer(
      200,
      '{"id":17,"name":"Ada","skills":[],"address":{"city":"Izmir","district":"Çankaya"}}',
      {
        'content-type': 'application/json',
        'set-cookie': ['session=s3cret'],
      },
    ),
  ),
];

export const putFinding: ReportedFinding = {
  code: 'value-changed',
  breach: 'violates',
  operation: 'replace',
  clause: 'section 4, PUT /users/{user_id}',
  at: '/address/city',
  message:
    'A PUT of another city was answered 204, and the user read afterwards still has the old one.',
  expected: '"Ankara"',
  actual: '"Izmir"',
  by: 'contract',
  remedy: 'Store every member that PUT sends, also those inside of address.',
  law: 'replaced-address-is-read',
  trace: putTrace,
  moves: [],
  reproduced: 'yes',
  curl: [
    `ID1=$(curl -sS -X POST http://127.0.0.1:3000/users -H 'Content-Type: application/json' --data-raw '${ADA}' | node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8")).id')`,
    `# reply 201 '{"id":17,"name":"Ada"}'`,
    'curl -sSi "http://127.0.0.1:3000/users/$ID1"; echo',
  ],
};

export const driftFinding: ReportedFinding = {
  code: 'drifted',
  breach: 'drifted',
  operation: 'create',
  clause: 'section 4, rule 8',
  at: null,
  message: 'A creation was answered 200.',
  expected: '201',
  actual: '200',
  by: 'create.status',
  remedy: 'Answer 201, or take the pin of create.status away.',
  law: 'walk',
  moves: [],
  reproduced: 'untried',
  trace: [
    exchange(call('POST', '/users', ADA), answer(200, '{"id":18}')),
    exchange(call('GET', '/users/18'), null),
  ],
  curl: [],
};

function law(
  name: string,
  operation: LawResult['operation'],
  result: LawResult['result'] = 'held',
  why: string | null = null,
): LawResult {
  return {
    name,
    operation,
    clause: `section 4, ${operation}`,
    meaning: `This is what ${name} says.`,
    result,
    why,
    brokenBy: result === 'broken' ? [1] : [],
    elapsedMs: 7,
  };
}

export const laws: readonly LawResult[] = [
  law('list-is-an-array', 'list'),
  law('list-elements-have-id-and-name', 'list'),
  law('created-user-is-read', 'create'),
  law('ids-are-unique', 'create'),
  law('replaced-address-is-read', 'replace', 'broken'),
  law('put-twice-is-put-once', 'replace'),
  law(
    'patch-changes-its-target',
    'update',
    'not-exercised',
    'the specification shows no path and no payload of PATCH',
  ),
  law('removed-user-is-gone', 'remove'),
];

export const conforming: Report = {
  version: '0.2.0',
  target: 'http://127.0.0.1:3000',
  resource: 'users',
  startedAt: '2026-01-02T04:05:06.000Z',
  elapsedMs: 1840,
  requests: 212,
  verdict: 'conforms',
  reason: null,
  remedy: null,
  budget: 'standard',
  seed: 42,
  replay: 'standin verify http://127.0.0.1:3000 --seed 42',
  findings: [],
  laws: laws.map(asHeld),
  untried: [],
  notVerified: [],
  end: 'whole',
  pacts: { state: 'not-run', why: 'there are none in contracts/pacts', interactions: [] },
  walks: { planned: 20, run: 20, steps: 312, why: null },
  observations: [],
  notes: [],
  bystanders: { watched: 50, changed: 0, vanished: 0, readSingly: 6, verdict: 'untouched' },
  leftovers: [],
  leftoversFate: 'to-clean',
};

function asHeld(law: LawResult): LawResult {
  return { ...law, result: 'held', why: null, brokenBy: [] };
}

/** What was not verified though it is there: left out, or not possible. */
export const notVerified: Report['notVerified'] = [
  {
    what: '1 of 3 pact interactions',
    why: 'web: a mail: it is a message',
    remedy: 'Verify messages where they are sent.',
    about: 'pacts',
    costs: 'partly',
  },
  {
    what: 'the pacts of the broker',
    why: '--no-pacts leaves them out',
    remedy: null,
    about: 'pacts',
    costs: 'nothing',
  },
];

const untried: Report['untried'] = [
  {
    why: 'the specification shows no path and no payload of PATCH',
    laws: ['patch-changes-its-target'],
  },
];

export const partly: Report = {
  ...conforming,
  verdict: 'partly',
  laws: laws.map((one) => (one.result === 'broken' ? asHeld(one) : one)),
  untried: [...untried, { why: 'no law is about HEAD', laws: [] }],
};

export const violating: Report = {
  ...conforming,
  untried,
  verdict: 'violates',
  findings: [putFinding, driftFinding],
  laws,
  pacts: {
    state: 'ran',
    why: null,
    interactions: [
      pact('a request for the users', 'passed', []),
      pact('a request for one user', 'failed', ['$.name: expected a string, found null']),
      pact('a removal', 'not-verified', ['the service refused to create the user']),
      pact('a wish', 'pending', []),
    ],
  },
  walks: { planned: 20, run: 6, steps: 91, why: 'the time of 60 s was over' },
  observations: [
    { choice: 'create.status', option: 201, seen: 57, disputed: [{ option: 200, seen: 1 }] },
    { choice: 'id.numbers', option: 'ascending', seen: 12, disputed: [] },
  ],
  notes: ['A name of 300 characters was refused with 422; the specification sets no length.'],
  bystanders: { watched: 50, changed: 2, vanished: 1, readSingly: 6, verdict: 'inconclusive' },
  leftovers: ['/users/31: DELETE was answered 500'],
};

export const unjudged: Report = {
  ...conforming,
  verdict: 'unjudged',
  reason: 'Nothing listens at http://127.0.0.1:3000.',
  remedy: 'Start the service, or name another address.',
  requests: 0,
  elapsedMs: 12,
  laws: [],
  walks: { planned: 20, run: 0, steps: 0, why: 'the service could not be judged' },
  bystanders: { watched: 0, changed: 0, vanished: 0, readSingly: 0, verdict: 'not-watched' },
};

/** What no form of the report may pass on as it is. */
export const HOSTILE =
  ']]> </script><img src=x onerror=alert(1)> & "q" \'a\' %0A::error title=x::y\r\n::error::z \u001b[2J\u001b]0;t\u0007 \u009b31m \u202eevil\u2066 \u200b\u0000 \ud800 \udc00 \uffff \u2028 😀 漢';

/** A report in which every text is hostile. */
export const hostile: Report = {
  ...violating,
  version: HOSTILE,
  target: HOSTILE,
  resource: HOSTILE,
  startedAt: HOSTILE,
  reason: HOSTILE,
  remedy: HOSTILE,
  replay: HOSTILE,
  findings: [
    hostileFinding('violates'),
    { ...hostileFinding('unkept'), law: 'walk' },
    { ...hostileFinding('drifted'), at: '' },
  ],
  laws: laws.map((one) => ({
    ...one,
    name: HOSTILE,
    clause: HOSTILE,
    meaning: HOSTILE,
    why: HOSTILE,
  })),
  untried: [
    { why: HOSTILE, laws: [HOSTILE] },
    { why: HOSTILE, laws: [] },
  ],
  notVerified: [
    { what: HOSTILE, why: HOSTILE, remedy: HOSTILE, about: 'source', costs: 'partly' },
    { what: HOSTILE, why: HOSTILE, remedy: null, about: 'source', costs: 'nothing' },
  ],
  pacts: {
    state: 'ran',
    why: HOSTILE,
    interactions: [
      {
        ...pact(HOSTILE, 'failed', [HOSTILE]),
        file: HOSTILE,
        consumer: HOSTILE,
        providerStates: [HOSTILE],
        origin: { consumerVersion: HOSTILE, number: 0, index: 0, interactionId: HOSTILE },
      },
    ],
    troubles: [HOSTILE],
  },
  walks: { planned: 1, run: 0, steps: 0, why: HOSTILE },
  observations: [
    { choice: HOSTILE, option: HOSTILE, seen: 1, disputed: [{ option: HOSTILE, seen: 2 }] },
  ],
  notes: [HOSTILE],
  leftovers: [HOSTILE],
};

function hostileFinding(breach: ReportedFinding['breach']): ReportedFinding {
  const text = JSON.stringify({ [HOSTILE]: HOSTILE });
  const headers = { [HOSTILE]: HOSTILE, authorization: 's3cret' };
  const sent: Call = {
    method: HOSTILE,
    path: HOSTILE,
    query: HOSTILE,
    headers,
    body: readBody(text),
  };
  // No code is hostile, but what prints it must not rely on that.
  const texts = {
    code: HOSTILE as 'refused',
    clause: HOSTILE,
    at: HOSTILE,
    message: HOSTILE,
    expected: HOSTILE,
    actual: HOSTILE,
  };
  return {
    ...texts,
    remedy: HOSTILE,
    law: HOSTILE,
    breach,
    operation: 'create',
    by: HOSTILE as 'http',
    moves: [{ kind: 'remove', item: HOSTILE }],
    reproduced: 'no',
    trace: [
      exchange(sent, { status: 200, headers, body: readBody(HOSTILE) }),
      { ...exchange(sent, null), trouble: HOSTILE },
      exchange(sent, { status: 200, headers, body: readBody(text) }),
    ],
    curl: [HOSTILE, `# ${HOSTILE}`],
  };
}

function pact(
  description: string,
  result: 'passed' | 'failed' | 'not-verified' | 'pending',
  mismatches: readonly string[],
) {
  return {
    file: 'contracts/pacts/web-users.json',
    consumer: 'web',
    description,
    providerStates: ['a user exists'],
    result,
    elapsedMs: 12,
    mismatches,
  };
}
