// Recorded interactions as a mock might have recorded them, made from their number alone: always
// the same, and none is kept. Some are hostile: what they hold would do harm where it was taken for
// more than text.

import type { Json } from '../../src/base/json.ts';
import type { Kind } from '../../src/contract/operation-kinds.ts';
import type {
  Field,
  Recorded,
  RecordedBody,
  RecordedReply,
  RecordedRuling,
} from '../../src/journal/interaction/recorded.ts';
import type { Finding } from '../../src/oracle/finding.ts';

/** When the first came. */
const BEGAN_AT = Date.UTC(2026, 10, 20, 9, 0, 0);
const BETWEEN_MS = 137;

const names = [
  'Ada Kowalska',
  'Bilal Haddad',
  'Chiara Moretti',
  'Daichi Yamada',
  "Élodie O'Neill",
  'Femi Adeyemi',
  'Greta Lindqvist',
  'Hugo Marín',
];
const cities = ['Kraków', 'Beirut', 'Torino', 'Osaka', 'Lyon', 'Lagos', 'Uppsala', 'Sevilla'];
const skills = ['typescript', 'sql', 'go', 'css', 'accessibility', 'python', 'statistics', 'figma'];
export const SCRIPT =
  '<img src=x onerror="globalThis.harmed=1"><script>globalThis.harmed=1</script>';

/** The numbers of the interactions that are hostile, by what they hold. */
export const hostile = {
  script: 11,
  headers: 12,
  cut: 13,
  characters: 14,
  deep: 15,
  bytes: 16,
  wide: 17,
  longLine: 18,
  manyLines: 19,
} as const;

/**
 * Interactions of a mock, in a world of their own, with what was asked to be done to their answers.
 */
export const onPurpose = { late: 31, cut: 32, reset: 33 } as const;

/** Interactions that went on for long. */
export const streams = { events: 41, websocket: 42 } as const;

/** Interactions whose answers are no plain text. */
export const media = { sound: 43, controls: 44, unkept: 45, upload: 46, stream: 47 } as const;

/** Gives an even number between 0 and 1 for a number and a purpose. */
function luck(seq: number, purpose: number): number {
  let bits = Math.imul(seq ^ (purpose * 0x9e3779b9), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

export function userOf(id: number): Record<string, Json> {
  const name = names[id % names.length] ?? '';
  return {
    id,
    name,
    email: `${name
      .normalize('NFD')
      .replaceAll(/[^a-z ]/gi, '')
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '.')}@example.com`,
    isPremium: id % 3 === 0,
    skills: [skills[id % 8] ?? '', skills[(id * 3 + 1) % 8] ?? ''],
    address: { city: cities[id % 8] ?? '', district: 'Centre' },
  };
}

const text = (value: Json): RecordedBody => textBody(JSON.stringify(value));
const textBody = (body: string): RecordedBody => ({
  kind: 'text',
  text: body,
  bytes: Buffer.byteLength(body),
  cut: false,
});
const jsonHeaders = (body: RecordedBody): Field[] => [
  ['content-type', 'application/json; charset=utf-8'],
  ['content-length', String('bytes' in body ? body.bytes : 0)],
  ['date', 'Fri, 20 Nov 2026 09:00:00 GMT'],
];

interface Shape {
  readonly operation: Kind | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly sent: RecordedBody;
  readonly answer: RecordedBody;
}

function shapeOf(seq: number): Shape {
  const id = 1 + Math.floor(luck(seq, 1) * 40);
  const none: RecordedBody = { kind: 'none' };
  const problem = (status: number, title: string, detail: string) =>
    text({ type: 'about:blank', title, status, detail });
  const kind = luck(seq, 2);
  const shape = { query: '', sent: none };
  if (kind < 0.3) {
    const query = luck(seq, 3) < 0.5 ? '' : `page=${1 + (seq % 4)}&limit=20`;
    return {
      ...shape,
      operation: 'list',
      method: 'GET',
      path: '/users',
      query,
      status: 200,
      answer: text([1, 2, 3, 4, 5].map((each) => userOf(each + (id % 30)))),
    };
  }
  if (kind < 0.62)
    return {
      ...shape,
      operation: 'read',
      method: 'GET',
      path: `/users/${id}`,
      status: 200,
      answer: text(userOf(id)),
    };
  if (kind < 0.7) {
    return {
      ...shape,
      operation: 'read',
      method: 'GET',
      path: `/users/${id + 900}`,
      status: 404,
      answer: problem(404, 'Not Found', `There is no user ${id + 900}.`),
    };
  }
  const { id: _, ...fields } = userOf(id);
  if (kind < 0.8) {
    const isGood = luck(seq, 4) < 0.8;
    const sent = text(isGood ? fields : { ...fields, isPremium: 'yes' });
    const answer = isGood
      ? text({ id: 41 + (seq % 500), ...fields })
      : problem(400, 'Bad Request', '/isPremium must be boolean');
    return {
      ...shape,
      operation: 'create',
      method: 'POST',
      path: '/users',
      sent,
      status: isGood ? 201 : 400,
      answer,
    };
  }
  if (kind < 0.9)
    return {
      ...shape,
      operation: 'replace',
      method: 'PUT',
      path: `/users/${id}`,
      sent: text(fields),
      status: 200,
      answer: text(userOf(id)),
    };
  if (kind < 0.97)
    return {
      ...shape,
      operation: 'remove',
      method: 'DELETE',
      path: `/users/${id}`,
      status: 204,
      answer: none,
    };
  return {
    ...shape,
    operation: null,
    method: 'GET',
    path: '/health',
    status: 200,
    answer: text({ ok: true }),
  };
}

const finding = (
  operation: Kind,
  parts: Pick<Finding, 'code' | 'at' | 'message' | 'expected' | 'actual'>,
): Finding => ({
  breach: 'violates',
  operation,
  clause:
    operation === 'create'
      ? 'section 4, POST /users; rule 4'
      : operation === 'list'
        ? 'section 2, a list of users'
        : 'section 2, User',
  by: 'contract',
  remedy: 'Send what the schema of the answer says, or change the specification.',
  ...parts,
});

/** What is wrong with an answer: a body, and what is found in it. `null` where nothing is. */
function breakAnswer(
  seq: number,
  shape: Shape,
): { readonly body: RecordedBody; readonly findings: readonly Finding[] } | null {
  if (
    shape.status >= 400 ||
    shape.operation === null ||
    luck(seq, 5) > 0.08 ||
    shape.answer.kind !== 'text'
  )
    return null;
  const value = JSON.parse(shape.answer.text) as Record<string, Json> & Record<string, Json>[];
  if (shape.operation === 'list') {
    const element = value[2] as Record<string, Json>;
    element['id'] = String(element['id']);
    const found = finding('list', {
      code: 'member-type',
      at: '/2/id',
      message:
        '/2/id must be an integer, but is a string (the answer to list does not match users.json)',
      expected: 'an integer',
      actual: `${JSON.stringify(element['id'])} (a string)`,
    });
    return { body: text(value), findings: [found] };
  }
  if (shape.operation === 'create') {
    value['name'] = String(value['name']).toUpperCase();
    const wanted = String(
      (JSON.parse((shape.sent as { text: string }).text) as { name: string }).name,
    );
    const found = finding('create', {
      code: 'value-changed',
      at: '/name',
      message: `create of users/${value['id']} stored a different value at /name than was sent`,
      expected: JSON.stringify(wanted),
      actual: JSON.stringify(value['name']),
    });
    return { body: text(value), findings: [found] };
  }
  value['isPremium'] = 'yes';
  const { email: _, ...rest } = value;
  const type = finding(shape.operation, {
    code: 'member-type',
    at: '/isPremium',
    message:
      '/isPremium must be a boolean, but is a string (the answer to read does not match user.json)',
    expected: 'a boolean',
    actual: '"yes" (a string)',
  });
  const missing = finding(shape.operation, {
    code: 'member-missing',
    at: '',
    message: `"email" is missing (the answer to ${shape.operation} does not match user.json)`,
    expected: 'a member "email"',
    actual: 'it is missing',
  });
  return luck(seq, 6) < 0.5
    ? { body: text(value), findings: [type] }
    : { body: text(rest as Json), findings: [type, missing] };
}

/** Gives one recorded interaction. */
export function recordedOf(seq: number): Recorded {
  const shape = shapeOf(seq);
  const broken = breakAnswer(seq, shape);
  const isLost = luck(seq, 7) < 0.004;
  const isAltered = !isLost && broken === null && luck(seq, 8) < 0.006;
  const body = broken?.body ?? shape.answer;
  const right: RecordedReply = {
    status: shape.status,
    headers: jsonHeaders(shape.answer),
    body: shape.answer,
  };
  const reply: RecordedReply = isAltered
    ? {
        status: 503,
        headers: [
          ['content-type', 'application/json'],
          ['retry-after', '2'],
        ],
        body: text({ title: 'Service Unavailable', status: 503 }),
      }
    : { status: shape.status, headers: jsonHeaders(body), body };
  const recorded: Recorded = {
    seq,
    at: BEGAN_AT + seq * BETWEEN_MS,
    elapsedMs:
      0.4 + luck(seq, 9) ** 6 * 40 + (luck(seq, 10) < 0.012 ? 400 + luck(seq, 11) * 1800 : 0),
    ...(seq % 2 === 0 ? { firstByteMs: 0.3 } : {}),
    source: 'proxy',
    resource: shape.operation === null ? null : 'users',
    operation: shape.operation,
    request: {
      method: shape.method,
      path: shape.path,
      query: shape.query,
      headers: requestHeaders(shape),
      body: shape.sent,
    },
    reply: isLost ? null : reply,
    trouble: isLost ? 'connection reset' : null,
    verdict:
      isLost || shape.operation === null
        ? 'unjudged'
        : broken !== null
          ? 'violates'
          : shape.status >= 400 || isAltered
            ? 'not-shown'
            : 'conforms',
    findings: isLost ? [] : (broken?.findings ?? []),
    ruled: shape.operation === null ? null : ruledOf(shape),
    mock: shape.operation === null || isAltered ? null : right,
    history: historyOf(seq, shape),
    law: null,
    original: isAltered ? right : null,
    world: luck(seq, 12) < 0.01 ? 'alice' : null,
    service: 'http://127.0.0.1:8080',
  };
  return streamed(spoil(recorded));
}

/** Makes an event stream, or a WebSocket, of the interactions that are one. */
function streamed(recorded: Recorded): Recorded {
  const { seq, request } = recorded;
  const kind = seq === streams.events ? 'events' : seq === streams.websocket ? 'websocket' : null;
  if (kind === null) return recorded;
  const part = (offsetMs: number, name: string, body: RecordedBody, from = 'service' as const) => ({
    offsetMs,
    from,
    name,
    body,
  });
  const progress = [0, 1, 2, 3, 4].map((step) =>
    part(12 + step * 480, 'progress', text({ done: step * 25, of: 100, user: userOf(step + 1) })),
  );
  const events = [...progress, part(2_410, 'message', textBody('all done'))];
  const messages = [
    { ...part(8, 'text', text({ op: 'subscribe', topic: 'users' })), from: 'client' as const },
    part(11, 'text', text({ event: 'user.created', data: userOf(7) })),
    part(1_840, 'binary', { kind: 'bytes', base64: 'iVBORw0KGgo=', bytes: 8, cut: false }),
    part(2_000, 'ping', { kind: 'none' }),
    part(2_203, 'text', textBody(SCRIPT)),
    part(61_000, 'close', textBody('1000 bye')),
  ];
  const isEvents = kind === 'events';
  const type: Field = ['content-type', 'text/event-stream'];
  return {
    ...recorded,
    ...{ verdict: 'unjudged', findings: [], original: null, mock: null, operation: null },
    request: { ...request, method: 'GET', path: '/live', query: '', body: { kind: 'none' } },
    elapsedMs: isEvents ? 2_412 : 61_004,
    reply: {
      status: isEvents ? 200 : 101,
      headers: isEvents ? [type] : [['upgrade', 'websocket']],
      body: isEvents ? textBody('event: progress\ndata: …\n\n') : { kind: 'unkept', bytes: null },
    },
    stream: {
      kind,
      parts: isEvents ? events : messages,
      left: isEvents ? { parts: 0, bytes: 0 } : { parts: 3, bytes: 1_204_000 },
    },
  };
}

function requestHeaders(shape: Shape): Field[] {
  const headers: Field[] = [
    ['host', '127.0.0.1:3000'],
    ['accept', 'application/json'],
    ['user-agent', 'users-web/4.2 (test)'],
    ['authorization', 'Bearer redacted-7f3a7f3a7f3a7f3a'],
  ];
  return shape.sent.kind === 'none'
    ? headers
    : [...headers, ...jsonHeaders(shape.sent).slice(0, 2)];
}

function ruledOf(shape: Shape): RecordedRuling {
  const isOk = shape.status < 400;
  return {
    situation: {
      value: isOk ? 'ok' : shape.status === 404 ? 'missing' : 'invalid',
      by: 'contract',
    },
    status: {
      value: shape.status,
      by: isOk
        ? `${shape.operation ?? 'read'}.status`
        : shape.status === 404
          ? 'missing.status'
          : 'invalid.status',
    } as RecordedRuling['status'],
    headers: [{ name: 'content-type', value: 'application/json; charset=utf-8', by: 'contract' }],
    content: {
      kind: shape.answer.kind === 'none' ? 'none' : isOk ? 'record' : 'problem',
      by: isOk ? 'contract' : 'error.shape',
    },
    effect: !isOk
      ? 'none'
      : shape.method === 'DELETE'
        ? 'remove'
        : shape.method === 'GET'
          ? 'none'
          : 'put',
    detail: isOk
      ? null
      : shape.status === 404
        ? 'there is no such user'
        : '/isPremium must be boolean',
  };
}

function historyOf(seq: number, shape: Shape): readonly string[] {
  const id = /\/users\/(\d+)/.exec(shape.path)?.[1];
  if (id === undefined || seq < 60) return [];
  return [
    `id ${id} was created by request ${seq - 51}`,
    `id ${id} was changed by request ${seq - 23}: name, skills`,
    ...(shape.status === 404 ? [`id ${id} was removed by request ${seq - 9}`] : []),
  ];
}

/** A form with one picture, a red pixel, and a file that is no text. */
const UPLOAD = Buffer.concat([
  Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="scan"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
  ),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from('\r\n--x\r\nContent-Disposition: form-data; name="raw"; filename="b.bin"\r\n\r\n'),
  Buffer.from([0, 0, 65]),
  Buffer.from('\r\n--x--\r\n'),
]).toString('base64');

/** Makes a few of the first interactions hostile. */
function spoil(recorded: Recorded): Recorded {
  const answer = (body: RecordedBody, headers: readonly Field[] = jsonHeaders(body)): Recorded => ({
    ...recorded,
    trouble: null,
    original: null,
    reply: { status: 200, headers, body },
  });
  switch (recorded.seq) {
    case hostile.script:
      return {
        ...answer(text({ name: SCRIPT, note: 'javascript:globalThis.harmed=1' }), [
          ['x-script', SCRIPT],
        ]),
        request: { ...recorded.request, path: `/users/${SCRIPT}`, query: `q=${SCRIPT}` },
        history: [`id ${SCRIPT} was removed by request 3`],
        verdict: 'violates',
        findings: [
          finding('read', {
            code: 'member-type',
            at: '/name',
            message: SCRIPT,
            expected: SCRIPT,
            actual: SCRIPT,
          }),
        ],
      };
    case hostile.headers:
      return answer(
        text({ ok: true }),
        Array.from(
          { length: 1000 },
          (_, index) => [`x-field-${index}`, 'v'.repeat(index)] as const,
        ),
      );
    case hostile.cut:
      return answer({
        kind: 'text',
        text: '{"rows":['.concat('{"id":1},'.repeat(30_000)),
        bytes: 100_000_000,
        cut: true,
      });
    case hostile.characters:
      return answer(
        text({
          nul: 'a\0b',
          half: '\ud800',
          turned: 'abc\u202edef',
          city: '大阪',
          '__proto__ ': 1,
        }),
        [['x-nul', 'a\0b\u202e']],
      );
    case hostile.deep:
      return answer(textBody(`${'['.repeat(5000)}${']'.repeat(5000)}`));
    case hostile.bytes:
      return answer({
        kind: 'bytes',
        base64: Buffer.from(Uint8Array.from({ length: 4096 }, (_, index) => index % 256)).toString(
          'base64',
        ),
        bytes: 4096,
        cut: false,
      });
    case hostile.wide:
      return {
        ...answer(
          textBody(
            JSON.stringify(
              Array.from({ length: 20_000 }, (_, index) => ({ id: index, n: 1 })),
            ).replace('"id":15000', '"id":12345678901234567890'),
          ),
        ),
        verdict: 'violates',
        findings: [
          finding('list', {
            code: 'member-type',
            at: '/15000/id',
            message: 'the id is beyond what an integer holds here, unlike in request 7',
            expected: 'integer',
            actual: '12345678901234567890',
          }),
        ],
      };
    case hostile.longLine:
      return answer(textBody('x'.repeat(400_000)));
    case hostile.manyLines:
      return answer(
        textBody(Array.from({ length: 9000 }, (_, index) => `line ${index}`).join('\n')),
      );
    case media.sound:
      return answer({ kind: 'bytes', base64: 'SUQzBAAAAAAA', bytes: 9, cut: false }, [
        ['content-type', 'audio/mpeg'],
      ]);
    case media.controls:
      return answer(textBody('\u0007\u0007\u0007'), [['content-type', 'application/x-bell']]);
    case media.stream:
      return answer({ kind: 'unkept', bytes: null });
    case media.unkept:
      return { ...answer({ kind: 'unkept', bytes: 157 }), source: 'proxy', verdict: 'unjudged' };
    case media.upload: {
      const body = { kind: 'bytes', base64: UPLOAD, bytes: 99, cut: false } as const;
      const headers: Field[] = [['content-type', 'multipart/form-data; boundary=x']];
      const request = { ...recorded.request, method: 'POST', path: '/scans', headers, body };
      return { ...answer(text({ id: 1 })), request };
    }
    case onPurpose.late:
    case onPurpose.cut:
    case onPurpose.reset:
      return delivered(answer(text({ id: 1, name: 'Zoë' })));
    default:
      return recorded;
  }
}

function delivered(recorded: Recorded): Recorded {
  const { seq, reply: original } = recorded;
  const facts = {
    source: 'mock',
    verdict: 'unjudged',
    world: 'bob',
    findings: [],
    mock: null,
    original,
  } as const;
  if (seq === onPurpose.late) {
    return {
      ...recorded,
      ...facts,
      verdict: 'conforms',
      original: null,
      trouble: 'held back 320 ms, as requested',
    };
  }
  if (seq === onPurpose.reset)
    return { ...recorded, ...facts, reply: null, trouble: 'connection reset, as requested' };
  const reply: RecordedReply = {
    status: 200,
    headers: original?.headers ?? [],
    body: textBody('{"id":1,"na'),
  };
  return {
    ...recorded,
    ...facts,
    reply,
    trouble: 'connection closed after half the body, as requested',
  };
}
