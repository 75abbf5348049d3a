// A mock, or a world of a running one, for each test of Playwright, so that tests beside each other
// do not see each other's writes. The only file that knows Playwright.

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

/** What a test is given: the mock that answers its pages, and that no other test has. */
export interface MockFixtures {
  readonly mock: EmbeddedMock;
}

/** How a test finds what its pages ask of the mock. */
export interface StandinTestOptions {
  /**
   * Where the service is that the mock stands in for: `https://api.example.com/v1`. By default its
   * paths are answered at any origin.
   */
  readonly baseUrl?: string;
}

/**
 * Gives a `test` whose pages are answered by a mock, without a server: made from documents or
 * forked from a mock for each test. What is asked of other paths goes on, and so does the address
 * of a page itself. Throws a StandinError where the documents are broken.
 */
export function standinTest(
  source: Documents | EmbeddedMock,
  { baseUrl }: StandinTestOptions = {},
): TestWith<MockFixtures> {
  const base = mockOf(source);
  const origin = baseUrl === undefined ? null : originOf(baseUrl, base.basePath);
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

/** What a test is given: the name of the world that its pages are in. */
export interface WorldFixtures {
  readonly world: string;
}

/**
 * Gives a `test` whose pages, and requests beside them, name a world of their own in the header
 * field `Standin-World`: for a mock that runs behind a port (`standin serve`, the plugin of Vite),
 * also behind a service that passes the field on.
 */
export function worldTest(): TestWith<WorldFixtures> {
  return test.extend<WorldFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from the pattern
    world: async ({}, use) => use(`test-${crypto.randomUUID()}`),
    extraHTTPHeaders: async ({ world, extraHTTPHeaders }, use) =>
      use({ ...extraHTTPHeaders, [WORLD_FIELD]: world }),
  });
}
