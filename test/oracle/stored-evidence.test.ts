import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { StoredEvidence } from '../../src/oracle/stored-evidence.ts';

/** What was sent, what was read back, and whether it was there before. */
type Sent = readonly [sent: Json, read: Json | undefined, isOld?: 'old'];

/** The id of the item that is written to. */
const ID = 7;

function evidenceOf(attempts: readonly Sent[], shown: readonly string[] = ['a']) {
  const evidence = new StoredEvidence<string>();
  evidence.noteShown(shown);
  for (const [index, [sent, read, isOld]] of attempts.entries())
    evidence.note({
      kind: 'replace',
      member: 'a',
      sent,
      read,
      isStored: JSON.stringify(sent) === JSON.stringify(read),
      isNew: isOld === undefined,
      isId: read === ID,
      witness: () => `request ${index}`,
    });
  return evidence;
}

describe('StoredEvidence', () => {
  it.each<readonly [what: string, attempts: readonly Sent[], verdict: string]>([
    ['nothing was sent', [], 'open'],
    ['a new value is there', [['x', 'x']], 'stored'],
    ['a value that was there before is there', [['x', 'x', 'old']], 'open'],
    ['one value is lost', [['x', 'z']], 'open'],
    [
      'one value is lost twice',
      [
        ['x', 'z'],
        ['x', 'z'],
      ],
      'open',
    ],
    [
      'two values are lost',
      [
        ['x', 'z'],
        ['y', 'z'],
      ],
      'not-stored',
    ],
    [
      'two values leave nothing',
      [
        ['x', undefined],
        ['y', undefined],
      ],
      'not-stored',
    ],
    [
      'two values leave null',
      [
        ['x', null],
        ['y', null],
      ],
      'not-stored',
    ],
    [
      'two are lost, and one is there',
      [
        ['x', 'z'],
        ['y', 'w'],
        ['v', 'v'],
      ],
      'stored',
    ],
    [
      'a flag is always true',
      [
        [true, true],
        [false, true],
        [false, true],
      ],
      'not-stored',
    ],
    [
      'a flag stays as it was',
      [
        [true, true, 'old'],
        [false, true],
        [false, true],
      ],
      'not-stored',
    ],
    [
      'a flag comes late once',
      [
        [false, true],
        [true, true],
        [false, false],
      ],
      'stored',
    ],
    [
      'a flag is lost with one value only',
      [
        [false, true],
        [false, true],
      ],
      'open',
    ],
    [
      'a text is there by chance',
      [
        ['x', 'z'],
        ['x', 'z'],
        ['y', 'y', 'old'],
      ],
      'open',
    ],
    [
      'a constant is what was sent once',
      [
        ['z', 'z'],
        ['x', 'z'],
        ['y', 'z'],
      ],
      'not-stored',
    ],
  ])('%s', (_what, attempts, verdict) => {
    expect(evidenceOf(attempts).verdict('replace', 'a')).toBe(verdict);
  });

  it('tells a member that no answer shows from one that is lost', () => {
    const lost: readonly Sent[] = [
      ['x', undefined],
      ['y', undefined],
    ];
    expect(evidenceOf(lost, []).verdict('replace', 'a')).toBe('never-shown');
    expect(evidenceOf(lost, []).notStored('replace', 'a')).toBeNull();
  });

  it('keeps two values that differ, with what shows them', () => {
    const evidence = evidenceOf([
      ['x', 'z'],
      ['x', 'z'],
      ['y', 'w'],
    ]);
    expect(evidence.notStored('replace', 'a')).toEqual({
      kind: 'replace',
      member: 'a',
      lost: [
        { sent: 'x', read: 'z', witness: 'request 0' },
        { sent: 'y', read: 'w', witness: 'request 2' },
      ],
    });
  });

  it('knows which writes were seen to store anything', () => {
    const evidence = evidenceOf([
      ['x', 'z'],
      ['y', 'z'],
    ]);
    expect([evidence.hasTried('replace'), evidence.moves('replace')]).toEqual([true, false]);
    expect([evidence.hasTried('update'), evidence.moves('update')]).toEqual([false, false]);
    expect(evidence.isDoubtful('replace', 'a')).toBe(true);
    expect(evidenceOf([['x', 'x']]).moves('replace')).toBe(true);
  });

  it.each<readonly [what: string, attempts: readonly Sent[], shows: boolean]>([
    ['nothing was lost', [[7, 7]], false],
    [
      'the id is there, whatever was sent',
      [
        [1, 7],
        [2, 7],
      ],
      true,
    ],
    [
      'the id is there once, by chance',
      [
        [1, 7],
        [2, 4],
      ],
      false,
    ],
  ])('tells whether a member shows the id: %s', (_, attempts, shows) => {
    expect(evidenceOf(attempts).showsId('replace', 'a')).toBe(shows);
  });
});
