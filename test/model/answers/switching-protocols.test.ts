// Operations that only switch to another protocol: no HTTP answer is what they are about.

import { describe, expect, it } from 'vitest';
import { onlySwitches } from '../../../src/contract/declared.ts';
import { statusFindings } from '../../../src/oracle/declared-answer.ts';
import type { OperationReply } from '../../../src/oracle/reply-findings.ts';
import { isActionRead, isOpenWrite } from '../../../src/verify/move.ts';
import { openApiMock } from '../../support/openapi-mock.ts';

const answersOf = (...keys: readonly string[]) => ({
  answers: Object.fromEntries(keys.map((key) => [key, { bodies: [], headers: {} }])),
});
const none = { description: 'none' };

describe('onlySwitches', () => {
  it.each<[keys: readonly string[], switches: boolean]>([
    [['101'], true],
    [['101', '401', '404'], true],
    [['1XX'], true],
    [['101', '200'], false],
    [['101', '302'], false],
    [['101', 'default'], false],
    [['404'], false],
    [[], false],
  ])('%j: %s', (keys, switches) => {
    expect(onlySwitches(answersOf(...keys))).toBe(switches);
  });
});

describe('a mock', () => {
  const mock = openApiMock({
    openapi: '3.0.3',
    info: { title: 'Chat', version: '1' },
    paths: {
      '/rooms/live': { get: { responses: { 101: none, 401: none } } },
      '/rooms/state': { get: { responses: { 101: none, 200: none } } },
    },
  });

  it('says that the connection must be upgraded, and to what', () => {
    const { status, headers, text } = mock.send('GET /rooms/live');
    expect([status, headers['upgrade']]).toEqual([426, 'websocket']);
    expect(text).toContain('switches to another protocol');
    expect(mock.send('GET /rooms/state')).toMatchObject({ status: 200 });
  });
});

describe('verify', () => {
  const action = (method: string, ...keys: readonly string[]) =>
    ({ method, path: '/live', ...answersOf(...keys) }) as unknown as Parameters<
      typeof isActionRead
    >[0];

  it('sends none of them', () => {
    expect(isActionRead(action('GET', '101'))).toBe(false);
    expect(isOpenWrite(action('POST', '101', '400'))).toBe(false);
    expect(isActionRead(action('GET', '101', '200'))).toBe(true);
    expect(isOpenWrite(action('POST', '400'))).toBe(true);
  });

  it.each<[keys: readonly string[], status: number, findings: number]>([
    [['101'], 200, 0],
    [['101'], 302, 0],
    [['101', '201'], 200, 1],
    [['404'], 200, 1],
  ])('of %j finds in %d: %d', (keys, status, findings) => {
    const reply = {
      kind: 'read',
      contract: { operations: { read: answersOf(...keys) }, source: '' },
      received: { status, headers: {}, body: { kind: 'none' } },
    } as unknown as OperationReply;
    expect(statusFindings(reply, 'ok')).toHaveLength(findings);
  });
});
