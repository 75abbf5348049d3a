import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reply, ReplyBody } from '../../../src/model/message/call.ts';
import { faultOf, halfOf, hasBody } from '../../../src/model/message/delivered-body.ts';
import type { WireFault } from '../../../src/model/message/delivery.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import { anyText } from '../../support/any-text.ts';

const pieces: ReplyBody = { kind: 'pieces', pieces: () => ['a', 'b'][Symbol.iterator]() };

function replyOf(fault: WireFault | null, body: ReplyBody, status = 200): Reply {
  return { status, headers: [], body, delivery: { delayMs: 0, fault } };
}

describe('faultOf', () => {
  it('returns none without a delivery', () => {
    expect(faultOf({ status: 200, headers: [], body: textBody('x') }, 'GET')).toBeNull();
  });

  it.each<[kind: WireFault['kind'], withBody: string, without: string | null]>([
    ['reset', 'reset', 'reset'],
    ['empty', 'empty', 'empty'],
    ['truncate', 'truncate', 'empty'],
    ['malformed', 'malformed', 'empty'],
    ['drip', 'drip', null],
  ])('returns for %s with a body %s, without one %s', (kind, withBody, without) => {
    const fault: WireFault = kind === 'drip' ? { kind, overMs: 100 } : { kind };
    expect(faultOf(replyOf(fault, textBody('x')), 'GET')?.kind).toBe(withBody);
    expect(faultOf(replyOf(fault, pieces), 'GET')?.kind).toBe(withBody);
    const bodiless: readonly [Reply, string][] = [
      [replyOf(fault, textBody('x')), 'HEAD'],
      [replyOf(fault, pieces), 'HEAD'],
      [replyOf(fault, textBody('')), 'GET'],
      [replyOf(fault, { kind: 'none' }), 'GET'],
      [replyOf(fault, textBody('x'), 204), 'DELETE'],
      [replyOf(fault, textBody('x'), 304), 'GET'],
    ];
    for (const [reply, method] of bodiless) {
      expect(hasBody(reply, method)).toBe(false);
      expect(faultOf(reply, method)?.kind ?? null).toBe(without);
    }
  });
});

describe('halfOf', () => {
  it.each([
    ['', ''],
    ['a', ''],
    ['ab', 'a'],
    ['abc', 'a'],
    ['äb', ''],
    ['äbc', 'ä'],
    ['a😀b', 'a'],
    ['😀😀', '😀'],
  ])('returns for %j the start %j', (text, half) => {
    expect(halfOf(text)).toBe(half);
  });

  it('returns a start of at most half the bytes, and lacks less than one character of it', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 40 }), (raw) => {
        const text = raw.toWellFormed();
        const half = halfOf(text);
        const [bytes, all] = [Buffer.byteLength(half), Buffer.byteLength(text)];
        expect(text.startsWith(half)).toBe(true);
        expect(half.isWellFormed()).toBe(true);
        expect(bytes).toBeLessThanOrEqual(all / 2);
        expect(bytes).toBeGreaterThan(all / 2 - 4);
      }),
    );
  });

  it('halves a long text', () => {
    expect(halfOf('ä😀'.repeat(100_000))).toBe('ä😀'.repeat(50_000));
  });
});
