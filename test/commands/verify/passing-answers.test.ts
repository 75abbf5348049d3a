// A service that refuses a good credential now and then, or fails so: one finding about that, and none
// that follows from it. What that must not hide: another fault, and a refusal that comes each time.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/base/json.ts';
import {
  type ShelfAnswer,
  type ShelfCall,
  type ShelfOptions,
  shelfDocument,
  startShelf,
} from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };
const DOCUMENT = shelfDocument({
  item: ['get', 'put', 'delete'],
  members: { label: text, note: text },
});

interface Verified {
  readonly code: number;
  readonly requests: number;
  /** `PUT value-changed /note: ...` */
  readonly found: readonly string[];
  readonly stdout: string;
  /** How many jars were left. */
  readonly left: number;
}

async function verified(answer: NonNullable<ShelfOptions['answer']>): Promise<Verified> {
  folder.write('openapi.json', JSON.stringify(DOCUMENT));
  await using shelf = await startShelf({ answer });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    headers: ['Authorization: Bearer good'],
    json: { file: 'report.json' },
  });
  const report = JSON.parse(readFileSync('report.json', 'utf8')) as {
    readonly requests: number;
    readonly findings: readonly { clause: string; code: string; at: string; message: string }[];
  };
  const found = report.findings.map(({ clause, code, at, message }) =>
    `${clause.split(' ')[0]} ${code} ${at ?? ''}: ${message}`.replace(' :', ':'),
  );
  return { code, requests: report.requests, found, stdout, left: shelf.jars.size };
}

type Answering = (call: ShelfCall, right: () => ShelfAnswer) => ShelfAnswer;

/** Answers every nth call so, and all others right; or does all the same what it refuses. */
function everyNth(
  n: number,
  status: number,
  { does = false, by = (_call, right) => right() }: { does?: boolean; by?: Answering } = {},
): Answering {
  let calls = 0;
  return (call, right) => {
    if (++calls % n !== 0) return by(call, right);
    if (does) right();
    return { status, body: { error: 'not now' } };
  };
}

/** A PUT that loses the note. */
const losing: Answering = (call, right) => {
  const { body } = call;
  if (call.method === 'PUT' && body !== undefined && isObject(body))
    delete (body as { note?: string }).note;
  return right();
};

const right: Answering = (_call, answer) => answer();
const OFTEN = / in \d+ of \d+ calls: .*(GET|PUT|POST) \/jars/;

describe('a service that refuses or fails now and then', { timeout: 60_000 }, () => {
  it.each([
    [401, 7, 'answers 401 now and then to a credential that was accepted before and after'],
    [401, 13, 'answers 401 now and then to a credential that was accepted before and after'],
    [403, 13, 'answers 403 now and then to a credential that was accepted before and after'],
    [503, 13, 'answers 503 now and then to a request that it answers well when it is sent again'],
  ])('with %d to each call of %d has one finding', async (status, n, message) => {
    const { found, code, left } = await verified(everyNth(n, status));
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(found[0]).toMatch(OFTEN);
    expect({ code, left }).toEqual({ code: 1, left: 0 });
  });

  it('has its other fault found as well', async () => {
    const { found } = await verified(everyNth(13, 401, { by: losing }));
    expect(found).toEqual([
      expect.stringMatching(/^PUT .*note/),
      expect.stringContaining('answers 401 now and then'),
    ]);
  });

  it('takes few requests more than one that does not', async () => {
    const correct = await verified(right);
    const refusing = await verified(everyNth(13, 401));
    expect(correct.found).toEqual([]);
    expect(refusing.requests).toBeLessThan(correct.requests * 1.3);
  });

  it.each([401, 503])('with %d once is told as unstable', async (status) => {
    let calls = 0;
    const { found, code, stdout } = await verified((_call, answer) =>
      ++calls === 60 ? { status } : answer(),
    );
    expect(found).toEqual([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`unstable: 1 of \\d+ calls failed, .* ${status} `));
  });

  it.each([401, 403])('and does what it refused with %d has both told', async (status) => {
    const { found, left, stdout } = await verified(everyNth(13, status, { does: true }));
    expect(found.join('\n')).toContain(`answers ${status} now and then`);
    // It made the item twice, as the refused call was sent again.
    expect(found.join('\n')).toMatch(/create was refused but made|one create made two items/);
    if (left > 0) expect(stdout).toContain('Left behind');
  });
});

describe('a service that refuses each time', { timeout: 60_000 }, () => {
  it('has that found at the operation', async () => {
    const { found } = await verified((call, answer) =>
      call.method === 'PUT' ? { status: 403 } : answer(),
    );
    expect(found[0]).toMatch(/^PUT refused: replace was refused/);
    expect(found.join('\n')).not.toContain('now and then');
  });

  it('because there is no room is correct', async () => {
    const { found, stdout } = await verified((call, answer, { jars }) =>
      call.method === 'POST' && jars.size >= 6 ? { status: 403 } : answer(),
    );
    expect(found).toEqual([]);
    expect(stdout).not.toContain('now and then');
  });
});
