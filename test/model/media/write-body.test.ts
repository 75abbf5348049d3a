import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { latin1Of } from '../../../src/base/latin1.ts';
import { smallFile, writeBody, writeExample } from '../../../src/model/media/write-body.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';

function written(type: string, value: Json, schema: Schema = {}): string {
  const schemas = new Schemas(new Map([['Thing', schema]]));
  return new TextDecoder().decode(writeBody(schemas, value, { type, schema: 'Thing' }));
}

describe('writeBody', () => {
  it.each<[what: string, value: Json, text: string]>([
    ['a line for each element', [{ a: 1 }, { a: 2, b: 'x' }], 'a,b\r\n1,\r\n2,x\r\n'],
    ['one for a single item', { a: 'x,y', b: 'say "hi"' }, 'a,b\r\n"x,y","say ""hi"""\r\n'],
    ['nested values as JSON', [{ a: [1, 2], b: null }], 'a,b\r\n"[1,2]",\r\n'],
    ['texts without a head', ['one', 'two'], 'one\r\ntwo\r\n'],
    ['nothing for an empty list', [], ''],
  ])('writes CSV: %s', (_, value, text) => {
    expect(written('text/csv', value)).toBe(text);
  });

  const element = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;

  it.each<[what: string, value: Json, schema: Schema, text: string]>([
    ['the name of the schema', { a: 1 }, {}, '<Thing><a>1</a></Thing>'],
    [
      'names and attributes',
      { id: 7, name: 'a<b' },
      {
        type: 'object',
        xml: { name: 'thing', prefix: 't', namespace: 'http://x.test/t' },
        properties: { id: { xml: { attribute: true } }, name: { xml: { name: 'title' } } },
      },
      '<t:thing xmlns:t="http://x.test/t" id="7"><title>a&lt;b</title></t:thing>',
    ],
    [
      'a list that is not wrapped',
      { tags: ['a', 'b'] },
      { properties: { tags: { type: 'array', items: { xml: { name: 'tag' } } } } },
      '<Thing><tag>a</tag><tag>b</tag></Thing>',
    ],
    [
      'a wrapped list',
      { tags: ['a', 'b'] },
      {
        properties: {
          tags: {
            type: 'array',
            xml: { name: 'labels', wrapped: true },
            items: { xml: { name: 'tag' } },
          },
        },
      },
      '<Thing><labels><tag>a</tag><tag>b</tag></labels></Thing>',
    ],
    [
      'a list as the whole body',
      [{ a: 1 }],
      { type: 'array', xml: { name: 'all' }, items: { xml: { name: 'one' } } },
      '<all><one><a>1</a></one></all>',
    ],
    ['names that are none', { '1 b': null }, {}, '<Thing><_1_b></_1_b></Thing>'],
    ['no control characters', 'a\u0000b', {}, '<Thing>ab</Thing>'],
  ])('writes XML: %s', (_, value, schema, text) => {
    expect(written('application/xml', value, schema)).toBe(element(text));
  });

  it.each<[type: string, value: Json, text: string]>([
    ['application/x-ndjson', [{ a: 1 }, { a: 2 }], '{"a":1}\n{"a":2}\n'],
    ['application/jsonl', [1], '1\n'],
    ['application/json-seq', [{ a: 1 }], '\u001e{"a":1}\n'],
    ['text/event-stream', [{ a: 1 }], 'data: {"a":1}\n\n'],
    [
      'text/event-stream',
      [{ data: { a: 1 }, event: 'made', id: '7', retry: 100 }],
      'event: made\nid: 7\nretry: 100\ndata: {"a":1}\n\n',
    ],
    ['text/event-stream', [{ data: 'one\ntwo', id: 'a\nb' }], 'id: a\ndata: one\ndata: two\n\n'],
    ['text/event-stream', [{ data: 'x', other: 1 }], 'data: {"data":"x","other":1}\n\n'],
  ])('frames the items of a stream as %s: %j', (type, value, text) => {
    expect(written(type, value)).toBe(text);
  });

  it.each<[type: string, value: Json, text: string]>([
    ['text/plain', 'pong', 'pong'],
    ['text/plain', { a: 1 }, '{"a":1}'],
    ['application/yaml', { a: 1 }, '{"a":1}'],
    ['application/x-www-form-urlencoded', { a: 'x y', b: 2 }, 'a=x+y&b=2'],
  ])('writes %s of %j', (type, value, text) => {
    expect(written(type, value)).toBe(text);
  });

  it('writes no element into a page that a value brings', () => {
    expect(written('text/html', '<script>alert(1)</script>')).not.toContain('<script>');
  });
});

describe('writeExample', () => {
  const schemas = new Schemas(new Map());
  const text = (type: string, example: Json): string | null => {
    const bytes = writeExample(schemas, example, { type, schema: null });
    return bytes === null ? null : latin1Of(bytes);
  };

  it('takes a text as it is, and writes other values', () => {
    expect(text('text/csv', 'a,b\n')).toBe('a,b\n');
    expect(text('text/csv', [{ a: 1 }])).toBe('a\r\n1\r\n');
    expect(text('image/svg+xml', '<svg/>')).toBe('<svg/>');
  });

  it('reads files in base64, and refuses what can be none of the media type', () => {
    const png = latin1Of(smallFile('image/png'));
    expect(text('image/png', btoa(png))).toBe(png);
    expect(text('image/png', `data:image/png;base64,${btoa(png)}`)).toBe(png);
    expect(text('image/png', 'binary data')).toBeNull();
    expect(text('application/pdf', '%PDF-1.4 x')).toBe('%PDF-1.4 x');
    expect(text('application/octet-stream', 'bytes')).toBe('bytes');
    expect(text('image/png', { a: 1 })).toBeNull();
  });
});
