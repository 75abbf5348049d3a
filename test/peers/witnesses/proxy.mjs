// A proxy in front of any witness, with node:http alone. `FAULT` says which of the things that
// gateways, caches and balancers do wrong it does; `UPSTREAMS` are the ports behind it.

import { Agent, createServer, request } from 'node:http';
import { gzipSync } from 'node:zlib';

const fault = process.env.FAULT;
const upstreams = process.env.UPSTREAMS.split(',').map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
let count = 0;

/** Sends a request to the service and gives back its whole answer. */
const forward = ({ method, url, headers }, body, port = upstreams[0]) =>
  new Promise((resolve, reject) => {
    const { connection: _connection, 'transfer-encoding': _chunked, ...rest } = headers;
    rest['accept-encoding'] = 'identity'; // it changes bodies, and codes them itself
    if (body.length > 0) rest['content-length'] = body.length;
    rest.host = `127.0.0.1:${port}`;
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path: url, headers: rest },
      (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** A body as JSON, changed; as it is if it is no JSON. */
const mapped = (body, change) => {
  try {
    return Buffer.from(JSON.stringify(change(JSON.parse(body.toString()))));
  } catch {
    return body;
  }
};
/** A value with each member and element changed, innermost first. */
const deep = (value, change) => {
  if (Array.isArray(value)) return change(value.map((one) => deep(one, change)));
  if (typeof value !== 'object' || value === null) return change(value);
  const members = Object.entries(value).map(([key, one]) => [key, deep(one, change)]);
  return change(Object.fromEntries(members.filter(([, one]) => one !== undefined)));
};
const changed = (body, change) => mapped(body, (value) => deep(value, change));

const cache = new Map();
const pending = new Map();
const isItem = (url) => /^\/users\/[^/?]+$/.test(url);

const answered = async (call, body) => {
  const { method, url } = call;
  const isRead = method === 'GET';
  switch (fault) {
    case 'stale-by-url':
      // Keeps what was read for a minute, whatever is written.
      if (isRead && cache.has(url)) return cache.get(url);
      break;
    case 'stale-list':
      // A write ends what is kept for its own URL alone.
      if (!isRead) cache.delete(url);
      if (isRead && url === '/users' && cache.has(url)) return cache.get(url);
      break;
    case 'stale-item':
      // PUT ends what is kept of the list alone.
      if (method === 'DELETE') cache.delete(url);
      if (isRead && isItem(url) && cache.has(url)) return cache.get(url);
      break;
    case 'keeps-404':
      if (isRead && cache.get(url)?.status === 404) return cache.get(url);
      break;
    case 'micro-cache':
      if (isRead && cache.has(url) && Date.now() - cache.get(url).at < 100) return cache.get(url);
      break;
    case 'lost-delete':
      if (method === 'DELETE') return { status: 204, headers: {}, body: Buffer.alloc(0) };
      break;
    case 'delete-is-get':
      if (method === 'DELETE') return forward({ ...call, method: 'GET' }, Buffer.alloc(0));
      break;
    case 'post-twice':
      if (method === 'POST' && ++count % 4 === 0) await forward(call, body);
      break;
    case 'put-again-later':
      // The first sending times out, and arrives after the second.
      if (method === 'PUT' && ++count % 3 === 0)
        setTimeout(() => void forward(call, body).catch(() => {}), 40);
      break;
    case 'two-instances':
      return forward(call, body, upstreams[++count % upstreams.length]);
    case 'collapsed':
      // Reads of one route that overlap are answered by the first.
      if (isRead && isItem(url)) {
        const known = pending.get('item');
        if (known) return known;
        const asked = forward(call, body);
        pending.set('item', asked);
        await new Promise((resolve) => setTimeout(resolve, 3));
        pending.delete('item');
        return asked;
      }
      break;
    case 'body-of-latin1':
      return forward(call, Buffer.from(body.toString('latin1')));
    case 'markup-escaped':
      return forward(
        call,
        changed(body, (value) =>
          typeof value === 'string'
            ? value.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`)
            : value,
        ),
      );
    case 'falsy-dropped':
      return forward(
        call,
        mapped(body, (value) => Object.fromEntries(Object.entries(value).filter(([, one]) => one))),
      );
    case 'empty-lists-dropped':
      return forward(
        call,
        mapped(body, (value) =>
          Object.fromEntries(Object.entries(value).filter(([, one]) => one?.length !== 0)),
        ),
      );
    case 'put-is-post':
      if (method === 'PUT') return forward({ ...call, method: 'POST', url: '/users' }, body);
      break;
    case 'merged-slashes':
      return forward({ ...call, url: url.replace(/\/{2,}/g, '/') }, body);
    case 'decoded-path':
      return forward({ ...call, url: encodeURI(decodeURIComponent(url)) }, body);
  }
  return forward(call, body);
};

const handed = (answer, { method, url }) => {
  const { status, headers, body } = answer;
  const isOk = status < 300;
  switch (fault) {
    case 'errors-are-200':
      return status >= 400 ? { ...answer, status: 200 } : answer;
    case 'missing-is-empty':
      return status === 404
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
        : answer;
    case 'missing-is-500':
      return status === 404 ? { ...answer, status: 500 } : answer;
    case 'sometimes-502':
      return ++count % 25 === 0
        ? {
            status: 502,
            headers: { 'content-type': 'text/html' },
            body: Buffer.from('<html><h1>502 Bad Gateway</h1></html>'),
          }
        : answer;
    case 'gzip-named-only':
      return body.length > 0
        ? { ...answer, headers: { ...headers, 'content-encoding': 'gzip' } }
        : answer;
    case 'gzip-cut':
      return body.length > 200
        ? {
            ...answer,
            headers: { ...headers, 'content-encoding': 'gzip' },
            body: gzipSync(body).subarray(0, -12),
          }
        : answer;
    case 'correct-with-gzip':
      return body.length > 0
        ? {
            ...answer,
            headers: { ...headers, 'content-encoding': 'gzip' },
            body: gzipSync(body),
          }
        : answer;
    case 'length-in-characters':
      return { ...answer, body: body.subarray(0, body.toString().length) };
    case 'answer-of-latin1':
      return { ...answer, body: Buffer.from(body.toString('latin1')) };
    case 'empty-object-is-list':
      return {
        ...answer,
        body: changed(body, (value) =>
          typeof value === 'object' && value !== null && Object.keys(value).length === 0
            ? []
            : value,
        ),
      };
    case 'single-is-no-list':
      return {
        ...answer,
        body: changed(body, (value) =>
          Array.isArray(value) && value.length === 1 ? value[0] : value,
        ),
      };
    case 'ids-are-texts':
      return {
        ...answer,
        body: changed(body, (value) => (typeof value === 'number' ? String(value) : value)),
      };
    case 'booleans-are-texts':
      return {
        ...answer,
        body: changed(body, (value) => (typeof value === 'boolean' ? String(value) : value)),
      };
    case 'wrapped':
      return isOk ? { ...answer, body: mapped(body, (data) => ({ data })) } : answer;
    case 'no-content-type': {
      const { 'content-type': _type, ...rest } = headers;
      return { ...answer, headers: rest };
    }
    case 'answers-are-html':
      return { ...answer, headers: { ...headers, 'content-type': 'text/html' } };
    case 'no-names-in-list':
      return method === 'GET' && url === '/users'
        ? { ...answer, body: mapped(body, (all) => all.map(({ name: _name, ...one }) => one)) }
        : answer;
    default:
      return answer;
  }
};

createServer((incoming, outgoing) => {
  const parts = [];
  incoming.on('data', (part) => parts.push(part));
  incoming.on('end', async () => {
    const body = Buffer.concat(parts);
    const call = { method: incoming.method, url: incoming.url, headers: incoming.headers };
    try {
      const answer = await answered(call, body);
      if (call.method === 'GET' && (fault !== 'stale-by-url' || !cache.has(call.url)))
        cache.set(call.url, { ...answer, at: Date.now() });
      const { status, headers, body: text } = handed(answer, call);
      const { connection: _connection, 'transfer-encoding': _chunked, ...rest } = headers;
      delete rest['content-length'];
      if (call.method !== 'HEAD' && status !== 204 && status !== 304)
        rest['content-length'] = text.length;
      outgoing.writeHead(status, rest).end(status === 204 ? undefined : text);
    } catch {
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
    }
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
