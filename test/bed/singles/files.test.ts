// Single items that are files: what each fault does to them is found, and no correct service fails.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, createHold, loadContracts, loadDocument } from '../hold-project.ts';

const source = 'the album';
const name = { type: 'string', minLength: 1 };
const ofContracts = await createHold(
  await loadContracts(
    {
      member: { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name } },
      'member-new': { type: 'object', required: ['name'], properties: { name } },
    },
    [
      {
        resource: 'members',
        path: '/members',
        source,
        item: 'member',
        operations: {
          list: { outcomes: {} },
          create: { body: 'member-new', outcomes: {} },
          read: { outcomes: { missing: { status: 404 } } },
          remove: { outcomes: {} },
        },
      },
      {
        resource: 'portrait',
        path: '/members/{memberId}/portrait',
        one: true,
        file: ['image/png', 'image/jpeg'],
        source,
        operations: {
          read: { outcomes: { missing: { status: 404 } } },
          replace: { outcomes: {} },
          remove: { outcomes: {} },
        },
        shown: { 'replace.missing': 'create' },
      },
    ],
  ),
);

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const file: JsonObject = {
  content: Object.fromEntries(
    ['image/png', 'image/jpeg'].map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' } },
    ]),
  ),
};
const member = { $ref: '#/components/schemas/Member' };

/** The same interface as a document, of which nothing says that it has files but its media types. */
const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Album', version: '1' },
  paths: {
    '/members': {
      get: { responses: { 200: json({ type: 'array', items: member }) } },
      post: {
        requestBody: json({ $ref: '#/components/schemas/NewMember' }),
        responses: { 201: json(member) },
      },
    },
    '/members/{memberId}': {
      get: { responses: { 200: json(member), 404: {} } },
      delete: { responses: { 204: {} } },
    },
    '/members/{memberId}/portrait': {
      get: { responses: { 200: file, 404: {} } },
      put: { requestBody: file, responses: { 200: {}, 204: {}, 415: {} } },
      delete: { responses: { 204: {} } },
    },
  },
  components: {
    schemas: {
      Member: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name },
      },
      NewMember: { type: 'object', required: ['name'], properties: { name } },
    },
  },
};
const ofDocument = await createHold(await loadDocument(document));
const sources = [
  ['contracts', ofContracts],
  ['a document', ofDocument],
] as const;

interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** What differs from a correct service. */
interface Seams {
  stored(right: Picture, before: Picture | undefined): Picture;
  place(member: string): string;
  isRemoved: boolean;
  cascades: boolean;
  /** What a write answers with. */
  told: object | undefined;
}

async function startAlbum({
  stored = (right) => right,
  place = (member) => member,
  isRemoved = true,
  cascades = true,
  told,
}: Partial<Seams>): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const members = new Map<string, object>();
  const pictures = new Map<string, Picture>();
  let last = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { method = '', url = '', headers } = request;
    const [, key = '', below] = /^\/members(?:\/([^/?]+)(\/portrait)?)?$/.exec(url) ?? [];
    const type = headers['content-type'] ?? '';
    const end = (status: number, body?: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (key === '') {
      if (method === 'GET') return end(200, [...members.values()]);
      const sent: unknown = type === 'application/json' ? parsed(bytes) : null;
      const given = sent !== null && typeof sent === 'object' && 'name' in sent ? sent.name : null;
      if (typeof given !== 'string' || given === '') return end(422, {});
      const made = { id: ++last, name: given };
      members.set(String(last), made);
      return end(201, made);
    }
    if (!members.has(key) && (below === undefined || cascades)) return end(404, {});
    if (below === undefined) {
      if (method === 'GET') return end(200, members.get(key));
      members.delete(key);
      if (cascades) pictures.delete(place(key));
      return end(204);
    }
    const picture = pictures.get(place(key));
    if (method === 'PUT') {
      if (type !== 'image/png' && type !== 'image/jpeg') return end(415, {});
      if (bytes.length === 0) return end(400, {});
      pictures.set(place(key), stored({ type, bytes }, picture));
      return told === undefined ? end(204) : end(200, told);
    }
    if (picture === undefined) return end(404, {});
    if (method === 'DELETE') {
      if (isRemoved) pictures.delete(place(key));
      return end(204);
    }
    response.writeHead(200, { 'content-type': picture.type });
    response.end(picture.bytes);
  };
  const server = createServer((request, response) => void answer(request, response));
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

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return null;
  }
}

const faults: readonly (readonly [string, readonly FindingCode[], Partial<Seams>])[] = [
  [
    'bytes are cut off',
    ['value-changed'],
    { stored: ({ type, bytes }) => ({ type, bytes: bytes.subarray(0, 40) }) },
  ],
  [
    'bytes are taken for text',
    ['value-changed'],
    { stored: ({ type, bytes }) => ({ type, bytes: Buffer.from(bytes.toString()) }) },
  ],
  [
    'the media type is always the same',
    ['value-changed'],
    { stored: ({ bytes }) => ({ type: 'image/png', bytes }) },
  ],
  [
    'files come with a type that the contract does not name',
    ['value-changed'],
    { stored: ({ bytes }) => ({ type: 'application/octet-stream', bytes }) },
  ],
  ['the first file stays', ['not-replaced'], { stored: (right, before) => before ?? right }],
  ['all members share a file', ['changed-another'], { place: () => 'all' }],
  ['DELETE removes nothing', ['still-readable', 'not-removed'], { isRemoved: false }],
  ['the file outlives its member', ['still-readable'], { cascades: false }],
];

describe.each(sources)('verify, of a single item that is a file, by %s', (_source, hold) => {
  it.concurrent.each(faults)('finds that %s', { timeout: 60_000 }, async (_, codes, seams) => {
    await using album = await startAlbum(seams);
    const outcome = await hold({ baseUrl: album.baseUrl, resource: 'portrait' });
    const found = outcome.report.findings.map(({ code }) => code);
    expect(
      found.filter((code) => codes.includes(code)),
      complaintsOf(outcome).join('\n'),
    ).not.toEqual([]);
  });

  it.concurrent.each([
    ['nothing', {}],
    ['its address', { told: { url: '/portrait' } }],
  ] as const)(
    'finds nothing in a correct one that answers PUT with %s',
    { timeout: 60_000 },
    async (_, seams) => {
      await using album = await startAlbum(seams);
      const outcome = await hold({ baseUrl: album.baseUrl, resource: 'portrait' });
      expect(complaintsOf(outcome)).toEqual([]);
      const { laws } = outcome.report;
      const held = laws.filter(({ result }) => result === 'held').map((law) => law.name);
      expect(held).toEqual(expect.arrayContaining(['replaced-is-there', 'removed-is-gone']));
    },
  );
});
