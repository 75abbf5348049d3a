// A service that takes its key in the query: the run sends it there, a service that overlooks a wrong
// one is found, and the key is in no report.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { replayOf } from '../../../src/commands/verify/build-report.ts';
import { complaintsOf, createHold, loadContracts } from '../hold-project.ts';

const hold = await createHold(
  await loadContracts({ sail: { type: 'object', properties: { id: { type: 'integer' } } } }, [
    {
      resource: 'sails',
      path: '/sails',
      source: 'the loft',
      item: 'sail',
      security: [{ in: 'query', name: 'k' }],
      operations: { list: { outcomes: { ok: { status: 200 } } } },
      actions: [{ method: 'GET', path: '/sails/mended', outcomes: {} }],
    },
  ]),
);
const KEY = 's3cr&t/=';

/** Answers with a list that repeats the key of the request, if it accepts that. */
async function reportOf(accepts: (key: string | null, path: string) => boolean) {
  const server = createServer(({ url = '' }, response) => {
    const { searchParams, pathname } = new URL(url, 'http://sails');
    const key = searchParams.get('k');
    const isGood = accepts(key, pathname);
    response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isGood ? [{ id: 1, note: key }] : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const query = { given: [], environment: `k=${KEY}` };
    const outcome = await hold({ baseUrl: `http://127.0.0.1:${port}`, resource: 'sails', query });
    return { outcome, complaints: complaintsOf(outcome) };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('verify, with a key in the query', () => {
  it('sends it there', { timeout: 60_000 }, async () => {
    const { complaints, outcome } = await reportOf((key) => key === KEY);
    expect(complaints).toEqual([]);
    expect(outcome.report.laws.filter(({ result }) => result === 'held').length).toBeGreaterThan(1);
  });

  it.each([
    ['a wrong key', (key: string | null) => key !== null, 'list accepted a request with wrong'],
    ['none', (key: string | null) => key !== 'standin-wrong', 'list accepted a request without'],
    [
      'a wrong key for a document',
      (key: string | null, path: string) => key === KEY || (key !== null && path !== '/sails'),
      'GET /sails/mended accepted a request with wrong',
    ],
  ] as const)('finds that %s is accepted', { timeout: 60_000 }, async (_, accepts, told) => {
    const { outcome } = await reportOf(accepts);
    const { findings } = outcome.report;
    expect(findings.map(({ message }) => message).join('\n')).toContain(told);
    const text = JSON.stringify(findings);
    expect(text).toContain('?k=$STANDIN_K');
    expect(text).toContain('# first: export STANDIN_K=<the value of the query parameter k>');
    expect(text).not.toContain('s3cr');
  });

  it('is a variable in the command that repeats the run', () => {
    const options = { contract: 'contracts', profile: null, pins: {}, others: [] };
    expect(replayOf({ ...options, baseUrl: 'http://h', credentials: ['?k', 'x-a'] })).toBe(
      'standin verify http://h --query "k=$STANDIN_K" --header "X-A: $STANDIN_X_A"',
    );
  });
});
