// A fresh mock for each test of Vitest, and matchers that hold an answer to the contract. The only
// file that knows Vitest.

import { expect, type TestAPI, test } from 'vitest';
import type { Rules } from '../mock/mock.ts';
import { judgeResponse, judgeValue } from './conform.ts';
import type { Documents } from './documents.ts';
import { type EmbeddedMock, mockOf } from './embedded-mock.ts';
import { checkMock } from './validate-arguments.ts';

declare module 'vitest' {
  // The parameters have to be those of Vitest's own declaration.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Holds a Response to what the contract shows; its body can still be read. To be awaited. One
     * that did not come straight from a mock needs the operation that it answers: `users.list`, or
     * `list` where there is one contract.
     */
    toConform(operation?: string): Promise<void>;
    /**
     * Holds a value, or the JSON body of a Response, to a schema of the mock by its name. To be
     * awaited.
     */
    toMatchSchema(name: string): Promise<void>;
  }
}

/**
 * What a test is given: a mock that begins with the rows of the start, and that no other test has.
 */
export interface StandinFixtures {
  readonly mock: EmbeddedMock;
}

/**
 * Gives a `test` whose tests have a `mock` each, made from documents or forked from a mock; also
 * those that run beside each other. Knows the matchers `toConform` and `toMatchSchema` from then
 * on. Throws a StandinError where the documents are broken.
 */
export function standinTest(source: Documents | EmbeddedMock): TestAPI<StandinFixtures> {
  const origin = mockOf(source);
  extendExpect(origin);
  return test.extend<StandinFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that are used from the pattern
    mock: async ({}, use) => use(origin.fork()),
  });
}

/**
 * Adds the matchers, for tests that need no `mock` of their own: `toConform` knows the contracts of
 * this one.
 */
export function extendExpect(mock: EmbeddedMock): void {
  checkMock(mock);
  known.unshift(mock.rules);
  const judged = async (
    judging: ReturnType<typeof judgeResponse>,
  ): Promise<{ pass: boolean; message: () => string }> => {
    const { passes, message } = await judging;
    return { pass: passes, message: () => message };
  };
  expect.extend({
    toConform: (response: unknown, operation?: string) =>
      judged(judgeResponse(response, operation, known)),
    toMatchSchema: (value: unknown, name: string) => judged(judgeValue(value, name, known)),
  });
}

/** The rules of this file of tests, those that came last first. */
const known: Rules[] = [];
