// A mock as a handler of Mock Service Worker, in a page or in Node. The only file that knows MSW.

import { type HttpHandler, HttpResponse, http } from 'msw';
import { isLost } from '../http/fetch/to-response.ts';
import type { EmbeddedMock } from './embedded-mock.ts';
import { originOf } from './origin.ts';
import { checkMock } from './validate-arguments.ts';

/** Options of the handler. */
export interface HandlerOptions {
  /**
   * The address of the real service: `https://api.example.com/v1`. Its path is the base path of
   * the mock, or that of all paths of its document. Defaults to the origin of the page, or to any origin outside a page.
   */
  readonly baseUrl?: string;
}

/**
 * Returns one handler that answers all requests to paths of the mock, by any method; other
 * requests go to the next handler. A request with the header field `Standin-World` is answered in
 * that world. Throws a StandinError if `baseUrl` does not fit the mock.
 */
export function handler(mock: EmbeddedMock, { baseUrl }: HandlerOptions = {}): HttpHandler {
  checkMock(mock);
  const origin = baseUrl === undefined ? pageOrigin() : originOf(baseUrl, mock);
  return http.all(
    ({ request }) =>
      (origin === null || new URL(request.url).origin === origin) && mock.handles(request.url),
    ({ request }) => respond(mock, request),
  );
}

/** To MSW a lost or aborted reply is a network error; it would answer a thrown error with 500. */
async function respond(mock: EmbeddedMock, request: Request): Promise<Response | undefined> {
  try {
    return (await mock.respond(request)) ?? undefined;
  } catch (error) {
    if (isLost(error) || request.signal.aborted) return HttpResponse.error();
    throw error;
  }
}

/** The origin of the page; `null` outside a page. */
function pageOrigin(): string | null {
  const place = Reflect.get(globalThis, 'location') as { readonly origin?: unknown } | undefined;
  return typeof place?.origin === 'string' && place.origin !== 'null' ? place.origin : null;
}
