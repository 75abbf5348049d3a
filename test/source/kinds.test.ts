// Schemas that a discriminator tells apart, each form that documents have it in.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';
import { readSchema } from '../support/read-schema.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const kind = (members: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties: { class: text, ...members },
  required: ['class', ...required],
});
const Tug = kind({ pull: whole }, 'pull');
const Barge = kind({ load: whole });
const Raft = kind({ logs: whole }, 'logs');
const told = (mapping?: JsonObject): JsonObject => ({
  propertyName: 'class',
  ...(mapping === undefined ? {} : { mapping }),
});
const either = { oneOf: [ref('Tug'), ref('Barge')] };
/** A boat with further members. */
const heir = (members: JsonObject, ...required: readonly string[]): JsonObject => ({
  allOf: [ref('Boat'), { type: 'object', properties: members, required }],
});
const boat = { properties: { id: whole, class: text }, required: ['class'], type: 'object' };

interface Case {
  readonly schema: Json;
  readonly named: JsonObject;
  readonly fits: readonly Json[];
  readonly misfits: readonly Json[];
  /** The values of the member that are made. */
  readonly made: readonly string[];
  readonly version?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'a mapping by name and by reference': {
    schema: { ...either, discriminator: told({ T: '#/components/schemas/Tug', B: 'Barge' }) },
    named: { Tug, Barge },
    fits: [
      { class: 'T', pull: 3 },
      { class: 'B' },
      // A value without a mapping is the name of a schema.
      { class: 'Tug', pull: 3 },
    ],
    misfits: [{ class: 'T' }, { class: 'ZZ', pull: 3 }, { class: 'B', load: 'x' }, 7],
    made: ['T', 'B'],
  },
  'names without a mapping': {
    schema: { anyOf: [ref('Tug'), ref('Barge')], discriminator: told() },
    named: { Tug, Barge },
    fits: [{ class: 'Tug', pull: 3 }, { class: 'Barge' }],
    misfits: [{ class: 'Tug' }, { class: 'tug', pull: 3 }],
    made: ['Tug', 'Barge'],
  },
  'values that the schemas name themselves': {
    schema: { ...either, discriminator: told() },
    named: {
      Tug: kind({ class: { const: 'tugboat' }, pull: whole }, 'pull'),
      Barge: kind({ class: { enum: ['barge', 'hulk'] } }),
    },
    fits: [{ class: 'tugboat', pull: 1 }, { class: 'hulk' }],
    misfits: [{ class: 'tugboat' }, { class: 'Tug', pull: 1 }],
    made: ['tugboat', 'barge'],
  },
  'several values for one schema': {
    schema: { ...either, discriminator: told({ T: 'Tug', S: 'Tug', B: 'Barge' }) },
    named: { Tug, Barge },
    fits: [{ class: 'S', pull: 3 }],
    misfits: [{ class: 'S' }],
    made: ['T', 'S', 'B'],
  },
  'kinds of kinds': {
    schema: { oneOf: [ref('Tug'), ref('Flat')], discriminator: told({ T: 'Tug' }) },
    named: {
      Tug,
      Barge,
      Raft,
      Flat: {
        oneOf: [ref('Barge'), ref('Raft')],
        discriminator: told({ B: 'Barge', R: '#/components/schemas/Raft' }),
      },
    },
    fits: [
      { class: 'T', pull: 3 },
      { class: 'R', logs: 9 },
    ],
    misfits: [{ class: 'R' }, { class: 'Q' }, { class: 'T', logs: 9 }],
    made: ['T', 'B', 'R'],
  },
  'schemas that inherit': {
    schema: ref('Boat'),
    named: {
      Boat: { ...boat, discriminator: told() },
      Sloop: heir({ mast: whole }, 'mast'),
      Punt: { allOf: [ref('Boat')], properties: { pole: text }, required: ['pole'] },
    },
    fits: [{ class: 'Sloop', mast: 1 }, { class: 'Punt', pole: 'x' }, { class: 'Boat' }],
    misfits: [{ class: 'Sloop' }, { class: 'Punt', pole: 3 }, { class: 'Ark' }, {}],
    made: ['Sloop', 'Punt'],
  },
  'schemas that inherit, with a mapping': {
    schema: { type: 'array', items: ref('Boat') },
    named: {
      Boat: {
        ...boat,
        discriminator: told({ s: '#/components/schemas/Sloop', p: 'Punt' }),
      },
      Sloop: heir({ mast: whole }, 'mast'),
      Punt: heir({ pole: text }),
    },
    fits: [[{ class: 's', mast: 1 }, { class: 'p' }]],
    misfits: [[{ class: 's' }], [{ class: 'q' }]],
    made: ['s', 'p'],
  },
  'schemas that inherit through others': {
    schema: ref('Boat'),
    named: {
      Boat: { ...boat, discriminator: told() },
      Sloop: heir({ mast: whole }, 'mast'),
      Yacht: { allOf: [ref('Sloop'), { required: ['crew'], properties: { crew: whole } }] },
    },
    fits: [{ class: 'Yacht', mast: 1, crew: 2 }],
    misfits: [
      { class: 'Yacht', crew: 2 },
      { class: 'Yacht', mast: 1 },
    ],
    made: ['Sloop', 'Yacht'],
  },
  'one of those that inherit': {
    schema: ref('Sloop'),
    named: {
      Boat: { ...boat, discriminator: told() },
      Sloop: heir({ mast: whole }, 'mast'),
    },
    fits: [{ class: 'Sloop', mast: 1 }],
    misfits: [{ class: 'Sloop' }],
    made: [],
  },
  'values of all kinds above those that inherit': {
    schema: ref('Boat'),
    named: {
      Boat: {
        ...boat,
        properties: { class: { type: 'string', enum: ['sloop', 'punt'] } },
        discriminator: told(),
      },
      Sloop: heir({ mast: whole }, 'mast'),
      Punt: heir({ pole: text }),
    },
    fits: [{ class: 'sloop', mast: 1 }, { class: 'punt' }],
    misfits: [{ class: 'sloop' }, { class: 'ark' }],
    made: ['sloop', 'punt'],
  },
  'Swagger 2.0': {
    schema: { $ref: '#/definitions/Boat' },
    version: '2.0',
    named: {
      // Swagger has the name of the member alone.
      Boat: { ...boat, discriminator: 'class' },
      Sloop: {
        allOf: [
          { $ref: '#/definitions/Boat' },
          { properties: { mast: whole }, required: ['mast'] },
        ],
      },
    },
    fits: [{ class: 'Sloop', mast: 1 }, { class: 'Boat' }],
    misfits: [{ class: 'Sloop' }],
    made: ['Sloop'],
  },
  'null besides': {
    schema: { oneOf: [ref('Tug'), { type: 'null' }, ref('Barge')], discriminator: told() },
    named: { Tug, Barge },
    fits: [null, { class: 'Barge' }],
    misfits: [{ class: 'Tug' }, false],
    made: ['Tug', 'Barge'],
  },
  'a schema for all other values': {
    schema: {
      ...either,
      discriminator: { ...told({ T: 'Tug', B: 'Barge' }), defaultMapping: 'Craft' },
    },
    version: '3.2.0',
    named: { Tug, Barge, Craft: { type: 'object', required: ['name'] } },
    fits: [{ class: 'X', name: 1 }, { name: 1 }, { class: 'B' }],
    misfits: [{ class: 'X' }, { class: 'T', name: 1 }],
    made: ['T', 'B'],
  },
  'schemas that stand in the list': {
    schema: {
      oneOf: [
        kind({ class: { const: 'tug' }, pull: whole }, 'pull'),
        kind({ class: { const: 'barge' } }),
      ],
      discriminator: told(),
    },
    named: {},
    fits: [{ class: 'tug', pull: 1 }, { class: 'barge' }],
    misfits: [{ class: 'tug' }, { class: 'ark' }],
    made: ['tug', 'barge'],
  },
};

describe('a discriminator', () => {
  it.each(Object.entries(CASES))('tells apart %s', (_, one) => {
    const read = readSchema(one.schema, one.named, { version: one.version ?? '3.1.0' });
    expect([read.notes, read.faults]).toEqual([[], []]);
    for (const value of one.fits) expect([value, read.flaws(value)]).toEqual([value, []]);
    for (const value of one.misfits)
      expect([value, read.flaws(value)[0]]).not.toEqual([value, undefined]);
    const made = [0, 1, 2].flatMap((branch) =>
      [1, 2].map((serial) => {
        const value = read.sample({ branch, serial }) ?? null;
        expect([value, read.flaws(value)]).toEqual([value, []]);
        return /"class":"([^"]*)"/.exec(JSON.stringify(value))?.[1];
      }),
    );
    const values = new Set(made);
    if (one.made.length === 0) return;
    expect(one.made).toEqual(expect.arrayContaining([...values]));
    expect(values.size).toBeGreaterThanOrEqual(Math.min(2, one.made.length));
  });

  it('says what is wrong with the kind that a value names, and nothing of the others', () => {
    const read = readSchema(
      { ...either, discriminator: told({ T: 'Tug', B: 'Barge' }) },
      { Tug, Barge },
    );
    expect(read.flaws({ class: 'T' })).toEqual([' required']);
    expect(read.flaws({ class: 'Q' })).toEqual(['/class enum']);
  });

  it('leaves open what a mapping that leads nowhere names, and says so', () => {
    const read = readSchema(
      { ...either, discriminator: told({ T: 'Tug', B: 'Barge', G: '#/components/schemas/Gone' }) },
      { Tug, Barge },
    );
    expect(read.notes).toEqual([
      '/x-here/discriminator/mapping/G: "#/components/schemas/Gone" leads nowhere; what has the value "G" is not checked',
    ]);
    expect(read.leftOut).toEqual(['/x-here/discriminator/mapping/G']);
    expect(read.flaws({ class: 'G', any: 'thing' })).toEqual([]);
    expect(read.flaws({ class: 'T' })).toEqual([' required']);
  });

  it('that tells nothing is noted, and the schemas are alternatives', () => {
    const same = kind({ class: { const: 'boat' } });
    const read = readSchema(
      { oneOf: [ref('A'), ref('B')], discriminator: told() },
      { A: { ...same, required: ['x'] }, B: { ...same, required: ['y'] } },
    );
    expect(read.notes).toEqual([
      '/x-here/discriminator: its values do not tell the schemas apart; "discriminator" is not read',
    ]);
    expect([read.flaws({ x: 1 }), read.flaws({ y: 1 })]).toEqual([[], []]);
  });

  it.each(['3.0.3', '3.1.0'])('makes items of each kind in the mock of OpenAPI %s', (openapi) => {
    const item = (one: JsonObject): JsonObject => ({
      ...one,
      properties: { id: { type: 'integer', readOnly: true }, ...(one['properties'] as JsonObject) },
    });
    const vessel = {
      ...either,
      discriminator: told({ T: '#/components/schemas/Tug', B: 'Barge' }),
    };
    const { ask, taken, faults } = openApiMock({
      openapi,
      paths: {
        '/vessels': {
          get: operation(200, { type: 'array', items: ref('Vessel') }),
          post: operation(201, ref('Vessel'), ref('Vessel')),
        },
        '/vessels/{id}': { get: operation(200, ref('Vessel')) },
      },
      components: { schemas: { Vessel: vessel, Tug: item(Tug), Barge: item(Barge) } },
    });
    expect(faults).toEqual([]);
    expect(taken).toMatchObject({ 'POST /vessels': 'create of vessels' });
    expect(ask('POST /vessels', { class: 'B', load: 7 })).toEqual({
      status: 201,
      json: { id: 1, class: 'B', load: 7 },
    });
    expect(ask('POST /vessels', { class: 'T' }).status).toBe(422);
    expect(ask('POST /vessels', { class: 'ZZ', pull: 1 }).status).toBe(422);
    expect(ask('GET /vessels/1').json).toEqual({ id: 1, class: 'B', load: 7 });
  });
});
