// XML text as elements, well-formed and not.

import { describe, expect, it } from 'vitest';
import { type XmlElement, xmlElements } from '../../../src/model/media/xml-elements.ts';

function plain({ name, attributes, children, text }: XmlElement): string {
  const fields = [...attributes].map(([key, value]) => ` ${key}=${value}`).join('');
  return `${name}${fields}(${children.map(plain).join(',')})${text}`;
}

describe('xmlElements', () => {
  it.each([
    ['<a/>', 'a()'],
    ['\ufeff<?xml version="1.0"?>\n<!-- kites -->\n<a></a>\n', 'a()'],
    ['<a x="1" y = \'2 "\' />', 'a x=1 y=2 "()'],
    ['<k:a xmlns:k="urn:k" xmlns="urn:d" k:x="1"><k:b>c</k:b></k:a>', 'a x=1(b()c)'],
    ['<a>x<b>y</b>z<b/></a>', 'a(b()y,b())xz'],
    ['<a>&lt;&amp;&#65;&#x42;&quot;&apos;&gt;</a>', 'a()<&AB"\'>'],
    ['<a><![CDATA[<b>&amp;]]></a>', 'a()<b>&amp;'],
    ['<a ><!-- <b> --></a >', 'a()'],
  ])('reads %s', (text, expected) => {
    const root = xmlElements(text);
    expect(root === null ? null : plain(root)).toBe(expected);
  });

  it.each([
    '',
    'kite',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>kite',
    '<a x=1/>',
    '<a x="1" x="2"/>',
    '<a>&kite;</a>',
    '<a>& b</a>',
    '<a x="&kite;"/>',
    '<a>&#0;</a>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
    `${'<a>'.repeat(129)}${'</a>'.repeat(129)}`,
  ])('does not read %s', (text) => {
    expect(xmlElements(text)).toBeNull();
  });

  it('takes no time with what looks like a field without end', () => {
    const started = performance.now();
    expect(xmlElements(`<a ${'b '.repeat(50_000)}`)).toBeNull();
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
