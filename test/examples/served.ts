// An example behind the dev server of Vite, as `npx vite` in its folder serves it.

import { join } from 'node:path';
import { createServer, type InlineConfig } from 'vite';
import { root } from '../support/root.ts';

export interface ServedExample extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves a folder below `examples`, with its own configuration unless `configFile` is false, and
 * more plugins.
 */
export async function serveExample(
  name: string,
  more: Pick<InlineConfig, 'configFile' | 'plugins'> = {},
): Promise<ServedExample> {
  const server = await createServer({
    root: join(root, 'examples', name),
    ...more,
    logLevel: 'error',
    cacheDir: join(root, 'node_modules/.cache/examples', name),
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', [Symbol.asyncDispose]: () => server.close() };
}
