import { describe, expect, it } from 'vitest';
import { filterHints } from '../../../src/journal/filter/hints.ts';

const hintsOf = (text: string): readonly string[] => filterHints(text, ['status', 'dur']);

describe('filterHints', () => {
  it.each([
    ['status=404', 'Write status:404 for the field.'],
    ['Status==404', 'Write status:404 for the field.'],
    ['dur>=500ms', 'Write dur:>=500ms for the field.'],
    ['or', 'Write OR in capitals between two terms.'],
    ['||', 'Write OR in capitals between two terms.'],
    ['AND', 'All terms must match: leave it out.'],
    ['not', 'Write NOT in capitals, - or ! before the term.'],
    ['/users\\/[0-9]+/', 'Write regex:users\\/[0-9]+ for a regular expression.'],
  ])('tells what %s may have meant', (word, hint) => {
    expect(hintsOf(`users ${word}`)).toEqual([`\u201c${word}\u201d was searched as text. ${hint}`]);
  });

  it.each(['page=2', 'users', '/users/1/', '"status=404"', 'status:404', 'a "b'])(
    'has nothing to say of %s',
    (text) => {
      expect(hintsOf(text)).toEqual([]);
    },
  );
});
