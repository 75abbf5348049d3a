// The trace is bounded, its marks hold also when what is old has gone, and its order is the same in
// each run.

import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/client/client.ts';
import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import {
  CHARACTERS_MAX,
  createTrace,
  EXCHANGES_MAX,
  type Trace,
} from '../../../src/verify/guard/trace.ts';

const get = (path: string): Call => ({ method: 'GET', path, query: '', headers: {}, body: noBody });
const answer = (text = ''): Exchange => ({
  kind: 'received',
  received: { status: 200, headers: {}, body: readBody(text) },
  elapsedMs: 1,
  requests: 1,
  redirected: false,
});

function add(trace: Trace, call: Call, exchange: Exchange): void {
  trace.add(trace.show(call, exchange), trace.turn());
}

describe('createTrace', () => {
  it('drops the oldest calls if there are too many', () => {
    const trace = createTrace([]);
    for (let n = 0; n < EXCHANGES_MAX; n++) add(trace, get(`/${n}`), answer());
    const mark = trace.mark();
    for (let n = 0; n < 3; n++) add(trace, get(`/late/${n}`), answer());
    expect(trace.since(0)).toHaveLength(EXCHANGES_MAX);
    expect(trace.since(0)[0]?.call.path).toBe('/3');
    expect(trace.since(mark).map(({ call }) => call.path)).toEqual([
      '/late/0',
      '/late/1',
      '/late/2',
    ]);
  });

  it('drops the oldest calls if they are too long, and keeps the last one', () => {
    const trace = createTrace([]);
    const long = JSON.stringify('x'.repeat(CHARACTERS_MAX / 3));
    for (let n = 0; n < 5; n++) add(trace, get(`/${n}`), answer(long));
    expect(trace.since(0).map(({ call }) => call.path)).toEqual(['/3', '/4']);
    add(trace, get('/longest'), answer(JSON.stringify('x'.repeat(CHARACTERS_MAX))));
    expect(trace.since(0).map(({ call }) => call.path)).toEqual(['/longest']);
    expect(trace.mark()).toBe(6);
  });

  it('shows calls that were under way at the same time in the order in which they were sent', () => {
    const trace = createTrace([]);
    const [list, item] = [trace.turn(), trace.turn()];
    trace.add(trace.show(get('/item'), answer()), item);
    const mark = trace.mark();
    trace.add(trace.show(get('/list'), answer()), list);
    const shown = (from: number): readonly string[] =>
      trace.since(from).map(({ call }) => call.path);
    expect(shown(0)).toEqual(['/list', '/item']);
    expect(shown(mark)).toEqual(['/list']);
  });
});
