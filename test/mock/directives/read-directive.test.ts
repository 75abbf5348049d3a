import { describe, expect, it } from 'vitest';
import type { Directive } from '../../../src/mock/directives/directive.ts';
import { noDirective } from '../../../src/mock/directives/directive-fields.ts';
import {
  isPlain,
  readDirective,
  readPreferences,
} from '../../../src/mock/directives/read-directive.ts';
import { callOf } from '../../support/users.ts';

const fixed = (ms: number): Directive['delay'] => ({ kind: 'fixed', ms });

describe('readPreferences', () => {
  // RFC 7240 section 2: the grammar, names without regard to case, the first of two, parameters,
  // empty values.
  it.each<[text: string, found: readonly string[]]>([
    ['code=404', ['code 404']],
    ['code=404, example=gone', ['code 404', 'example gone']],
    ['CODE = 404 ,Example="gone"', ['code 404', 'example gone']],
    ['code=404, code=500', ['code 404']],
    ['respond-async, wait=10', ['respond-async ', 'wait 10']],
    ['handling=lenient; foo="a,b"; bar, wait=1', ['handling lenient', 'wait 1']],
    ['example="a, b"', ['example a, b']],
    ['example="say \\"hi\\""', ['example say "hi"']],
    ['foo=""', ['foo ']],
    ['', []],
    [',, code=404 ,', ['code 404']],
    ['=404, code=503', ['code 503']],
    ['delay=lognormal(200,0.5), code=503', ['delay lognormal(200,0.5)', 'code 503']],
    ['example="unclosed, code=503', []],
    ['__proto__=1', ['__proto__ 1']],
  ])('reads %j', (text, found) => {
    expect(readPreferences(text).map(({ name, value }) => `${name} ${value}`)).toEqual(found);
  });

  it('reads a long value of odd characters as fast', () => {
    const text = `${'"a'.repeat(20_000)},${'('.repeat(20_000)}, code=404`;
    expect(readPreferences(text).length).toBeLessThan(3);
  });
});

describe('readDirective', () => {
  it.each<[request: string, headers: Record<string, string | string[]>, does: Partial<Directive>]>([
    ['GET /users', { prefer: 'code=404' }, { code: 404 }],
    ['GET /users', { prefer: ['code=404', 'code=500, seed=x'] }, { code: 404, seed: 'x' }],
    [
      'GET /users',
      { prefer: 'example=gone, dynamic=TRUE, seed=abc' },
      { example: 'gone', dynamic: true, seed: 'abc' },
    ],
    ['GET /users', { prefer: 'dynamic' }, { dynamic: true }],
    ['GET /users', { prefer: 'wait=0.5' }, { delay: fixed(500) }],
    ['GET /users', { prefer: 'wait=0.5, delay=7' }, { delay: fixed(500) }],
    [
      'GET /users',
      { prefer: 'delay=200..800' },
      { delay: { kind: 'range', fromMs: 200, toMs: 800 } },
    ],
    [
      'GET /users',
      { prefer: 'delay=lognormal(200,0.5)' },
      { delay: { kind: 'lognormal', medianMs: 200, sigma: 0.5 } },
    ],
    ['GET /users', { prefer: 'fault=reset' }, { fault: { kind: 'reset' } }],
    ['GET /users', { prefer: 'fault="drip(300)"' }, { fault: { kind: 'drip', overMs: 300 } }],
    ['GET /users', { 'specmatic-response-code': '503' }, { code: 503 }],
    [
      'GET /users',
      { 'x-mock-response-code': '503', 'x-mock-response-name': 'gone' },
      { code: 503, example: 'gone' },
    ],
    ['GET /users', { 'x-microcks-delay': '250' }, { delay: fixed(250) }],
    ['GET /users?_delay=30', {}, { delay: fixed(30) }],
    ['GET /users?delay=30&_delay=40', {}, { delay: fixed(30) }],
    [
      'GET /users?__code=404&__example=a%20b&__dynamic=true&__seed=s',
      {},
      { code: 404, example: 'a b', dynamic: true, seed: 's' },
    ],
    ['GET /users?__code=404&_delay=5', { prefer: 'seed=1' }, { seed: '1', delay: fixed(5) }],
    ['GET /users?__code=404', { prefer: 'code=503', 'x-mock-response-code': '418' }, { code: 503 }],
  ])('reads %s with %j', (request, headers, does) => {
    const call = callOf(request, { headers });
    expect(isPlain(call)).toBe(false);
    expect(readDirective(call)).toMatchObject({ does: { ...noDirective, ...does }, flaw: null });
  });

  it.each<[request: string, headers: Record<string, string>]>([
    ['GET /users', {}],
    ['GET /users', { prefer: 'return=minimal, respond-async' }],
    ['GET /users', { prefer: 'code' + 's=404' }],
    ['GET /users?page=2', {}],
    ['GET /users?x__code=404', { prefer: 'return=minimal' }],
  ])('reads nothing from %s with %j', (request, headers) => {
    expect(readDirective(callOf(request, { headers }))).toBeNull();
  });

  it('removes parameters for the mock from the query, and keeps the rest unchanged', () => {
    const read = readDirective(callOf('GET /users?a=%7e&__code=404&b&_delay=1'));
    expect(read?.call.query).toBe('a=%7e&b');
    expect(
      readDirective(callOf('GET /users?a=1', { headers: { prefer: 'code=404' } }))?.call.query,
    ).toBe('a=1');
    expect(
      readDirective(callOf('GET /users?__code=404', { headers: { prefer: 'seed=1' } }))?.call.query,
    ).toBe('');
  });

  it.each<[headers: Record<string, string>, place: string, why: string]>([
    [
      { prefer: 'code=99' },
      'the preference code=99',
      'a status must be a whole number from 200 to 599',
    ],
    [
      { prefer: 'code=600' },
      'the preference code=600',
      'a status must be a whole number from 200 to 599',
    ],
    [
      { prefer: 'code' },
      'the preference code=""',
      'a status must be a whole number from 200 to 599',
    ],
    [
      { prefer: 'wait=abc' },
      'the preference wait=abc',
      'it must be a number of seconds, at most 60',
    ],
    [{ prefer: 'wait=61' }, 'the preference wait=61', 'it must be a number of seconds, at most 60'],
    [
      { prefer: 'delay=60001' },
      'the preference delay=60001',
      'write 200, 200..800 or lognormal(200,0.5), in milliseconds, at most 60000',
    ],
    [
      { prefer: 'delay=9..3' },
      'the preference delay=9..3',
      'a range must start with the shorter delay',
    ],
    [{ prefer: 'dynamic=yes' }, 'the preference dynamic=yes', 'it must be true or false'],
    [
      { prefer: 'fault=rest' },
      'the preference fault=rest',
      'it must be reset, empty, truncate, drip, malformed or drip(2000); did you mean "reset"?',
    ],
    [
      { 'x-mock-response-code': 'abc' },
      'the header field x-mock-response-code=abc',
      'a status must be a whole number from 200 to 599',
    ],
  ])('reports what is wrong with %j', (headers, place, why) => {
    expect(readDirective(callOf('GET /users', { headers }))?.flaw).toEqual({ place, why });
  });

  it('writes the preferences as Preference-Applied does', () => {
    const prefer = 'foo, code=404, example="a b", wait=0.5, code=500';
    const read = readDirective(
      callOf('GET /users?_delay=1', { headers: { prefer, 'x-mock-response-code': '503' } }),
    );
    expect(read?.preferences).toEqual(['code=404', 'example="a b"', 'wait=0.5']);
    expect(read?.asked).toEqual(['Prefer: code=404', 'Prefer: example="a b"', 'Prefer: wait=0.5']);
  });
});
