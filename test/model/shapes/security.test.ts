// Credentials that a contract declares, for all operations or for one.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { noBody } from '../../../src/model/message/call.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { tableOf } from '../../../src/model/openapi/table.ts';
import { rule } from '../../../src/model/rules/rule.ts';
import { machineContract, machines } from '../../support/machines.ts';
import { createWorld } from '../../support/users.ts';

const at = '/plant/machines';
const operations = machineContract['operations'] as Record<string, JsonObject>;
const refused = { status: 401 };

/** The machines, whose list needs these credentials, and whose items are public. */
function secured(security: JsonObject[string], outcome: JsonObject = { unauthorized: refused }) {
  return machines({
    security,
    operations: {
      list: { outcomes: outcome },
      read: { security: [], outcomes: {} },
      remove: operations['remove'] ?? {},
    },
    others: [{ method: 'POST', path: '/hello', security: [], outcomes: {} }],
  });
}

describe('rule, of declared credentials', () => {
  it.each<[JsonObject[string], string, Record<string, string>, string]>([
    [['bearer'], at, { authorization: 'Bearer x' }, 'Bearer realm="standin"'],
    [
      ['basic'],
      at,
      { authorization: `Basic ${btoa('a:b')}` },
      'Basic realm="standin", charset="UTF-8"',
    ],
    [
      [{ in: 'header', name: 'X-Key' }],
      at,
      { 'x-key': 'x' },
      'ApiKey realm="standin", header="X-Key"',
    ],
    [[{ in: 'query', name: 'key' }], `${at}?key=x`, {}, 'ApiKey realm="standin", query="key"'],
    [
      [{ in: 'cookie', name: 'sid' }],
      at,
      { cookie: 'a=b; sid=x' },
      'ApiKey realm="standin", cookie="sid"',
    ],
    [
      ['bearer', { in: 'cookie', name: 'sid' }],
      at,
      { cookie: 'sid=x' },
      'Bearer realm="standin", ApiKey realm="standin", cookie="sid"',
    ],
  ])('requires %j', (security, path, headers, challenge) => {
    const { ask } = createWorld({ project: secured(security) });
    const answer = ask(`GET ${at}`);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, challenge]);
    expect(answer.ruling.situation).toEqual({ value: 'unauthorized', by: 'contract' });
    expect(ask(`GET ${path}`, { headers }).status).toBe(200);
  });

  it('says what is wrong with what was sent', () => {
    const { ask } = createWorld({ project: secured([{ in: 'query', name: 'key' }, 'bearer']) });
    expect(ask(`GET ${at}`).json).toMatchObject({ detail: 'the query parameter key is missing' });
    expect(ask(`GET ${at}`, { headers: { authorization: 'Digest' } }).json).toMatchObject({
      detail: 'the header Authorization does not match the scheme',
      remedy: 'Send Authorization: Bearer <any token>.',
    });
  });

  it('lets public operations pass, whatever a choice says', () => {
    const { ask } = createWorld({
      project: secured(['bearer']),
      profile: { 'auth.scheme': 'basic' },
    });
    expect(ask(`GET ${at}/1`).status).toBe(200);
    expect(ask('POST /hello').status).toBe(200);
    expect(ask(`DELETE ${at}/1`).headers['www-authenticate']).toBe('Bearer realm="standin"');
  });

  it('requires nothing where neither the refusal is shown nor a choice asks for it', () => {
    const { ask } = createWorld({ project: secured(['bearer'], {}) });
    expect(ask(`GET ${at}`).status).toBe(200);
    expect(ask(`DELETE ${at}/1`).status).toBe(204);
  });

  it('asks a judge for none', () => {
    const { book } = createWorld({ project: secured(['bearer']) });
    const call = { method: 'GET', path: at, query: '', headers: {}, body: noBody };
    expect(rule({ ...book, bodies: 'bare' }, call).situation.value).toBe('ok');
  });
});

describe('openApiDocument, of declared credentials', () => {
  it('lists them for each operation', () => {
    const { contracts, schemas } = secured([
      'bearer',
      { in: 'query', name: 'key' },
      { in: 'header', name: 'X-Key' },
    ]);
    const choose = (key: keyof typeof defaultProfile) => defaultProfile[key] as never;
    const { paths, components } = openApiDocument({
      contracts,
      schemas,
      choose,
      server: '/',
      version: '1',
    }) as {
      paths: Record<string, Record<string, { security: unknown; responses: JsonObject }>>;
      components: JsonObject;
    };
    const all = [{ bearer: [] }, { 'api-key-query-key': [] }, { 'api-key-X-Key': [] }];
    expect(paths[at]?.['get']?.security).toEqual(all);
    expect(paths[at]?.['get']?.responses).toHaveProperty('401');
    expect(paths[`${at}/{serial}`]?.['get']?.security).toEqual([]);
    expect(paths[`${at}/{serial}`]?.['get']?.responses).not.toHaveProperty('401');
    expect(paths['/hello']?.['post']?.security).toEqual([]);
    expect(components['securitySchemes']).toEqual({
      bearer: { type: 'http', scheme: 'bearer' },
      'api-key-query-key': { type: 'apiKey', in: 'query', name: 'key' },
      'api-key-X-Key': { type: 'apiKey', in: 'header', name: 'X-Key' },
    });
  });
});

describe('tableOf, of declared credentials', () => {
  it('tells which operations can be refused', () => {
    const { contracts, schemas } = secured(['bearer']);
    const [contract] = contracts as [(typeof contracts)[0]];
    const cells = tableOf(contract, schemas, (key) => defaultProfile[key]);
    const told = cells.filter(({ situation }) => situation === 'unauthorized');
    expect(told.map(({ kind, ruledOut }) => [kind, ruledOut])).toEqual([
      ['list', null],
      ['read', 'the operation is public'],
      ['remove', 'auth.scheme = none'],
    ]);
  });
});
