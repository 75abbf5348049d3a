// Items on the wire in a form that a contract names, there and back.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { fromWire, placeOnWire, toWire } from '../../src/contract/envelopes/item-form.ts';
import { namedForm } from '../../src/contract/envelopes/named-forms.ts';

const api = namedForm('json:api', {
  resource: 'berths',
  id: 'ref',
  ids: 'number',
  references: [
    { member: 'harborId', to: 'harbors', holds: 'one', ids: 'number' },
    { member: 'ids', to: 'tags', holds: 'list', ids: 'string' },
  ],
}).item;
const texts = namedForm('json:api', { resource: 'tags', id: 'id', ids: 'string', references: [] });
const hal = namedForm('hal', { resource: 'berths', id: 'id', ids: 'number', references: [] }).item;

describe('toWire and fromWire', () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { ref: 7, harborId: 9, ids: ['a'], depth: 3 },
      {
        type: 'berths',
        id: '7',
        relationships: {
          harbor: { data: { type: 'harbors', id: '9' } },
          ids: { data: [{ type: 'tags', id: 'a' }] },
        },
        attributes: { depth: 3 },
      },
    ],
    [
      { harborId: null },
      { type: 'berths', relationships: { harbor: { data: null } }, attributes: {} },
    ],
  ])('move the members of %j', (item, wire) => {
    expect(toWire(api, item, null)).toEqual(wire);
    expect(fromWire(api, wire)).toEqual(item);
  });

  it('keep what is no id of the contract, so that its schema says what is wrong', () => {
    expect(
      fromWire(api, { id: 'x', relationships: { harbor: { data: { type: 'harbors' } } } }),
    ).toEqual({ ref: 'x', harborId: null });
    expect(toWire(api, { harborId: { odd: 1 } }, null)).toMatchObject({
      relationships: { harbor: { data: { odd: 1 } } },
    });
    expect(fromWire(texts.item, { id: '7', attributes: 1 })).toEqual({ id: '7' });
    expect(fromWire(api, 'text')).toBe('text');
  });

  it('add and leave out the links of HAL', () => {
    const wire = { id: 1, depth: 3, _links: { self: { href: '/berths/1' } } };
    expect(toWire(hal, { id: 1, depth: 3 }, '/berths/1')).toEqual(wire);
    expect(fromWire(hal, { ...wire, _embedded: {} })).toEqual({ id: 1, depth: 3 });
  });

  it('are the reverse of each other', () => {
    const attributes = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue());
    fc.assert(
      fc.property(fc.nat(), fc.nat(), attributes, (ref, harborId, others) => {
        const item = { ...(others as Record<string, Json>), ref, harborId };
        expect(fromWire(api, toWire(api, item, '/berths/1'))).toEqual(item);
      }),
    );
  });
});

describe('placeOnWire', () => {
  it.each<[readonly string[], readonly string[]]>([
    [
      ['depth', 'least'],
      ['attributes', 'depth', 'least'],
    ],
    [['harborId'], ['relationships', 'harbor', 'data']],
    [[], []],
  ])('finds %j at %j', (steps, place) => {
    expect(placeOnWire(api, steps)).toEqual(place);
  });
});
