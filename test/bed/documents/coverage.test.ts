// Each form of the report tells how much of the document was seen, and what was not.

import { describe, expect, it } from 'vitest';
import { toHtml } from '../../../src/verify/print/html/html.ts';
import { toJson } from '../../../src/verify/print/json.ts';
import { toJunit } from '../../../src/verify/print/junit.ts';
import { toMarkdown } from '../../../src/verify/print/markdown.ts';
import { toText } from '../../../src/verify/print/text/text.ts';
import { hold } from './hold.ts';
import { startLibrary } from './service.ts';

const SHARES =
  '6 of 6 operations sent, 9 of 11 declared statuses and 4 of 4 members of answers seen';
const UNSEEN = 'statuses not seen: DELETE /books/{id} 200, POST /books/{id}/archive 404';

describe('the coverage of a document', () => {
  it('counts operations, statuses and members', async () => {
    await using service = await startLibrary();
    const [outcome] = await hold(service.baseUrl);
    const report = outcome?.report;
    if (report === undefined) throw new Error('there is no report');
    expect(report.coverage).toEqual({
      operations: { declared: 6, seen: 6, missing: [] },
      statuses: {
        declared: 11,
        seen: 9,
        missing: ['DELETE /books/{id} 200', 'POST /books/{id}/archive 404'],
      },
      members: { declared: 4, seen: 4, missing: [] },
    });
    const text = toText(report, { colour: false, columns: 100 });
    expect(text).toContain(`\nContract\n  ${SHARES}\n  - ${UNSEEN}\n`);
    expect(JSON.parse(toJson(report))).toMatchObject({ coverage: report.coverage });
    expect(toJunit(report)).toContain(`<property name="coverage" value="${SHARES}; ${UNSEEN}"/>`);
    expect(toHtml(report)).toContain(`<h2>Contract <small>${SHARES}</small></h2>`);
    expect(toMarkdown([report], 10_000)).toContain(
      `- books&#58; ${SHARES}\n- statuses not seen&#58; DELETE`,
    );
  });

  it('names what a run that only reads leaves out', async () => {
    await using service = await startLibrary();
    const [outcome] = await hold(service.baseUrl, { mode: 'read-only' });
    expect(outcome?.report.coverage?.operations).toEqual({
      declared: 6,
      seen: 2,
      missing: ['POST /books', 'PUT /books/{id}', 'DELETE /books/{id}', 'POST /books/{id}/archive'],
    });
  });
});
