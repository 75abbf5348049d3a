// Credentials that a contract declares, for all operations or for one.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { noBody } from '../../../src/model/message/call.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { tableOf } from '../../../src/model/openapi/table.ts';
import { rule } from '../../../src/model/rules/rule.ts';
import { render } from '../../../src/model/ruling/render.ts';
import { machineContract, machines } from '../../support/machines.ts';
import { createWorld, readReply } from '../../support/users.ts';

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
    actions: [
      { method: 'POST', path: '/hello', security: [], outcomes: {} },
      { method: 'GET', path: '/desk', outcomes: {} },
    ],
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

  it('takes a key in the query for no parameter of the operation', () => {
    const { ask } = createWorld({
      project: secured([{ in: 'query', name: 'a key' }, 'bearer']),
      profile: { 'query.parameters': 'refuse', 'query.dialect': 'json-server-1' },
    });
    const answer = ask(`GET ${at}?a%20key=x`);
    expect([answer.status, (answer.json as unknown[]).length]).toEqual([200, 1]);
    expect(answer.ruling.ignored).toBeUndefined();
    expect(ask(`GET ${at}?name=Press&a+key=x`).status).toBe(200);
    expect((ask(`GET ${at}?name=Saw&a+key=x`).json as unknown[]).length).toBe(0);
    expect(ask(`GET ${at}/1?a=b`).ruling.situation.value).toBe('unexpected');
    const headers = { authorization: 'Bearer x' };
    expect((ask(`GET ${at}?name=Press`, { headers }).json as unknown[]).length).toBe(1);
  });

  it('asks a judge for none', () => {
    const { book } = createWorld({ project: secured(['bearer']) });
    const call = { method: 'GET', path: at, query: '', headers: {}, body: noBody };
    expect(rule({ ...book, bodies: 'bare' }, call).situation.value).toBe('ok');
  });
});

describe('rule, of scopes', () => {
  const scoped = (scopes: readonly string[]) => ({ scheme: 'bearer', scopes });
  const project = secured([scoped(['read', 'list']), { in: 'header', name: 'X-Key' }], {
    forbidden: { status: 403 },
  });
  const credentials = ['all read list', 'reader read', 'weak'];
  const { book } = createWorld({ project });
  const ask = (headers: Record<string, string>, given: readonly string[] = credentials) => {
    const call = { method: 'GET', path: at, query: '', headers, body: noBody };
    const ruling = rule({ ...book, credentials: given }, call);
    return readReply(render(ruling, 'silent'), ruling);
  };

  it.each([
    ['Bearer all', 200, undefined],
    ['Bearer reader', 403, 'the token does not have the scope list'],
    ['Bearer weak', 403, 'the token does not have the scopes read list'],
    ['Bearer stranger', 401, 'the header Authorization has no accepted credentials'],
  ])('answers %s with %i', (authorization, status, detail) => {
    const answer = ask({ authorization });
    expect(answer.status).toBe(status);
    if (detail !== undefined) expect(answer.json).toMatchObject({ detail });
  });

  it('names them, and says how a token gets them', () => {
    const { headers, json } = ask({ authorization: 'Bearer reader' });
    expect(headers['www-authenticate']).toBe(
      'Bearer realm="standin", error="insufficient_scope", scope="list"',
    );
    expect(json).toMatchObject({
      title: 'The credentials do not allow this request',
      remedy:
        'Send a token with the scope list: behind the token in --credential, or in the claim "scope" of a JWT.',
    });
  });

  it('asks for none of other credentials, or of a token that tells none', () => {
    expect(ask({ 'x-key': 'weak', authorization: 'Bearer weak' }).status).toBe(200);
    expect(ask({ authorization: 'Bearer a' }, ['a']).status).toBe(200);
    expect(createWorld({ project }).ask(`GET ${at}`).status).toBe(401);
  });

  it('takes a token with the scopes of one of several', () => {
    const either = createWorld({
      project: secured([scoped(['read']), scoped(['list'])], { forbidden: { status: 403 } }),
    });
    const call = { method: 'GET', path: at, query: '', body: noBody };
    const statusOf = (authorization: string): number =>
      rule(
        { ...either.book, credentials: ['a list', 'b'] },
        { ...call, headers: { authorization } },
      ).status.value;
    expect(statusOf('Bearer a')).toBe(200);
    expect(statusOf('Bearer b')).toBe(403);
  });

  it('lets preflights pass', () => {
    const world = createWorld({ project, profile: { 'cors.origin': 'any' } });
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
    expect(world.ask(`OPTIONS ${at}`, { headers }).status).toBe(204);
  });

  it('is in the table, and in the document', () => {
    const [contract] = project.contracts as [(typeof project.contracts)[0]];
    const cells = tableOf(contract, project.schemas, (key) => defaultProfile[key]);
    const told = cells.filter(({ situation }) => situation === 'forbidden');
    expect(told.map(({ kind, ruledOut, status }) => [kind, ruledOut, status.value])).toEqual([
      ['list', null, 403],
      ['read', 'the contract names no scopes', 403],
      ['remove', 'auth.scheme = none', 403],
    ]);
    const { paths } = openApiDocument({
      ...project,
      choose: (key) => defaultProfile[key] as never,
      server: '/',
      version: '1',
    }) as { paths: Record<string, Record<string, { security: unknown; responses: JsonObject }>> };
    const all = [{ bearer: ['read', 'list'] }, { 'api-key-X-Key': [] }];
    expect(paths[at]?.['get']?.security).toEqual(all);
    expect(paths[at]?.['get']?.responses).toHaveProperty('403');
    expect(paths['/desk']?.['get']?.security).toEqual(all);
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
    expect(paths['/desk']?.['get']?.security).toEqual(all);
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
