import { describe, expect, it } from 'vitest';
import { everything } from '../../../src/journal/filter/filter.ts';
import { Journal } from '../../../src/journal/memory/journal.ts';
import { readJournal } from '../../../src/journal/memory/read-journal.ts';
import { RecordedRing } from '../../../src/journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../../src/journal/memory/ring-archive.ts';
import { answeredOf, interactionOf } from '../../support/interactions.ts';
import { recordedOf, replyOf, textOf } from '../../support/recorded.ts';
import { behavesAsArchive } from '../archive-suite.ts';

behavesAsArchive('in memory', async ({ redact, bodyBytesMax } = {}) => {
  const sink = new RecordedRing(bodyBytesMax === undefined ? {} : { bodyBytesMax });
  return { sink, archive: createRingArchive(sink, redact === undefined ? {} : { redact }) };
});

describe('RecordedRing', () => {
  it('keeps the newest, and forgets annotations of dropped ones', async () => {
    const ring = new RecordedRing({ interactionsMax: 2 });
    const archive = createRingArchive(ring);
    ring.add(recordedOf());
    await archive.annotate(1, { tags: ['a'], note: '' });
    for (let n = 0; n < 3; n++) ring.add(recordedOf());
    expect(await archive.totals()).toEqual({ total: 4, oldest: 3, newest: 4, dropped: 0 });
    expect([...(await archive.search(everything)).seqs]).toEqual([3, 4]);
    expect(await archive.annotate(1, { tags: ['a'], note: '' })).toBe(false);
    expect(await archive.find(2)).toBeNull();
  });

  it('limits the characters of bodies', async () => {
    const ring = new RecordedRing({ charsMax: 100 });
    for (let n = 0; n < 5; n++)
      ring.add(recordedOf({ reply: replyOf({ body: textOf('x'.repeat(40)) }) }));
    expect([ring.total, ring.oldest]).toEqual([5, 4]);
    ring.add(recordedOf({ reply: replyOf({ body: textOf('x'.repeat(101)) }) }));
    expect([ring.total, ring.oldest]).toEqual([6, 7]);
    expect(await createRingArchive(ring).totals()).toEqual({
      total: 6,
      oldest: 0,
      newest: 0,
      dropped: 0,
    });
  });
});

describe('readJournal', () => {
  it('returns the journal of the mock', async () => {
    const journal = new Journal({ interactionsMax: 2 });
    const archive = createRingArchive(readJournal(journal));
    for (let n = 0; n < 3; n++) journal.add(interactionOf({ answered: answeredOf(n) }));
    expect(await archive.totals()).toEqual({ total: 3, oldest: 2, newest: 3, dropped: 0 });
    expect([...(await archive.search(everything)).seqs]).toEqual([2, 3]);
    expect((await archive.find(3))?.recorded.reply?.body).toEqual({
      kind: 'text',
      text: 'yy',
      bytes: 2,
      cut: false,
    });
    expect((await archive.find(3))?.recorded).toBe((await archive.find(3))?.recorded);
  });
});
