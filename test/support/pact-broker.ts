// A substitute for a Pact Broker that implements its documented interface: it is as strict as the
// real one about media types, fields and credentials, and stores its requests. Written from the
// documentation; knows nothing of `src`.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  checkContracts,
  checkQuery,
  checkResult,
  documentIn,
  type Errors,
} from './pact-broker/checks.ts';
import {
  forVerificationPage,
  indexPage,
  metadataOf,
  pacticipantPage,
  pactPage,
  verificationPage,
} from './pact-broker/pages.ts';
import {
  BrokerStore,
  type PactDocument,
  type Query,
  type Verification,
} from './pact-broker/store.ts';

export interface PactBrokerOptions {
  /** `/pact`, if it is not at the root. */
  readonly basePath?: string;
  /** The value of the header field Authorization that it wants. */
  readonly authorization?: string;
  /** Relations that its index lacks, as that of an older version does. */
  readonly without?: readonly string[];
  /** What its links begin with, if it was set up wrongly. */
  readonly linkBase?: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Answers instead of the broker; returns whether it did. */
export type Interloper = (asked: Asked, response: ServerResponse) => boolean;

export interface PactBroker extends AsyncDisposable {
  readonly baseUrl: string;
  readonly store: BrokerStore;
  readonly asked: readonly Asked[];
  /** Puts a pact on the store as if its consumer had published it, on its main branch. */
  has(version: string, document: PactDocument, branch?: string): void;
  /** What was published, oldest first. */
  results(): readonly Verification[];
  interlope(interloper: Interloper | null): void;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a broker on the loopback interface. */
export async function startPactBroker(options: PactBrokerOptions = {}): Promise<PactBroker> {
  const { basePath = '' } = options;
  const store = new BrokerStore();
  const asked: Asked[] = [];
  let interloper: Interloper | null = null;
  let base = '';
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const { method = '', url = '', headers } = request;
      const body = jsonIn(text);
      const one = { method, path: new URL(url, 'http://broker').pathname, headers, body };
      asked.push(one);
      if (interloper?.(one, response) === true) return;
      send(
        response,
        answerTo(one, text, { ...options, basePath, store, base: options.linkBase ?? base }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`;
  return {
    baseUrl: base,
    store,
    asked,
    has(version, document, branch = 'main') {
      const consumer = (document['consumer'] as { name: string }).name;
      if (!store.mainBranches.has(consumer)) store.mainBranches.set(consumer, 'main');
      store.version(consumer, version).branches.add(branch);
      store.publish(consumer, version, document);
    },
    results: () => store.verifications,
    interlope(next) {
      interloper = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const type = typeof body === 'string' ? 'text/html' : 'application/hal+json;charset=utf-8';
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'content-type': type }),
    ...headers,
  });
  response.end(
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  );
}

interface Setting extends PactBrokerOptions {
  readonly basePath: string;
  readonly store: BrokerStore;
  readonly base: string;
}

interface Matched extends Setting {
  readonly names: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** Returns what is wrong with the body. */
  readonly check?: (body: Readonly<Record<string, unknown>>) => Errors;
  readonly answer: (matched: Matched) => Answer;
}

const PACT =
  '/pacts/provider/(?<provider>[^/]+)/consumer/(?<consumer>[^/]+)/pact-version/(?<sha>[^/]+)/metadata/(?<metadata>[^/]+)';

const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/?$/,
    answer: ({ base, without = [] }) => ({ status: 200, body: indexPage(base, without) }),
  },
  {
    method: 'GET',
    path: /^\/pacts\/provider\/(?<provider>[^/]+)\/for-verification$/,
    answer: forVerification,
  },
  {
    method: 'POST',
    path: /^\/pacts\/provider\/(?<provider>[^/]+)\/for-verification$/,
    check: checkQuery,
    answer: forVerification,
  },
  { method: 'GET', path: new RegExp(`^${PACT}$`), answer: onePact },
  {
    method: 'POST',
    path: new RegExp(`^${PACT}/verification-results$`),
    check: checkResult,
    answer: takeResult,
  },
  {
    method: 'GET',
    path: /^\/pacticipants\/(?<name>[^/]+)$/,
    answer: ({ base, names }) => ({
      status: 200,
      body: pacticipantPage(base, names['name'] ?? ''),
    }),
  },
  {
    method: 'PUT',
    path: /^\/pacticipants\/(?<name>[^/]+)\/branches\/(?<mark>[^/]+)\/versions\/(?<version>[^/]+)$/,
    answer: markVersion('branches'),
  },
  {
    method: 'PUT',
    path: /^\/pacticipants\/(?<name>[^/]+)\/versions\/(?<version>[^/]+)\/tags\/(?<mark>[^/]+)$/,
    answer: markVersion('tags'),
  },
  {
    method: 'POST',
    path: /^\/contracts\/publish$/,
    check: checkContracts,
    answer: publishContracts,
  },
];

function answerTo({ method, path, headers, body }: Asked, text: string, setting: Setting): Answer {
  const { basePath, authorization } = setting;
  if (authorization !== undefined && headers.authorization !== authorization) {
    return { status: 401, headers: { 'www-authenticate': 'Basic realm="Restricted Area"' } };
  }
  if (!path.startsWith(basePath)) return NOT_FOUND;
  const here = ROUTES.filter((route) => route.path.test(path.slice(basePath.length)));
  const route = here.find((one) => one.method === method);
  if (route === undefined) return here.length === 0 ? NOT_FOUND : { status: 405 };
  const isAcceptable =
    headers.accept === undefined ||
    /application\/hal\+json|application\/\*|\*\/\*/.test(headers.accept);
  if (!isAcceptable) return { status: 406 };
  const isWrite = method !== 'GET';
  if (isWrite && headers['content-type']?.includes('json') !== true) return { status: 415 };
  if (isWrite && text !== '' && body === undefined)
    return { status: 400, body: { error: 'JSON::ParserError - unexpected token' } };
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  const errors = route.check?.(given) ?? {};
  if (Object.keys(errors).length > 0) return { status: 400, body: { errors } };
  const steps = route.path.exec(path.slice(basePath.length))?.groups ?? {};
  const names = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, decodeURIComponent(step)]),
  );
  return route.answer({ ...setting, names, body: given });
}

const NOT_FOUND: Answer = { status: 404, body: '<html><body><h1>404 Not Found</h1></body></html>' };

function forVerification({ store, base, names, body }: Matched): Answer {
  const provider = names['provider'] ?? '';
  if (!store.hasProvider(provider))
    return { status: 404, body: { error: `No provider with name '${provider}' found` } };
  const query = body as Query;
  return {
    status: 200,
    body: forVerificationPage(
      base,
      provider,
      store.select(provider, query),
      query.includePendingStatus === true,
    ),
  };
}

function onePact({ store, base, names }: Matched): Answer {
  const { versions } = metadataOf(names['metadata'] ?? '');
  const found = store.publications.findLast(
    (one) => one.sha === names['sha'] && versions.includes(one.version),
  );
  return found === undefined
    ? NOT_FOUND
    : { status: 200, body: pactPage(base, store, found, names['metadata'] ?? '') };
}

function takeResult({ store, base, names, body }: Matched): Answer {
  const { provider = '', consumer = '', sha = '' } = names;
  if (!store.contents.has(sha)) return NOT_FOUND;
  store.version(provider, String(body['providerApplicationVersion']));
  const verification = { number: store.verifications.length + 1, sha, provider, consumer, body };
  store.verifications.push(verification);
  return {
    status: 201,
    body: verificationPage(base, verification),
    headers: { location: `${base}/verification-results/${verification.number}` },
  };
}

function markVersion(marks: 'branches' | 'tags'): Route['answer'] {
  return ({ store, base, names: { name = '', version = '', mark = '' } }) => {
    const kept = store.version(name, version)[marks];
    const status = kept.has(mark) ? 200 : 201;
    kept.add(mark);
    return {
      status,
      body: { name: mark, _links: { self: { href: `${base}/pacticipants/${name}` } } },
    };
  };
}

function publishContracts({ store, base, body }: Matched): Answer {
  const {
    pacticipantName: consumer,
    pacticipantVersionNumber: version,
    branch,
    tags = [],
  } = body as Readonly<Record<string, string>>;
  const contracts = body['contracts'] as readonly { content: string }[];
  for (const { content } of contracts) {
    const document = (documentIn(content) ?? {}) as PactDocument;
    if (store.publish(String(consumer), String(version), document) !== 'conflict') continue;
    const text = `Cannot change the content of the pact for ${String(consumer)} version ${String(version)}`;
    return {
      status: 409,
      body: { notices: [{ type: 'error', text }], errors: { content: [text] } },
    };
  }
  const kept = store.version(String(consumer), String(version));
  if (branch !== undefined) kept.branches.add(branch);
  if (branch !== undefined && !store.mainBranches.has(String(consumer)))
    store.mainBranches.set(String(consumer), branch);
  for (const tag of tags) kept.tags.add(tag);
  const text = `Pact successfully published for ${String(consumer)} version ${String(version)}.`;
  return {
    status: 200,
    body: {
      notices: [{ type: 'success', text }],
      _links: { 'pb:pacticipant': { href: `${base}/pacticipants/${String(consumer)}` } },
    },
  };
}
