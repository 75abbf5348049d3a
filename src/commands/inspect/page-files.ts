// The built files of the page, read when the page is first requested.

import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Asset, Assets } from '../../inspector/assets.ts';
import { bundledFile } from '../../project/files/bundled-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Returns a function that reads the files of the page once; `null` if the page was not built. */
export function pageFiles(): () => Promise<Assets | null> {
  let loaded: Assets | null = null;
  return () => {
    loaded ??= readPage(findPage());
    return Promise.resolve(loaded);
  };
}

/** The page is in `dist/ui` of the package, or of a checkout in which it was built. */
function findPage(): string | null {
  const folder = bundledFile('dist/ui');
  return statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.isFile() === true
    ? folder
    : null;
}

function readPage(folder: string | null): Assets | null {
  if (folder === null) return null;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const files = names.filter((name) => TYPES[extname(name)] !== undefined);
  return new Map(files.map((name) => [name, readAsset(join(folder, name))]));
}

function readAsset(file: string): Asset {
  const bytes = readFileSync(file);
  return {
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    bytes,
    gzip: gzipSync(bytes),
    etag: `"${hash('sha256', bytes).slice(0, 20)}"`,
  };
}
