// Equal nested objects are sent alike, whatever the order of members that a call is varied with.

import { describe, expect, it } from 'vitest';
import { type Call, readBody } from '../../../src/model/message/call.ts';
import { NestedOrders } from '../../../src/verify/guard/nested-orders.ts';

const calling = (text: string): Call => ({
  method: 'POST',
  path: '/huts',
  query: '',
  headers: {},
  body: readBody(text),
});

const textOf = ({ body }: Call): string =>
  body.kind === 'json' || body.kind === 'broken' ? body.text : '';

describe('NestedOrders', () => {
  it.each([
    ['{"at":{"x":1,"y":2}}', '{"name":"b","at":{"y":2,"x":1}}', '{"name":"b","at":{"x":1,"y":2}}'],
    ['{"at":{"x":1,"y":2}}', '{"at":{"y":3,"x":1}}', '{"at":{"y":3,"x":1}}'],
    [
      '{"at":{"x":{"a":1,"b":2},"y":2}}',
      '{"to":[{"y":2,"x":{"b":2,"a":1}}]}',
      '{"to":[{"x":{"a":1,"b":2},"y":2}]}',
    ],
    ['[{"x":1,"y":2}]', '[{"y":2,"x":1}]', '[{"x":1,"y":2}]'],
    ['{"x":1,"y":2}', '{"y":2,"x":1}', '{"y":2,"x":1}'],
    ['{"at":{"x":1,"y":2}}', '{ "at": {"y":2,"x":1} }', '{ "at": {"y":2,"x":1} }'],
  ])('after %s sends %s as %s', (first, then, sent) => {
    const orders = new NestedOrders();
    expect(textOf(orders.keep(calling(first)))).toBe(first);
    expect(textOf(orders.keep(calling(then)))).toBe(sent);
  });

  it('knows what was sent without variation, and leaves other bodies alone', () => {
    const orders = new NestedOrders();
    orders.note(calling('{"at":{"x":1,"y":2}}'));
    expect(textOf(orders.keep(calling('{"at":{"y":2,"x":1}}')))).toBe('{"at":{"x":1,"y":2}}');
    expect(textOf(orders.keep(calling('{"at":')))).toBe('{"at":');
  });
});
