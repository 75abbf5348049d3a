// The items in the text of a stream, and what is no item.

import { describe, expect, it } from 'vitest';
import { itemsIn, type StreamItem } from '../../../src/model/media/stream-items.ts';

/** `2: {"a":1}`; what is broken begins with `!`. */
function told(item: StreamItem): string {
  const what = item.kind === 'value' ? item.value : item.kind === 'event' ? item.fields : null;
  return `${item.line}: ${item.kind === 'broken' ? `! ${item.message}` : JSON.stringify(what)}`;
}

function itemsOf(type: string, text: string, end: 'whole' | 'cut' = 'whole'): unknown {
  return itemsIn(type, text, end)?.map(told) ?? null;
}

describe('itemsIn', () => {
  it.each<[what: string, text: string, items: readonly string[]]>([
    ['a line each', '{"a":1}\n2\n', ['1: {"a":1}', '2: 2']],
    ['a last line without an end', '{"a":1}\n[2]', ['1: {"a":1}', '2: [2]']],
    ['with empty lines and CRLF', '\ufeff1\r\n\r\n2\r\n', ['1: 1', '3: 2']],
    ['none', '', []],
    ['a line that is not JSON', '1\n{"a":\n3\n', ['1: 1', '2: ! "{\\"a\\":" is not JSON', '3: 3']],
  ])('reads lines: %s', (_, text, items) => {
    expect(itemsOf('application/jsonl', text)).toEqual(items);
    expect(itemsOf('application/x-ndjson; charset=utf-8', text)).toEqual(items);
  });

  it('passes over a last line that is not complete, if the stream went on', () => {
    expect(itemsOf('application/jsonl', '1\n{"a', 'cut')).toEqual(['1: 1']);
    expect(itemsOf('application/json-seq', '\x1e1\n\x1e{"a', 'cut')).toEqual(['1: 1']);
    expect(itemsOf('text/event-stream', 'data: 1\n\ndata: 2\n', 'cut')).toEqual([
      '1: {"data":"1"}',
    ]);
  });

  it('reads JSON text sequences, which begin with a separator', () => {
    const text = '\x1e{"a":\n1}\n\x1e2\n';
    expect(itemsOf('application/json-seq', text)).toEqual(['1: {"a":1}', '3: 2']);
    expect(itemsOf('application/geo+json-seq', text)).toEqual(['1: {"a":1}', '3: 2']);
    expect(itemsOf('application/json-seq', '{"a":1}\n')).toBeNull();
  });

  it.each<[what: string, text: string, items: readonly string[] | null]>([
    [
      'their fields',
      'event: a\nid: 7\nretry: 20\ndata: x\n\n',
      ['1: {"data":"x","event":"a","id":"7","retry":20}'],
    ],
    [
      'data on several lines',
      'data: a\ndata:b\ndata:  c\ndata\n\n',
      ['1: {"data":"a\\nb\\n c\\n"}'],
    ],
    ['a time that is no number', 'retry: soon\ndata: x\n\n', ['1: {"data":"x","retry":"soon"}']],
    ['any ends of lines', 'data: 1\r\rdata: 2\r\n\r\n', ['1: {"data":"1"}', '3: {"data":"2"}']],
    ['after comments', ': hello\n\n: again\ndata: 1\n\n', ['4: {"data":"1"}']],
    ['without data', 'event: a\n\ndata: 1\n\n', ['1: {"event":"a"}', '3: {"data":"1"}']],
    ['no heartbeats', 'retry: 10\n\nid: 3\n\n:\n\n', []],
    ['no fields of others', 'colour: red\ndata: 1\n\n', ['2: {"data":"1"}']],
    ['nothing at all', '', []],
    [
      'one that never ends',
      'data: 1\n\ndata: 2\n',
      ['1: {"data":"1"}', '3: ! no empty line follows its data, so that clients pass over it'],
    ],
    ['JSON', '[{"data":1}]', null],
    ['a page', '<p>no</p>\n', null],
  ])('reads events: %s', (_, text, items) => {
    expect(itemsOf('text/event-stream', text)).toEqual(items);
  });
});
