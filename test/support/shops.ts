// Services that are nothing like users, for sessions: a shop with Express (UUIDs, envelopes, pages,
// bearer tokens, orders below customers), a wiki with slugs, and recipes of json-server.

import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { bearer, type Session } from './sessions.ts';

export interface Listening extends AsyncDisposable {
  readonly origin: string;
}

/** Serves at a free port. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const require = createRequire(import.meta.url);

interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string | undefined>>;
}
interface Response {
  status(code: number): Response;
  json(value: Json): void;
  end(): void;
}
type Handler = (request: Request, response: Response, next: () => void) => void;
interface App {
  use(...handlers: readonly unknown[]): void;
  get(path: string, ...handlers: readonly Handler[]): void;
  post(path: string, ...handlers: readonly Handler[]): void;
  put(path: string, ...handlers: readonly Handler[]): void;
  patch(path: string, ...handlers: readonly Handler[]): void;
  delete(path: string, ...handlers: readonly Handler[]): void;
}

function express(): App {
  // The Express that json-server has.
  const ofServer = createRequire(require.resolve('json-server-0'));
  const make = ofServer('express') as { (): App; json(): unknown };
  const app = make();
  app.use(make.json());
  return app;
}

/** Recipes and their ingredients, by json-server 0.17. */
export function recipes(): RequestListener {
  const jsonServer = require('json-server-0') as {
    create(): RequestListener & { use(handler: unknown): void };
    router(rows: object): unknown;
    defaults(options: object): readonly unknown[];
  };
  const app = jsonServer.create();
  app.use(
    jsonServer.router({
      recipes: [
        { id: 1, title: 'Soup', minutes: 30, vegan: true, tags: ['warm'], rating: null },
        { id: 2, title: 'Cake', minutes: 75, vegan: false, tags: [], rating: 4.5 },
      ],
      ingredients: [
        { id: 1, recipeId: 1, name: 'leek', grams: 200 },
        { id: 2, recipeId: 2, name: 'flour', grams: 500 },
      ],
      kitchen: { name: 'at home', open: true },
    }),
  );
  return app;
}

export const recipesSession: Session = async (ask) => {
  await ask({ name: 'list', method: 'GET', target: '/recipes' });
  await ask({ name: 'read', method: 'GET', target: '/recipes/1' });
  await ask({ name: 'read', method: 'GET', target: '/recipes/2' });
  await ask({ name: 'read', method: 'GET', target: '/recipes/99' });
  const body = { title: 'Tea', minutes: 5, vegan: true, tags: ['hot'], rating: null };
  await ask({ name: 'create', method: 'POST', target: '/recipes', body });
  await ask({ name: 'read', method: 'GET', target: '/recipes/3' });
  await ask({ name: 'change', method: 'PATCH', target: '/recipes/3', body: { minutes: 4 } });
  await ask({ name: 'replace', method: 'PUT', target: '/recipes/3', body });
  await ask({ name: 'list', method: 'GET', target: '/recipes?_page=1&_limit=2' });
  await ask({ name: 'list', method: 'GET', target: '/recipes?vegan=true' });
  await ask({ name: 'parts', method: 'GET', target: '/ingredients' });
  await ask({ name: 'part', method: 'GET', target: '/ingredients/2' });
  await ask({ name: 'parts', method: 'GET', target: '/recipes/1/ingredients' });
  const part = { recipeId: 3, name: 'water', grams: 300 };
  await ask({ name: 'add', method: 'POST', target: '/ingredients', body: part });
  await ask({ name: 'kitchen', method: 'GET', target: '/kitchen' });
  await ask({ name: 'set', method: 'PATCH', target: '/kitchen', body: { open: false } });
  await ask({ name: 'remove', method: 'DELETE', target: '/recipes/3' });
  await ask({ name: 'read', method: 'GET', target: '/recipes/3' });
};

/** A shop: UUIDs, `{"data": ..., "meta": ...}`, bearer tokens, orders below customers. */
export function shop(): RequestListener {
  const app = express();
  const uuid = (number: number): string =>
    `7d1f2c3a-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const at = '2026-03-04T05:06:07.000Z';
  const customers: JsonObject[] = [1, 2, 3].map((number) => ({
    id: uuid(number),
    company: `Company ${number}`,
    contact: { email: `shop${number}@example.com`, phone: number === 2 ? null : '+358 1' },
    tier: number === 1 ? 'gold' : 'silver',
    createdAt: at,
  }));
  const orders: JsonObject[] = [
    { id: 11, customerId: uuid(1), total: 12.5, state: 'open', lines: [{ sku: 'A-1', count: 2 }] },
    { id: 12, customerId: uuid(2), total: 99.9, state: 'paid', lines: [{ sku: 'B-7', count: 1 }] },
  ];
  const refuse = (response: Response, status: number, message: string): void =>
    response.status(status).json({ error: { code: status, message } });
  const find = (request: Request): JsonObject | undefined =>
    customers.find(({ id }) => id === request.params['customer']);
  let last = 100;
  app.post('/api/v2/login', ({ body }, response) => {
    if (body['password'] !== 'secret') return refuse(response, 401, 'wrong password');
    response.json({ token: 'a.b.c', expiresIn: 3600 });
  });
  app.use('/api/v2', (({ headers }, response, next) =>
    headers['authorization'] === undefined
      ? refuse(response, 401, 'no token')
      : next()) satisfies Handler);
  app.get('/api/v2/customers', ({ query }, response) => {
    const page = Number(query['page'] ?? 1);
    const data = customers.slice((page - 1) * 2, page * 2);
    response.json({ data, meta: { page, total: customers.length } });
  });
  app.post('/api/v2/customers', ({ body }, response) => {
    if (body['company'] === undefined) return refuse(response, 422, 'company is missing');
    const customer = { id: uuid(++last), ...body, createdAt: at };
    customers.push(customer);
    response.status(201).json({ data: customer });
  });
  app.get('/api/v2/customers/:customer', (request, response) => {
    const found = find(request);
    if (found === undefined) return refuse(response, 404, 'no such customer');
    response.json({ data: found });
  });
  app.patch('/api/v2/customers/:customer', (request, response) => {
    const found = find(request);
    if (found === undefined) return refuse(response, 404, 'no such customer');
    response.json({ data: Object.assign(found, request.body) });
  });
  app.delete('/api/v2/customers/:customer', (request, response) => {
    customers.splice(customers.indexOf(find(request) ?? {}), 1);
    response.status(204).end();
  });
  app.get('/api/v2/customers/:customer/orders', ({ params }, response) => {
    const data = orders.filter(({ customerId }) => customerId === params['customer']);
    response.json({ data, meta: { page: 1, total: data.length } });
  });
  app.post('/api/v2/customers/:customer/orders', ({ params, body }, response) => {
    const customerId = params['customer'] ?? '';
    const order = { id: ++last, customerId, total: 1.5, state: 'open', ...body };
    orders.push(order);
    response.status(201).json({ data: order });
  });
  app.get('/api/v2/customers/:customer/orders/:order', ({ params }, response) => {
    const found = orders.find(({ id }) => String(id) === params['order']);
    if (found === undefined) return refuse(response, 404, 'no such order');
    response.json({ data: found });
  });
  app.post('/api/v2/customers/:customer/orders/:order/pay', (_, response) =>
    response.json({ paid: true, at }),
  );
  app.get('/api/v2/stats', (_, response) =>
    response.json({ customers: customers.length, byTier: { gold: 1, silver: 2 }, busiest: null }),
  );
  return app as unknown as RequestListener;
}

export const shopSession: Session = async (ask) => {
  const headers = bearer('a.b.c');
  const base = '/api/v2/customers';
  await ask({ name: 'customers', method: 'GET', target: base });
  const login = { name: 'login', method: 'POST', target: '/api/v2/login' };
  await ask({ ...login, body: { email: 'me@example.com', password: 'secret' } });
  const page = (await ask({ name: 'customers', method: 'GET', target: base, headers })) as {
    readonly data: readonly { readonly id: string }[];
  };
  await ask({ name: 'customers', method: 'GET', target: `${base}?page=2`, headers });
  const [one, two] = page.data.map(({ id }) => id);
  for (const id of [one, two, '7d1f2c3a-0000-4000-8000-0000000000ff'])
    await ask({ name: 'customer', method: 'GET', target: `${base}/${id}`, headers });
  const body = { company: 'New', contact: { email: 'n@example.com', phone: null }, tier: 'gold' };
  await ask({ name: 'create', method: 'POST', target: base, headers, body: { tier: 'gold' } });
  const made = (await ask({ name: 'create', method: 'POST', target: base, headers, body })) as {
    readonly data: { readonly id: string };
  };
  const own = `${base}/${made.data.id}`;
  await ask({ name: 'customer', method: 'GET', target: own, headers });
  await ask({ name: 'change', method: 'PATCH', target: own, headers, body: { company: 'Newer' } });
  await ask({ name: 'orders', method: 'GET', target: `${base}/${one}/orders`, headers });
  await ask({ name: 'orders', method: 'GET', target: `${base}/${two}/orders`, headers });
  await ask({ name: 'order', method: 'GET', target: `${base}/${one}/orders/11`, headers });
  const lines = [{ sku: 'C-3', count: 4 }];
  const order = (await ask({
    name: 'buy',
    method: 'POST',
    target: `${own}/orders`,
    headers,
    body: { lines },
  })) as { readonly data: { readonly id: number } };
  await ask({
    name: 'order',
    method: 'GET',
    target: `${own}/orders/${order.data.id}`,
    headers,
  });
  const pay = { name: 'pay', method: 'POST', headers, body: {} };
  await ask({ ...pay, target: `${own}/orders/${order.data.id}/pay` });
  await ask({ name: 'stats', method: 'GET', target: '/api/v2/stats', headers });
  await ask({ name: 'remove', method: 'DELETE', target: own, headers });
  await ask({ name: 'customer', method: 'GET', target: own, headers });
};

/** A wiki: articles by slug, inside `{"article": ...}`, with comments and a list of tags. */
export function wiki(): RequestListener {
  const app = express();
  const author = { username: 'ana', bio: null, image: 'https://example.com/ana.png' };
  const articleOf = (slug: string, title: string): JsonObject => ({
    slug,
    title,
    body: 'It was long ago.',
    tagList: ['old', 'new'],
    createdAt: '2026-01-02T03:04:05.000Z',
    favorited: false,
    favoritesCount: 0,
    author,
  });
  const articles: JsonObject[] = [
    articleOf('how-to-train', 'How to train'),
    articleOf('on-islands', 'On islands'),
  ];
  const comments: JsonObject[] = [
    { id: 1, slug: 'how-to-train', body: 'Good', createdAt: '2026-01-02T03:04:05.000Z', author },
  ];
  const shown = ({ slug: _, ...comment }: JsonObject): JsonObject => comment;
  const withArticle =
    (answer: (article: JsonObject, request: Request, response: Response) => void): Handler =>
    (request, response) => {
      const found = articles.find(({ slug }) => slug === request.params['slug']);
      if (found === undefined) response.status(404).json({ errors: { article: ['not found'] } });
      else answer(found, request, response);
    };
  app.get('/api/articles', (_, response) =>
    response.json({ articles, articlesCount: articles.length }),
  );
  app.post('/api/articles', ({ body }, response) => {
    const given = body['article'] as JsonObject;
    if (given['title'] === undefined)
      return response.status(422).json({ errors: { title: ["can't be blank"] } });
    const title = String(given['title']);
    const slug = title.toLowerCase().replaceAll(' ', '-');
    const article = { ...articleOf(slug, title), ...given };
    articles.push(article);
    response.status(201).json({ article });
  });
  app.get(
    '/api/articles/:slug',
    withArticle((article, _, response) => response.json({ article })),
  );
  app.put(
    '/api/articles/:slug',
    withArticle((article, { body }, response) =>
      response.json({ article: Object.assign(article, body['article']) }),
    ),
  );
  app.post(
    '/api/articles/:slug/favorite',
    withArticle((article, _, response) =>
      response.json({ article: { ...article, favorited: true, favoritesCount: 1 } }),
    ),
  );
  app.delete(
    '/api/articles/:slug',
    withArticle((article, _, response) => {
      articles.splice(articles.indexOf(article), 1);
      response.status(204).end();
    }),
  );
  app.get(
    '/api/articles/:slug/comments',
    withArticle(({ slug }, _, response) =>
      response.json({ comments: comments.filter((one) => one['slug'] === slug).map(shown) }),
    ),
  );
  app.post(
    '/api/articles/:slug/comments',
    withArticle(({ slug }, { body }, response) => {
      const comment = {
        ...comments[0],
        id: 7,
        slug: slug ?? '',
        ...(body['comment'] as JsonObject),
      };
      comments.push(comment);
      response.json({ comment: shown(comment) });
    }),
  );
  app.delete(
    '/api/articles/:slug/comments/:id',
    withArticle((_, __, response) => response.status(204).end()),
  );
  app.get('/api/tags', (_, response) => response.json({ tags: ['old', 'new'] }));
  return app as unknown as RequestListener;
}

export const wikiSession: Session = async (ask) => {
  const base = '/api/articles';
  await ask({ name: 'articles', method: 'GET', target: base });
  await ask({ name: 'articles', method: 'GET', target: `${base}?limit=10&offset=0` });
  for (const slug of ['how-to-train', 'on-islands', 'nowhere'])
    await ask({ name: 'article', method: 'GET', target: `${base}/${slug}` });
  const article = { title: 'A walk', body: 'Far away.', tagList: ['old'] };
  const create = { name: 'create', method: 'POST', target: base };
  await ask({ ...create, body: { article: { body: 'Far away.', tagList: [] } } });
  await ask({ ...create, body: { article } });
  await ask({ name: 'article', method: 'GET', target: `${base}/a-walk` });
  const changed = { article: { body: 'Near.' } };
  await ask({ name: 'change', method: 'PUT', target: `${base}/a-walk`, body: changed });
  const favor = { name: 'favor', method: 'POST' };
  await ask({ ...favor, target: `${base}/a-walk/favorite` });
  await ask({ ...favor, target: `${base}/on-islands/favorite` });
  await ask({ name: 'comments', method: 'GET', target: `${base}/how-to-train/comments` });
  await ask({ name: 'comments', method: 'GET', target: `${base}/a-walk/comments` });
  const body = { comment: { body: 'Well said.' } };
  await ask({ name: 'say', method: 'POST', target: `${base}/a-walk/comments`, body });
  await ask({ name: 'comments', method: 'GET', target: `${base}/a-walk/comments` });
  await ask({ name: 'unsay', method: 'DELETE', target: `${base}/a-walk/comments/7` });
  await ask({ name: 'tags', method: 'GET', target: '/api/tags' });
  await ask({ name: 'remove', method: 'DELETE', target: `${base}/a-walk` });
  await ask({ name: 'article', method: 'GET', target: `${base}/a-walk` });
};
