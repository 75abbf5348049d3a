// Event streams and WebSockets that have not ended, as a reader sees them.

import { describe, expect, it } from 'vitest';
import { createWorkerTransport } from '../../../src/record/worker/worker-transport.ts';
import { recorderOf } from '../recording.ts';

const head = (target: string) => ({ method: 'GET', target, fields: ['Host', 'a', 'X-Pwd', 'p'] });
const events = { status: 200, fields: ['Content-Type', 'text/event-stream'] };

describe('an open stream', () => {
  it('is listed from its reply until its end, and its followers are told', () => {
    const transport = createWorkerTransport(() => undefined);
    let changes = 0;
    const stop = transport.streams.follow(() => changes++);
    const plain = transport.begin(head('/users'), 'sent');
    const one = transport.begin(head('/events'), 'sent');
    const two = transport.begin(head('/socket'), 'sent');
    plain.reply({ status: 200, fields: [] });
    expect([transport.streams.ids(), changes]).toEqual([[], 0]);
    one.reply(events);
    two.reply({ status: 101, fields: [] });
    expect([transport.streams.ids(), changes]).toEqual([[2, 3], 2]);
    one.ended(null);
    plain.ended(null);
    expect([transport.streams.ids(), changes]).toEqual([[3], 3]);
    expect(transport.streams.look(2)).toBeNull();
    stop();
    two.ended(null);
    expect(changes).toBe(3);
    transport.flush();
  });

  it('is read as it would be recorded now, without secrets', async () => {
    const transport = createWorkerTransport(() => undefined);
    const recorder = recorderOf({
      redact: (one) => ({
        ...one,
        request: { ...one.request, headers: [] },
      }),
    });
    const watch = transport.begin(head('/events?a=1'), 'sent');
    watch.requestEnded();
    watch.reply(events);
    const read = async () => {
      const stream = transport.streams.look(1);
      return stream === null ? null : recorder.look(structuredClone(stream));
    };
    watch.replyBytes(Buffer.from('data: one\n\nda'));
    expect(await read()).toMatchObject({
      verdict: 'unjudged',
      trouble: null,
      request: { method: 'GET', path: '/events', query: 'a=1', headers: [] },
      reply: { status: 200 },
      stream: { kind: 'events', parts: [{ name: 'message', body: { text: 'one' } }] },
    });
    watch.replyBytes(Buffer.from('ta: two\n\n'));
    expect((await read())?.stream?.parts.map(({ body }) => body)).toMatchObject([
      { text: 'one' },
      { text: 'two' },
    ]);
    watch.ended(null);
    transport.flush();
    expect(await read()).toBeNull();
  });
});
