// A service with one fixed answer a path, and a document that says what the answers should be.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '../../src/base/json.ts';

/** One answer. Its body goes out as it is if it is a text, else as JSON. */
export interface CannedAnswer {
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Whether the answer never ends: a stream that goes on. */
  readonly isOpen?: boolean;
}

/**
 * Starts a service, which keeps method, address and `Accept` of each call; answers by path, or by method and path. What has
 * none is 404 without a body.
 */
export async function startCanned(answers: Readonly<Record<string, CannedAnswer>>): Promise<{
  readonly url: string;
  readonly calls: readonly string[];
  close(): Promise<void>;
}> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    calls.push(`${request.method} ${request.url} ${request.headers.accept ?? ''}`);
    const canned = answers[`${request.method} ${path}`] ?? answers[path] ?? { status: 404 };
    const { status = 200, type = 'application/json', headers = {}, body, isOpen } = canned;
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, {
      ...(type === null || body === undefined ? {} : { 'content-type': type }),
      ...headers,
    });
    request.resume().on('end', () => {
      if (isOpen === true) response.flushHeaders();
      if (isOpen !== true) response.end(text);
      else if (text !== '') response.write(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A document with these operations. */
export function documentOf(paths: JsonObject, schemas: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Canned', version: '1' },
    paths,
    components: { schemas },
  };
}

/** An answer in JSON of a schema. */
export function jsonOf(schema: Json): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

/** A path that is read. */
export function reads(responses: JsonObject, parameters: readonly Json[] = []): JsonObject {
  return { get: { ...(parameters.length === 0 ? {} : { parameters }), responses } };
}
