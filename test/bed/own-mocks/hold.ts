// Verifies the mock of a document behind a proxy with a fault.

import { createServer } from 'node:http';
import { isObject, type Json } from '../../../src/base/json.ts';
import { startServing } from '../../support/serving.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';
import type { ShapedDocument } from './documents.ts';
import type { ProxyFault } from './faults.ts';

/** Serves a document, puts a proxy before the mock, and verifies what stands there. */
export async function hold(
  folder: TempFolder,
  shape: ShapedDocument,
  fault: Partial<ProxyFault> = {},
): Promise<CommandRun> {
  folder.write('openapi.json', shape.document);
  const serving = await startServing({ contract: 'openapi.json', profile: 'standin' });
  const proxy = createServer(async (request, response) => {
    const target = new URL(request.url ?? '/', serving.url);
    const call = { method: request.method ?? 'GET', path: target.pathname };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString();
    const told = fault.instead?.(call, shape) ?? null;
    const type = request.headers['content-type'];
    const answer =
      told ??
      (await ask(target, {
        method: call.method,
        headers: {
          accept: request.headers.accept ?? '*/*',
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        ...(sent === '' ? {} : { body: without(sent, fault.loses?.(call, shape) ?? null, shape) }),
      }));
    const { status, body } = fault.after?.(call, answer, shape) ?? answer;
    response.writeHead(status, 'type' in answer ? { 'content-type': String(answer.type) } : {});
    response.end(body === null ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return await runVerify(`http://127.0.0.1:${port}`, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      seed: 1,
      ledgerFolder: '.standin',
      json: 'print',
    });
  } finally {
    proxy.close();
    proxy.closeAllConnections();
    await serving.close();
  }
}

async function ask(
  target: URL,
  init: RequestInit,
): Promise<{ readonly status: number; readonly body: Json | null; readonly type: string }> {
  const reply = await fetch(target, init);
  const text = await reply.text();
  const type = reply.headers.get('content-type') ?? 'application/json';
  return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as Json), type };
}

/** A body, JSON or a form, without one member of the item. */
function without(sent: string, member: string | null, { itemIn }: ShapedDocument): string {
  if (member === null) return sent;
  if (!sent.startsWith('{')) {
    const form = new URLSearchParams(sent);
    form.delete(member);
    return form.toString();
  }
  const body = jsonOf(sent);
  const item = body === null || !isObject(body) ? null : itemIn(body);
  if (item === null) return sent;
  Reflect.deleteProperty(item, member);
  return JSON.stringify(body);
}

/** Laws also send texts that are no JSON. */
function jsonOf(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
