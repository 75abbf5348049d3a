// A report that was written as JSON and read again is told, in every form, as the first one would
// have been.

import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/model/message/call.ts';
import { toGithubAnnotations } from '../../../src/verify/print/github-annotations.ts';
import { toHtml } from '../../../src/verify/print/html/html.ts';
import { BODY_CHARS_MAX, toJson } from '../../../src/verify/print/json.ts';
import { toJunit } from '../../../src/verify/print/junit.ts';
import { toMarkdown } from '../../../src/verify/print/markdown.ts';
import { fromJson } from '../../../src/verify/print/read-json.ts';
import { toText } from '../../../src/verify/print/text/text.ts';
import type { Report } from '../../../src/verify/report.ts';
import {
  answer,
  call,
  conforming,
  exchange,
  hostile,
  partly,
  putFinding,
  unjudged,
  violating,
} from './reports.ts';

const odd: Report = {
  ...violating,
  findings: [
    {
      ...putFinding,
      trace: [
        exchange(call('PUT', '/users/1', '{"a":1,"a":2}'), answer(200, '{"broken"')),
        exchange(
          call('PUT', '/users/1', JSON.stringify({ name: 'x'.repeat(200) })),
          answer(200, `[${'7,'.repeat(9_000)}7]`),
        ),
        exchange(call('GET', '/users'), answer(200, `[${'"😀",'.repeat(BODY_CHARS_MAX)}1]`)),
        exchange(call('GET', '/users'), answer(200, `${' '.repeat(BODY_CHARS_MAX + 7)}{`)),
        exchange(call('GET', '/users'), {
          status: 200,
          headers: { vary: ['a', 'b'] },
          body: readBody(null),
        }),
        exchange(call('GET', '/users'), {
          status: 200,
          headers: {},
          body: { kind: 'oversized', bytesMax: 1_048_576 },
        }),
      ],
    },
  ],
};

describe('fromJson', () => {
  it.each(Object.entries({ conforming, partly, violating, unjudged, hostile, odd }))(
    'returns the report of %s',
    (_, report) => {
      const again = fromJson(JSON.parse(toJson(report)));
      const page = { colour: true, columns: 100 };
      expect(toText(again, page)).toBe(toText(report, page));
      expect(toJson(again)).toBe(toJson(report));
      expect(toJunit(again)).toBe(toJunit(report));
      expect(toHtml(again)).toBe(toHtml(report));
      expect(toGithubAnnotations(again)).toBe(toGithubAnnotations(report));
      expect(toMarkdown([again], 1e6)).toBe(toMarkdown([report], 1e6));
    },
  );

  it('builds no text of the length that a damaged file claims', () => {
    const start = `[${'7,'.repeat(BODY_CHARS_MAX)}7]`;
    const claimed = toJson({
      ...violating,
      findings: [{ ...putFinding, trace: [exchange(call('GET', '/users'), answer(200, start))] }],
    }).replace(`(${start.length} characters)`, '(987654321 characters)');
    expect(claimed).toContain('987654321');
    const again = fromJson(JSON.parse(claimed));
    const body = again.findings[0]?.trace[0]?.received?.body;
    expect(body?.kind === 'json' ? body.text : '').toBe(start.slice(0, BODY_CHARS_MAX));
    expect(toJson(again)).toBe(claimed);
    expect(toHtml(again)).toContain('… (987654321 characters)');
  });

  it('names laws as they are named now', () => {
    const older = JSON.parse(toJson(violating));
    older.findings[0].law = 'other-reads-fit';
    older.laws[0].name = 'other-writes-fit';
    const { findings, laws } = fromJson(older);
    expect(findings[0]?.law).toBe('read-actions-fit');
    expect(laws[0]?.name).toBe('write-actions-fit');
  });
});
