// A document may name any address: the commands open no socket for it but that which `serve` listens on.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from './support/root.ts';
import { useTempFolder } from './support/temp-folder.ts';

const folder = useTempFolder();
const AWAY = 'http://127.0.0.1:39999/away';
const hook = pathToFileURL(join(root, 'test/support/no-connections.mjs')).href;
const cli = ['--import', hook, join(root, 'src/cli.ts')];
const env = { ...process.env, CONNECTIONS: 'connections.txt', NODE_NO_WARNINGS: '1' };

/** Each place of a document that may hold an address. */
const document = `openapi: 3.1.0
info: { title: Kilns, version: '1', termsOfService: '${AWAY}', license: { name: x, url: '${AWAY}' } }
jsonSchemaDialect: ${AWAY}
servers: [{ url: '${AWAY}' }, { url: '//localhost:39999/{x}', variables: { x: { default: y } } }]
externalDocs: { url: '${AWAY}' }
security: [{ login: [kilns] }, { open: [] }]
paths:
  /ovens:
    $ref: '${AWAY}.yaml#/ovens'
  /kilns:
    servers: [{ url: '${AWAY}' }]
    get:
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Kiln' } }, examples: { one: { externalValue: '${AWAY}.json' } } } }, links: { next: { operationRef: '${AWAY}#/next' } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Kiln' } } } }
      callbacks: { fired: { '${AWAY}/{$request.body#/hook}': { post: { responses: { '200': { description: heard } } } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Kiln' } } } }
  /kilns/{kilnId}:
    parameters: [{ name: kilnId, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Kiln' } } } }
  /glazes:
    get:
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '${AWAY}/glaze.json' } } } } }
  /shelves:
    $ref: 'file://127.0.0.1/shelves.yaml'
components:
  schemas:
    Kiln:
      $schema: ${AWAY}
      $id: ${AWAY}/kiln.json
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        hook: { type: string, format: uri, default: '${AWAY}' }
        mood: { $ref: '${AWAY}/mood.json#/Mood' }
        made: { oneOf: [{ $ref: '//127.0.0.1:39999/one.json' }, { type: string }], discriminator: { propertyName: kind, mapping: { one: '${AWAY}/one.json' } } }
  securitySchemes:
    login: { type: oauth2, flows: { authorizationCode: { authorizationUrl: '${AWAY}', tokenUrl: '${AWAY}', refreshUrl: '${AWAY}', scopes: { kilns: all } } } }
    open: { type: openIdConnect, openIdConnectUrl: '${AWAY}' }
webhooks:
  fired: { post: { requestBody: { content: { application/json: { schema: { $ref: '${AWAY}' } } } }, responses: { '200': { description: heard } } } }
`;

function connections(): string {
  return existsSync('connections.txt') ? readFileSync('connections.txt', 'utf8') : '';
}

describe('a document full of addresses', () => {
  it.each([
    ['contract', 'kilns.yaml', '--choices'],
    ['laws', 'kilns.yaml'],
    ['openapi', 'kilns.yaml'],
    ['seed', 'kilns.yaml', '--count', '3'],
    ['init', 'own', '--from', 'kilns.yaml'],
  ])('is read by "%s %s" without a connection', async (...command) => {
    folder.write('kilns.yaml', document);
    await promisify(execFile)(process.execPath, [...cli, ...command], { env });
    expect(connections()).toBe('');
  });

  it('is served without a connection', async () => {
    folder.write('kilns.yaml', document);
    const child = spawn(
      process.execPath,
      [...cli, 'serve', 'kilns.yaml', '--port', '0', '--json'],
      {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { url } = JSON.parse(line) as { readonly url: string };
      const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'North', hook: AWAY });
      const made = await fetch(`${url}/away/kilns`, { method: 'POST', headers, body });
      expect(made.status).toBe(201);
      for (const path of ['kilns', 'kilns/1', 'glazes', 'shelves', 'nothing'])
        await (await fetch(`${url}/away/${path}`, { headers })).text();
      // Node looks up the address that it listens on.
      expect(connections()).toBe('lookup "127.0.0.1"\n');
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  it('would show a connection', async () => {
    const script = `fetch('${AWAY}').catch(() => {})`;
    await promisify(execFile)(process.execPath, ['--import', hook, '--eval', script], { env });
    expect(connections()).toContain('connect');
  });
});
