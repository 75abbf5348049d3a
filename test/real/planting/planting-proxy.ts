// A proxy before a product that plants one fault, or none. It counts the calls that came, and knows
// those that it answered otherwise than the product did. It changes no byte where it plants nothing.

import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type At, answeredId, idOf, itemsIn, type Place, placeOf, readPath } from '../place.ts';
import { asJson, isSame, type Reply, type Request } from './message.ts';
import type { MadeItem, Passing, PlantedFault } from './planted-faults.ts';

export interface PlantingProxy extends AsyncDisposable {
  readonly url: string;
  /** How many calls came. */
  readonly calls: () => number;
  /** The calls whose answer the fault changed, as `GET /users/1`. */
  readonly changed: () => ReadonlySet<string>;
}

/** How many requests are on their way to the product at once, at most. */
const IN_FLIGHT_MAX = 12;
/** How long the product may take for an answer, in milliseconds. */
const ANSWER_MS_MAX = 30_000;

/** Starts a proxy on a free port of 127.0.0.1, before the product at an origin. */
export async function startPlantingProxy(
  upstream: string,
  places: readonly Place[],
  fault: PlantedFault | null,
): Promise<PlantingProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT_MAX });
  const send = (request: Request): Promise<Reply> => sendTo(upstream, agent, request);
  const applied = places.filter((place) => fault?.appliesTo(place) === true);
  const made = new Map<Place, MadeItem[]>(applied.map((place) => [place, []]));
  const changed = new Set<string>();
  let calls = 0;

  async function answer(request: Request): Promise<Reply> {
    calls++;
    const at = placeOf(applied, request);
    if (fault === null || at === null) return send(request);
    // What is compressed cannot be read.
    const plain = { ...request, headers: request.headers.filter(([name]) => !CODING.test(name)) };
    return answerAt(fault, at, plain);
  }

  async function answerAt(fault: PlantedFault, at: At, request: Request): Promise<Reply> {
    const all = made.get(at.place) ?? [];
    const item = all.find(({ id }) => id === at.id) ?? null;
    let truth: Reply | null = null;
    const passing: Passing = {
      at,
      request,
      made: all,
      item,
      peek: (id) => peek(at, id, request),
      async forward(one) {
        const reply = await send(one);
        truth ??= reply;
        return reply;
      },
    };
    const reply = await fault.answer(passing);
    note(at, request, truth, all);
    if (truth === null || !isSame(truth, reply)) noteChanged(at, request);
    return reply;
  }

  /** An item that is read elsewhere may stand in reports at its usual address. */
  function noteChanged({ place, operation, id }: At, { method, path }: Request): void {
    changed.add(`${method} ${path}`);
    if (operation === 'read' && place.shows !== undefined && id !== null)
      changed.add(`${method} ${place.item.replace('{id}', encodeURIComponent(id))}`);
  }

  /** How the product shows an item, asked with the header fields of a call that came. */
  async function peek({ place }: At, id: string, { headers }: Request): Promise<Reply | null> {
    const fields = headers.filter(([name]) => !/^(?:content-|if-|expect)/i.test(name));
    const ask = { method: 'GET', query: '', headers: fields, body: Buffer.alloc(0) };
    if (place.has.includes('read')) {
      const reply = await send({ ...ask, path: readPath(place, id) });
      return reply.status === 200 ? reply : null;
    }
    if (place.list === null) return null;
    const reply = await send({ ...ask, path: place.list });
    const list = asJson(reply);
    const items = list === undefined ? null : itemsIn(place, list);
    const found = items?.find((item) => idOf(place, item) === id);
    return found === undefined ? null : { ...reply, body: Buffer.from(JSON.stringify(found)) };
  }

  /** Remembers what the product made and removed. */
  function note(at: At, request: Request, truth: Reply | null, all: MadeItem[]): void {
    if (truth === null || truth.status < 200 || truth.status > 299) return;
    const index = all.findIndex(({ id }) => id === at.id);
    if (at.operation === 'remove' && index >= 0) all.splice(index, 1);
    const id = at.id ?? answeredId(at.place, asJson(truth));
    if (at.operation !== 'create' || id === null || all.some((one) => one.id === id)) return;
    all.push({ id, sent: asJson(request), shown: new Map(), firstRead: null });
  }

  const server = createServer((incoming, outgoing) => {
    void wholeRequest(incoming)
      .then(answer)
      .then((reply) => handBack(incoming, outgoing, reply))
      .catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    changed: () => changed,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

async function wholeRequest(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const [path = '/', ...query] = (incoming.url ?? '/').split('?');
  return {
    method: incoming.method ?? 'GET',
    path,
    query: query.join('?'),
    headers: paired(incoming.rawHeaders),
    body: Buffer.concat(parts),
  };
}

function sendTo(upstream: string, agent: Agent, request: Request): Promise<Reply> {
  const { hostname, port } = new URL(upstream);
  const { method, path, query, body } = request;
  const headers = request.headers
    .filter(([name]) => !HOP.test(name) && !LENGTH.test(name))
    .concat(body.length > 0 ? [['content-length', String(body.length)]] : []);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path: query === '' ? path : `${path}?${query}`,
        headers: headers.flat(),
        timeout: ANSWER_MS_MAX,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: paired(answer.rawHeaders),
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

function handBack(incoming: IncomingMessage, outgoing: ServerResponse, reply: Reply): void {
  const { status, body } = reply;
  const hasLength = incoming.method !== 'HEAD' && status !== 204 && status !== 304;
  const headers = reply.headers
    .filter(([name]) => !HOP.test(name) && !(hasLength && LENGTH.test(name)))
    .concat(hasLength ? [['content-length', String(body.length)]] : []);
  outgoing.writeHead(status, headers.flat());
  outgoing.end(hasLength ? body : undefined);
}

/** Fields of one connection. */
const HOP = /^(?:connection|keep-alive|transfer-encoding|upgrade|te|trailer)$/i;
const LENGTH = /^content-length$/i;
const CODING = /^accept-encoding$/i;

function paired(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  );
}
