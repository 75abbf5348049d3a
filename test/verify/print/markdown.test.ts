// Markdown that says what was found, and in which nothing that a service says is markup.

import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../../../src/verify/print/markdown.ts';
import {
  conforming,
  HOSTILE,
  hostile,
  laws,
  partly,
  putFinding,
  unjudged,
  violating,
} from './reports.ts';

const ROOM = 1_000_000;

/** The names of all elements, as GitHub's renderer would see them. */
function elementsOf(markdown: string): readonly string[] {
  const html = marked.parse(markdown, { async: false, gfm: true });
  return [
    ...new Set([...html.matchAll(/<([a-z0-9]+)[^>]*>/gi)].map(([, name = '']) => name)),
  ].sort();
}

function plain(markdown: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true }).replaceAll(/<[^>]*>/g, '');
  return html
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"');
}

describe('toMarkdown', () => {
  it('has a row for each contract, and the findings', () => {
    const text = plain(
      toMarkdown(
        [{ ...conforming, resource: 'books' }, violating, { ...unjudged, resource: 'people' }],
        ROOM,
      ),
    );
    expect(text).toMatch(/✅\s+books\s+conforms to the contract\s+\d+ of \d+/);
    expect(text).toMatch(/❌\s+users\s+violates the contract: 2 findings/);
    expect(text).toMatch(/❔\s+people\s+could not be judged/);
    expect(text).toContain(
      'PUT violates the contract: section 4, PUT /users/{user_id}: A PUT of another city',
    );
    expect(text).toContain('expected: "Ankara"');
    expect(text).toContain('actual: "Izmir"');
    expect(text).toContain('decided by: the contract');
    expect(text).toContain('what to do: Store every member that PUT sends');
    expect(text).toContain('curl -sSi "http://127.0.0.1:3000/users/$ID1"; echo');
    expect(text).toContain(`people could not be judged\n${unjudged.reason}`);
    expect(text).toContain(violating.replay);
    expect(text).not.toContain('books conforms to the contract\n\nTo run');
  });

  it('says how much of all contracts was seen, also of operations that no run has', () => {
    const share = (seen: number, declared: number) => ({ seen, declared, missing: [] });
    const coverage = { operations: share(2, 3), statuses: share(3, 6), members: share(4, 5) };
    const seen = { ...conforming, coverage };
    const taken = Array.from({ length: 9 }, () => ({ statuses: ['200', '404', 'default'] }));
    expect(plain(toMarkdown([seen, conforming, seen], ROOM))).toContain(
      'All contracts: 4 of 6 operations sent, 6 of 12 declared statuses and 8 of 10 members of answers seen',
    );
    expect(plain(toMarkdown([seen, conforming], ROOM, taken))).toContain(
      'All contracts: 2 of 9 operations sent, 3 of 18 declared statuses and 4 of 5 members of answers seen',
    );
    const ofRows = { ...seen, coverage: { ...coverage, statuses: share(0, 0) } };
    expect(plain(toMarkdown([ofRows, ofRows], ROOM))).toContain(
      'All contracts: 4 of 6 operations sent, 8 of 10 members of answers seen',
    );
    expect(plain(toMarkdown([seen], ROOM, taken))).not.toContain('All contracts');
    expect(plain(toMarkdown([conforming, violating], ROOM))).not.toContain('All contracts');
  });

  it('says of a partial run what was not tried', () => {
    const text = plain(toMarkdown([partly], ROOM));
    expect(text).toMatch(/⚠️\s+users\s+conforms as far as tried: 7 of 8 laws exercised/);
    expect(text).toMatch(
      /1 law not exercised: the specification shows no path and no payload of PATCH\n\s*no law is about HEAD/,
    );
  });

  it('names the other laws that a finding broke', () => {
    const broken = laws.map((law, index) => ({ ...law, brokenBy: index < 2 ? [1] : [] }));
    expect(plain(toMarkdown([{ ...violating, laws: broken }], ROOM))).toContain(
      'also breaks: list-is-an-array, list-elements-have-id-and-name',
    );
  });

  it('shows hostile text as text', () => {
    const usual = elementsOf(toMarkdown([violating], ROOM));
    expect(elementsOf(toMarkdown([hostile], ROOM))).toEqual(usual);
    expect(elementsOf(toMarkdown([hostile, violating], ROOM))).not.toContain('script');
  });

  it.each([
    ['| a | b |', '|'],
    ['<img src=x onerror=alert(1)>', '<'],
    ['[x](javascript:alert(1)) ![y](http://e.test)', '['],
    ['`` ` ``` ````', '`'],
    ['**bold** __it__ ~~gone~~ # title', '*'],
    ['</summary></details><script>', '<'],
    ['@someone #1 :tada: www.e.test', '@'],
    ['a\n\n# b\n- c\n1. d\n---\n```\n', '#'],
    ['\\| \\` \\<b>', '\\'],
    [HOSTILE, '<'],
  ])('shows %j as it is', (told) => {
    const finding = {
      ...putFinding,
      message: told,
      expected: told,
      actual: told,
      remedy: told,
      clause: told,
      curl: [told],
    };
    const report = {
      ...violating,
      resource: told,
      target: told,
      replay: told,
      findings: [finding],
    };
    const markdown = toMarkdown([report], ROOM);
    expect(elementsOf(markdown)).toEqual(
      elementsOf(toMarkdown([{ ...violating, findings: [putFinding] }], ROOM)),
    );
    const [table = ''] = markdown.split('\n### ');
    const rows = table.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(3);
    expect(rows.map((row) => row.split('|').length)).toEqual([9, 9, 9]);
  });

  it('stays within its size and counts what it omits', () => {
    const finding = { ...putFinding, message: '漢'.repeat(2_000), curl: ['`'.repeat(10_000)] };
    const many = { ...violating, findings: Array.from({ length: 45 }, () => finding) };
    const reports = Array.from({ length: 2_000 }, () => many);
    for (const room of [3_000, 50_000, 200_000]) {
      const text = toMarkdown(reports, room);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
      expect(text).toMatch(/… and \d+ more contracts, omitted to save space\.\n/);
      expect(text).toMatch(/… and \d+ more parts, omitted to save space\.\n$/);
    }
    // However little is left of a page that others wrote on, and however much there is to name.
    const targets = Array.from({ length: 40 }, (_, at) => ({
      ...many,
      target: `http://${'漢'.repeat(400)}${at}`,
    }));
    for (const some of [[conforming], [violating], reports.slice(0, 3), targets]) {
      for (const room of [0, 1, 200, 206, 500, 1_000, 2_000, 5_000, 12_000, 20_000])
        expect(Buffer.byteLength(toMarkdown(some, room))).toBeLessThanOrEqual(room);
      expect(toMarkdown(some, 0)).toBe('');
    }
    expect(toMarkdown(targets, ROOM)).toContain(' and 37 more targets\n\n| | contract |');
    const all = { ...violating, findings: Array.from({ length: 60 }, () => putFinding) };
    expect(toMarkdown([all], ROOM)).toContain('… and 10 more findings: see the report.');
  });
});
