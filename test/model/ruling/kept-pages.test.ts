import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/base/hash.ts';
import {
  KeptPages,
  PAGES_CHARS_MAX,
  PAGES_KEPT_MAX,
  type Text,
} from '../../../src/model/ruling/kept-pages.ts';
import { StoredRecord } from '../../../src/model/state/state.ts';

function recordOf(key: number): StoredRecord {
  return new StoredRecord(String(key), { id: key });
}

function textOf(text: string): Text {
  return { text, ...digest(text) };
}

describe('KeptPages', () => {
  it('finds a text by its form and its records, also in another array', () => {
    const pages = new KeptPages();
    const records = [recordOf(1), recordOf(2)];
    pages.keep('*', records, textOf('both'));
    expect(pages.find('*', [...records])?.text).toBe('both');
    expect(pages.find('id', records)).toBeUndefined();
    expect(pages.find('*', records.slice(0, 1))).toBeUndefined();
    expect(pages.find('*', [records[0] as StoredRecord, recordOf(2)])).toBeUndefined();
  });

  it('keeps the pages that were shown last', () => {
    const pages = new KeptPages();
    const all = Array.from({ length: PAGES_KEPT_MAX + 1 }, (_, key) => [recordOf(key)]);
    for (const [at, records] of all.entries()) {
      pages.keep('*', records, textOf(`page ${at}`));
      pages.find('*', all[0] ?? []);
    }
    expect(all.map((records) => pages.find('*', records)?.text)).toEqual(
      all.map((_, at) => (at === 1 ? undefined : `page ${at}`)),
    );
  });

  it('keeps no more characters than its bound', () => {
    const pages = new KeptPages();
    const half = 'x'.repeat(PAGES_CHARS_MAX / 2);
    const [one, two, three] = [[recordOf(1)], [recordOf(2)], [recordOf(3)]];
    pages.keep('*', one, textOf(half));
    pages.keep('*', one, textOf(half));
    pages.keep('*', two, textOf(half));
    expect(pages.find('*', one)?.text).toBe(half);
    pages.keep('*', three, textOf('short'));
    expect(pages.find('*', two)).toBeUndefined();
    expect(pages.find('*', one)?.text).toBe(half);
    pages.keep('*', two, textOf(`${half}${half}x`));
    expect(pages.find('*', two)).toBeUndefined();
    expect(pages.find('*', three)?.text).toBe('short');
  });
});
