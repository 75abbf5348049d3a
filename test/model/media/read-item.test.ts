// One item of a stream by its schema: which schema that is, how the data of an event is read, and what
// does not fit.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { readItem } from '../../../src/model/media/read-item.ts';
import { itemsIn } from '../../../src/model/media/stream-items.ts';
import { itemSchemaOf } from '../../../src/model/media/stream-schema.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';

const EVENTS = 'text/event-stream';
const LINES = 'application/jsonl';

/** `1 /data/n: type`, one for each thing that does not fit; what is broken begins with `!`. */
function flawsIn(
  type: string,
  text: string,
  given: { readonly schema?: Schema; readonly itemSchema?: Schema },
): readonly string[] {
  const all = new Map<string, Schema>([
    ['wave', { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }],
    ...Object.entries(given as Record<string, Schema>),
  ]);
  const schemas = new Schemas(all);
  const checker = createChecker(schemas);
  const body = {
    type,
    schema: given.schema === undefined ? null : 'schema',
    ...(given.itemSchema === undefined ? {} : { itemSchema: 'itemSchema' }),
    examples: {},
  };
  const schema = itemSchemaOf(schemas, body);
  const items = itemsIn(type, text, 'whole') ?? [];
  return items.flatMap((item, index) => {
    const read = readItem(item, schema, { checker, isLast: index === items.length - 1 });
    if (read.kind === 'broken') return [`${index} ! ${read.message}`];
    return read.flaws.map(({ violation }) => `${index} ${violation.at}: ${violation.keyword}`);
  });
}

const wave = { $ref: 'wave.json' };
const event = (data: Json, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: ['data'],
  properties: { event: { type: 'string' }, data, ...more },
});
const content = { type: 'string', contentMediaType: 'application/json', contentSchema: wave };

describe('readItem', () => {
  it('judges lines by the schema of an item', () => {
    const text = '{"n":1}\n{"n":"x"}\n{}\n';
    const found = ['1 /n: type', '2 : required'];
    expect(flawsIn(LINES, text, { itemSchema: wave })).toEqual(found);
    expect(flawsIn(LINES, text, { schema: wave })).toEqual(found);
    expect(flawsIn(LINES, text, { schema: { type: 'array', items: wave, minItems: 5 } })).toEqual(
      found,
    );
    expect(flawsIn(LINES, text, {})).toEqual([]);
  });

  it('takes the schema of a text for that of the whole stream', () => {
    expect(flawsIn(LINES, '{"n":1}\n', { schema: { type: 'string' } })).toEqual([]);
    expect(flawsIn(LINES, '{"n":1}\n', { itemSchema: { type: 'string' } })).toEqual(['0 : type']);
  });

  it.each<[what: string, schema: Schema]>([
    ['an event with a schema of its data', event(wave)],
    ['an event with a text that has a content', event(content)],
    ['the data alone', wave],
    [
      'a branch by the name of the event',
      {
        ...event({ type: 'string' }),
        oneOf: [
          { properties: { event: { const: 'text' } } },
          { properties: { event: { const: 'wave' }, data: content } },
        ],
      },
    ],
  ])('reads the data of events as JSON, by the schema of %s', (_, itemSchema) => {
    const text = 'event: wave\ndata: {"n":1}\n\nevent: wave\ndata: {"n":\ndata: "x"}\n\n';
    expect(flawsIn(EVENTS, text, { itemSchema })).toEqual(['1 /data/n: type']);
    expect(flawsIn(EVENTS, 'event: wave\ndata: {"n"\n\n', { itemSchema })).toEqual([
      '0 ! its data "{\\"n\\"" is not JSON',
    ]);
  });

  it('leaves data a text where the schema says so, or says nothing', () => {
    for (const data of [{ type: 'string', maxLength: 9 }, {}, true])
      expect(flawsIn(EVENTS, 'data: {"n":1}\n\n', { itemSchema: event(data) })).toEqual([]);
    expect(flawsIn(EVENTS, 'data: 5\n\n', { itemSchema: event({ type: 'integer' }) })).toEqual([]);
    const either = event({ anyOf: [{ type: 'string' }, wave] });
    expect(flawsIn(EVENTS, 'data: {"n":1}\n\ndata: so\n\n', { itemSchema: either })).toEqual([]);
  });

  it('judges the fields of an event', () => {
    const itemSchema = event({ type: 'string' }, { retry: { type: 'integer' } });
    expect(flawsIn(EVENTS, 'retry: soon\ndata: a\n\n', { itemSchema })).toEqual(['0 /retry: type']);
  });

  it('finds events without data', () => {
    expect(flawsIn(EVENTS, 'event: a\n\ndata: 1\n\n', { itemSchema: event({}) })).toEqual([
      '0 : required',
    ]);
    expect(flawsIn(EVENTS, 'event: a\n\ndata: {"n":1}\n\n', { itemSchema: wave })).toEqual([
      '0 ! it has no data, so that clients pass over it',
    ]);
  });

  it('admits a last event that only says that it is the last', () => {
    const text = 'data: {"n":1}\n\ndata: [DONE]\n\n';
    expect(flawsIn(EVENTS, text, { schema: wave })).toEqual([]);
    expect(flawsIn(EVENTS, `${text}data: {"n":2}\n\n`, { schema: wave })).toEqual([
      '1 ! its data "[DONE]" is not JSON',
    ]);
    expect(flawsIn(EVENTS, 'data: bye\n\n', { schema: wave })).toEqual([
      '0 ! its data "bye" is not JSON',
    ]);
  });
});
