import { describe, expect, it } from 'vitest';
import { missingPeer } from '../../src/embed/missing-peer.ts';

const need = { door: 'standin/msw', name: 'msw' };
const lacking = (message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });

describe('needing', () => {
  it('returns the loaded module', async () => {
    expect(await missingPeer(need, () => Promise.resolve({ handler: 1 }))).toEqual({ handler: 1 });
  });

  it('says which package is missing, and how to install it', async () => {
    const error = lacking(
      "Cannot find package 'msw' imported from /app/node_modules/standin/dist/doors/msw.js",
    );
    await expect(missingPeer(need, () => Promise.reject(error))).rejects.toMatchObject({
      code: 'package-missing',
      message:
        'standin/msw needs the package msw, which is not installed\nInstall it: npm install -D msw',
      remedy: 'Install it: npm install -D msw',
    });
  });

  it.each([
    lacking("Cannot find package 'graphql' imported from /app/node_modules/msw/lib/core/index.mjs"),
    lacking(
      "Cannot find module '/app/node_modules/msw/lib/core/index.mjs' imported from /app/msw'",
    ),
    new Error("Cannot find package 'msw' imported from /app"),
    null,
  ])('passes other errors on: %s', async (error) => {
    await expect(missingPeer(need, () => Promise.reject(error))).rejects.toBe(error);
  });
});
