import { describe, expect, it } from 'vitest';
import { fields } from '../../src/journal/filter/fields.ts';
import { parseFilter } from '../../src/journal/filter/parse-filter.ts';
import { filterChips, filterFields } from '../../src/ui/list/filter-fields.ts';

describe('filterFields', () => {
  it.each(filterFields.flatMap(({ examples }) => examples))(
    'offers %s, which the filter accepts',
    (example) => {
      expect(parseFilter(example)).toMatchObject({
        kind: 'filter',
        filter: { terms: [{ isNegated: false }] },
      });
    },
  );

  it.each(filterChips.map(({ term }) => term))(
    'has a chip for %s, which the filter accepts',
    (term) => {
      expect(parseFilter(term)).toMatchObject({ kind: 'filter' });
    },
  );

  it('offers each field by one of its names', () => {
    const synonyms = ['operation', 'duration', 'time'];
    const missing = [...fields.keys()].filter(
      (name) => !filterFields.some((field) => field.name === name),
    );
    expect(missing).toEqual(synonyms);
  });
});
