// Pacts from a stand-in for a broker, and from brokers that are not as they should be.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../../src/base/errors.ts';
import type { JsonObject } from '../../../../src/base/json.ts';
import { type Broker, createBroker } from '../../../../src/verify/pacts/broker/broker.ts';
import {
  type FetchedPacts,
  fetchPacts,
  type Wanted,
} from '../../../../src/verify/pacts/broker/fetch-pacts.ts';
import {
  type Interloper,
  type PactBroker,
  type PactBrokerOptions,
  startPactBroker,
} from '../../../support/pact-broker.ts';
import { interactionOf, pactOf } from '../texts.ts';

const WANTED: Wanted = {
  provider: 'users',
  selectors: [{ mainBranch: true }],
  branch: null,
  tags: [],
  pending: 'counted',
  wipSince: null,
};

function documentOf(description: string, consumer = 'web'): JsonObject {
  return JSON.parse(
    pactOf([interactionOf({ description })], { consumer: { name: consumer } }).text,
  ) as JsonObject;
}

function brokerAt(baseUrl: string, token?: string, timeoutMs = 3_000): Broker {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const hide = (text: string): string =>
    token === undefined ? text : text.replaceAll(token, '[redacted]');
  return createBroker({ baseUrl, headers, hide, timeoutMs, wait: () => Promise.resolve() });
}

async function fetched(
  at: PactBroker,
  wanted: Partial<Wanted> = {},
  token?: string,
): Promise<FetchedPacts> {
  const broker = brokerAt(at.baseUrl, token);
  try {
    return await fetchPacts(broker, { ...WANTED, ...wanted });
  } finally {
    broker.close();
  }
}

async function refusal(fetching: Promise<FetchedPacts>): Promise<StandinError> {
  const error = await fetching.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StandinError)) throw new Error(`it was not refused: ${String(error)}`);
  return error;
}

/**
 * A broker with two versions of one consumer on two branches, the older one deployed, and another
 * consumer.
 */
async function stocked(options: PactBrokerOptions = {}): Promise<PactBroker> {
  const broker = await startPactBroker(options);
  broker.has('1', documentOf('one'));
  broker.has('2', documentOf('two'));
  broker.has('3', documentOf('three'), 'feature/x');
  broker.has('9', documentOf('app', 'app'));
  broker.store.version('web', '1').deployedTo.add('production');
  broker.store.version('web', '2').tags.add('prod');
  return broker;
}

describe('fetchPacts', () => {
  it.each([
    [[{ mainBranch: true }], ['web 2', 'app 9']],
    [
      [{ mainBranch: true }, { deployedOrReleased: true }],
      ['web 2', 'app 9', 'web 1'],
    ],
    [[{ branch: 'feature/x' }], ['web 3']],
    [[{ matchingBranch: true }], ['web 3']],
    [[{ tag: 'prod', latest: true }], ['web 2']],
    [[{ latest: true, consumer: 'web' }], ['web 3']],
    [[{ deployed: true, environment: 'test' }], []],
  ])('asks for %j', async (selectors, names) => {
    await using broker = await stocked();
    const { pacts, troubles } = await fetched(broker, { selectors, branch: 'feature/x' });
    const consumers = pacts.map(
      ({ document, consumerVersion }) =>
        `${(document['consumer'] as { name: string }).name} ${consumerVersion}`,
    );
    expect([consumers, troubles]).toEqual([names, []]);
  });

  it('sends the request that brokers expect, and returns the pact as published with the address for its results', async () => {
    await using broker = await stocked({ basePath: '/pact', authorization: 'Bearer s3cret-token' });
    const wanted = {
      selectors: [{ branch: 'main', consumer: 'app' }],
      tags: ['t'],
      pending: 'reported',
      wipSince: '2020-01-01',
    } as const;
    const { pacts } = await fetched(broker, wanted, 's3cret-token');
    const post = broker.asked.find(({ method }) => method === 'POST');
    expect(post).toMatchObject({
      path: '/pact/pacts/provider/users/for-verification',
      headers: { accept: 'application/hal+json', 'content-type': 'application/json' },
      body: {
        consumerVersionSelectors: wanted.selectors,
        includePendingStatus: true,
        providerVersionTags: ['t'],
        includeWipPactsSince: '2020-01-01',
      },
    });
    const [pact] = pacts;
    const { interactions, ...frame } = pact?.document ?? {};
    expect(frame).toEqual({
      consumer: { name: 'app' },
      provider: { name: 'users' },
      metadata: { pactSpecification: { version: '4.0' } },
    });
    expect(interactions).toEqual([
      {
        _id: expect.stringMatching(/^[\da-f]{40}$/) as string,
        ...interactionOf({ description: 'app' }),
      },
    ]);
    expect(pact).toMatchObject({
      url: `${broker.baseUrl}/pacts/provider/users/consumer/app/version/9`,
      isPending: true,
      consumerVersion: '9',
    });
    expect(pact?.resultsUrl).toMatch(/\/metadata\/[\w-]+\/verification-results$/);
    expect(pact?.notices.map(({ when }) => when)).toContain(
      'after_verification:success_true_published_true',
    );
    // What is in work is there too, and pending by what it is.
    expect(pacts.map(({ consumerVersion, isPending }) => [consumerVersion, isPending])).toEqual([
      ['9', true],
      ['2', true],
      ['3', true],
    ]);
  });

  it('starts at the index and follows links, without assuming any address', async () => {
    await using broker = await stocked();
    broker.interlope(({ method, path }, response) => {
      if (path !== '/' || method !== 'GET') return false;
      const href = `${broker.baseUrl}/elsewhere/{provider}`;
      response.writeHead(200, { 'content-type': 'application/hal+json' });
      response.end(
        JSON.stringify({
          _links: { 'pb:provider-pacts-for-verification': { href, templated: true } },
        }),
      );
      return true;
    });
    const error = await refusal(fetched(broker));
    expect(error.message).toMatch(
      /^the broker \S+ answered 404 \(asking for the pacts of users\)$/,
    );
    expect(broker.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /',
      'POST /elsewhere/users',
    ]);
  });

  it('fetches a pact once if it is listed twice', async () => {
    await using broker = await stocked();
    broker.interlope(
      answering(
        '/pacts/provider/users/for-verification',
        (asked) => {
          const listed = JSON.parse(asked) as { _embedded: { pacts: unknown[] } };
          return { _embedded: { pacts: [...listed._embedded.pacts, ...listed._embedded.pacts] } };
        },
        await textOf(`${broker.baseUrl}/pacts/provider/users/for-verification`),
      ),
    );
    const { pacts } = await fetched(broker);
    expect(pacts.map(({ consumerVersion }) => consumerVersion)).toEqual(['3', '9']);
  });

  it.each<[string, Interloper, string, string]>([
    ['HTML', html, 'broker-unusable', 'answered text/html instead of application/hal+json'],
    [
      'broken JSON',
      text('{"a":', 'application/hal+json'),
      'broker-unusable',
      'answered broken JSON',
    ],
    [
      'an array',
      text('[]', 'application/json'),
      'broker-unusable',
      'answered something other than a JSON object instead',
    ],
    [
      'a key twice',
      text('{"_links":{},"_links":{}}', 'application/json'),
      'broker-unusable',
      'JSON with a key twice',
    ],
    ['nothing', status(200), 'broker-unusable', 'instead of application/hal+json'],
    ['401', status(401), 'broker-unauthorized', 'answered 401 (reading its index)'],
    [
      '403',
      status(403, { error: 'not yours' }),
      'broker-unauthorized',
      'answered 403 (reading its index): not yours',
    ],
    ['404', status(404), 'broker-unusable', 'answered 404'],
    [
      '400 with errors',
      status(400, { errors: { tag: ['is bad', 'really'], x: 'y' } }),
      'broker-unusable',
      ': tag is bad; tag really; x y',
    ],
    [
      '400 with problem details',
      status(400, { title: 'T', detail: 'D', errors: [{ detail: 'no tag' }] }),
      'broker-unusable',
      ': no tag',
    ],
    [
      '500',
      status(500, { error: { message: 'ref 17', reference: 'x' } }),
      'broker-unusable',
      'answered 500 (reading its index): ref 17',
    ],
    ['503', status(503), 'broker-unusable', 'answered 503'],
    [
      'control characters',
      status(400, { error: '\u001b[2Jgone\nx' }),
      'broker-unusable',
      '\\u001b[2Jgone\\u000ax',
    ],
    [
      'what it was sent as a secret',
      status(400, { error: 'no token-4711 here' }),
      'broker-unusable',
      'no [redacted] here',
    ],
    [
      'an older index',
      text('{"_links":{}}', 'application/hal+json'),
      'broker-unusable',
      'has no pb:provider-pacts-for-verification in its index',
    ],
    [
      'a socket that ends',
      reset,
      'broker-unreachable',
      'did not answer (reading its index): the connection ended',
    ],
  ])('says what it cannot use: %s', async (_, interloper, code, message) => {
    await using broker = await stocked();
    broker.interlope(interloper);
    const error = await refusal(fetched(broker, {}, 'token-4711'));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.remedy).toMatch(/\.$/);
    expect(`${error.message}${error.remedy}`).not.toContain('token-4711');
  });

  it('says where to put missing credentials, and that wrong ones are rejected', async () => {
    await using broker = await stocked({ authorization: 'Bearer another' });
    expect((await refusal(fetched(broker))).remedy).toBe(
      'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.',
    );
    expect((await refusal(fetched(broker, {}, 'old'))).remedy).toBe(
      'Check whether the credentials are still valid: the broker rejects them.',
    );
  });

  it('names the required version of the broker', async () => {
    await using broker = await stocked({ without: ['pb:provider-pacts-for-verification'] });
    expect((await refusal(fetched(broker))).remedy).toBe(
      'Give the address of the index; brokers have it from version 2.60 on.',
    );
  });

  it('retries temporary failures only', async () => {
    await using broker = await stocked();
    let times = 0;
    broker.interlope((asked, response) => ++times <= 2 && status(503)(asked, response));
    expect((await fetched(broker)).pacts).toHaveLength(2);
    times = 0;
    broker.interlope((asked, response) => ++times <= 2 && status(500)(asked, response));
    await refusal(fetched(broker));
    expect(times).toBe(1);
  });

  it('reports an unknown provider in the words of the broker', async () => {
    await using broker = await stocked();
    const error = await refusal(fetched(broker, { provider: 'nobody' }));
    expect(error.message).toContain(
      "answered 404 (asking for the pacts of nobody): No provider with name 'nobody' found",
    );
  });

  it('reports a rejected selector in the words of the broker', async () => {
    await using broker = await stocked();
    const error = await refusal(fetched(broker, { selectors: [{ mainBranch: true, tag: 'x' }] }));
    expect(error.message).toContain(
      'cannot specify mainBranch=true with any other criteria apart from consumer',
    );
  });

  it('reports a broker that does not reply, and one that replies too late', async () => {
    const at = await startPactBroker();
    await at[Symbol.asyncDispose]();
    expect((await refusal(fetched(at))).code).toBe('broker-unreachable');
    await using broker = await stocked();
    broker.interlope(() => true);
    const slow = brokerAt(broker.baseUrl, undefined, 50);
    const error = await refusal(fetchPacts(slow, WANTED));
    slow.close();
    expect([error.code, error.remedy]).toEqual([
      'broker-unreachable',
      'Give it more time with --broker-timeout.',
    ]);
  });

  it('keeps the other pacts if one is gone, is not a pact, or is too long', async () => {
    await using broker = await stocked();
    const long = 'x'.repeat(8_388_700);
    let times = 0;
    broker.interlope((asked, response) => {
      if (!asked.path.includes('/pact-version/')) return false;
      times++;
      if (times === 1) return status(404)(asked, response);
      return times === 2 && status(200, { long })(asked, response);
    });
    const { pacts, troubles } = await fetched(broker, {
      selectors: [{ branch: 'main' }, { branch: 'feature/x' }],
    });
    expect(pacts).toHaveLength(1);
    expect(troubles.map(({ message }) => message.replace(/http\S+/, 'B'))).toEqual([
      'the broker B answered 404 (fetching a pact of users)',
      'the broker B did not answer (fetching a pact of users): the body of the reply is longer than 8388608 bytes',
    ]);
  });

  it('rejects too many pacts, and a reply without a list', async () => {
    await using broker = await stocked();
    const path = '/pacts/provider/users/for-verification';
    broker.interlope(
      answering(path, () => ({ _embedded: { pacts: Array.from({ length: 501 }, () => ({})) } })),
    );
    expect((await refusal(fetched(broker))).message).toContain(
      'selects 501 pacts of users, but at most 500 can be verified',
    );
    broker.interlope(answering(path, () => ({ pacts: [] })));
    expect((await refusal(fetched(broker))).message).toContain('answered without a list of pacts');
    broker.interlope(answering(path, () => ({ _embedded: { pacts: [{}] } })));
    expect((await fetched(broker)).troubles.map(({ message }) => message)).toEqual([
      expect.stringContaining('without saying where it is'),
    ]);
  });

  it.each(['index', 'list', 'redirect'])(
    'sends nothing to another origin, wherever it is led: %s',
    async (where) => {
      await using other = await witness();
      await using broker = await stocked();
      broker.interlope((asked, response) => {
        if (where === 'index' && asked.path === '/') {
          const href = `${other.url}/{provider}`;
          return text(
            JSON.stringify({ _links: { 'pb:provider-pacts-for-verification': { href } } }),
            'application/hal+json',
          )(asked, response);
        }
        if (where === 'list' && asked.path.endsWith('/for-verification')) {
          return status(200, {
            _embedded: { pacts: [{ _links: { self: { href: `${other.url}/pact` } } }] },
          })(asked, response);
        }
        if (where !== 'redirect') return false;
        response.writeHead(307, { location: `${other.url}/index` }).end();
        return true;
      });
      const told = await fetched(broker, {}, 'token-4711').then(
        ({ troubles }) => troubles,
        (error: unknown) => [error as StandinError],
      );
      expect(told.map(({ code }) => code)).toEqual(['broker-unusable']);
      expect(told[0]?.message).toContain(`to ${other.url}`);
      expect(other.asked()).toBe(0);
    },
  );

  it.each([
    'ftp://127.0.0.1/x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//127.0.0.1:1/x',
    'http://[',
    'http://user:pw@127.0.0.1:1/',
  ])('follows no link to %s', async (href) => {
    await using broker = await stocked();
    broker.interlope(
      answering('/pacts/provider/users/for-verification', () => ({
        _embedded: { pacts: [{ _links: { self: { href } } }] },
      })),
    );
    const { troubles } = await fetched(broker);
    expect(troubles[0]?.message).toContain('which is not followed (fetching a pact of users)');
  });

  it('follows links without an origin', async () => {
    await using broker = await stocked({ linkBase: '' });
    expect((await fetched(broker)).pacts).toHaveLength(2);
  });
});

interface Witness extends AsyncDisposable {
  readonly url: string;
  asked(): number;
}

/** A server that counts who asks it. */
async function witness(): Promise<Witness> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.end();
  });
  server.on('connection', () => asked++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const html: Interloper = text('<html>', 'text/html');

function text(body: string, type: string): Interloper {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
    return true;
  };
}

function status(code: number, body?: unknown): Interloper {
  return (_, response) => {
    response.writeHead(code, body === undefined ? {} : { 'content-type': 'application/hal+json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
    return true;
  };
}

function reset(_: unknown, response: Parameters<Interloper>[1]): boolean {
  response.destroy();
  return true;
}

function answering(path: string, answer: (before: string) => unknown, before = ''): Interloper {
  return (asked, response) => asked.path === path && status(200, answer(before))(asked, response);
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return response.text();
}
