// Correct services of a document conform to it, and nothing stays there. Without credentials nothing
// is asserted about them.

import { describe, expect, it } from 'vitest';
import { correct } from './correct.ts';
import { complaintsOf, hold } from './hold.ts';
import { KEY, startLibrary } from './service.ts';

describe('verify', () => {
  for (const budget of ['quick', 'standard'] as const)
    it.each(correct)(`spares, ${budget}: $name`, { timeout: 120_000 }, async ({ seams }) => {
      await using service = await startLibrary(seams());
      const outcomes = await hold(service.baseUrl, { budget });
      expect(complaintsOf(outcomes)).toEqual([]);
      expect(outcomes.map(({ report }) => report.verdict)).toEqual(outcomes.map(() => 'conforms'));
      expect(service.size()).toBe(2);
    });

  it('takes a key in a header field for credentials', async () => {
    await using service = await startLibrary();
    const outcomes = await hold(service.baseUrl, { headers: [`X-Api-Key: ${KEY}`] });
    expect(complaintsOf(outcomes)).toEqual([]);
    const tried = outcomes.flatMap(({ report }) => report.laws.map(({ name }) => name));
    expect(tried).toContain('remove-is-refused-as-specified');
  });

  it('asserts nothing about credentials that the run does not have', async () => {
    await using service = await startLibrary({ allows: () => true });
    const outcomes = await hold(service.baseUrl, { headers: [] });
    expect(complaintsOf(outcomes)).toEqual([]);
  });

  it('finds reads without credentials in a run that only reads', async () => {
    await using service = await startLibrary({
      allows: (operation, credentials, isSo) =>
        isSo || (operation === 'read' && credentials === 'none'),
    });
    const outcomes = await hold(service.baseUrl, { mode: 'read-only' });
    expect(complaintsOf(outcomes).join('\n')).toContain(
      'read accepted a request without credentials',
    );
  });
});
