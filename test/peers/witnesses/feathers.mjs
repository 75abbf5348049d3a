// FeathersJS with its memory service on Koa, as its guide starts one: no schema, its own errors.

import { randomUUID } from 'node:crypto';
import { BadRequest, Conflict, NotFound } from '@feathersjs/errors';
import { feathers } from '@feathersjs/feathers';
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from '@feathersjs/koa';
import { MemoryService } from '@feathersjs/memory';

const fault = process.env.FAULT;
const app = koa(feathers());
app.use(errorHandler());
app.use(parseAuthentication());
app.use(bodyParser());
app.configure(rest());
app.use('users', new MemoryService({ startId: 1 }));

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const check = (isNew) => async (context) => {
  const { data } = context;
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new BadRequest('no object');
  const has = (key) => data[key] !== undefined || (isNew && ['title', 'reference'].includes(key));
  const wrong =
    (has('title') &&
      (typeof data.title !== 'string' || data.title === '' || [...data.title].length > 80)) ||
    (has('reference') &&
      !(typeof data.reference === 'string' && /^[A-Z]{2}-[0-9]{4}$/.test(data.reference))) ||
    (has('urgent') && typeof data.urgent !== 'boolean') ||
    (has('status') && !['open', 'waiting', 'closed'].includes(data.status)) ||
    (has('assignee') &&
      data.assignee !== null &&
      !(typeof data.assignee === 'string' && EMAIL.test(data.assignee))) ||
    (has('note') &&
      data.note !== null &&
      !(typeof data.note === 'string' && [...data.note].length <= 200));
  if (wrong) throw new BadRequest('not valid');
  const { title, reference, urgent, status, assignee, note } = data;
  context.data = JSON.parse(JSON.stringify({ title, reference, urgent, status, assignee, note }));
};
const unique = async (context) => {
  if (fault === 'unique-on-create-only' && context.method === 'patch') return;
  if (context.data.reference === undefined) return;
  const [same] = await context.service.find({ query: { reference: context.data.reference } });
  if (same && same.id !== context.id) throw new Conflict('reference is taken');
};
app.use('tickets', new MemoryService());
app.service('tickets').hooks({
  before: {
    create: [
      check(true),
      unique,
      async (context) => {
        context.data = {
          urgent: false,
          status: 'open',
          assignee: null,
          note: null,
          ...context.data,
          id: randomUUID(),
          createdAt: new Date().toISOString(),
        };
      },
    ],
    patch: [
      check(false),
      async (context) => {
        await context.service.get(context.id);
      },
      unique,
      async (context) => {
        if (fault === 'patch-ignores-false')
          for (const key of Object.keys(context.data))
            if (context.data[key] === false) delete context.data[key];
      },
    ],
    remove: [
      async (context) => {
        if (fault === 'soft-delete') {
          context.result = await context.service.patch(context.id, {});
          gone.add(context.id);
        }
      },
    ],
    get: [
      async (context) => {
        if (gone.has(context.id)) throw new NotFound('gone');
      },
    ],
  },
});
const gone = new Set();
if (fault === 'users-keep-district')
  app.service('users').hooks({
    before: {
      update: [
        async ({ id, data, service }) => {
          const { address } = await service.get(id);
          if (data.address && address)
            data.address = { ...data.address, district: address.district };
        },
      ],
    },
  });
if (fault === 'users-remove-answers-only')
  app.service('users').hooks({
    before: {
      remove: [
        async (context) => {
          context.result = await context.service.get(context.id);
        },
      ],
    },
  });
if (fault === 'users-update-shifts')
  app.service('users').hooks({
    after: {
      update: [
        async (context) => {
          const other = context.service.store[Number(context.id) + 1];
          if (other) other.name = context.result.name;
        },
      ],
    },
  });
for (const name of ['Ada', 'Bo'])
  await app.service('users').create({ name, email: `${name}@example.com` });
await app.listen(Number(process.env.PORT), '127.0.0.1');
