// Nothing that is put into markup becomes markup.

import { describe, expect, it } from 'vitest';
import { markup, trusted } from '../../../src/journal/print/markup.ts';
import { HOSTILE } from './reports.ts';
import { readMarkup } from './well-formed.ts';

describe('markup', () => {
  it('escapes texts, keeps markup, joins lists', () => {
    const items = ['<', '&', '"', "'"].map((text) => markup`<i>${text}</i>`);
    expect(markup`<p a="${'"'}">${items}${2}${trusted('<br />')}</p>`.text).toBe(
      '<p a="&quot;"><i>&lt;</i><i>&amp;</i><i>&quot;</i><i>&#39;</i>2<br /></p>',
    );
  });

  it('accepts any text in elements and attributes', () => {
    const element = readMarkup(markup`<p title="${HOSTILE}">${HOSTILE}</p>`.text);
    expect(element.children).toEqual([]);
    expect(element.text).toContain(']]> </script><img src=x onerror=alert(1)> & "q" \'a\'');
    expect(element.text).toBe(element.attributes['title']);
  });
});
