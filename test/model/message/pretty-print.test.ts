// JSON in lines: the same text that JSON.stringify makes, whole or in pieces, wherever the pieces
// end.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyPrint } from '../../../src/model/message/pretty-print.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import { piecesOf } from '../../support/users.ts';

describe('inLines', () => {
  it('indents any JSON as JSON.stringify does, and counts its bytes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(prettyPrint(textBody(JSON.stringify(value)))).toEqual({
          kind: 'text',
          text,
          bytes: Buffer.byteLength(text),
        });
      }),
    );
  });

  it.each(['[]', '{}', '[[],{}]', '{"a":{},"b":[]}', '"a,{\\"[:"', '{"\\\\":"\\\\"}', '-1.5e-9'])(
    'indents %s',
    (text) => {
      expect(prettyPrint(textBody(text))).toMatchObject({
        text: JSON.stringify(JSON.parse(text), null, 2),
      });
    },
  );

  it('indents pieces that end between any two tokens', () => {
    const value = {
      users: [
        { id: 1, tags: [] },
        { id: 2, name: 'a "b", {c}' },
      ],
      none: {},
    };
    const tokens = JSON.stringify(value).match(/"(?:[^"\\\\]|\\\\.)*"|\d+|./g) ?? [];
    const body = prettyPrint({ kind: 'pieces', pieces: () => tokens[Symbol.iterator]() });
    const pieces = body.kind === 'pieces' ? piecesOf(body.pieces()) : [];
    expect(pieces.length).toBe(tokens.length);
    expect(pieces.join('')).toBe(JSON.stringify(value, null, 2));
  });

  it('indents a string of ten million characters', () => {
    const text = JSON.stringify({ long: 'x\\'.repeat(5_000_000) });
    expect(prettyPrint(textBody(text))).toMatchObject({ bytes: text.length + 5 });
  });

  it('returns no text unchanged', () => {
    expect(prettyPrint({ kind: 'none' })).toEqual({ kind: 'none' });
  });
});
