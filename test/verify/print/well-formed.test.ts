// The reader that the other tests trust refuses what is not well-formed.

import { describe, expect, it } from 'vitest';
import { all, readMarkup } from './well-formed.ts';

describe('readMarkup', () => {
  it('reads elements, attributes and text', () => {
    const root = readMarkup(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a x="&lt;1&quot;"><b/>t&amp;<c>u</c></a>\n',
    );
    expect(root).toMatchObject({ name: 'a', attributes: { x: '<1"' }, text: 't&u' });
    expect(all(root, 'c').map(({ text }) => text)).toEqual(['u']);
  });

  it.each([
    '<a>',
    '<a></b>',
    '<a></a><b></b>',
    '<a x=1></a>',
    '<a x="1" x="2"></a>',
    '<a x="<"></a>',
    '<a>&nbsp;</a>',
    '<a>& </a>',
    '<a>]]></a>',
    '<a>\u0000</a>',
    '<a>\u001b</a>',
    '<a>\ud800</a>',
    '<a>\uffff</a>',
    '<a>\u009b</a>',
    '<a><!-- x --></a>',
    'text',
  ])('refuses %j', (document) => {
    expect(() => readMarkup(document)).toThrow();
  });
});
