// A proxy to some address that records the calls of its watcher.

import { readBaseUrl } from '../../src/http/client/base-url.ts';
import { createProxy, type ProxyOptions, type RunningProxy } from '../../src/record/proxy/proxy.ts';
import { acceptedHostNames } from '../../src/record/proxy/unsafe-message.ts';
import type { ReplyHead, RequestFate, RequestHead } from '../../src/record/proxy/watch.ts';

export interface Passed {
  readonly head: RequestHead;
  readonly fate: RequestFate;
  requestBytes: number;
  reply: ReplyHead | null;
  replyBytes: number;
  /** `undefined` until it ended. */
  trouble: string | null | undefined;
}

export interface Proxied extends AsyncDisposable {
  readonly url: string;
  readonly proxy: RunningProxy;
  readonly passed: readonly Passed[];
  readonly troubles: readonly string[];
}

export async function proxied(
  target: string,
  options: Partial<ProxyOptions> = {},
  onEnd = (): unknown => null,
): Promise<Proxied> {
  const passed: Passed[] = [];
  const troubles: string[] = [];
  const base = readBaseUrl(target);
  const proxy = await createProxy({
    host: '127.0.0.1',
    port: 0,
    base,
    names: acceptedHostNames('127.0.0.1', base, ['a', 'mine']),
    added: [],
    answerMs: 60_000,
    begin: (head, fate) => {
      const one: Passed = {
        head,
        fate,
        requestBytes: 0,
        reply: null,
        replyBytes: 0,
        trouble: undefined,
      };
      passed.push(one);
      return {
        requestBytes: (chunk) => {
          one.requestBytes += chunk.length;
        },
        requestEnded: () => undefined,
        reply: (reply) => {
          one.reply = reply;
        },
        replyBytes: (chunk) => {
          one.replyBytes += chunk.length;
        },
        ended: (trouble) => {
          one.trouble = trouble;
          onEnd();
        },
      };
    },
    onTrouble: ({ detail }) => troubles.push(detail),
    ...options,
  });
  const url = `http://127.0.0.1:${proxy.port}`;
  return { url, proxy, passed, troubles, [Symbol.asyncDispose]: () => proxy.close() };
}

/** How long something is waited for, in milliseconds: far longer than it takes. */
const WAIT_MS = 10_000;

/** Waits until a condition holds. Throws if it never does. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!isSo()) {
    if (performance.now() > end)
      throw new Error(`it did not come to be within ${WAIT_MS} ms: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
