import { describe, expect, it } from 'vitest';
import { problemOf, targetOf } from '../../../src/journal/interaction/row.ts';
import { findingOf, numbered, recordedOf, replyOf, textOf } from '../../support/recorded.ts';

const sent = (path: string, text: string) => ({
  ...recordedOf().request,
  method: 'POST',
  path,
  body: textOf(text),
});

describe('targetOf', () => {
  it.each([
    ['/graphql', '{"query":"{a}","operationName":"GetShip"}', '/graphql GetShip'],
    ['/api/GraphQL', '{"query":"mutation Dock($id: ID!) { dock }"}', '/api/GraphQL Dock'],
    ['/graphql', '{"query":"{ ships { id } }"}', '/graphql'],
    ['/graphql', '', '/graphql'],
    ['/ships', '{"operationName":"GetShip"}', '/ships'],
  ])('shows of %s with %s: %s', (path, text, expected) => {
    expect(targetOf(sent(path, text))).toBe(expected);
  });
});

describe('problemOf', () => {
  it('is the first finding with its message, or the trouble', () => {
    const finding = findingOf({ code: 'member-type', clause: 'c', message: 'draft is a text' });
    expect(problemOf(numbered(1, { findings: [finding] }))).toBe('member-type: draft is a text');
    expect(problemOf(numbered(1, { reply: null, trouble: 'no answer' }))).toBe('no answer');
    expect(problemOf(numbered(1))).toBeNull();
  });

  it.each([
    ['a refusal is what was wrong with the call', 404, 404, 'there is no ships/9'],
    ['an answer that the rule book does not give is nothing', 404, 422, null],
    ['a success is nothing', 200, 200, null],
  ])('of %s', (_, status, ruledStatus, told) => {
    const by = 'contract';
    const ruled = {
      situation: { value: 'missing', by },
      status: { value: ruledStatus, by },
      headers: [],
      content: { kind: 'problem', by },
      effect: 'none',
      detail: 'there is no ships/9',
    } as const;
    expect(problemOf(numbered(1, { reply: replyOf({ status }), ruled }))).toBe(told);
  });
});
