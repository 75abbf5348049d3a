import { describe, expect, it } from 'vitest';
import { latin, partsOf } from '../../src/ui/detail/multipart-parts.ts';
import { textOf } from '../support/recorded.ts';

const TYPE = 'multipart/form-data; boundary="--x y"';
const lines = (...all: readonly string[]): string => all.join('\r\n');
const FORM = lines(
  '----x y',
  'Content-Disposition: form-data; name="title"',
  '',
  'Zażółć',
  '----x y',
  'content-disposition: form-data; name=scan; filename="a b.png"',
  'Content-Type: image/png',
  '',
  'one',
  'two',
  '----x y--',
  '',
);

describe('partsOf', () => {
  it('returns name, file, type, bytes and text of each part', () => {
    expect(partsOf(textOf(FORM), TYPE)).toEqual([
      { name: 'title', file: null, type: '', content: latin('Zażółć'), text: 'Zażółć' },
      {
        name: 'scan',
        file: 'a b.png',
        type: 'image/png',
        content: 'one\r\ntwo',
        text: 'one\r\ntwo',
      },
    ]);
  });

  it('reads parts that are not UTF-8', () => {
    const bytes = Buffer.from(FORM.replace('one', '\u00ff'), 'latin1');
    const body = { kind: 'bytes', base64: bytes.toString('base64'), bytes: 9, cut: false } as const;
    expect(partsOf(body, TYPE)?.[1]).toMatchObject({ content: '\u00ff\r\ntwo', text: null });
  });

  it.each([
    ['another type', textOf(FORM), 'text/plain'],
    ['no boundary', textOf(FORM), 'multipart/form-data'],
    ['a body that was cut', { kind: 'text', text: FORM, bytes: 999, cut: true }, TYPE],
    ['no body', { kind: 'none' }, TYPE],
    ['another text', textOf('hello'), TYPE],
  ] as const)('returns nothing for %s', (_what, body, type) => {
    expect(partsOf(body, type)).toBeNull();
  });
});
