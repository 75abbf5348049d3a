import { expect, it } from 'vitest';
import { listen } from '../../../src/http/server/listener.ts';
import type { Body } from '../../../src/model/message/call.ts';
import { textBody } from '../../../src/model/ruling/render.ts';

it('keeps the bytes of files and of forms, and of nothing else', async () => {
  const bodies: Body[] = [];
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer: ({ body }) => {
      bodies.push(body);
      return { status: 200, headers: [], body: textBody('') };
    },
    ready: () => null,
    requestMs: 30_000,
    bodyBytesMax: () => 1_000,
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: () => undefined,
  });
  const bytes = new Uint8Array([255, 0]);
  for (const type of ['multipart/form-data; boundary=x', 'text/plain'])
    await fetch(`http://127.0.0.1:${listener.port}/`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': type },
    });
  await listener.close();
  const kept = bodies.map((body) => (body.kind === 'broken' ? [...(body.bytes ?? [])] : null));
  expect(kept).toEqual([[255, 0], []]);
});
