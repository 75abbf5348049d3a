// A service whose operations need scopes: what it does with a token that lacks them is found, a
// correct one is spared, and without such a token the notes say so.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { complaintsOf, createHold, loadContracts } from '../hold-project.ts';

const name = { type: 'string', minLength: 1 };
/** A token that tells its scopes. */
const JWT = `e30.${btoa('{"scope":"read"}').replaceAll('=', '')}.s`;
const needs = (...scopes: readonly string[]) => [{ scheme: 'bearer', scopes }];
const forbidden: JsonObject = { status: 403 };
const hold = await createHold(
  await loadContracts(
    {
      sail: { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name } },
      'sail-new': { type: 'object', required: ['name'], properties: { name } },
    },
    [
      {
        resource: 'sails',
        path: '/sails',
        source: 'the loft',
        item: 'sail',
        security: needs('read'),
        operations: {
          list: { outcomes: { forbidden } },
          create: { body: 'sail-new', security: needs('read', 'write'), outcomes: { forbidden } },
          read: { outcomes: { missing: { status: 404 } } },
          remove: { security: needs('write'), outcomes: {} },
        },
        actions: [
          { method: 'GET', path: '/sails/mended', outcomes: { forbidden } },
          {
            method: 'POST',
            path: '/sails/sort',
            security: needs('write'),
            body: 'sail-new',
            outcomes: { forbidden, unauthorized: { status: 401 } },
          },
          {
            method: 'POST',
            path: '/sails/{id}/mend',
            security: needs('write'),
            outcomes: { ok: { status: 202 }, forbidden },
          },
          {
            method: 'PUT',
            path: '/sails/{id}/flag',
            security: needs('write'),
            sets: { name: 'flag' },
            outcomes: { forbidden },
          },
        ],
      },
    ],
  ),
);

/** The status for a token that lacks scopes; `null` to overlook it. */
type Refuse = (call: string) => number | null;

async function startLoft(refuse: Refuse): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const sails = new Map<string, JsonObject>();
  let last = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const end = (status: number, body: object = {}): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(status === 204 ? undefined : JSON.stringify(body));
      };
      const [, , key = '', action] = url.split('/');
      const { authorization = '' } = headers;
      const isReader = authorization === 'Bearer some' || authorization === `Bearer ${JWT}`;
      const scopes = authorization === 'Bearer all' ? ['read', 'write'] : ['read'];
      const isKnown = authorization === 'Bearer all' || isReader;
      const denial = isKnown ? null : refuse(`${authorization} at ${method} ${url}`);
      if (denial !== null) return end(denial === 403 ? 401 : denial);
      const needed = !isKnown
        ? []
        : method === 'GET'
          ? ['read']
          : method === 'POST'
            ? ['read', 'write']
            : ['write'];
      const isItem = /^\d/.test(key);
      const call = `${method} ${isItem ? url.replace(key, '{id}') : url}`;
      const refusal = needed.every((scope) => scopes.includes(scope)) ? null : refuse(call);
      if (refusal !== null) return end(refusal);
      if (key === 'mended' || key === 'sort') return end(200);
      if (key === '') {
        if (method === 'GET') return end(200, [...sails.values()]);
        const sent = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;
        const made = { id: ++last, ...sent };
        sails.set(String(last), made);
        return end(201, made);
      }
      const sail = sails.get(key);
      if (sail === undefined) return end(404);
      if (method === 'GET') return end(200, sail);
      if (action === 'mend') return end(202);
      if (action === 'flag') {
        sails.set(key, { ...sail, name: 'flag' });
        return end(200, {});
      }
      sails.delete(key);
      return end(204);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function reportOf(refuse: Refuse, token: string | null, actions: 'read' | 'write' = 'read') {
  await using loft = await startLoft(refuse);
  const { baseUrl } = loft;
  const given = { baseUrl, resource: 'sails', actions, headers: ['Authorization: Bearer all'] };
  const outcome = await hold({ ...given, ...(token === null ? {} : { restrictedToken: token }) });
  const { findings, notes } = outcome.report;
  return { complaints: complaintsOf(outcome), findings, notes };
}

const right: Refuse = () => 403;

describe('verify, with a token that lacks scopes', () => {
  it.each(['some read', JWT])(
    'spares a correct service: %s',
    { timeout: 60_000 },
    async (token) => {
      const { complaints, notes } = await reportOf(right, token);
      expect(complaints).toEqual([]);
      expect(notes).toContain(
        'not provoked: list refused as forbidden (the restricted token has its scopes)',
      );
      expect(notes.join('\n')).not.toContain('give one');
    },
  );

  it.each<[string, string, number | null, string]>([
    ['some read', 'POST /sails', null, 'create accepted a token without its scopes'],
    ['some read', 'POST /sails', 400, 'create'],
    ['some read', 'DELETE /sails/{id}', null, 'remove accepted a token without its scopes'],
    ['some read', 'DELETE /sails/{id}', 422, 'remove'],
    ['some read', 'DELETE /sails/{id}', 500, 'remove'],
  ])('with %s finds that %s is answered with %s', { timeout: 60_000 }, async (...given) => {
    const [token, where, status, told] = given;
    const { findings } = await reportOf((call) => (call === where ? status : 403), token);
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining(told)]);
    expect(findings[0]?.trace.some(({ credentials }) => credentials === 'restricted')).toBe(true);
    expect(findings[0]?.curl.join('\n')).toContain(
      '-H "Authorization: $STANDIN_RESTRICTED_AUTHORIZATION"',
    );
  });

  it('spares a correct service whose other operations need scopes', {
    timeout: 60_000,
  }, async () => {
    const { complaints, notes } = await reportOf(right, 'some read', 'write');
    expect(complaints).toEqual([]);
    expect(notes.filter((note) => /sort|mend|flag/.test(note))).toEqual([
      'not provoked: GET /sails/mended refused as forbidden (the restricted token has its scopes)',
    ]);
  });

  it.each<['read' | 'write', string, number | null, string]>([
    ['write', 'POST /sails/sort', null, 'POST /sails/sort accepted a token without its scopes'],
    ['write', 'POST /sails/sort', 500, 'POST /sails/sort failed'],
    ['write', 'POST /sails/{id}/mend', null, 'mend accepted a token without its scopes'],
    ['read', 'PUT /sails/{id}/flag', null, 'flag accepted a token without its scopes'],
    ['write', ' at POST /sails/sort', null, 'accepted a request without credentials'],
    ['write', 'Bearer standin-wrong at POST /sails/sort', null, 'a request with wrong credentials'],
  ])(
    'sends %s others, and finds that %s is answered with %s',
    { timeout: 60_000 },
    async (...given) => {
      const [actions, where, status, told] = given;
      const { findings } = await reportOf(
        (call) => (call === where ? status : 403),
        'some read',
        actions,
      );
      expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining(told)]);
    },
  );

  it('finds reads that need none', { timeout: 60_000 }, async () => {
    const { findings } = await reportOf(right, 'some');
    expect(findings.map(({ message }) => message.split(',')[0])).toEqual(
      expect.arrayContaining([
        'list accepted a token without its scopes',
        'GET /sails/mended accepted a token without its scopes',
      ]),
    );
  });

  it('says once that nothing was tried without one', { timeout: 60_000 }, async () => {
    const { complaints, notes } = await reportOf(right, null);
    expect(complaints).toEqual([]);
    expect(notes.filter((note) => note.startsWith('not provoked'))).toEqual([
      'not provoked: refusals of a token that lacks scopes (give one: --restricted-token or STANDIN_RESTRICTED_TOKEN)',
    ]);
  });
});
