// The wait before a broker is asked again ends with the run. No clock runs here: a wait goes on
// until it is ended.

import { describe, expect, it, vi } from 'vitest';
import { openBroker } from '../../../src/commands/pact-broker/open-broker.ts';
import { startResetting } from '../../support/troubled.ts';

const waits: number[] = [];
let onWait = (): void => undefined;

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _value: unknown, options?: { readonly signal?: AbortSignal }) =>
    new Promise<void>((_, reject) => {
      waits.push(ms);
      const end = (): void => reject(new Error('aborted'));
      if (options?.signal?.aborted === true) end();
      else options?.signal?.addEventListener('abort', end);
      onWait();
    }),
}));

describe('openBroker', () => {
  it('ends a wait when the run is stopped', async () => {
    await using service = await startResetting();
    const stop = new AbortController();
    const { broker } = openBroker(
      { baseUrl: service.url, authorization: null, timeoutSeconds: 5 },
      stop.signal,
    );
    onWait = () => {
      broker.close();
      stop.abort();
    };
    await expect(broker.index()).rejects.toThrow(
      'gets no more requests (reading its index): the run was stopped',
    );
    expect(waits).toEqual([500]);
  });
});
