import { describe, expect, it } from 'vitest';
import type { Interaction } from '../../../src/journal/interaction/interaction.ts';
import { toRecorded } from '../../../src/journal/interaction/to-recorded.ts';
import { readBody } from '../../../src/model/message/call.ts';
import type { Delivery, WireFault } from '../../../src/model/message/delivery.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import type { By } from '../../../src/model/ruling/ruling.ts';
import { interactionOf, type Made } from '../../support/interactions.ts';
import { textOf } from '../../support/recorded.ts';

const of = (made: Made) => toRecorded({ seq: 7, ...interactionOf(made) });

describe('recordedOf', () => {
  it('returns all of an interaction as plain data, with who decided what', () => {
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
      world: null,
      service: null,
    });
  });

  it('says that a body was not kept if it was too large, no UTF-8, or sent in pieces', () => {
    const unkept = { kind: 'unkept', bytes: null };
    const large = of({
      sent: { kind: 'oversized', bytesMax: 9 },
      answered: { kind: 'pieces', pieces: () => [].values() },
    });
    expect([large.request.body, large.reply?.body]).toEqual([unkept, unkept]);
    expect(of({ sent: readBody(null) }).request.body).toEqual(unkept);
    expect([of({}).request.body, of({}).reply?.body]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  });

  describe('given a delivery', () => {
    const TEXT = '{"name":"Zoë"}';
    const reply = {
      status: 200,
      headers: ['content-type', 'application/json'],
      body: textBody(TEXT),
    };
    const whole = {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: textOf(TEXT),
    };
    const delivered = (delivery: Delivery, more: Partial<Interaction> = {}) =>
      toRecorded({ seq: 1, ...interactionOf(), reply: { ...reply, delivery }, ...more });

    it.each([
      ['client-gone', 'the client had left'],
      ['closed', 'the mock was closed'],
    ] as const)('records that it was never sent: %s', (fate, words) => {
      const fault = { kind: 'truncate' } as const;
      for (const delivery of [
        { delayMs: 320, fault: null },
        { delayMs: 320, fault },
      ])
        expect(delivered(delivery, { fate })).toMatchObject({
          reply: null,
          verdict: 'unjudged',
          original: { status: 200 },
          trouble: `to be held back 320 ms, as requested; ${words} before it was sent`,
        });
    });

    it('records that the client had closed its side, and keeps what was sent to it', () => {
      expect(delivered({ delayMs: 320, fault: null }, { fate: 'sent-half-closed' })).toMatchObject({
        reply: { status: 200 },
        original: null,
        trouble: 'held back 320 ms, as requested; the client had closed its side before that',
      });
    });

    it('records a delay, which alters nothing', () => {
      expect(delivered({ delayMs: 320, fault: null })).toMatchObject({
        trouble: 'held back 320 ms, as requested',
        reply: whole,
        original: null,
        verdict: 'conforms',
      });
      expect(delivered({ delayMs: 0, fault: null }).trouble).toBeNull();
    });

    it.each<[WireFault, string, string | null]>([
      [{ kind: 'reset' }, 'connection reset', null],
      [{ kind: 'empty' }, 'connection closed without a reply', null],
      [{ kind: 'truncate' }, 'connection closed after half the body', '{"name"'],
      [{ kind: 'malformed' }, 'body cut by a malformed chunk', '{"name"'],
      [{ kind: 'drip', overMs: 900 }, 'body sent in small parts over 900 ms', TEXT],
    ])('records %j, and returns the altered answer beside the original', (fault, words, text) => {
      const sent = text === null ? null : { ...whole, body: textOf(text) };
      const facts = { reply: sent, original: whole, verdict: 'unjudged' };
      expect(delivered({ delayMs: 0, fault })).toMatchObject({
        ...facts,
        trouble: `${words}, as requested`,
      });
      const late = `held back 5 ms, then ${words}, as requested`;
      expect(delivered({ delayMs: 5, fault })).toMatchObject({ ...facts, trouble: late });
    });

    it('returns the effect of a fault on an answer without body', () => {
      const call = { ...interactionOf().call, method: 'HEAD' };
      expect(delivered({ delayMs: 0, fault: { kind: 'truncate' } }, { call })).toMatchObject({
        reply: null,
        trouble: 'connection closed without a reply, as requested',
        original: whole,
      });
      expect(delivered({ delayMs: 0, fault: { kind: 'drip', overMs: 9 } }, { call })).toMatchObject(
        {
          trouble: null,
          original: null,
        },
      );
    });

    it('returns no text if a character is cut or the body comes in pieces', () => {
      const cut = { delayMs: 0, fault: { kind: 'truncate' } } as const;
      expect(
        delivered(cut, { reply: { ...reply, body: textBody('ë'), delivery: cut } }).reply?.body,
      ).toEqual({ kind: 'none' });
      const body = { kind: 'pieces', pieces: () => [].values() } as const;
      expect(delivered(cut, { reply: { ...reply, body, delivery: cut } }).reply?.body).toEqual({
        kind: 'unkept',
        bytes: null,
      });
    });

    it('returns the answer before an override, also if no fault follows', () => {
      const original = { status: 200, headers: [], body: textBody('[]') };
      const recorded = toRecorded({
        seq: 1,
        ...interactionOf(),
        reply: { ...reply, status: 503 },
        original,
      });
      expect(recorded).toMatchObject({
        trouble: null,
        verdict: 'unjudged',
        reply: { status: 503 },
      });
      expect(recorded.original).toEqual({ status: 200, headers: [], body: textOf('[]') });
    });
  });

  it('names the world', () => {
    expect(toRecorded({ seq: 1, ...interactionOf(), world: 'alice' }).world).toBe('alice');
  });

  it('keeps a broken body unchanged', () => {
    expect(of({ sent: readBody('{') }).request.body).toEqual({
      kind: 'text',
      text: '{',
      bytes: 1,
      cut: false,
    });
  });
});

describe('the verdict on a reply of the mock', () => {
  const { ruling } = interactionOf();
  const refused = (status: By, content: By): string =>
    toRecorded({
      seq: 1,
      ...interactionOf(),
      ruling: {
        ...ruling,
        situation: { value: 'missing', by: 'contract' },
        status: { value: 404, by: status },
        content: { ...ruling.content, by: content },
      },
    }).verdict;

  it('is that a refusal conforms if the contract specifies its status or body', () => {
    expect(refused('contract', 'error.shape')).toBe('conforms');
    expect(refused('missing.status', 'contract')).toBe('conforms');
    expect(refused('missing.status', 'error.shape')).toBe('not-shown');
  });
});
