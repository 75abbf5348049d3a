// The lines say exactly what was sent, never a secret, and run.

import { describe, expect, it } from 'vitest';
import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import { curlOf, curlScript, type ScriptOptions } from '../../../src/verify/print/curl.ts';
import { answer, call, exchange, HOSTILE, putTrace } from './reports.ts';

const baseUrl = 'http://127.0.0.1:3000';
const options: ScriptOptions = {
  baseUrl,
  contract: { path: '/users', id: 'id', operations: {} },
  idAt: { kind: 'body', pointer: '/id' },
};

describe('curlOf', () => {
  it.each<[string, Call, string]>([
    ['a GET', call('GET', '/users/17'), 'curl -sSi http://127.0.0.1:3000/users/17'],
    ['a HEAD', call('HEAD', '/users'), 'curl -sS --head http://127.0.0.1:3000/users'],
    ['a DELETE', call('DELETE', '/users/17'), 'curl -sSi -X DELETE http://127.0.0.1:3000/users/17'],
    [
      'a query',
      { ...call('GET', '/users'), query: 'page=2&q=%20a b' },
      "curl -sSi 'http://127.0.0.1:3000/users?page=2&q=%20a%20b'",
    ],
    [
      'a body, with an apostrophe and other letters',
      call('POST', '/users', `{"name":"O'Neil é 漢 😀"}`),
      `curl -sSi -X POST http://127.0.0.1:3000/users -H 'Content-Type: application/json' --data-raw '{"name":"O'\\''Neil é 漢 😀"}'`,
    ],
    [
      'a body of several lines, on one',
      call('PUT', '/users/1', '{\n  "a": 100\n}'),
      `printf '{\\n  "a": 100\\n}' | curl -sSi -X PUT http://127.0.0.1:3000/users/1 -H 'Content-Type: application/json' --data-binary @-`,
    ],
    [
      'a body that begins with @',
      call('POST', '/users', '@/etc/passwd'),
      `curl -sSi -X POST http://127.0.0.1:3000/users -H 'Content-Type: application/json' --data-raw @/etc/passwd`,
    ],
    [
      'a body without media type',
      { ...call('POST', '/users'), body: readBody('{}') },
      "curl -sSi -X POST http://127.0.0.1:3000/users -H 'Content-Type:' --data-raw '{}'",
    ],
    [
      'a GET with a body',
      call('GET', '/users', '[]'),
      "curl -sSi -X GET http://127.0.0.1:3000/users -H 'Content-Type: application/json' --data-raw '[]'",
    ],
    [
      'bytes that are no UTF-8',
      { ...call('POST', '/users'), body: readBody(null) },
      "printf '\\377' | curl -sSi -X POST http://127.0.0.1:3000/users -H 'Content-Type:' --data-binary @-",
    ],
    [
      'a body that is too large',
      { ...call('POST', '/users'), body: { kind: 'oversized', bytesMax: 1024 } },
      "head -c 1025 /dev/zero | tr '\\0' 0 | curl -sSi -X POST http://127.0.0.1:3000/users -H 'Content-Type:' --data-binary @-",
    ],
    [
      'what curl would expand',
      call('GET', '/users/{1,2}[3]'),
      "curl -sSi -g 'http://127.0.0.1:3000/users/{1,2}[3]'",
    ],
    [
      'dots that curl would take out',
      call('GET', '/users/../x'),
      'curl -sSi --path-as-is http://127.0.0.1:3000/users/../x',
    ],
    [
      'header fields, also empty ones and several of one name',
      call('GET', '/', '', {
        accept: 'text/html',
        'x-a': '',
        'x-b': ['1', '2'],
        host: 'h',
        'accept-encoding': 'gzip',
      }),
      "curl -sSi http://127.0.0.1:3000/ -H 'Accept: text/html' -H 'X-A;' -H 'X-B: 1' -H 'X-B: 2'",
    ],
  ])('writes %s', (_what, sent, line) => {
    expect(curlOf(sent, { baseUrl })).toBe(line);
  });

  it('names secrets without their values', () => {
    const headers = {
      authorization: 'Bearer s3cret',
      cookie: 'a=s3cret',
      'x-api-key': 's3cret',
      'x-mine': 's3cret',
    };
    const line = curlOf(call('GET', '/users', '', headers), {
      baseUrl: 'http://me:s3cret@h/api/',
      credentials: ['X-Mine', 'X-Added'],
    });
    expect(line).toBe(
      [
        'curl -sSi http://h/api/users -H "Authorization: $STANDIN_AUTHORIZATION" -H "Cookie: $STANDIN_COOKIE"',
        '-H "X-Api-Key: $STANDIN_X_API_KEY" -H "X-Mine: $STANDIN_X_MINE" -H "X-Added: $STANDIN_X_ADDED"',
      ].join(' '),
    );
  });

  it('stays one line, whatever the call holds', () => {
    const headers = { [HOSTILE]: HOSTILE, '@/etc/passwd': 'x', 'x-a': HOSTILE };
    const line = curlOf(
      { method: HOSTILE, path: HOSTILE, query: HOSTILE, headers, body: readBody(HOSTILE) },
      { baseUrl },
    );
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(line).not.toContain('etc/passwd');
  });
});

describe('curlScript', () => {
  it('puts the variables of ids into the paths on the wire', () => {
    const toWire = (one: Call): Call => ({
      ...one,
      path: one.path.replace(/^\/users\/([^/]+)/, '/people/one/$1').replace(/^\/users$/, '/'),
    });
    const trace = [
      exchange(call('POST', '/users', '{}'), answer(201, '{"id":17}')),
      exchange(call('GET', '/users/17/pets'), answer(200, '[]')),
    ];
    const lines = curlScript(trace, { ...options, toWire });
    const shown = lines.join('\n');
    expect(shown).toContain('-X POST http://127.0.0.1:3000/ ');
    expect(shown).toContain('"http://127.0.0.1:3000/people/one/$ID1/pets"');
    expect(shown).toContain(
      '# to remove it: curl -sSi -X DELETE "http://127.0.0.1:3000/people/one/$ID1"',
    );
  });

  it('shows a JSON reply of several lines on one line, and leaves the texts in it as they are', () => {
    const pretty = '{\n  "id": 17,\n  "name": "two  blanks \\n"\n}';
    const trace = [exchange(call('GET', '/users/17'), answer(200, pretty))];
    expect(curlScript(trace, options).at(-1)).toBe(
      `# reply 200 '{ "id": 17, "name": "two  blanks \\n" }'`,
    );
  });

  it('stores the ids that the service assigns, and shows the replies', () => {
    expect(curlScript(putTrace, options)).toEqual([
      '# first: export STANDIN_AUTHORIZATION=<the value of the header field Authorization, as "Bearer <token>">',
      `ID1=$(curl -sS -X POST http://127.0.0.1:3000/users -H 'Content-Type: application/json' -H "Authorization: $STANDIN_AUTHORIZATION" --data-raw '{"name":"Ada","email":"ada@example.org"}' | node -pe 'encodeURIComponent(JSON.parse(require("fs").readFileSync(0, "utf8")).id)'); echo "ID1=$ID1"`,
      `# reply 201 '{"id":17,"name":"Ada"}'`,
      `curl -sSi -X PUT "http://127.0.0.1:3000/users/$ID1" -H 'Content-Type: application/json' --data-raw '{"address":{"city":"Ankara","district":"Çankaya"}}'; echo`,
      '# reply 204',
      'curl -sSi "http://127.0.0.1:3000/users/$ID1"; echo',
      `# reply 200 '{"id":17,"name":"Ada","skills":[],"address":{"city":"Izmir","district":"Çankaya"}}'`,
      '# to remove it: curl -sSi -X DELETE "http://127.0.0.1:3000/users/$ID1"',
    ]);
  });

  it('replaces ids by the variable of their creation, also inside bodies, and keeps all others', () => {
    const trace = [
      exchange(call('GET', '/users/2'), answer(200, '{"id":2}')),
      exchange(call('POST', '/users', '{"name":"A"}'), answer(201, '{"id":2}')),
      exchange(call('POST', '/users', '{"name":"B"}'), answer(201, '{"id":22}')),
      exchange(call('PUT', '/users/22', '{"id": 22, "name":"B"}'), answer(200)),
      exchange(call('PUT', '/users/2', '{"id":3,"address":{"id":2}}'), answer(200)),
      exchange(call('DELETE', '/users/2'), answer(204)),
      exchange(call('POST', '/users', '{"name":"C"}'), answer(201, '{"id":2}')),
      exchange(call('GET', '/users/2/'), null),
      exchange(call('POST', '/users', '{}'), answer(400, '{"error":"it\'s \\u001b[2J $(id)"}')),
    ];
    const sent = curlScript(trace, options).filter((line) => !line.startsWith('ID'));
    expect(sent.map((line) => line.replace(/ -H 'Content-Type: application\/json'/, ''))).toEqual([
      'curl -sSi http://127.0.0.1:3000/users/2; echo',
      `# reply 200 '{"id":2}'`,
      `# reply 201 '{"id":2}'`,
      `# reply 201 '{"id":22}'`,
      `curl -sSi -X PUT "http://127.0.0.1:3000/users/$ID2" --data-raw '{"id": '"$ID2"', "name":"B"}'; echo`,
      '# reply 200',
      `curl -sSi -X PUT "http://127.0.0.1:3000/users/$ID1" --data-raw '{"id":3,"address":{"id":2}}'; echo`,
      '# reply 200',
      'curl -sSi -X DELETE "http://127.0.0.1:3000/users/$ID1"; echo',
      '# reply 204',
      `# reply 201 '{"id":2}'`,
      'curl -sSi "http://127.0.0.1:3000/users/$ID3/"; echo',
      "# no reply 'the connection was reset'",
      `curl -sSi -X POST http://127.0.0.1:3000/users --data-raw '{}'; echo`,
      `# reply 400 '{"error":"it'\\''s \\u001b[2J $(id)"}'`,
      '# to remove it: curl -sSi -X DELETE "http://127.0.0.1:3000/users/$ID2"',
      '# to remove it: curl -sSi -X DELETE "http://127.0.0.1:3000/users/$ID3"',
    ]);
  });

  it.each([
    ['location', '[Ll][Oo][Cc][Aa][Tt][Ii][Oo][Nn]'],
    ['content-location', '[Cc][Oo][Nn][Tt][Ee][Nn][Tt]-[Ll][Oo][Cc][Aa][Tt][Ii][Oo][Nn]'],
  ])('reads the id from %s', (field, pattern) => {
    const trace = [exchange(call('POST', '/users'), answer(201, '', { [field]: '/users/17/' }))];
    const [line] = curlScript(trace, { ...options, idAt: { kind: 'location' } });
    const sed = `sed -n '/^${pattern}:/{s/^[^:]*:[[:space:]]*//;s/[?#[:space:]].*$//;s,/*$,,;s,.*/,,;p;}'`;
    expect(line).toBe(
      `ID1=$(curl -sS -o /dev/null -D - -X POST http://127.0.0.1:3000/users | ${sed}); echo "ID1=$ID1"`,
    );
  });

  it('uses new text for unique values', () => {
    const trace = [exchange(call('POST', '/users', '{"email":"run7-a@example.org"}'), answer(500))];
    expect(curlScript(trace, { ...options, fresh: 'run7' })).toEqual([
      'RUN=$(date +%s)',
      `curl -sSi -X POST http://127.0.0.1:3000/users -H 'Content-Type: application/json' --data-raw '{"email":"'"$RUN"'-a@example.org"}'; echo`,
      '# reply 500',
    ]);
  });

  it('keeps text of the service inside quotes and on one line', () => {
    const trouble = { ...exchange(call('GET', '/users'), null), trouble: `';\nid;\u001b[2J` };
    const [, comment] = curlScript([trouble], options);
    expect(comment).toBe(`# no reply ''\\'';\\u000aid;\\u001b[2J'`);
  });

  it('uses no variable for a creation whose id is unknown', () => {
    const trace = [
      exchange({ ...call('POST', '/users'), body: noBody }, answer(201, '{"name":"A"}')),
    ];
    expect(curlScript(trace, options)).toEqual([
      'curl -sSi -X POST http://127.0.0.1:3000/users; echo',
      `# reply 201 '{"name":"A"}'`,
    ]);
  });
});
