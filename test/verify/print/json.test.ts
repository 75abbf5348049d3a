// The shape of the JSON is a promise; secrets and what a terminal acts on are not in it.

import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/model/message/call.ts';
import { BODY_CHARS_MAX, toJson } from '../../../src/verify/print/json.ts';
import {
  answer,
  call,
  exchange,
  hostile,
  putFinding,
  type putTrace,
  violating,
} from './reports.ts';

describe('toJson', () => {
  it('holds the whole report', () => {
    const { findings, ...rest } = violating;
    const { findings: shown, format, ...others } = JSON.parse(toJson(violating));
    expect(format).toBe(1);
    expect(others).toEqual(rest);
    expect(shown).toMatchObject(findings.map(({ trace, moves, ...finding }) => finding));
    expect(shown[0]).not.toHaveProperty('moves');
  });

  it('keeps the order of its members', () => {
    expect(Object.keys(JSON.parse(toJson(violating))).join(' ')).toBe(
      'format version target resource startedAt elapsedMs requests verdict reason remedy budget seed replay findings laws untried notVerified end pacts walks observations notes bystanders leftovers leftoversFate',
    );
  });

  it('writes requests and replies without secrets', () => {
    const [finding] = JSON.parse(toJson(violating)).findings;
    expect(finding.trace[0]).toEqual({
      call: {
        method: 'POST',
        path: '/users',
        query: '',
        headers: { 'content-type': 'application/json', authorization: '[redacted]' },
        bodyKind: 'json',
        body: '{"name":"Ada","email":"ada@example.org"}',
      },
      received: { status: 201, headers: {}, bodyKind: 'json', body: '{"id":17,"name":"Ada"}' },
      trouble: null,
      elapsedMs: 3,
    });
    expect(finding.trace[2].received.headers).toEqual({
      'content-type': 'application/json',
      'set-cookie': '[redacted]',
    });
    expect(toJson(violating)).not.toContain('s3cret');
  });

  it('hides the header fields that are said to hold secrets', () => {
    const trace = [exchange(call('GET', '/users', '', { 'x-mine': 's3cret' }), null)];
    const report = { ...violating, findings: [{ ...putFinding, trace }] };
    expect(toJson(report, { credentials: ['X-Mine'] })).not.toContain('s3cret');
    expect(
      JSON.parse(toJson(report, { credentials: ['X-Mine'] })).findings[0].trace[0],
    ).toMatchObject({
      call: { headers: { 'x-mine': '[redacted]' }, bodyKind: 'none', body: null },
      received: null,
      trouble: 'the connection was reset',
    });
  });

  it('cuts long bodies, and says why others are missing', () => {
    const sent = [
      readBody(`"${'x'.repeat(BODY_CHARS_MAX)}"`),
      readBody(null),
      { kind: 'oversized', bytesMax: 9 } as const,
    ];
    const trace = sent.map((body) => exchange({ ...call('POST', '/users'), body }, answer(200)));
    const [finding] = JSON.parse(
      toJson({ ...violating, findings: [{ ...putFinding, trace }] }),
    ).findings;
    const bodies = finding.trace.map(({ call: one }: (typeof putTrace)[number]) => one.body);
    expect(bodies[0]).toBe(`"${'x'.repeat(BODY_CHARS_MAX - 1)}… (65538 characters)`);
    expect(bodies.slice(1)).toEqual(['(not valid UTF-8)', '(more than 9 bytes)']);
  });

  it('keeps any text exactly, in characters without effect on a terminal', () => {
    const json = toJson(hostile);
    expect(json).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
    expect(JSON.parse(json).notes).toEqual(hostile.notes);
    expect(JSON.parse(json).findings[0].trace[0].call.headers.authorization).toBe('[redacted]');
  });
});
