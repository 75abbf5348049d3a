// Other operations that may change something: sent if you say so, and judged by their answers alone.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, createHold, loadContracts } from '../hold-project.ts';

const source = 'the desk';
const name = { type: 'string', minLength: 1 };
const hold = await createHold(
  await loadContracts(
    {
      ticket: { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name } },
      'ticket-new': { type: 'object', required: ['name'], properties: { name } },
      question: {
        type: 'object',
        required: ['text'],
        properties: { text: name, most: { type: 'integer', minimum: 1 } },
      },
      found: { type: 'object', required: ['hits'], properties: { hits: { type: 'integer' } } },
      refused: { type: 'object', required: ['reason'], properties: { reason: name } },
    },
    [
      {
        resource: 'tickets',
        path: '/tickets',
        source,
        item: 'ticket',
        operations: {
          list: { outcomes: {} },
          create: { body: 'ticket-new', outcomes: {} },
          read: { outcomes: { missing: { status: 404 } } },
          remove: { outcomes: {} },
        },
        actions: [
          {
            method: 'POST',
            path: '/tickets/search',
            body: 'question',
            media: ['application/x-www-form-urlencoded'],
            outcomes: { ok: { status: 200, body: 'found' } },
          },
          {
            method: 'POST',
            path: '/tickets/{id}/answer',
            body: 'question',
            outcomes: { ok: { status: 202 } },
            refusals: { '409': { body: 'refused' } },
          },
          { method: 'DELETE', path: '/cache', outcomes: { ok: { status: 204 } } },
          { method: 'POST', path: '/boards/{board}/sort', outcomes: {} },
          { method: 'POST', path: '/login', security: [], body: 'question', outcomes: {} },
        ],
      },
    ],
  ),
);

type Answer = readonly [status: number, body?: object];

interface Seams {
  search: (fields: URLSearchParams) => Answer;
  answer: (sent: JsonObject) => Answer;
  login: () => Answer;
}

/** Starts a correct service but for the seams; `sent` has what came to the other operations. */
async function startDesk({
  search = (fields) => [fields.has('text') ? 200 : 400, { hits: 0 }],
  answer = (sent) => (typeof sent['text'] === 'string' ? [202, {}] : [422, {}]),
  login = () => [401, {}],
}: Partial<Seams>) {
  const tickets = new Map<string, JsonObject>();
  const sent: string[] = [];
  let last = 0;
  const answerTo = (method: string, path: string, text: string): Answer => {
    const [, key, action] = /^\/tickets\/(\d+)(\/answer)?$/.exec(path) ?? [];
    if (path === '/tickets' && method === 'GET') return [200, [...tickets.values()]];
    if (path === '/tickets') {
      const given = parsed(text);
      if (typeof given['name'] !== 'string' || given['name'] === '') return [422, {}];
      const ticket = { id: ++last, name: given['name'] };
      tickets.set(String(last), ticket);
      return [201, ticket];
    }
    const ticket = tickets.get(key ?? '');
    const isOther = action !== undefined || key === undefined;
    if (isOther && method !== 'GET') sent.push(`${method} ${path.replace(/\d+/, '1')}`);
    if (path === '/tickets/search') return search(new URLSearchParams(text));
    if (path === '/cache') return [204];
    if (path === '/login') return login();
    if (ticket === undefined) return [404, {}];
    if (action !== undefined) return answer(parsed(text));
    if (method === 'DELETE') tickets.delete(key ?? '');
    return method === 'DELETE' ? [204] : [200, ticket];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      const [status, body] = answerTo(method, url, Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    sent,
    left: () => tickets.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parsed(text: string): JsonObject {
  try {
    return Object(JSON.parse(text)) as JsonObject;
  } catch {
    return {};
  }
}

const all = ['POST /tickets/search', 'POST /tickets/1/answer', 'DELETE /cache', 'POST /login'];
const resource = 'tickets';

describe('verify, of other operations that may change something', () => {
  it.each<[string, Partial<Pick<VerifyOptions, 'mode' | 'actions'>>, readonly string[]]>([
    ['sends none of them', {}, []],
    ['sends each of them if you say so', { actions: 'write' }, all],
    ['sends none of them if it only reads', { actions: 'write', mode: 'read-only' }, []],
  ])('%s', { timeout: 60_000 }, async (_, flags, sent) => {
    await using desk = await startDesk({});
    const outcome = await hold({ baseUrl: desk.baseUrl, resource, ...flags });
    const once = [...new Set(desk.sent)];
    expect([complaintsOf(outcome), once.sort(), desk.left()]).toEqual([[], [...sent].sort(), 0]);
    expect(outcome.report.notes.filter((note) => note.includes('/login'))).toEqual(
      sent.length === 0 ? [] : ['POST /login was refused with 401, so its success was not judged'],
    );
  });

  it.each<[string, FindingCode, string, Partial<Seams>]>([
    [
      'an answer that does not fit',
      'member-type',
      'POST /tickets/search',
      { search: () => [200, { hits: 'many' }] },
    ],
    ['another status', 'status', 'POST /tickets/{id}/answer', { answer: () => [200, {}] }],
    ['a failure', 'failed', 'POST /login', { login: () => [500, {}] }],
    [
      'a refusal of another form',
      'member-missing',
      'POST /tickets/{id}/answer',
      { answer: () => [409, {}] },
    ],
  ])('finds %s', { timeout: 60_000 }, async (_, code, operation, seams) => {
    await using desk = await startDesk(seams);
    const outcome = await hold({ baseUrl: desk.baseUrl, resource, actions: 'write' });
    const found = outcome.report.findings.map((one) => [one.code, one.message]);
    expect(found).toEqual([[code, expect.stringContaining(operation)]]);
    expect(outcome.report.findings[0]?.law).toBe('write-actions-fit');
  });
});
