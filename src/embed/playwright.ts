// Gives each Playwright test a mock, or a world of a running one, so that parallel tests do not see
// each other's writes. The only file that knows Playwright.

import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type Route,
  type TestType,
  test,
} from '@playwright/test';
import type { Documents } from './documents.ts';
import { type EmbeddedMock, mockOf, WORLD_FIELD } from './embedded-mock.ts';
import { originOf } from './origin.ts';

type TestWith<Fixtures> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/** The mock of a test, which answers its pages. */
export interface MockFixtures {
  readonly mock: EmbeddedMock;
}

/** Options of the fixture. */
export interface StandinTestOptions {
  /**
   * The address of the real service: `https://api.example.com/v1`. By default the mock answers its
   * paths at any origin.
   */
  readonly baseUrl?: string;
}

/**
 * Returns a `test` whose pages are answered by a mock, without a server: created from documents or
 * forked from a mock for each test. Requests to other paths, and for the page itself, go to the
 * network. Throws a StandinError if the documents are invalid.
 */
export function standinTest(
  source: Documents | EmbeddedMock,
  { baseUrl }: StandinTestOptions = {},
): TestWith<MockFixtures> {
  const base = mockOf(source);
  const origin = baseUrl === undefined ? null : originOf(baseUrl, base);
  return test.extend<MockFixtures>({
    mock: [
      async ({ context }, use) => {
        const mock = base.fork();
        const isOurs = (url: URL): boolean =>
          (origin === null || url.origin === origin) && mock.handles(url);
        await context.route(isOurs, (route) => answer(mock, route));
        await use(mock);
      },
      { auto: true },
    ],
  });
}

async function answer(mock: EmbeddedMock, route: Route): Promise<void> {
  const request = route.request();
  if (request.resourceType() === 'document') {
    await route.fallback();
    return;
  }
  const fields = Object.entries(await request.allHeaders()).filter(
    ([name]) => !name.startsWith(':'),
  );
  const body = request.postDataBuffer();
  const init = {
    method: request.method(),
    headers: fields,
    ...(body === null ? {} : { body: new Uint8Array(body) }),
  };
  try {
    const response = await mock.fetch(new Request(request.url(), init));
    const bytes = Buffer.from(await response.arrayBuffer());
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bytes,
    });
  } catch (error) {
    // What is lost on its way is a TypeError, as of any fetch.
    if (!(error instanceof TypeError)) throw error;
    await route.abort('connectionreset');
  }
}

/** The world of a test. */
export interface WorldFixtures {
  readonly world: string;
}

/**
 * Returns a `test` whose pages and requests name a separate world in the header field
 * `Standin-World`: for a mock behind a port (`standin serve`, the Vite plugin), or behind a
 * service that forwards the field.
 */
export function worldTest(): TestWith<WorldFixtures> {
  return test.extend<WorldFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    world: async ({}, use) => use(`test-${crypto.randomUUID()}`),
    extraHTTPHeaders: async ({ world, extraHTTPHeaders }, use) =>
      use({ ...extraHTTPHeaders, [WORLD_FIELD]: world }),
  });
}
