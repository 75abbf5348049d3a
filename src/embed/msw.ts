// A mock as a handler of Mock Service Worker, in a page or in Node. The only file that knows MSW.

import { type HttpHandler, HttpResponse, http } from 'msw';
import { isLost } from '../http/fetch/to-response.ts';
import type { EmbeddedMock } from './embedded-mock.ts';
import { originOf } from './origin.ts';
import { checkMock } from './validate-arguments.ts';

/** How a handler of MSW finds what is asked of the mock. */
export interface HandlerOptions {
  /**
   * Where the service is that the mock stands in for: `https://api.example.com/v1`. Its path is the
   * base path of the mock. By default the origin of the page, and where there is no page, any.
   */
  readonly baseUrl?: string;
}

/**
 * Gives one handler that answers all requests to paths of the mock, by any method; the others go on
 * to the next handler. A request that has the header field `Standin-World` is answered in that
 * world. Throws a StandinError where `baseUrl` does not fit the mock.
 */
export function handler(mock: EmbeddedMock, { baseUrl }: HandlerOptions = {}): HttpHandler {
  checkMock(mock);
  const origin = baseUrl === undefined ? pageOrigin() : originOf(baseUrl, mock.basePath);
  return http.all(
    ({ request }) =>
      (origin === null || new URL(request.url).origin === origin) && mock.handles(request.url),
    ({ request }) => respond(mock, request),
  );
}

/**
 * What is lost on its way, or no longer waited for, is an error of the network to MSW: what it is
 * thrown it would answer with 500.
 */
async function respond(mock: EmbeddedMock, request: Request): Promise<Response | undefined> {
  try {
    return (await mock.respond(request)) ?? undefined;
  } catch (error) {
    if (isLost(error) || request.signal.aborted) return HttpResponse.error();
    throw error;
  }
}

/** The origin of the page; `null` where there is none. */
function pageOrigin(): string | null {
  const place = Reflect.get(globalThis, 'location') as { readonly origin?: unknown } | undefined;
  return typeof place?.origin === 'string' && place.origin !== 'null' ? place.origin : null;
}
