// What is posted to the thread that judges, and what is omitted if too much waits.

import { describe, expect, it } from 'vitest';
import { JUDGED_BYTES_MAX } from '../../../src/record/proxy/capture.ts';
import type { Batch, RequestEnded } from '../../../src/record/worker/batch.ts';
import {
  BATCH_BYTES,
  createWorkerTransport,
  WAITING_BYTES_MAX,
  WAITING_MAX,
  type WorkerTransport,
} from '../../../src/record/worker/worker-transport.ts';

const HEAD = { method: 'POST', target: '/users', fields: ['Host', 'a'] };

function pass(transport: WorkerTransport, sent: string | Buffer, answered: string): void {
  const watch = transport.begin(HEAD, 'sent');
  watch.requestBytes(Buffer.from(sent));
  watch.requestEnded();
  watch.reply({ status: 200, fields: [] });
  watch.replyBytes(Buffer.from(answered));
  watch.ended(null);
}

function endedIn(batches: readonly Batch[]): readonly RequestEnded[] {
  return batches.flatMap(({ events }) => events.filter((event) => event.kind === 'ended'));
}

describe('createWorkerTransport', () => {
  it('posts beginnings and ends in order, with the bodies one after the other', () => {
    const batches: Batch[] = [];
    const transport = createWorkerTransport((batch) => batches.push(batch));
    const first = transport.begin(HEAD, 'sent');
    pass(transport, 'ab', 'cde');
    first.ended('the client went away');
    expect(batches).toEqual([]);
    transport.flush();
    transport.flush();
    const [batch] = batches;
    expect(batches).toHaveLength(1);
    expect(batch?.events.map(({ kind, id }) => [kind, id])).toEqual([
      ['begun', 1],
      ['begun', 2],
      ['ended', 2],
      ['ended', 1],
    ]);
    expect(Buffer.from(batch?.bytes ?? new ArrayBuffer(0)).toString()).toBe('abcde');
    expect(endedIn(batches)).toMatchObject([
      {
        status: 200,
        trouble: null,
        care: 'judged',
        sent: { bytes: 2, kept: 2 },
        answered: { bytes: 3, kept: 3 },
      },
      {
        status: null,
        trouble: 'the client went away',
        care: 'judged',
        sent: { bytes: 0, kept: 0 },
      },
    ]);
  });

  it('tells when the reply began, also if that was before the request ended', () => {
    const batches: Batch[] = [];
    const transport = createWorkerTransport((batch) => batches.push(batch));
    pass(transport, 'ab', 'c');
    const early = transport.begin(HEAD, 'sent');
    early.reply({ status: 413, fields: [] });
    early.requestEnded();
    early.ended(null);
    transport.begin(HEAD, 'sent').ended('reset');
    transport.flush();
    const [one, two, three] = endedIn(batches);
    expect(one?.firstByteMs).toBeGreaterThan(0);
    expect(one?.firstByteMs).toBeLessThanOrEqual(one?.elapsedMs ?? 0);
    expect([two?.firstByteMs, three?.firstByteMs]).toEqual([0, null]);
  });

  it('posts a batch soon, and a long one at once', async () => {
    const batches: Batch[] = [];
    const transport = createWorkerTransport((batch) => batches.push(batch));
    pass(transport, Buffer.alloc(BATCH_BYTES), '');
    expect(batches).toHaveLength(1);
    pass(transport, 'a', 'b');
    expect(batches).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(batches).toHaveLength(2);
  });

  it('omits bodies while too many exchanges wait to be judged', () => {
    const batches: Batch[] = [];
    const transport = createWorkerTransport((batch) => batches.push(batch));
    for (let count = 0; count < WAITING_MAX + 2; count++) pass(transport, 'ab', 'c');
    transport.settled({ exchanges: 1, bytes: 3 });
    pass(transport, 'ab', 'c');
    transport.flush();
    const ended = endedIn(batches);
    expect(ended.filter(({ care }) => care === 'unjudged')).toHaveLength(2);
    expect(ended[WAITING_MAX]).toMatchObject({
      care: 'unjudged',
      sent: { bytes: 2, kept: 0 },
      answered: { bytes: 1, kept: 0 },
    });
    expect(ended.at(-1)?.care).toBe('judged');
    expect(batches.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBe(
      (WAITING_MAX + 1) * 3,
    );
  });

  it('omits bodies if too many bytes wait', () => {
    const batches: Batch[] = [];
    const transport = createWorkerTransport((batch) => batches.push(batch));
    const long = Buffer.alloc(JUDGED_BYTES_MAX);
    for (let bytes = 0; bytes < WAITING_BYTES_MAX; bytes += long.length) pass(transport, long, '');
    pass(transport, long, '');
    pass(transport, '', '');
    transport.flush();
    expect(
      endedIn(batches)
        .slice(-2)
        .map(({ care }) => care),
    ).toEqual(['unjudged', 'judged']);
  });
});
