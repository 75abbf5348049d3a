// The cases of json-server's own suites, asked of the real one and of the preset: both must answer
// so.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { type Case, caseRows, cases } from './cases.ts';
import { type Line, type Side, startPreset, startReal, type WireAnswer } from './sides.ts';

const starts = { real: startReal, preset: startPreset } as const;
const rows = (Object.keys(cases) as Line[]).flatMap((line) =>
  cases[line].flatMap((one) =>
    (['real', 'preset'] as const).map((side): [Line, keyof typeof starts, string, Case] => [
      line,
      side,
      one.what,
      one,
    ]),
  ),
);

/** Puts `<id>` in the place of an id that was made at random. */
function withoutIds(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replace(/"id":"[\w-]{7,11}"/, '"id":"<id>"')) as Json;
}

async function lastAnswer(side: Side, { calls }: Case): Promise<WireAnswer> {
  let answer: WireAnswer | null = null;
  for (const call of calls) answer = await side.ask(call);
  if (answer === null) throw new Error('a case without a call');
  return answer;
}

describe('cases of json-server', () => {
  it.each(rows)('%s, the %s: %s', async (line, which, _, one) => {
    await using side = await starts[which](line, caseRows);
    const { status, text, headers } = await lastAnswer(side, one);
    expect(status).toBe(one.status);
    if (one.body !== undefined) expect(withoutIds(JSON.parse(text) as Json)).toEqual(one.body);
    // The real one sends CORS headers to everyone; the preset sends them if there is an Origin.
    const isCross = one.calls.at(-1)?.headers?.['origin'] !== undefined;
    for (const [name, expected] of Object.entries(one.headers ?? {})) {
      if (name.startsWith('access-control-') && !isCross && which === 'preset') continue;
      const value = headers[name] ?? null;
      if (expected instanceof RegExp) expect(value).toMatch(expected);
      else expect([name, value]).toEqual([name, expected]);
    }
  });
});
