// What a page gets that imports the door: nothing of Node, and no more than it needs.

import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { root } from '../support/root.ts';

/**
 * Bundles a source for a browser, with all that it imports. Gives the code and the modules of Node
 * in it.
 */
async function bundle(
  code: string,
): Promise<{ readonly code: string; readonly ofNode: readonly string[] }> {
  const ofNode: string[] = [];
  const made = await rolldown({
    input: 'page',
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId(id, importer) {
          if (id === 'page') return id;
          if (id.startsWith('node:')) {
            ofNode.push(`${id} in ${importer}`);
            return { id, external: true };
          }
          return importer === 'page' ? join(root, id) : null;
        },
        load: (id) => (id === 'page' ? code : null),
      },
    ],
  });
  const { output } = await made.generate({ format: 'iife', name: 'page', minify: true });
  await made.close();
  return { code: output[0].code, ofNode };
}

describe('the door "standin" in a browser', () => {
  it('imports no module of Node, and stays within its size limit', async () => {
    const { code, ofNode } = await bundle("export { createMock } from 'src/index.ts';");
    expect(ofNode).toEqual([]);
    const bytes = gzipSync(code, { level: 9 }).length;
    console.log(
      `standin in a page: ${(code.length / 1024).toFixed(0)} KiB, ${(bytes / 1024).toFixed(1)} KiB gzipped, with ajv`,
    );
    expect(bytes).toBeLessThan(195 * 1024);
  });

  it('finds a module of Node if there is one', async () => {
    expect((await bundle("export { loadMock } from 'src/node.ts';")).ofNode).not.toEqual([]);
  });

  it('answers with nothing but the globals of browsers', async () => {
    const { code } = await bundle(
      "export { createMock } from 'src/index.ts'; export { documents } from 'test/support/documents.ts';",
    );
    const {
      Request,
      Response,
      Headers,
      URL,
      TextEncoder,
      TextDecoder,
      ReadableStream,
      AbortSignal,
      crypto,
      performance,
    } = globalThis;
    const own = {
      Request,
      Response,
      Headers,
      URL,
      TextEncoder,
      TextDecoder,
      ReadableStream,
      AbortSignal,
      crypto,
      performance,
    };
    const script = `${code}; page.createMock(page.documents).fetch('/users/1').then((response) => response.text())`;
    const text: unknown = await runInNewContext(script, { ...own });
    expect(JSON.parse(String(text))).toMatchObject({ id: 1 });
  });
});
