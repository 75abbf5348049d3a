// The presets against the real json-server: random walks, and each deviation shown.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { headersCompared } from './compare.ts';
import { deviations } from './deviations.ts';
import { type Line, type Rows, startPreset, startReal, type WireAnswer } from './sides.ts';
import { compareWalk, walks } from './walk.ts';

/** json-server prints each of its failures. */
beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

const notes = [{ id: 'n1', title: 'first' }, { id: 'keep' }];
const rowsOf: Readonly<Record<Line, Rows>> = {
  'json-server': {
    posts: [
      { id: 1, title: 'a', meta: { x: 1, y: 2 } },
      { id: 2, title: 'b' },
      { id: 3, title: 'c', views: 5 },
    ],
    notes,
    comments: [],
  },
  'json-server-1': { notes },
};
const lines = Object.keys(rowsOf) as Line[];

describe('headersCompared', () => {
  it('names the headers that clients read', () => {
    for (const name of [
      'content-type',
      'cache-control',
      'location',
      'x-total-count',
      'link',
      'allow-origin',
      'allow-methods',
    ])
      expect(headersCompared).toContain(name);
  });
});

describe('the presets, on random walks', () => {
  it.each(lines)('%s: answers as the real server does, except for the deviations', async (line) => {
    const rows = rowsOf[line];
    await fc.assert(
      fc.asyncProperty(walks(line), async (walk) => {
        await using real = await startReal(line, rows);
        await using preset = await startPreset(line, rows);
        expect(await compareWalk(line, walk, real, preset)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the deviations', () => {
  const look = ({ status, text }: WireAnswer): unknown => [
    status,
    text === '' ? null : JSON.parse(text),
  ];

  it.each(deviations.map((one) => [one.line, one.what, one] as const))(
    '%s: %s',
    async (line, _, deviation) => {
      const rows = {
        ...rowsOf['json-server'],
        comments: [
          { id: 1, postId: 1 },
          { id: 2, postId: 77 },
          { id: 3, noteId: 'n1' },
        ],
      };
      await using real = await startReal(line, rows);
      await using preset = await startPreset(line, rows);
      const seen: { theirs: WireAnswer | null; ours: WireAnswer | null } = {
        theirs: null,
        ours: null,
      };
      for (const call of deviation.calls) {
        seen.theirs = await real.ask(call);
        seen.ours = await preset.ask(call);
      }
      const read = deviation.look ?? look;
      expect(seen.theirs === null ? 'nothing' : read(seen.theirs)).toEqual(deviation.theirs);
      expect(seen.ours === null ? 'nothing' : read(seen.ours)).toEqual(deviation.ours);
      expect(deviation.theirs).not.toEqual(deviation.ours);
      expect(deviation.why).not.toBe('');
    },
  );
});
