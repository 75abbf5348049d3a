import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../src/journal/recorded-of.ts';
import { readBody } from '../../src/model/call.ts';
import { textBody } from '../../src/model/render.ts';
import { interactionOf, type Made } from '../support/interactions.ts';

const of = (made: Made) => recordedOf({ seq: 7, ...interactionOf(made) });

describe('recordedOf', () => {
  it('gives all of an interaction as plain data, with who decided what', () => {
    const recorded = of({
      sent: readBody(' {"a": "é"}'),
      answered: textBody('{"id":1}'),
      headers: { host: 'h', 'set-x': ['1', '2'], absent: undefined },
      replyHeaders: ['Content-Type', 'application/json', 'vary', 'Origin'],
    });
    expect(JSON.parse(JSON.stringify(recorded))).toEqual(recorded);
    expect(recorded).toEqual({
      seq: 7,
      at: 1_700_000_000_000,
      elapsedMs: 0.123456,
      source: 'mock',
      resource: 'users',
      operation: 'replace',
      request: {
        method: 'PUT',
        path: '/users/1',
        query: 'a=b',
        headers: [
          ['host', 'h'],
          ['set-x', '1'],
          ['set-x', '2'],
        ],
        body: { kind: 'text', text: ' {"a": "é"}', bytes: 12, cut: false },
      },
      reply: {
        status: 200,
        headers: [
          ['content-type', 'application/json'],
          ['vary', 'Origin'],
        ],
        body: { kind: 'text', text: '{"id":1}', bytes: 8, cut: false },
      },
      trouble: null,
      verdict: 'conforms',
      findings: [],
      ruled: {
        situation: { value: 'ok', by: 'contract' },
        status: { value: 200, by: 'replace.status' },
        headers: [{ name: 'vary', value: 'Origin', by: 'cors.origin' }],
        content: { kind: 'none', by: 'replace.body' },
        effect: 'remove',
        detail: null,
      },
      mock: null,
      history: [],
      law: null,
      original: null,
    });
  });

  it('says that a body was not kept where it was too large, no UTF-8, or sent in pieces', () => {
    const unkept = { kind: 'unkept', bytes: null };
    const large = of({ sent: { kind: 'oversized', bytesMax: 9 }, answered: { kind: 'pieces', pieces: () => [].values() } });
    expect([large.request.body, large.reply?.body]).toEqual([unkept, unkept]);
    expect(of({ sent: readBody(null) }).request.body).toEqual(unkept);
    expect([of({}).request.body, of({}).reply?.body]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  });

  it('keeps a broken body as it was sent', () => {
    expect(of({ sent: readBody('{') }).request.body).toEqual({ kind: 'text', text: '{', bytes: 1, cut: false });
  });
});
