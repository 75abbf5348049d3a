import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { parseJson } from '../../../src/base/parse.ts';
import type { CodeRoutes } from '../../../src/http/fetch/code-routes.ts';
import { createStrayErrors } from '../../../src/http/fetch/stray-errors.ts';

const code: CodeRoutes = { file: 'contracts/routes.ts', routes: [], handlers: [] };
const errors = { write: () => true };

/** An error that code of Standin throws. */
const own = (): unknown => {
  try {
    return parseJson(null as never, 64);
  } catch (error) {
    return error;
  }
};

describe('createStrayErrors', () => {
  it('takes no error without routes', () => {
    expect(createStrayErrors(() => null, errors).take(new Error('x'))).toBe(false);
  });

  it('takes no error that Standin throws outside a route', () => {
    const stray = createStrayErrors(() => code, errors);
    expect(own()).toBeInstanceOf(TypeError);
    expect(stray.take(own())).toBe(false);
    expect(stray.take(new Error('of others'))).toBe(true);
  });

  it('takes the same error from a route', async () => {
    const stray = createStrayErrors(() => code, errors);
    const told: unknown[] = [];
    await stray.watch(
      'GET /x',
      (error) => told.push(error) > 0,
      async () => stray.take(own()),
    );
    expect(told).toEqual([expect.any(TypeError)]);
    expect(told).not.toEqual([expect.any(StandinError)]);
  });
});
