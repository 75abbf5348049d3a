// Single items that are files: bytes on the wire, an object with a data URL inside.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { findContractFaults } from '../../../src/contract/file/contract-faults.ts';
import { bareReply } from '../../../src/model/message/bare-body.ts';
import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import { fileIn, writtenFile } from '../../../src/model/message/file-body.ts';
import { usualCall, wireCall } from '../../../src/model/message/usual-call.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { tableOf } from '../../../src/model/openapi/table.ts';
import { rule } from '../../../src/model/rules/rule.ts';
import { apply } from '../../../src/model/ruling/apply.ts';
import { render } from '../../../src/model/ruling/render.ts';
import { clinicContracts, clinicSchemas } from '../../support/clinic.ts';
import { callOf, createWorld, projectFrom, type Sent } from '../../support/users.ts';

const file = ['image/png', 'image/jpeg'];
const xray: JsonObject = {
  resource: 'xray',
  path: '/owners/{ownerId}/xray',
  one: true,
  file,
  source: 'the handbook',
  operations: {
    read: { outcomes: { missing: { status: 404 } } },
    replace: { outcomes: {} },
    remove: { outcomes: {} },
  },
  shown: { 'replace.missing': 'create' },
};

/** A clinic with an X-ray of each owner. */
function clinicWith(contract: JsonObject) {
  const [owners] = clinicContracts as [JsonObject];
  return projectFrom([owners, contract], clinicSchemas, { owners: [{ id: 1, name: 'Ada' }] });
}

function worldOf(contract = xray) {
  const { book, state } = createWorld({ project: clinicWith(contract) });
  return (request: string, sent?: Sent) => {
    const ruling = rule(book, callOf(request, sent));
    apply(state, ruling.effect);
    const { status, headers, body } = render(ruling, 'silent');
    const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
    const text = body.kind === 'text' ? body.text : '';
    return { status, text, headers: Object.fromEntries(pairs) as Record<string, string> };
  };
}

const PATH = '/owners/1/xray';
const BYTES = Uint8Array.of(0x89, 0x50, 0xff);
const png: Sent = { body: readBody(BYTES), type: 'image/png' };

describe('rule, of a single item that is a file', () => {
  it('keeps bytes with their media type, and removes them', () => {
    const ask = worldOf();
    expect(ask(`GET ${PATH}`).status).toBe(404);
    expect(ask(`PUT ${PATH}`, png)).toMatchObject({ status: 201, text: '' });
    const { status, text, headers } = ask(`GET ${PATH}`, { headers: { accept: 'image/*' } });
    expect([status, text, headers['content-type']]).toEqual([200, '\x89P\xff', 'image/png']);
    expect(ask(`PUT ${PATH}`, { text: 'new', type: 'image/jpeg;q=1' })).toMatchObject({
      status: 200,
      text: '',
    });
    const after = ask(`GET ${PATH}`);
    expect([after.text, after.headers['content-type']]).toEqual(['new', 'image/jpeg']);
    expect(ask(`DELETE ${PATH}`)).toMatchObject({ status: 204, text: '' });
    expect(ask(`GET ${PATH}`).text).toContain(`"remedy":"Nothing is at ${PATH} yet."`);
  });

  it('lets no stored page act as one of the mock', () => {
    const ask = worldOf({ ...xray, file: ['*/*'] });
    ask(`PUT ${PATH}`, { text: '<script>1</script>', type: 'text/html' });
    expect(ask(`GET ${PATH}`).headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });

  it('takes the media types that the contract names', () => {
    const ask = worldOf();
    const refused = ask(`PUT ${PATH}`, { text: 'a', type: 'text/plain' });
    expect([refused.status, refused.headers['accept']]).toEqual([415, 'image/png, image/jpeg']);
    expect(refused.text).toContain('"remedy":"Send Content-Type: image/png or image/jpeg."');
    expect(ask(`PUT ${PATH}`, { json: { file: 'data:image/png;base64,YQ==' } }).status).toBe(415);
    expect(ask(`PUT ${PATH}`, { type: 'image/png' }).text).toContain('Send the file as the body.');
    expect(ask(`PUT /owners/9/xray`, png).status).toBe(404);
  });

  it('takes any type, and none, if the contract says so', () => {
    const ask = worldOf({ ...xray, file: ['*/*'] });
    expect(ask(`PUT ${PATH}`, { body: readBody(BYTES), type: null }).status).toBe(201);
    expect(ask(`GET ${PATH}`).headers['content-type']).toBe('application/octet-stream');
    expect(ask(`PUT ${PATH}`, { json: { a: 1 } }).status).toBe(200);
    expect(ask(`GET ${PATH}`).text).toBe('{"a":1}');
  });

  it('answers a write with what the contract shows', () => {
    const replace = { outcomes: { ok: { status: 200, body: 'new-owner' } } };
    const ask = worldOf({
      ...xray,
      operations: { ...(xray['operations'] as JsonObject), replace },
    });
    expect(JSON.parse(ask(`PUT ${PATH}`, png).text)).toEqual({ name: expect.any(String) });
  });
});

describe('calls and replies about a file', () => {
  const { contracts, schemas } = clinicWith(xray);
  const [, contract] = contracts as [Contract, Contract];
  const url = 'data:image/png;base64,iVD/';
  const usual: Call = callOf(`PUT ${PATH}`, { json: { file: url } });

  it('are bytes on the wire, and items inside', () => {
    const wire = wireCall(contract, 'replace', usual);
    expect(wire.headers).toEqual({ 'content-type': 'image/png', accept: '*/*' });
    expect(wire.body).toMatchObject({ kind: 'broken', bytes: BYTES });
    expect(usualCall(schemas, contract, 'replace', wire).body).toMatchObject({
      kind: 'json',
      value: { file: url },
    });
    const broken = callOf(`PUT ${PATH}`, { text: '[' });
    expect(wireCall(contract, 'replace', broken).body).toEqual(broken.body);
  });

  it('have the file in the answer to a read, whatever its type', () => {
    const { read, replace, remove } = contract.operations;
    const headers = { 'content-type': 'image/png' };
    const received = { status: 200, headers, body: readBody(BYTES) };
    const bare = bareReply(read, received);
    expect(bare.body).toMatchObject({ value: { file: url } });
    expect(writtenFile(bare.body)).toMatchObject({ kind: 'broken', bytes: BYTES });
    const empty = bareReply(read, { status: 200, headers: {}, body: noBody });
    expect(empty.body).toMatchObject({ value: { file: 'data:application/octet-stream;base64,' } });
    expect(bareReply(read, { ...received, status: 404 }).body).toBe(received.body);
    const oversized = { kind: 'oversized', bytesMax: 1 } as const;
    expect(bareReply(read, { ...received, body: oversized }).body).toBe(oversized);
    for (const write of [replace, remove]) expect(bareReply(write, received).body).toBe(noBody);
    expect(writtenFile(readBody('{"file":"x"}'))).toMatchObject({ value: { file: 'x' } });
  });

  it('have no file where none is', () => {
    expect([fileIn(null), fileIn({}), fileIn({ file: 1 }), fileIn({ file: 'x' })]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('what is told of a file', () => {
  const { contracts, schemas } = clinicWith(xray);

  it('openApiDocument has bytes', () => {
    const choose = (key: keyof typeof defaultProfile) => defaultProfile[key] as never;
    const facts = { contracts, schemas, choose, server: '/', version: '1' };
    const { paths } = openApiDocument(facts) as { paths: Record<string, JsonObject> };
    const bytes = { 'image/png': {}, 'image/jpeg': {} };
    expect(paths['/owners/{ownerId}/xray']).toMatchObject({
      get: { responses: { '200': { content: bytes } } },
      put: { requestBody: { required: true, content: bytes } },
    });
    expect(JSON.stringify(paths['/owners/{ownerId}/xray'])).not.toContain('xray.file');
  });

  it('tableOf has no body of a write', () => {
    const [, contract] = contracts as [Contract, Contract];
    const cells = tableOf(contract, schemas, (key) => defaultProfile[key]);
    const told = cells.filter(({ situation }) => situation === 'ok');
    expect(told.map(({ kind, content }) => [kind, content.value])).toEqual([
      ['read', 'record'],
      ['replace', 'none'],
      ['remove', 'none'],
    ]);
  });

  it.each<[JsonObject, string, string]>([
    [{ one: false }, '/file', 'only a single item can be a file'],
    [{ item: 'owner' }, '/item', 'the item is a file, which is sent as it is'],
    [
      { operations: { replace: { body: 'owner', outcomes: {} } } },
      '/operations/replace/body',
      'the item is a file, which is sent as it is',
    ],
    [
      { operations: { read: { outcomes: { ok: { body: 'owner' } } } } },
      '/operations/read/outcomes/ok/body',
      'the item is a file, which is sent as it is',
    ],
  ])('findContractFaults finds %j', (more, at, message) => {
    const given = JSON.parse(JSON.stringify({ ...xray, ...more })) as Json;
    const faults = findContractFaults(given, 'x.json', schemas, () => []);
    expect(faults).toEqual([expect.objectContaining({ at, message })]);
  });
});
