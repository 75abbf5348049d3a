// A service with jars, correct but for the Location that it answers to a creation.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, type Json, own } from '../../src/base/json.ts';

/**
 * Starts it. `locationOf` returns the Location of a new jar by its id, `missing` is the status where no
 * jar is; with `slashed`, only paths with a slash at the end are answered.
 */
export async function startJars(
  locationOf: (id: number) => string | undefined,
  missing = 404,
  slashed = false,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const jars = new Map<string, Json>();
  let last = 0;
  const answerTo = (method: string, id: string | undefined, text: string): Answer => {
    if (id === undefined && method === 'GET') return { status: 200, body: [...jars.values()] };
    if (id === undefined) {
      const label = labelIn(text);
      if (label === undefined) return { status: 400 };
      const jar = { id: ++last, label };
      jars.set(String(last), jar);
      const location = locationOf(last);
      return { status: 201, body: jar, headers: location === undefined ? {} : { location } };
    }
    const jar = jars.get(id);
    if (jar === undefined) return { status: missing };
    if (method === 'GET') return { status: 200, body: jar };
    jars.delete(id);
    return { status: 204 };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const [, , id = ''] = path.split('/');
      const {
        status,
        body,
        headers = {},
      } = slashed && !path.endsWith('/')
        ? { status: 404 }
        : answerTo(request.method ?? '', id === '' ? undefined : id, text);
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      response.writeHead(status, { ...type, ...headers });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

function labelIn(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const label = isObject(value) ? own(value, 'label') : undefined;
    return typeof label === 'string' ? label : undefined;
  } catch {
    return undefined;
  }
}
