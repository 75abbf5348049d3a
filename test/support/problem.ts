// Reads problem details (RFC 9457) from a reply, and checks that an answer does not reveal more
// than it should.

import { expect } from 'vitest';
import { isObject, type JsonObject } from '../../src/base/json.ts';
import type { WireReply } from './wire.ts';

/**
 * Returns the problem in a reply. Fails if it is not one, lacks a member, or reveals more than it
 * should.
 */
export function readProblem(reply: WireReply | null): JsonObject {
  expect(reply, 'there is an answer').not.toBeNull();
  expect(reply?.headers.get('content-type')).toBe('application/problem+json');
  const problem: unknown = JSON.parse(reply?.body ?? '');
  if (!isObject(problem)) throw new Error(`${reply?.body} is no problem`);
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^\/__standin\/problems\/[a-z]+$/),
    title: expect.stringMatching(/\S/),
    status: reply?.status,
    detail: expect.stringMatching(/\S/),
  });
  expectDiscretion(reply?.body ?? '');
  return problem;
}

/** Expects that a text holds no stack trace and no path of a file. */
export function expectDiscretion(text: string): void {
  expect(text).not.toMatch(/\n\s+at |node:internal|node_modules|file:\/\/|\.[jt]s:\d/);
  expect(text).not.toContain(process.cwd());
}
