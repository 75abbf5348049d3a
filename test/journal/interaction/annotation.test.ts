import { describe, expect, it } from 'vitest';
import { tidy } from '../../../src/journal/interaction/annotation.ts';
import {
  NOTE_CHARS_MAX,
  TAG_CHARS_MAX,
  TAGS_MAX,
} from '../../../src/journal/interaction/recorded.ts';

describe('tidy', () => {
  it('keeps each tag once, in lower case and without spaces', () => {
    expect(tidy({ tags: ['Bug', ' bug ', 'two  words', '', ' '], note: ' as it is\n' })).toEqual({
      tags: ['bug', 'two-words'],
      note: ' as it is\n',
    });
  });

  it('cuts texts at the limits', () => {
    const { tags, note } = tidy({
      tags: Array.from({ length: 20 }, (_, index) => `${index}${'x'.repeat(99)}`),
      note: 'n'.repeat(99_999),
    });
    expect([tags.length, tags[0]?.length, note.length]).toEqual([
      TAGS_MAX,
      TAG_CHARS_MAX,
      NOTE_CHARS_MAX,
    ]);
  });

  it('writes the replacement character for half a character', () => {
    expect(tidy({ tags: ['\ud83d'], note: '\ude00' })).toEqual({ tags: ['�'], note: '�' });
  });
});
