// Operations named by a state: the mock sets it in the item, for all who read it, where the document
// shows a member with the action's word, and new items begin in the first state.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const moment: Json = { type: ['string', 'null'], format: 'date-time' };
const flag: Json = { type: 'boolean' };
const options = (...values: string[]): Json => ({ type: 'string', enum: values });
const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

/** Ferries, with members that only answers have, and writes below one of them. */
function ferriesWith(
  shown: JsonObject,
  below: Readonly<Record<string, Readonly<Record<string, Json>>>>,
): JsonObject {
  const properties = { id: { type: 'integer' }, name: { type: 'string' }, ...shown };
  return {
    openapi: '3.1.0',
    paths: {
      '/ferries': {
        get: operation(200, { type: 'array', items: ref('Ferry') }),
        post: operation(201, ref('Ferry'), ref('NewFerry')),
      },
      '/ferries/{id}': { parameters: [id], get: operation(200, ref('Ferry')) },
      ...Object.fromEntries(
        Object.entries(below).map(([verb, methods]) => [
          `/ferries/{id}/${verb}`,
          { parameters: [id], ...methods },
        ]),
      ),
    },
    components: {
      schemas: {
        Ferry: { type: 'object', required: Object.keys(properties), properties },
        NewFerry: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    },
  };
}

const answersFerry = operation(200, ref('Ferry'));
const answersNothing: Json = { responses: { 204: { description: 'done' } } };
const takesReason: Json = operation(200, ref('Ferry'), {
  type: 'object',
  properties: { reason: { type: 'string' } },
});

describe('operations named by a state', () => {
  it.each<[call: string, member: string, schema: Json, was: Json, is: Json]>([
    ['POST activate', 'active', flag, false, true],
    ['PATCH activate', 'is_active', flag, false, true],
    ['PUT enable', 'enabled', flag, false, true],
    ['POST lock', 'isLocked', flag, false, true],
    ['POST mark-as-paid', 'paid', flag, false, true],
    ['POST verifyFerry', 'verified', flag, false, true],
    ['POST actions/pin', 'pinned', flag, false, true],
    ['POST archive', 'archivedAt', moment, null, expect.stringMatching(/^\d{4}-/) as Json],
    ['POST close', 'status', options('open', 'closed'), 'open', 'closed'],
    ['POST cancel', 'state', options('PLANNED', 'CANCELED'), 'PLANNED', 'CANCELED'],
    ['POST cancellation', 'status', options('planned', 'cancelled'), 'planned', 'cancelled'],
    ['POST approve', 'phase', options('draft', 'approved', 'rejected'), 'draft', 'approved'],
    ['POST check-in', 'status', options('away', 'CHECKED_IN'), 'away', 'CHECKED_IN'],
    ['POST ship', 'status', options('new', 'shipping', 'shipped'), 'new', 'shipped'],
    ['POST deactivate', 'status', options('active', 'inactive'), 'active', 'inactive'],
    ['POST activate', 'status', options('inactive', 'active'), 'inactive', 'active'],
    ['POST complete', 'status', options('todo', 'completed'), 'todo', 'completed'],
    ['POST start', 'status', options('stopped', 'running'), 'stopped', 'running'],
    ['POST view', 'views', { type: 'integer' }, 0, 1],
    ['POST votes', 'voteCount', { type: 'integer' }, 0, 1],
  ])('%s sets %s', (call, member, schema, was, is) => {
    const [method = '', verb = ''] = call.split(' ');
    for (const answer of [answersFerry, answersNothing, takesReason]) {
      if (answer === takesReason && typeof is === 'number') continue;
      const document = ferriesWith(
        { [member]: schema },
        { [verb]: { [method.toLowerCase()]: answer } },
      );
      const { ask, faults, why } = openApiMock(document);
      expect(faults).toEqual([]);
      expect(why[`${method} /ferries/{id}/${verb}`]).toContain(`"${member}"`);
      const made = [1, 2, 3].map((index) => ask('POST /ferries', { name: `F${index}` }).json);
      expect(made.map((one) => (one as JsonObject)[member])).toEqual([was, was, was]);
      const { status, json } = ask(
        `${method} /ferries/2/${verb}`,
        answer === takesReason ? {} : undefined,
      );
      expect(status).toBeLessThan(300);
      if (answer !== answersNothing) expect(json).toMatchObject({ id: 2, [member]: is });
      expect(ask('GET /ferries/2').json).toMatchObject({ id: 2, [member]: is });
      expect(ask('GET /ferries').json).toMatchObject([
        { [member]: was },
        { [member]: is },
        { [member]: was },
      ]);
    }
  });

  it.each<
    [does: string, takesBack: string, member: string, schema: Json, was: Json, between: Json]
  >([
    ['POST activate', 'POST deactivate', 'active', flag, false, true],
    ['POST enable', 'POST disable', 'enabled', flag, false, true],
    ['POST disable', 'POST enable', 'disabled', flag, false, true],
    ['POST lock', 'DELETE lock', 'locked', flag, false, true],
    ['POST publish', 'POST unpublish', 'published', flag, false, true],
    ['POST pause', 'POST resume', 'paused', flag, false, true],
    ['PUT close', 'PUT reopen', 'status', options('open', 'closed'), 'open', 'closed'],
    ['PUT close', 'PUT reopen', 'status', options('todo', 'doing', 'closed'), 'todo', 'closed'],
    [
      'POST publish',
      'POST unpublish',
      'status',
      options('draft', 'published'),
      'draft',
      'published',
    ],
    ['POST archive', 'POST restore', 'archived_at', moment, null, expect.any(String) as Json],
  ])('%s and %s set %s and take it back', (does, takesBack, member, schema, was, between) => {
    const below: Record<string, Record<string, Json>> = {};
    for (const call of [does, takesBack]) {
      const [method = '', verb = ''] = call.split(' ');
      below[verb] = { ...below[verb], [method.toLowerCase()]: answersNothing };
    }
    const { ask } = openApiMock(ferriesWith({ [member]: schema }, below));
    const call = (what: string) => ask(what.replace(' ', ' /ferries/1/'));
    ask('POST /ferries', { name: 'Aurora' });
    const states = ['', does, does, takesBack].map((what) => {
      if (what !== '') call(what);
      return (ask('GET /ferries/1').json as JsonObject)[member];
    });
    expect(states).toEqual([was, between, between, was]);
  });

  it.each<[call: string, members: JsonObject]>([
    ['POST refuel', { active: flag, status: options('open', 'closed') }],
    ['POST status', { status: options('status', 'closed') }],
    ['POST copy', { kind: options('copy', 'original') }],
    ['GET close', { status: options('open', 'closed') }],
    ['PATCH close', { closed: { type: 'string' } }],
    ['POST clo', { closed: flag }],
    ['POST insurance/cancel', { status: options('open', 'cancelled') }],
  ])('%s changes nothing', (call, members) => {
    const [method = '', verb = ''] = call.split(' ');
    const { ask } = openApiMock(
      ferriesWith(members, { [verb]: { [method.toLowerCase()]: answersFerry } }),
    );
    const before = ask('POST /ferries', { name: 'Aurora' }).json;
    ask(`${method} /ferries/1/${verb}`, method === 'PATCH' ? {} : undefined);
    expect(ask('GET /ferries/1').json).toEqual(before);
  });

  it('sets what the request does not name', () => {
    const body = { type: 'object', properties: { active: flag } };
    const { ask, why } = openApiMock(
      ferriesWith({ active: flag }, { activate: { post: operation(200, ref('Ferry'), body) } }),
    );
    const call = 'POST /ferries/{id}/activate';
    expect(why[call]).toBe('of one of /ferries it sets "active", as sent');
    ask('POST /ferries', { name: 'Aurora' });
    expect(ask('POST /ferries/1/activate', { active: false }).json).toMatchObject({
      active: false,
    });
  });

  it('sets no state that the item may not have', () => {
    const document = ferriesWith(
      { status: options('open', 'closed'), hull: { type: 'integer' } },
      { close: { post: answersNothing } },
    );
    const { components } = document as { components: { schemas: { Ferry: JsonObject } } };
    const only = { properties: { status: { const: 'closed' } } };
    Object.assign(components.schemas.Ferry, {
      if: only,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { hull: { minimum: 9 } } },
    });
    const { ask } = openApiMock(document);
    ask('POST /ferries', { name: 'Aurora' });
    ask('POST /ferries/1/close');
    expect(ask('GET /ferries/1').json).toMatchObject({ status: 'open', hull: 0 });
  });

  it('leaves them open where nothing may be assumed, and says what they suggest', () => {
    const document = ferriesWith({ active: flag }, { activate: { post: answersFerry } });
    const read = contractsOfOpenApi(document, {
      name: 'api.json',
      documents: new Map(),
      overrides: {},
      undescribed: 'left-open',
    });
    const suggested = '"suggests":{"sets":{"active":true}}';
    const text = JSON.stringify(read.contracts);
    expect(text).toContain(suggested);
    expect(text.replaceAll(suggested, '')).not.toContain('"sets"');
  });
});

describe('rows of a document', () => {
  it('begin in the first state if items can be made', () => {
    const state: Json = { ...(options('new', 'old', 'gone') as JsonObject), default: 'old' };
    const document = ferriesWith({ status: options('open', 'closed'), state }, {});
    const { paths } = document as { paths: Record<string, Json> };
    const trips = { type: 'array', items: ref('Trip') };
    paths['/ferries/{id}/trips'] = { parameters: [id], get: operation(200, trips) };
    paths['/ferries/{id}/trips/{trip}'] = {
      parameters: [id, { ...(id as JsonObject), name: 'trip' }],
      get: operation(200, ref('Trip')),
    };
    const { schemas } = (document as { components: { schemas: Record<string, Json> } }).components;
    const number = { type: 'integer' };
    schemas['Trip'] = {
      type: 'object',
      required: ['id', 'to'],
      properties: { id: number, to: number },
    };
    const rows = openApiMock(document).ask('GET /ferries').json as JsonObject[];
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toMatchObject({ status: 'open', state: 'old' });
  });
});
