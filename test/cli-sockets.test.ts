// `serve` with a document opens the socket that it listens on, and no other: whatever addresses the
// document names, nothing is looked up, connected to or sent.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/base/json.ts';
import { follow } from './support/cli.ts';
import { useTempFolder } from './support/temp-folder.ts';

const folder = useTempFolder();

/** Runs in the process of `serve`, before it, and notes each use of the network in a file. */
const WATCH = `
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
const watch = (holder, name) => {
  const real = holder[name];
  holder[name] = function (...given) {
    appendFileSync(process.env.WATCHED, name + '\\n');
    return real.apply(this, given);
  };
};
watch(net.Socket.prototype, 'connect');
watch(net.Server.prototype, 'listen');
watch(dgram, 'createSocket');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  watch(dns, name);
  watch(dns.promises, name);
}
syncBuiltinESMExports();
`;

const THERE = 'http://127.0.0.1:54321';
const answer = (schema: JsonObject): JsonObject => ({
  200: { description: '', content: { 'application/json': { schema } } },
});
const document: JsonObject = {
  openapi: '3.1.0',
  $schema: `${THERE}/dialect`,
  jsonSchemaDialect: `${THERE}/schema`,
  info: {
    title: 'Addresses',
    version: '1',
    termsOfService: THERE,
    license: { name: 'x', url: THERE },
  },
  externalDocs: { url: THERE },
  servers: [{ url: `${THERE}/api` }],
  paths: {
    '/things': {
      get: { responses: answer({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }) },
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
        responses: answer({ $ref: '#/components/schemas/Thing' }),
        callbacks: { made: { [`${THERE}/made`]: { post: { responses: answer({}) } } } },
      },
    },
    '/remote': { get: { responses: answer({ $ref: `${THERE}/remote.json#/Thing` }) } },
    '/elsewhere': { $ref: `${THERE}/paths.yaml#/elsewhere` },
  },
  webhooks: {
    told: { post: { requestBody: { $ref: `${THERE}/body.yaml` }, responses: answer({}) } },
  },
  components: {
    schemas: {
      Thing: {
        $id: `${THERE}/thing`,
        type: 'object',
        properties: {
          id: { type: 'integer' },
          picture: { type: 'string', format: 'uri', examples: [`${THERE}/picture.png`] },
        },
      },
    },
    examples: { there: { externalValue: `${THERE}/example.json` } },
    securitySchemes: {
      open: {
        type: 'openIdConnect',
        openIdConnectUrl: `${THERE}/.well-known/openid-configuration`,
      },
    },
  },
  security: [{ open: [] }],
};

describe('serve with a document', () => {
  it('opens no socket but the one that it listens on', async () => {
    folder.write('openapi.json', document);
    folder.write('watch.mjs', WATCH);
    const cwd = process.cwd();
    const watch = pathToFileURL(join(cwd, 'watch.mjs')).href;
    await using serving = await follow(['serve', 'openapi.json', '--port', '0', '--json'], {
      cwd,
      env: { WATCHED: join(cwd, 'watched'), NODE_OPTIONS: `--import=${watch}` },
    });
    const at = (path: string, init: RequestInit = {}) => fetch(`${serving.url}/api${path}`, init);
    const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    for (const reply of [at('/things'), at('/things', body), at('/remote'), at('/elsewhere')])
      await (await reply).text();
    // The name of the address to listen on may be looked up.
    const used = folder.read('watched').trim().split('\n');
    expect(used.filter((one) => one !== 'lookup')).toEqual(['listen']);
    expect(used.length).toBeLessThanOrEqual(2);
  });
});
