// Fastify with schemas on every route: its own validation (which coerces types and removes unknown
// members), its own serialization, its own bodies of refusals.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';

const fault = process.env.FAULT;
const app = Fastify();

const user = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    isPremium: { type: 'boolean' },
    skills: { type: 'array', items: { type: 'string' } },
    address: {
      type: 'object',
      properties: { city: { type: 'string' }, district: { type: 'string' } },
    },
  },
};
const { id: _id, ...members } = user.properties;
const userBody = { type: 'object', properties: members, additionalProperties: false };
const userParams = { type: 'object', properties: { id: { type: 'integer' } } };

const users = new Map([
  [1, { id: 1, name: 'Ada', email: 'ada@example.com', isPremium: true, skills: ['sql'] }],
  [
    2,
    { id: 2, name: 'Bo', email: 'bo@example.com', address: { city: 'Oslo', district: 'Frogner' } },
  ],
]);
let nextId = 3;
const notFound = (reply) =>
  reply.code(404).send({ statusCode: 404, error: 'Not Found', message: 'No such item' });

app.get('/users', { schema: { response: { 200: { type: 'array', items: user } } } }, async () => [
  ...users.values(),
]);
app.get(
  '/users/:id',
  {
    schema: {
      params: userParams,
      response: {
        200:
          fault === 'serializer-drops'
            ? {
                ...user,
                properties: Object.fromEntries(
                  Object.entries(user.properties).filter(([key]) => key !== 'skills'),
                ),
              }
            : user,
      },
    },
  },
  async (request, reply) =>
    users.get(request.params.id) ?? (fault === 'missing-is-200' ? {} : notFound(reply)),
);
app.post(
  '/users',
  { schema: { body: { ...userBody, required: ['name', 'email'] }, response: { 201: user } } },
  async (request, reply) => {
    const made = { id: nextId++, ...request.body };
    if (fault === 'same-name-overwrites') {
      const same = [...users.values()].find(({ name }) => name === made.name);
      if (same) made.id = same.id;
    }
    users.set(made.id, made);
    return reply.code(201).send(made);
  },
);
app.put(
  '/users/:id',
  { schema: { params: userParams, body: userBody, response: { 200: user } } },
  async (request, reply) => {
    const { id } = request.params;
    if (!users.has(id)) return notFound(reply);
    const changed = { ...users.get(id), ...request.body };
    if (fault === 'put-answers-but-loses') return changed;
    users.set(id, changed);
    return changed;
  },
);
app.delete('/users/:id', { schema: { params: userParams } }, async (request, reply) => {
  if (!users.delete(request.params.id)) return notFound(reply);
  return reply.code(204).send();
});

const body = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 80 },
    reference: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' },
    urgent: { type: 'boolean' },
    status: { enum: ['open', 'waiting', 'closed'] },
    assignee: { type: ['string', 'null'], format: 'email' },
    note: { type: ['string', 'null'], maxLength: 200 },
  },
  additionalProperties: false,
};
const defaults = {
  urgent: { type: 'boolean', default: false },
  status: { enum: ['open', 'waiting', 'closed'], default: 'open' },
  assignee: { ...body.properties.assignee, default: null },
  note: { ...body.properties.note, default: null },
};
const create = {
  ...body,
  properties: { ...body.properties, ...defaults },
  required: ['title', 'reference'],
};
const tickets = new Map();
let cache = null;
const conflict = (reply) =>
  reply.code(409).send({ statusCode: 409, error: 'Conflict', message: 'reference is taken' });
const taken = (reference, id) =>
  [...tickets.values()].some((one) => one.reference === reference && one.id !== id);

app.get('/tickets', async () => {
  if (fault !== 'stale-list') cache = null;
  cache ??= [...tickets.values()];
  return cache;
});
app.post('/tickets', { schema: { body: create } }, async (request, reply) => {
  cache = null;
  if (fault !== 'unique-unchecked' && taken(request.body.reference)) return conflict(reply);
  const made = { id: randomUUID(), ...request.body, createdAt: new Date().toISOString() };
  tickets.set(made.id, made);
  return reply
    .code(fault === 'created-is-200' ? 200 : 201)
    .header('location', `/tickets/${made.id}`)
    .send(made);
});
app.get(
  '/tickets/:id',
  async (request, reply) => tickets.get(request.params.id) ?? notFound(reply),
);
app.patch('/tickets/:id', { schema: { body } }, async (request, reply) => {
  const old = tickets.get(request.params.id);
  if (!old) return notFound(reply);
  if (request.body.reference && taken(request.body.reference, old.id)) return conflict(reply);
  const changed = { ...old, ...request.body };
  if (fault === 'null-is-kept')
    for (const key of ['assignee', 'note']) changed[key] = request.body[key] ?? old[key];
  tickets.set(changed.id, changed);
  return changed;
});
app.delete('/tickets/:id', async (request, reply) => {
  if (!tickets.delete(request.params.id)) return notFound(reply);
  return reply.code(204).send();
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
