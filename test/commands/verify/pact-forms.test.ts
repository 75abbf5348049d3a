// Pacts in the forms that tools write, verified whole: by the command, with Pact's core, on a
// harbour that answers rightly, and on one that does not.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Report } from '../../../src/verify/report.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-forms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A document with operations of neither a list nor an item. */
const operations: Readonly<Record<string, readonly string[]>> = {
  '/tides': ['get'],
  '/signals': ['post'],
  '/flags/{name}': ['get'],
  '/old-pier': ['get'],
  '/charts': ['post'],
  '/notices': ['post'],
};
writeFileSync(
  join(folder, 'openapi.json'),
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Harbour', version: '1' },
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, methods]) => [
        path,
        Object.fromEntries(
          methods.map((method) => [
            method,
            {
              parameters: path.includes('{')
                ? [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }]
                : [],
              ...(method === 'post' ? { requestBody: { content: { '*/*': {} } } } : {}),
              responses: { default: { description: 'any' } },
            },
          ]),
        ),
      ]),
    ),
  }),
);

const GIF = Buffer.from('R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

/** What a right and a wrong harbour answer. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

const json = (body: Json): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

interface Form {
  readonly version: string;
  readonly interaction: JsonObject;
  readonly answers: (request: IncomingMessage, body: Buffer) => Answer;
  /** What a wrong harbour answers, and the message of the finding. */
  readonly wrong: Answer;
  readonly told: RegExp;
}

const forms: Readonly<Record<string, Form>> = {
  'version 1, a query in a text, a method in lower case': {
    version: '1.0.0',
    interaction: {
      request: { method: 'get', path: '/tides', query: 'port=north&port=south' },
      response: { status: 200, body: { high: 3 } },
    },
    answers: ({ url }) => json({ high: url?.endsWith('?port=north&port=south') === true ? 3 : 0 }),
    wrong: json({ high: 4 }),
    told: /\/high: Expected 4 \(Integer\) to be equal to 3/,
  },
  'version 2, a matcher': {
    version: '2.0.0',
    interaction: {
      request: { method: 'GET', path: '/tides', query: 'v=2' },
      response: {
        status: 200,
        body: { high: 3 },
        matchingRules: { '$.body.high': { match: 'type' } },
      },
    },
    answers: () => json({ high: 8 }),
    wrong: json({ high: 'much' }),
    told: /\/high was 'much', expected a number/,
  },
  'version 2, a body without a media type': {
    version: '2.0.0',
    interaction: {
      request: { method: 'POST', path: '/signals', body: { lamp: 'red' } },
      response: { status: 202 },
    },
    answers: (_, body) => ({ status: body.toString() === '{"lamp":"red"}' ? 202 : 400 }),
    wrong: { status: 500 },
    told: /the status was 500, expected 202/,
  },
  'version 3, queries and fields as they are there': {
    version: '3.0.0',
    interaction: {
      request: {
        method: 'GET',
        path: '/tides',
        query: { port: ['east', 'west'] },
        headers: { 'X-Watch': 'night' },
      },
      response: { status: 200, headers: { 'X-Level': 'low' }, body: { high: 1 } },
    },
    answers: ({ url, headers }) => ({
      ...json({ high: url?.endsWith('?port=east&port=west') === true ? 1 : 0 }),
      headers: {
        'content-type': 'application/json',
        'x-level': headers['x-watch'] === 'night' ? 'low' : 'none',
      },
    }),
    wrong: json({ high: 1 }),
    told: /the header field X-Level is missing/,
  },
  'version 4, a field with several values': {
    version: '4.0',
    interaction: {
      request: { method: 'GET', path: '/flags/N' },
      response: { status: 200, headers: { 'X-Colours': ['blue', 'white'] } },
    },
    answers: () => ({ status: 200, headers: { 'x-colours': ['blue', 'white'] } }),
    wrong: { status: 200, headers: { 'x-colours': ['white', 'blue'] } },
    told: /the header field X-Colours was "?white, blue/i,
  },
  'version 4, a redirection': {
    version: '4.0',
    interaction: {
      request: { method: 'GET', path: '/old-pier' },
      response: { status: 302, headers: { Location: ['/flags/N'] } },
    },
    answers: () => ({ status: 302, headers: { location: '/flags/N' } }),
    wrong: { status: 301, headers: { location: '/flags/N' } },
    told: /the status was 301, expected 302/,
  },
  'version 4, bytes in both directions': {
    version: '4.0',
    interaction: {
      request: {
        method: 'POST',
        path: '/charts',
        headers: { 'Content-Type': ['image/gif'] },
        body: { content: GIF.toString('base64'), contentType: 'image/gif', encoded: 'base64' },
      },
      response: {
        status: 200,
        headers: { 'Content-Type': ['image/gif'] },
        body: { content: GIF.toString('base64'), contentType: 'image/gif', encoded: 'base64' },
      },
    },
    answers: (_, body) => ({ status: 200, headers: { 'content-type': 'image/gif' }, body }),
    wrong: {
      status: 200,
      headers: { 'content-type': 'image/gif' },
      body: Buffer.concat([GIF, Buffer.from([0])]),
    },
    told: /is not equal to the expected body|Actual body/,
  },
  'version 4, text': {
    version: '4.0',
    interaction: {
      request: {
        method: 'POST',
        path: '/notices',
        body: { content: 'Storm', contentType: 'text/plain', encoded: false },
      },
      response: {
        status: 200,
        body: { content: 'STORM', contentType: 'text/plain', encoded: false },
      },
    },
    answers: (_, body) => ({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: body.toString().toUpperCase(),
    }),
    wrong: { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Storm' },
    told: /STORM/,
  },
};

/** Writes a file for each form; the description is in a header field, so that the harbour knows. */
const files = Object.entries(forms).map(([description, { version, interaction }], index) => {
  const { request, response } = interaction as { request: JsonObject; response: JsonObject };
  const headers = (request['headers'] ?? {}) as JsonObject;
  const tag = version === '4.0' ? [String(index)] : String(index);
  const type = version === '4.0' ? { type: 'Synchronous/HTTP' } : {};
  const file = join(folder, `form-${index}.json`);
  const tagged = { ...request, headers: { ...headers, 'X-Form': tag } };
  const whole = { description, ...type, request: tagged, response };
  writeFileSync(
    file,
    JSON.stringify({
      consumer: { name: 'pilot' },
      provider: { name: 'harbour' },
      interactions: [whole],
      metadata: { pactSpecification: { version } },
    }),
  );
  return file;
});

async function verified(how: 'right' | 'wrong'): Promise<Report> {
  const all = Object.values(forms);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = all[Number(request.headers['x-form'] ?? 'none')];
      if (form === undefined) response.writeHead(200).end();
      else
        send(response, how === 'right' ? form.answers(request, Buffer.concat(chunks)) : form.wrong);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const run = await runVerify(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    contract: join(folder, 'openapi.json'),
    ledgerFolder: join(folder, 'ledgers'),
    mode: 'write',
    actions: 'write',
    budget: 'quick',
    pactPlaces: files,
    json: 'print',
  });
  server.closeAllConnections();
  server.close();
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout) as Report;
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(body);
}

describe('verify with pacts in all forms', () => {
  it('passes each on a service that answers rightly', async () => {
    const { pacts, verdict } = await verified('right');
    expect(
      pacts.interactions.map(({ description, result, mismatches }) => [
        description,
        result,
        ...mismatches,
      ]),
    ).toEqual(Object.keys(forms).map((description) => [description, 'passed']));
    expect(verdict).toBe('conforms');
  }, 60_000);

  it('finds each that a service answers wrongly', async () => {
    const { pacts, findings } = await verified('wrong');
    for (const [index, [description, { told }]] of Object.entries(forms).entries()) {
      const result = pacts.interactions[index];
      expect([description, result?.result]).toEqual([description, 'failed']);
      expect(result?.mismatches.join('; ')).toMatch(told);
    }
    expect(findings.filter(({ breach }) => breach === 'unkept')).toHaveLength(files.length);
  }, 60_000);
});
