// A bounded number of cases of each family, the same each time; `npm run abuse` tries many, and
// others.

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { families } from './http-cases.ts';
import { checkCase } from './http-check.ts';
import { attackRecord, attackServe, type Side } from './http-sides.ts';
import { readStrictly } from './http-strict.ts';

/**
 * What fails is printed with its seed and its path: `npm run abuse -- --seed <seed>` begins with
 * the same cases.
 */
const SEED = 9_112;

describe.each([
  { name: 'serve', attack: attackServe, runs: 60 },
  { name: 'record', attack: attackRecord, runs: 35 },
])('the HTTP front of $name', ({ attack, runs }) => {
  let side: Side;
  beforeAll(async () => {
    side = await attack();
  });
  afterAll(() => side[Symbol.asyncDispose]());

  it.each(Object.keys(families))('answers or closes, once for each request: %s', async (name) => {
    const family = families[name] ?? fc.constant({ bytes: '', cuts: [] });
    const tried = fc.asyncProperty(
      family,
      async (wireCase) => void (await checkCase(side, wireCase)),
    );
    await fc.assert(tried, {
      numRuns: runs,
      seed: SEED,
      interruptAfterTimeLimit: 20_000,
      markInterruptAsFailure: true,
    });
    expect(side.faults()).toEqual([]);
  });
});

describe('readStrictly', () => {
  const read = (text: string): string => {
    const { requests, rest } = readStrictly(text, { as: 'read', upgrades: true });
    return [
      ...requests.map(({ method, target, body }) => `${method} ${target} ${JSON.stringify(body)}`),
      rest,
    ].join('; ');
  };
  const head = 'PUT /a HTTP/1.1\r\nHost: a\r\n';

  it.each([
    [`${head}\r\n`, 'PUT /a ""; nothing'],
    [`${head}Content-Length: 2\r\n\r\nok${head}\r\n`, 'PUT /a "ok"; PUT /a ""; nothing'],
    [
      `${head}Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\nX-T: 1\r\n\r\n`,
      'PUT /a "ok"; nothing',
    ],
    [`${head}Content-Length: 3\r\n\r\nok`, 'unfinished'],
    [`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 'malformed'],
    [`${head}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`, 'malformed'],
    [`${head}Transfer-Encoding: chunked\r\n\r\n2\nok\r\n0\r\n\r\n`, 'malformed'],
    [`${head}X-A : b\r\n\r\n`, 'malformed'],
    [`${head}X-A: b\r\n c\r\n\r\n`, 'malformed'],
    ['PUT /a HTTP/1.1\nHost: a\n\n', 'malformed'],
    [`${head}Connection: close\r\n\r\n${head}\r\n`, 'PUT /a ""; unread'],
  ])('reads %j', (text, told) => expect(read(text)).toBe(told));
});
