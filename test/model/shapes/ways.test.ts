// Operations with another method, or at another path, than the usual one.

import { describe, expect, it } from 'vitest';
import { type JsonObject, own } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { findContractFaults } from '../../../src/contract/file/contract-faults.ts';
import { isUsual, wayOf } from '../../../src/contract/operation-way.ts';
import { noBody, readBody } from '../../../src/model/message/call.ts';
import { keyInBody, usualCall, wireCall } from '../../../src/model/message/usual-call.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { machineContract, machines } from '../../support/machines.ts';
import { readContract } from '../../support/read-contract.ts';
import { createWorld, usersContract } from '../../support/users.ts';

const project = machines();
const [contract] = project.contracts as [(typeof project.contracts)[0]];
const at = '/plant/machines';

describe('rule, of operations in other ways', () => {
  it('changes a part by POST to an item', () => {
    const { ask } = createWorld({ project });
    const { status, json } = ask(`POST ${at}/1`, { json: { power: 4 } });
    expect([status, json]).toEqual([200, { serial: 1, name: 'Press', power: 4 }]);
    expect(ask(`POST ${at}/1`, { json: { isOn: 'yes' } }).status).toBe(422);
    expect(ask(`POST ${at}/7`, { json: { power: 4 } }).status).toBe(404);
    const { status: refusal, headers } = ask(`PATCH ${at}/1`, { json: { power: 4 } });
    expect([refusal, headers['allow']]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS']);
    expect(ask(`OPTIONS ${at}/1`).headers['accept-patch']).toBeUndefined();
  });

  it('takes plain JSON alone where a change of a part is no PATCH', () => {
    const type = 'application/merge-patch+json';
    const { status, headers } = createWorld({ project }).ask(`POST ${at}/1`, { json: {}, type });
    expect([status, headers['accept']]).toEqual([415, 'application/json']);
    const closed = createWorld({ project, profile: { 'update.media': 'none' } });
    expect(closed.ask(`POST ${at}/1`, { json: {} }).status).toBe(200);
  });

  it('replaces the item that the body names', () => {
    const { ask } = createWorld({ project });
    const whole = { serial: 1, name: 'Big press' };
    expect(ask(`PUT ${at}`, { json: whole }).json).toEqual(whole);
    expect(ask(`GET ${at}/1`).json).toEqual(whole);
    expect(ask(`PUT ${at}`, { json: { serial: 2, name: 'x' } }).status).toBe(404);
    expect(ask(`PUT ${at}/1`, { json: whole }).status).toBe(405);
    expect(ask(`OPTIONS ${at}`).headers['allow']).toBe('GET, HEAD, POST, PUT, OPTIONS');
  });

  it('creates the item that the body names if the contract says so', () => {
    const open = machines({ shown: { 'replace.missing': 'create' } });
    const { ask } = createWorld({ project: open });
    const { status, headers } = ask(`PUT ${at}`, { json: { serial: 8, name: 'Saw' } });
    expect([status, headers['location']]).toEqual([200, `${at}/8`]);
  });

  it('keeps the id of the body, whatever a choice says of ids that the path has', () => {
    const { ask } = createWorld({ project, profile: { 'replace.id': 'ignore' } });
    expect(ask(`PUT ${at}`, { json: { serial: 1, name: 'Saw' } }).status).toBe(200);
  });

  it.each<[string, JsonObject | string, number, string]>([
    ['no id', { name: 'Saw' }, 400, '"serial" is missing'],
    ['an id of null', { serial: null, name: 'Saw' }, 400, '"serial" is missing'],
    ['no JSON', '{', 400, ''],
    ['no object', '[]', 400, 'must be an object, is an array'],
  ])('refuses a body with %s', (_, sent, status, detail) => {
    const body =
      typeof sent === 'string' ? { text: sent, type: 'application/json' } : { json: sent };
    const answer = createWorld({ project }).ask(`PUT ${at}`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(own(answer.json as JsonObject, 'errors') ?? '')).toContain(
      JSON.stringify(detail).slice(1, -1),
    );
  });
});

describe('rule, of operations at paths of their own', () => {
  const { operations } = machineContract as { operations: Record<string, JsonObject> };
  const moved = (kind: string, path: string): JsonObject => ({ ...operations[kind], path });
  const own: JsonObject = {
    ...operations,
    list: moved('list', `${at}/all`),
    create: moved('create', `${at}/create`),
    read: moved('read', `${at}/{serial}.json`),
    replace: { ...moved('replace', `${at}/replace`), on: 'collection' },
    update: moved('update', `${at}/{serial}/update`),
    remove: moved('remove', `${at}/delete/{serial}`),
  };
  const apart = machines({ operations: own });
  const [first] = apart.contracts as [(typeof apart.contracts)[0]];

  it('lets an item live its whole life there', () => {
    const { ask } = createWorld({ project: apart });
    const made = ask(`POST ${at}/create`, { json: { name: 'Saw' } });
    expect(made).toMatchObject({ status: 201, json: { serial: 2, name: 'Saw' } });
    // At the end of Location clients look for the id.
    expect(made.headers['location']).toBeUndefined();
    expect(ask(`GET ${at}/2.json`).json).toEqual({ serial: 2, name: 'Saw' });
    expect(ask(`GET ${at}/all`).json).toHaveLength(2);
    expect(ask(`PUT ${at}/replace`, { json: { serial: 2, name: 'Big saw' } }).status).toBe(200);
    expect(ask(`POST ${at}/2/update`, { json: { power: 4 } }).json).toMatchObject({ power: 4 });
    expect(ask(`DELETE ${at}/delete/2`).status).toBe(204);
    expect(ask(`GET ${at}/2.json`).status).toBe(404);
  });

  it('has nothing at the usual paths, and says what methods the own ones have', () => {
    const { ask } = createWorld({ project: apart });
    for (const request of [`GET ${at}`, `POST ${at}`, `GET ${at}/1`, `DELETE ${at}/1`])
      expect([request, ask(request).status]).toEqual([request, 404]);
    const { status, headers } = ask(`DELETE ${at}/1.json`);
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const { paths } = openApiDocument({
      contracts: [first],
      schemas: apart.schemas,
      choose: (key) => defaultProfile[key],
      server: '/',
      version: '1',
    }) as { paths: JsonObject };
    expect(Object.keys(paths)).toEqual([
      `${at}/all`,
      `${at}/create`,
      `${at}/{serial}.json`,
      `${at}/replace`,
      `${at}/{serial}/update`,
      `${at}/delete/{serial}`,
    ]);
  });

  it.each<[string, 'read' | 'create' | 'remove' | 'update', string, string]>([
    ['read', 'read', `${at}/a%2Fb`, `${at}/a%2Fb.json`],
    ['create', 'create', `/api${at}`, `/api${at}/create`],
    ['remove', 'remove', `/api${at}/7`, `/api${at}/delete/7`],
    ['update', 'update', `${at}/7`, `${at}/7/update`],
  ])('translates the path of a %s', (_, kind, usual, wire) => {
    const call = { method: 'GET', path: usual, query: '', headers: {}, body: noBody };
    expect(wireCall(first, kind, call).path).toBe(wire);
    expect(usualCall(apart.schemas, first, kind, { ...call, path: wire }).path).toBe(usual);
    expect(wayOf(first, kind).path).toBe(
      own[kind] === undefined ? '' : (own[kind] as JsonObject)['path'],
    );
    expect(isUsual(first)).toBe(false);
  });

  it.each<[string, JsonObject, string]>([
    ['without the id', { read: moved('read', `${at}/one`) }, 'as parameters the id'],
    ['with one too many', { list: moved('list', `${at}/{serial}`) }, 'no parameters'],
    [
      'of another operation',
      { list: moved('list', `${at}/all`), read: { ...moved('read', `${at}/all`) } },
      'as parameters the id',
    ],
  ])('finds the fault of a path %s', (_, change, message) => {
    const given = { ...machineContract, operations: { ...operations, ...change } };
    const faults = findContractFaults(given, 'machines.json', project.schemas, () => []);
    expect(faults.map((one) => one.message).join()).toContain(message);
  });
});

describe('usualCall and wireCall', () => {
  const call = { method: 'PUT', path: at, query: '', headers: {}, body: noBody };
  const json = (value: JsonObject) => readBody(JSON.stringify(value));

  it('translate a replacement at the collection to one of an item, and back', () => {
    const wire = { ...call, body: json({ serial: 7, name: 'Saw' }) };
    const usual = usualCall(project.schemas, contract, 'replace', wire);
    expect([usual.method, usual.path]).toEqual(['PUT', `${at}/7`]);
    expect(wireCall(contract, 'replace', usual)).toEqual(wire);
    const bare = { ...usual, body: json({ name: 'Saw' }) };
    expect(wireCall(contract, 'replace', bare)).toEqual(wire);
    expect(wireCall(contract, 'replace', { ...usual, body: noBody })).toEqual(call);
  });

  it('translate a change by POST to one by PATCH, and back', () => {
    const wire = { ...call, method: 'POST', path: `${at}/7`, body: json({ power: 1 }) };
    const usual = usualCall(project.schemas, contract, 'update', wire);
    expect([usual.method, usual.path]).toEqual(['PATCH', `${at}/7`]);
    expect(wireCall(contract, 'update', usual)).toEqual(wire);
  });

  it('leave a call without an id, and a HEAD, as they are', () => {
    expect(usualCall(project.schemas, contract, 'replace', call)).toEqual(call);
    const head = { ...call, method: 'HEAD' };
    expect(usualCall(project.schemas, contract, 'list', head)).toEqual(head);
    expect(wireCall(contract, 'list', head)).toEqual(head);
    expect(keyInBody({ ...call, body: json({ serial: {} }) }, contract)).toBeNull();
  });

  it('send an id of text as text', () => {
    const texts = machines({ id: 'name' }).contracts[0] as typeof contract;
    const wire = wireCall(texts, 'replace', { ...call, path: `${at}/A%207`, body: json({}) });
    expect(wire.body).toMatchObject({ value: { name: 'A 7' } });
  });
});

describe('wayOf', () => {
  it('tells the method and the place of each operation', () => {
    expect(wayOf(contract, 'update')).toEqual({ method: 'POST', on: 'item' });
    expect(wayOf(contract, 'replace')).toEqual({ method: 'PUT', on: 'collection' });
    expect([isUsual(contract), isUsual(usersContract)]).toEqual([false, true]);
  });
});

describe('openApiDocument, of operations in other ways', () => {
  it('has them at their methods and paths', () => {
    const { schemas, contracts } = project;
    const choose = (key: keyof typeof defaultProfile) => defaultProfile[key] as never;
    const { paths } = openApiDocument({
      contracts,
      schemas,
      choose,
      server: '/',
      version: '1',
    }) as {
      paths: Record<
        string,
        Record<string, { operationId: string; requestBody: { content: object } }>
      >;
    };
    expect(paths[at]?.['put']?.operationId).toBe('replaceMachines');
    const change = paths[`${at}/{serial}`]?.['post'];
    expect(change?.operationId).toBe('updateMachines');
    expect(Object.keys(change?.requestBody.content ?? {})).toEqual(['application/json']);
  });
});

describe('findContractFaults, of operations in other ways', () => {
  const faultsOf = (operations: JsonObject, change: JsonObject = {}) =>
    findContractFaults(
      { ...machineContract, ...change, operations },
      'machines.json',
      project.schemas,
      () => [],
    ).map(({ at: place, message, remedy }) => `${place}: ${message}. ${remedy}`);
  const outcomes = {};

  it.each<[JsonObject, string]>([
    [
      { read: { method: 'PUT', outcomes } },
      '/operations/read/method: read cannot have the method PUT. Use GET or POST.',
    ],
    [
      { create: { on: 'collection', body: 'machine', outcomes } },
      '/operations/create/on: create cannot be at the collection. Only replace and update can be at the collection, and only create at the item.',
    ],
    [
      { read: { on: 'item', outcomes } },
      '/operations/read/on: read cannot be at the item. Only replace and update can be at the collection, and only create at the item.',
    ],
    [
      {
        create: { body: 'machine', outcomes },
        replace: { method: 'POST', on: 'collection', body: 'machine', outcomes },
      },
      '/operations/replace: create and replace are both POST of the collection. Give one of them another "method", or leave it out.',
    ],
  ])('refuses %j', (operations, fault) => {
    expect(faultsOf(operations)).toEqual([fault]);
  });

  it('admits PUT of an item that creates it and replaces it, and a creation without a body', () => {
    const create = { method: 'PUT', on: 'item', body: 'machine', outcomes };
    expect(faultsOf({ create, replace: { body: 'machine', outcomes } })).toEqual([]);
    expect(faultsOf({ create: { on: 'item', outcomes } })).toEqual([]);
  });

  it.each<[JsonObject, JsonObject, string]>([
    [
      { method: 'POST', path: '/machines/many', does: 'create-many' },
      { create: { body: 'machine', outcomes } },
      '/actions/0/does: it creates the items of no body. Name the schema of the list: "body".',
    ],
    [
      { method: 'POST', path: '/machines/ids', does: 'list-ids' },
      { read: { outcomes } },
      '/actions/0/does: only GET lists ids. Use "method": "GET".',
    ],
    [
      { method: 'POST', path: '/machines/tag/{tag}', does: 'read', by: { tag: 'tag' } },
      { read: { outcomes } },
      '/actions/0/does: only GET reads. Use "method": "GET".',
    ],
    [
      { method: 'GET', path: '/machines/tag/{tag}', by: { tag: 'tag' } },
      { read: { outcomes } },
      '/actions/0/by: it is about no item. Add "does": "read" and the like.',
    ],
    [
      { method: 'GET', path: '/machines/tag/{tag}', missing: 'sample' },
      { read: { outcomes } },
      '/actions/0/missing: it is about no item. Add "does": "read".',
    ],
    [
      { method: 'GET', path: '/machines/tag/{tag}', does: 'read', by: { name: 'tag' } },
      { read: { outcomes } },
      '/actions/0/by/name: neither the path nor the query has it. Name one that is there.',
    ],
    [
      { method: 'POST', path: '/machines/none', does: 'remove-all' },
      { list: { outcomes } },
      '/actions/0/does: only DELETE removes all items. Use "method": "DELETE".',
    ],
  ])('refuses %j beside %j', (other, operations, fault) => {
    expect(faultsOf(operations, { actions: [{ ...other, outcomes }] })).toContain(fault);
  });

  it('refuses a single item at a collection', () => {
    const replace = { on: 'collection', body: 'machine', outcomes };
    expect(faultsOf({ replace }, { one: true })).toEqual([
      '/operations/replace/on: a single item has no collection. Leave it out.',
    ]);
  });

  it('refuses another operation that is an operation already', () => {
    const replace = { on: 'collection', body: 'machine', outcomes };
    const actions = [{ method: 'PUT', path: at, outcomes }];
    expect(faultsOf({ replace }, { actions })).toEqual([
      '/actions/0: PUT /plant/machines is the operation "replace" already. Keep one of them.',
    ]);
  });

  it('takes the usual method for what is not said', () => {
    const usual = {
      ...machineContract,
      operations: { update: { method: 'PATCH', body: 'machine', outcomes } },
    };
    expect(readContract(usual, project.schemas).operations.update).not.toHaveProperty('method');
  });
});
