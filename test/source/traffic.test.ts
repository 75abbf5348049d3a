// What is made of requests and answers: templates of paths, schemas, rows, credentials, and notes on
// what is left out.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { SourceContracts } from '../../src/source/source-contracts.ts';
import type { Exchange } from '../../src/source/traffic/exchange.ts';
import { contractsOfTraffic } from '../../src/source/traffic/read-traffic.ts';

interface Given extends Partial<Exchange> {
  readonly json?: Json;
  readonly body?: Json;
}

function exchange(request: string, status: number, given: Given = {}): Exchange {
  const [method = '', target = ''] = request.split(' ');
  const [path = '', query = ''] = target.split('?');
  const { json, body, ...rest } = given;
  const bodyOf = (value: Json | undefined): Exchange['sent'] =>
    value === undefined ? null : { mediaType: 'application/json', json: value };
  return {
    origin: 'api.test',
    method,
    path,
    query,
    status,
    credentials: null,
    sent: bodyOf(body),
    answer: bodyOf(json),
    ...rest,
  };
}

function read(
  exchanges: readonly Exchange[],
  options: Partial<Parameters<typeof contractsOfTraffic>[1]> = {},
): SourceContracts {
  return contractsOfTraffic(exchanges, {
    name: 'a.har',
    certainty: 'usual',
    values: 'made',
    ...options,
  });
}

function takenIn({ taken }: SourceContracts): readonly string[] {
  return taken.map(({ method, path, as }) => `${method} ${path}: ${as}`);
}

function notesIn({ notes }: SourceContracts): readonly string[] {
  return notes.map(({ message }) => message);
}

const cat = (id: Json, more: JsonObject = {}): JsonObject => ({ id, name: `cat ${id}`, ...more });

describe('templates of paths', () => {
  const ids = [
    ['numbers', 7, 8],
    ['UUIDs', '7d1f2c3a-0000-4000-8000-000000000001', '7d1f2c3a-0000-4000-8000-000000000002'],
    ['hexadecimal ones', '64b0c0ffee12', '64b0c0ffee13'],
    ['those with a prefix', 'cat_9x8Kq2', 'cat_0Ab3Zz'],
  ] as const;

  it.each(ids)('have ids that are %s, whatever was answered', (_, one, other) => {
    const exchanges = [one, other].map((id) => exchange(`DELETE /cats/${id}`, 204));
    const made = read([...exchanges, exchange('GET /cats', 200, { json: [cat('x')] })]);
    expect(takenIn(made)).toContain('DELETE /cats/{catId}: remove');
  });

  it('have ids that a list shows, by the name of their member', () => {
    const json = [{ slug: 'old-tom', age: 3 }];
    const made = read([
      exchange('GET /cats', 200, { json }),
      exchange('GET /cats/old-tom', 200, { json: { slug: 'old-tom', age: 3 } }),
      exchange('GET /cats/nobody', 404, { json: {} }),
    ]);
    expect(takenIn(made)).toEqual(['GET /cats: list', 'GET /cats/{slug}: read']);
  });

  it('have ids that are used alike below a list', () => {
    const made = read([
      exchange('GET /cats', 200, { json: [{ age: 3 }] }),
      exchange('PUT /cats/tom', 200, { json: { age: 3 }, body: { age: 3 } }),
      exchange('PUT /cats/kit', 200, { json: { age: 4 }, body: { age: 4 } }),
    ]);
    expect(takenIn(made)).toContain('PUT /cats/{catId}: replace');
  });

  it('keep words that are no ids, and versions', () => {
    const made = read([
      exchange('GET /v1/cats', 200, { json: [cat(1)] }),
      exchange('GET /v1/cats/1', 200, { json: cat(1) }),
      exchange('GET /v1/cats/stats', 200, { json: { count: 1, oldest: 9 } }),
      exchange('GET /v1/me', 200, { json: { login: 'ana', plan: 'free' } }),
    ]);
    expect(takenIn(made)).toEqual([
      'GET /v1/cats: list',
      'GET /v1/cats/{catId}: read',
      'GET /v1/cats/stats: action',
      'GET /v1/me: action',
    ]);
  });

  it('have no braces of the path itself', () => {
    const made = read([exchange('GET /{cats}/all', 200, { json: { count: 1 } })]);
    expect(takenIn(made)).toEqual(['GET /%7Bcats%7D/all: action']);
  });

  it('name the ids of each level apart', () => {
    const made = read([
      exchange('GET /cats/1', 200, { json: cat(1) }),
      exchange('GET /cats/1/toys', 200, { json: [{ id: 3, kind: 'ball' }] }),
      exchange('GET /cats/1/toys/3', 200, { json: { id: 3, kind: 'ball' } }),
    ]);
    expect(takenIn(made)).toContain('GET /cats/{catId}/toys/{toyId}: read');
    expect(made.rows).toMatchObject({ toys: [{ id: 3, catId: 1 }] });
  });
});

describe('a list that is all that was seen', () => {
  it('keeps the ids of its items', () => {
    const json = [cat(5), cat(9)];
    const made = read([exchange('GET /cats', 200, { json })]);
    expect(takenIn(made)).toEqual(['GET /cats: list']);
    expect(made.rows).toMatchObject({ cats: [{ id: 5 }, { id: 9 }] });
  });

  it('is no resource without ids', () => {
    const json = [{ day: '2026-01-01', count: 3 }];
    expect(takenIn(read([exchange('GET /counts', 200, { json })]))).toEqual([
      'GET /counts: action',
    ]);
  });
});

describe('schemas', () => {
  it('admit no other members in refusals, which a mock would add', () => {
    const made = read([
      exchange('GET /cats', 200, { json: [cat(1)] }),
      exchange('GET /cats/1', 200, { json: cat(1) }),
      exchange('GET /cats/9', 404, { json: { title: 'no cat', status: 404 } }),
    ]);
    const refusal = [...made.schemas.values()].find((schema) => {
      const { properties = {} } = schema as { readonly properties?: JsonObject };
      return properties['title'] !== undefined;
    });
    expect(refusal).toMatchObject({ additionalProperties: false });
  });

  function schemaOf(members: readonly JsonObject[]): Json {
    const json = members.map((one, index) => ({ id: index + 1, ...one }));
    const made = read([
      exchange('GET /cats', 200, { json }),
      exchange('GET /cats/1', 200, { json: json[0] ?? {} }),
    ]);
    return (made.schemas.get('cat') ?? null) as Json;
  }

  it('have types, formats and optional members', () => {
    const since = '2026-01-02T03:04:05Z';
    expect(
      schemaOf([
        { age: 1, since, chip: null },
        { age: 2.5, since, chip: 'x', tail: true },
      ]),
    ).toMatchObject({
      required: ['id', 'age', 'since', 'chip'],
      properties: {
        id: { type: 'integer' },
        age: { type: 'number' },
        since: { type: 'string', format: 'date-time' },
        chip: { type: ['null', 'string'] },
        tail: { type: 'boolean' },
      },
    });
  });

  it('have the names of states as examples, and no other text', () => {
    const states = ['asleep', 'awake'];
    const cats = Array.from({ length: 12 }, (_, index) => ({
      state: states[index % 2] ?? '',
      owner: ['Ana Maria', 'Zoë Ek'][index % 2] ?? '',
      code: `c${index}`,
    }));
    const schema = JSON.stringify(schemaOf(cats));
    expect(schema).toContain('"examples":["asleep","awake"]');
    expect(schema).not.toMatch(/Ana|Zoë|c3/);
  });

  it('require of a request what was missed when it was refused', () => {
    const made = read([
      exchange('GET /cats', 200, { json: [cat(1)] }),
      exchange('POST /cats', 201, { json: cat(2, { age: 3 }), body: { name: 'a', age: 3 } }),
      exchange('POST /cats', 422, { json: { error: 'name' }, body: { age: 3 } }),
    ]);
    expect(made.schemas.get('post-cats.body')).toMatchObject({ required: ['name'] });
    const open = read([exchange('POST /cats', 201, { json: cat(2), body: { name: 'a' } })]);
    expect(JSON.stringify(open.schemas.get('post-cats.body'))).not.toContain('required');
  });

  it('promise only types where nothing else is certain', () => {
    const json = [cat(1, { age: 3 }), cat(2, { age: 4 })];
    const exchanges = [
      exchange('GET /cats', 200, { json }),
      exchange('GET /cats/1', 200, { json: json[0] ?? {} }),
    ];
    const { schemas } = read(exchanges, { certainty: 'sure' });
    expect(schemas.get('cat')).not.toHaveProperty('required');
    expect(schemas.get('cat')).toMatchObject({ properties: { age: { type: 'number' } } });
  });
});

describe('rows', () => {
  const json = [cat(3, { phone: '+358 40 1234567' }), cat(4, { phone: '+358 40 7654321' })];
  const session = [
    exchange('GET /cats', 200, { json }),
    exchange('POST /cats', 201, { json: cat(9), body: { name: 'cat 9' } }),
    exchange('GET /cats/9', 200, { json: cat(9) }),
  ];

  it('have the ids of items that were there before, and made values', () => {
    const { rows } = read(session);
    expect(rows).toMatchObject({ cats: [{ id: 3 }, { id: 4 }] });
    expect(JSON.stringify(rows)).not.toMatch(/1234567|cat 3/);
  });

  it('have no e-mail addresses as ids if you do not ask for them', () => {
    const json = { id: 'ana@example.com', plan: 'free' };
    const exchanges = [
      exchange('GET /members', 200, { json: [json] }),
      exchange('GET /members/ana@example.com', 200, { json }),
    ];
    expect(JSON.stringify(read(exchanges).rows)).not.toContain('ana@');
    expect(read(exchanges, { values: 'copied' }).rows).toEqual({ members: [json] });
  });

  it('have the values that were answered if you ask for them', () => {
    expect(read(session, { values: 'copied' }).rows).toEqual({ cats: json });
  });
});

describe('credentials', () => {
  const bearer = { type: 'http', scheme: 'bearer' };

  it('are required where requests without them were refused', () => {
    const made = read([
      exchange('GET /cats', 401, { json: { error: 'no token' } }),
      exchange('GET /cats', 200, { json: [cat(1)], credentials: bearer }),
      exchange('GET /cats/1', 200, { json: cat(1), credentials: bearer }),
      exchange('GET /dogs', 200, { json: [cat(1)] }),
      exchange('GET /dogs/1', 200, { json: cat(1) }),
    ]);
    expect(made.choices).toMatchObject({ 'auth.scheme': 'bearer' });
    expect(made.contracts.map(({ document }) => document['operations'])).toMatchObject([
      { list: { security: ['bearer'] }, read: { security: ['bearer'] } },
      { list: { security: [] }, read: { security: [] } },
    ]);
  });

  it('are left open where nothing was refused', () => {
    const made = read([exchange('GET /cats/1', 200, { json: cat(1), credentials: bearer })]);
    expect(made.choices).not.toHaveProperty('auth.scheme');
  });
});

describe('what is left out', () => {
  const html = { mediaType: 'text/html', json: undefined };
  const cats = exchange('GET /cats', 200, { json: [cat(1)] });
  const cases: readonly (readonly [Exchange, string])[] = [
    [
      exchange('GET /', 200, { answer: html }),
      'answered pages, scripts, pictures and other things that are no JSON',
    ],
    [exchange('GET /logo.png', 304), 'answered that nothing had changed (304)'],
    [exchange('GET /old', 302, { answer: html }), 'answered a redirection'],
    [exchange('GET /chat', 101), 'opened a WebSocket'],
    [exchange('OPTIONS /cats', 204), 'asked only for methods or fields (OPTIONS, HEAD)'],
    [exchange('PROPFIND /cats', 207, { answer: html }), 'used the method PROPFIND'],
    [exchange('GET /cats', 503, { json: {} }), 'failed in the service (5xx)'],
    [exchange('GET /ping', 200), 'answered nothing'],
    [exchange('GET /dogs', 404, { json: {} }), 'asked for what the service does not have'],
    [
      exchange('GET /big', 200, { answer: { mediaType: 'application/json', json: undefined } }),
      'answered JSON that is broken or was not kept whole',
    ],
    [exchange('GET /track', 200, { json: {}, origin: 'ads.test' }), 'went to ads.test'],
  ];

  it.each(cases)('is counted with its reason: %s', (one, why) => {
    const made = read([cats, cats, one]);
    expect(takenIn(made)).toEqual(['GET /cats: list']);
    expect(notesIn(made)).toEqual([`1 request is left out: it ${why}`]);
  });

  it('counts equal reasons together, and what was seen of each operation', () => {
    const made = read([cats, cats, ...[1, 2].map(() => exchange('GET /', 200, { answer: html }))]);
    expect(made.taken.map(({ seen }) => seen)).toEqual([2]);
    expect(notesIn(made)[0]).toMatch(/^2 requests are left out: they answered pages/);
  });

  it('keeps a refusal without JSON if its operation is there', () => {
    const made = read([cats, exchange('GET /cats', 403, { answer: html })]);
    expect(made.taken.map(({ seen }) => seen)).toEqual([2]);
    expect(notesIn(read([cats, exchange('GET /dogs', 403, { answer: html })]))).toEqual([
      '1 request is left out: it failed without JSON, at a path that answers no JSON',
    ]);
  });

  it('is everything if nothing speaks JSON', () => {
    const made = read([exchange('GET /', 200, { answer: html })]);
    expect(made.contracts).toEqual([]);
    expect(notesIn(made)).toHaveLength(1);
    expect(read([]).contracts).toEqual([]);
  });
});

describe('operations that were not seen', () => {
  it('are added to what can be read, as assumed, and promise nothing', () => {
    const around = (one: Json): Json => ({ data: one });
    const made = read(
      [
        exchange('GET /cats', 200, { json: around([cat(1)]) }),
        exchange('GET /cats/1', 200, { json: around(cat(1)) }),
      ],
      { writes: 'assumed' },
    );
    expect(made.taken.map(({ method, as, seen }) => `${method} ${as} ${seen}`)).toEqual([
      'GET list 1',
      'POST create 0',
      'GET read 1',
      'PUT replace 0',
      'DELETE remove 0',
      'PATCH update 0',
    ]);
    const [contract] = made.contracts;
    expect(contract?.document['operations']).toMatchObject({ create: { outcomes: { ok: {} } } });
    expect(JSON.stringify(made.schemas.get('post-cats.body'))).not.toMatch(/required|"id"/);
  });
});
