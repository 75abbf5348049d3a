// Gives each Vitest test a fresh mock, and matchers that check a response against the contract. The
// only file that knows Vitest.

import { expect, type TestAPI, test } from 'vitest';
import type { MockRules } from '../mock/mock.ts';
import { judgeResponse, judgeValue } from './conform.ts';
import type { Documents } from './documents.ts';
import { type EmbeddedMock, mockOf } from './embedded-mock.ts';
import { checkMock } from './validate-arguments.ts';

declare module 'vitest' {
  // The parameters have to be those of Vitest's own declaration.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Checks a Response against the contract; its body stays readable. Await it. A response that
     * did not come straight from a mock needs the operation that it answers: `users.list`, or
     * `list` with a single contract.
     */
    toConform(operation?: string): Promise<void>;
    /** Checks a value, or the JSON body of a Response, against a schema of the mock. Await it. */
    toMatchSchema(name: string): Promise<void>;
  }
}

/** The mock of a test, with the initial rows. No other test uses it. */
export interface StandinFixtures {
  readonly mock: EmbeddedMock;
}

/**
 * Returns a `test` with a separate `mock` for each test, also for parallel ones: created from
 * documents or forked from a mock. Adds the matchers `toConform` and `toMatchSchema`. Throws a
 * StandinError if the documents are invalid.
 */
export function standinTest(source: Documents | EmbeddedMock): TestAPI<StandinFixtures> {
  const origin = mockOf(source);
  extendExpect(origin);
  return test.extend<StandinFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that are used from the pattern
    mock: async ({}, use) => use(origin.fork()),
  });
}

/** Adds the matchers without a `mock` fixture. `toConform` knows the contracts of this mock. */
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

/** The rules of the mocks in this test file, latest first. */
const known: MockRules[] = [];
