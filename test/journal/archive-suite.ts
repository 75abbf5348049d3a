// What holds for every archive, wherever it keeps its interactions.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Archive, Sink, Totals } from '../../src/journal/archive.ts';
import { everything, type Filter } from '../../src/journal/filter/filter.ts';
import { parseFilter } from '../../src/journal/filter/parse-filter.ts';
import type { Recorded, Unnumbered } from '../../src/journal/interaction/recorded.ts';
import { findingOf, NOON, recordedOf, replyOf, textOf } from '../support/recorded.ts';

export interface Opened {
  readonly archive: Archive;
  readonly sink: Sink;
}

export interface OpenOptions {
  readonly redact?: (recorded: Recorded) => Recorded;
  readonly bodyBytesMax?: number;
}

/** Gives a filter by its text. */
export function filterOf(text: string): Filter {
  const parsed = parseFilter(text, NOON);
  if (parsed.kind === 'flawed') throw new Error(parsed.flaw.detail);
  return parsed.filter;
}

/** Holds an archive to what all of them do. `open` gives an empty one. */
export function behavesAsArchive(
  name: string,
  open: (options?: OpenOptions) => Promise<Opened>,
): void {
  async function holding(
    some: readonly Partial<Unnumbered>[],
    options?: OpenOptions,
  ): Promise<Opened> {
    const opened = await open(options);
    onTestFinished(() => opened.archive.close());
    for (const one of some) opened.sink.add(recordedOf(one));
    return opened;
  }
  const seqsOf = async (archive: Archive, text: string): Promise<readonly number[]> => [
    ...(await archive.search(filterOf(text))).seqs,
  ];

  describe(`the archive ${name}`, () => {
    it('numbers interactions from 1', async () => {
      const { archive, sink } = await holding([]);
      expect(await archive.totals()).toEqual({ total: 0, oldest: 0, newest: 0, dropped: 0 });
      expect([sink.add(recordedOf()), sink.add(recordedOf())]).toEqual([1, 2]);
      expect(await archive.totals()).toEqual({ total: 2, oldest: 1, newest: 2, dropped: 0 });
    });

    it('keeps the messages of a WebSocket, and finds them by who sent them', async () => {
      const part = (from: 'client' | 'service', text: string) =>
        ({ from, offsetMs: 1, name: 'text', body: textOf(text) }) as const;
      const stream = {
        kind: 'websocket',
        parts: [part('client', 'Subscribe'), part('service', 'Half a LOAF')],
        left: { parts: 0, bytes: 0 },
      } as const;
      const { archive } = await holding([{ stream }, {}]);
      expect((await archive.find(1))?.recorded.stream).toEqual(stream);
      expect(await seqsOf(archive, 'request:subscribe')).toEqual([1]);
      expect(await seqsOf(archive, 'reply:subscribe')).toEqual([]);
      expect(await seqsOf(archive, 'body:"half a loaf"')).toEqual([1]);
      expect(await seqsOf(archive, 'subscribe')).toEqual([1]);
    });

    it('returns interactions unchanged, whatever they contain', async () => {
      const hostile: Partial<Unnumbered> = {
        request: {
          method: 'POST',
          path: '/users/%00\u0000',
          query: '__proto__=\ud83d',
          headers: [
            ['__proto__', 'a'],
            ['constructor', '\u0000'],
            ...Array.from({ length: 1_000 }, (_, n) => [`x-${n}`, `${n}`] as const),
          ],
          body: textOf('{"__proto__":{"a":1},"nul":"\u0000","lone":"\ude00"}'),
        },
        reply: replyOf({
          status: 599,
          body: { kind: 'bytes', base64: '/////w==', bytes: 4, cut: false },
        }),
        trouble: 'connection reset',
        verdict: 'violates',
        findings: [findingOf({ at: '/a~1b' }), findingOf({ code: 'value-changed' })],
        ruled: {
          situation: { value: 'ok', by: 'contract' },
          status: { value: 201, by: 'create.status' },
          headers: [{ name: 'location', value: '/users/1', by: 'contract' }],
          content: { kind: 'record', by: 'contract' },
          effect: 'put',
          detail: null,
        },
        mock: replyOf({ body: { kind: 'unkept', bytes: null } }),
        history: ['id 7 was removed by request 12'],
        law: 'created is read',
        original: replyOf({ body: { kind: 'none' } }),
        world: 'alice',
      };
      const { archive } = await holding([hostile, {}, { reply: null }]);
      const empty = { tags: [], note: '' };
      expect(await archive.find(1)).toEqual({
        recorded: { seq: 1, ...recordedOf(hostile) },
        annotation: empty,
      });
      expect(await archive.find(2)).toEqual({
        recorded: { seq: 2, ...recordedOf() },
        annotation: empty,
      });
      expect(await archive.find(3)).toEqual({
        recorded: { seq: 3, ...recordedOf({ reply: null }) },
        annotation: empty,
      });
      expect([
        await archive.find(0),
        await archive.find(4),
        await archive.find(-1),
        await archive.find(1.5),
      ]).toEqual([null, null, null, null]);
      for (const text of [
        '"nul\u0000"',
        'header:__proto__',
        'header:x-999',
        'query:__proto__',
        '"nul\\":\\"\u0000"',
      ]) {
        expect([text, (await seqsOf(archive, text)).includes(1)]).toEqual([
          text,
          text !== '"nul\u0000"',
        ]);
      }
    });

    it('returns lines of the list in the requested order, and omits missing ones', async () => {
      const { archive } = await holding([
        {
          request: {
            method: 'PUT',
            path: `/${'p'.repeat(600)}`,
            query: '',
            headers: [],
            body: textOf('é'),
          },
        },
        { reply: null, trouble: 'connection reset', resource: null, operation: null },
        { verdict: 'violates', findings: [findingOf()], original: replyOf(), world: 'alice' },
      ]);
      await archive.annotate(3, { tags: ['b', 'a'], note: 'n' });
      const rows = await archive.rows([3, 9, 1, 2]);
      expect(rows.map(({ seq }) => seq)).toEqual([3, 1, 2]);
      expect(rows[0]).toEqual({
        seq: 3,
        at: NOON,
        elapsedMs: 1.5,
        source: 'proxy',
        resource: 'users',
        operation: 'read',
        method: 'GET',
        target: '/users/7',
        status: 200,
        verdict: 'violates',
        problem: expect.stringMatching(/^body-not-json: .+/),
        requestBytes: 0,
        replyBytes: 21,
        tags: ['b', 'a'],
        hasNote: true,
        isAltered: true,
        world: 'alice',
      });
      expect(rows[1]).toMatchObject({
        target: `/${'p'.repeat(499)}`,
        requestBytes: 2,
        problem: null,
        tags: [],
        hasNote: false,
      });
      expect(rows[2]).toMatchObject({
        status: null,
        problem: 'connection reset',
        replyBytes: 0,
        resource: null,
        isAltered: false,
        world: null,
      });
    });

    it('searches by the filter, oldest first', async () => {
      const { archive } = await holding([
        {
          request: {
            method: 'POST',
            path: '/Users',
            query: 'a=1',
            headers: [],
            body: textOf('Half a LOAF'),
          },
          operation: 'create',
        },
        { reply: replyOf({ status: 500 }), elapsedMs: 700, at: NOON + 60_000 },
        { reply: null, operation: null, source: 'verify', law: 'created is read' },
        { verdict: 'violates', findings: [findingOf()] },
      ]);
      await archive.annotate(2, { tags: ['Bug'], note: 'ask Grace' });
      const found = async (text: string): Promise<string> =>
        `${text} -> ${(await seqsOf(archive, text)).join(' ')}`;
      const expected = [
        ' -> 1 2 3 4',
        'status:5xx -> 2',
        '-status:5xx -> 1 3 4',
        'method:post -> 1',
        'op:users.create -> 1',
        'op:other -> 3',
        'is:violating -> 4',
        'is:failed -> 3',
        'is:noted -> 2',
        'path:users -> 1 2 3 4',
        'path:*7 -> 2 3 4',
        'query:A= -> 1',
        'dur:>500ms -> 2',
        'body:"half a loaf" -> 1',
        'reply:ada -> 1 2 4',
        'header:accept=json -> 2 3 4',
        'source:verify -> 3',
        'tag:bug -> 2',
        'finding:body-not-json -> 4',
        'law:READ -> 3',
        'seq:2-3 -> 2 3',
        'after:2026-11-20T12:00:30Z -> 2',
        'grace -> 2',
        'half loaf -> 1',
        'lo -> 1',
        '-"da" -> 3',
        'json -> 1 2 3 4',
      ];
      expect(await Promise.all(expected.map((line) => found(line.split(' -> ')[0] ?? '')))).toEqual(
        expected,
      );
    });

    it('returns the newest numbers up to the limit, and only those above a number', async () => {
      const { archive } = await holding(
        Array.from({ length: 10 }, (_, n) => ({ elapsedMs: n % 2 })),
      );
      const search = async (
        text: string,
        options: { after?: number; limit?: number },
      ): Promise<unknown> => {
        const { seqs, isCut } = await archive.search(filterOf(text), options);
        return [[...seqs], isCut];
      };
      expect(await search('', { limit: 3 })).toEqual([[8, 9, 10], true]);
      expect(await search('', { limit: 10 })).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false]);
      expect(await search('dur:<0', { limit: 2 })).toEqual([[7, 9], true]);
      expect(await search('', { after: 8 })).toEqual([[9, 10], false]);
      expect(await search('', { after: 5, limit: 2 })).toEqual([[9, 10], true]);
      expect((await archive.search(everything)).seqs).toBeInstanceOf(Int32Array);
    });

    it('replaces and removes tags and a note', async () => {
      const { archive } = await holding([{}]);
      expect(await archive.annotate(2, { tags: ['a'], note: '' })).toBe(false);
      expect(await archive.annotate(1, { tags: ['a', 'Two words', 'a'], note: 'first' })).toBe(
        true,
      );
      expect((await archive.find(1))?.annotation).toEqual({
        tags: ['a', 'two-words'],
        note: 'first',
      });
      expect(await archive.annotate(1, { tags: ['c'], note: '' })).toBe(true);
      expect([
        await seqsOf(archive, 'tag:a'),
        await seqsOf(archive, 'tag:c'),
        await seqsOf(archive, 'first'),
      ]).toEqual([[], [1], []]);
      expect(await archive.annotate(1, { tags: [], note: '' })).toBe(true);
      expect(await seqsOf(archive, 'is:noted')).toEqual([]);
    });

    it('returns the latency of each operation', async () => {
      const { archive } = await holding([
        ...Array.from({ length: 100 }, (_, n) => ({ elapsedMs: n + 1, at: NOON + n })),
        { operation: null, elapsedMs: 5 },
      ]);
      const latency = await archive.latency(filterOf('dur:>1'));
      expect(latency.map(({ strip: _, ...rest }) => rest)).toEqual([
        { operation: 'other', count: 1, p50Ms: 5, p95Ms: 5, p99Ms: 5, maxMs: 5 },
        { operation: 'users.read', count: 100, p50Ms: 50, p95Ms: 95, p99Ms: 99, maxMs: 100 },
      ]);
      expect(latency[1]?.strip.reduce((sum, point) => sum + point.count, 0)).toBe(100);
      expect(await archive.latency(filterOf('dur:>1000'))).toEqual([]);
    });

    it('cuts too long bodies between two characters, and keeps their original length', async () => {
      const long = `${'é'.repeat(4)}😀`.repeat(10_000_000 / 12);
      const bytes = Buffer.byteLength(long);
      const base64 = Buffer.alloc(3_000_000, 255).toString('base64');
      const body = { kind: 'text', text: long, bytes, cut: false } as const;
      const { archive } = await holding(
        [
          {
            reply: replyOf({ body }),
            original: replyOf({ body: { kind: 'bytes', base64, bytes: 3_000_000, cut: false } }),
          },
        ],
        { bodyBytesMax: 11 },
      );
      const found = await archive.find(1);
      expect(found?.recorded.reply?.body).toEqual({ kind: 'text', text: 'éééé', bytes, cut: true });
      expect(found?.recorded.original?.body).toEqual({
        kind: 'bytes',
        base64: '/'.repeat(12),
        bytes: 3_000_000,
        cut: true,
      });
      expect((await archive.rows([1]))[0]?.replyBytes).toBe(bytes);
    });

    it('returns only redacted data, and finds nothing by redacted text', async () => {
      const redact = (recorded: Recorded): Recorded => ({
        ...recorded,
        request: { ...recorded.request, path: '/hidden' },
      });
      const { archive } = await holding([{}], { redact });
      expect((await archive.find(1))?.recorded.request.path).toBe('/hidden');
      expect((await archive.rows([1]))[0]?.target).toBe('/hidden');
      expect([await seqsOf(archive, 'path:users'), await seqsOf(archive, 'path:hidden')]).toEqual([
        [],
        [1],
      ]);
    });

    it('notifies followers of new interactions until they stop', async () => {
      const { archive, sink } = await holding([]);
      const heard: Totals[] = [];
      const stop = archive.follow((totals) => heard.push(totals));
      await archive.totals();
      sink.add(recordedOf());
      sink.add(recordedOf());
      await vi.waitFor(() => expect(heard.at(-1)?.total).toBe(2), { timeout: 5_000 });
      stop();
      const count = heard.length;
      sink.add(recordedOf());
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect(heard.length).toBe(count);
    });
  });
}
