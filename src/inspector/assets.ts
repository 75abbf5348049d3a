// The files of the page. The page loads nothing from elsewhere and runs no inline script.

import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import { header } from '../model/message/call.ts';
import { problem } from './request/reply.ts';

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The same bytes, compressed. */
  readonly gzip: Uint8Array;
  readonly etag: string;
}

/** By path below the prefix: `index.html`, `assets/index-1a2b.js`. */
export type Assets = ReadonlyMap<string, Asset>;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "font-src 'self'",
  // The reports, each with a policy and a sandbox of its own.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const SAFE = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Answers with a file of the page. */
export async function answerAsset(
  call: InternalCall,
  load: () => Promise<Assets | null>,
): Promise<InternalReply> {
  if (call.method !== 'GET' && call.method !== 'HEAD')
    return problem(405, 'The page is read-only', `${call.method} is not offered.`);
  if (call.path === '/__standin')
    return { status: 308, headers: { ...SAFE, location: '/__standin/' }, body: null };
  const assets = await load();
  if (assets === null) {
    const remedy = 'Run "npm run build" once. The API below /__standin/api/ works without it.';
    return problem(503, 'The page is not built', remedy);
  }
  const name = call.path.slice('/__standin/'.length) || 'index.html';
  const asset = assets.get(name);
  if (asset === undefined)
    return problem(404, 'There is no such file', 'The page is at /__standin/.');
  const lasting = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = {
    ...SAFE,
    'content-type': asset.type,
    'cache-control': lasting,
    etag: asset.etag,
    vary: 'accept-encoding',
  };
  if (header(call.headers, 'if-none-match') === asset.etag)
    return { status: 304, headers, body: null };
  const isPacked = /\bgzip\b/.test(header(call.headers, 'accept-encoding') ?? '');
  if (!isPacked) return { status: 200, headers, body: asset.bytes };
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: asset.gzip };
}
