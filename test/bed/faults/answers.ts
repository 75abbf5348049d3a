// Faults in what the answer to a write shows, and in what a service remembers of earlier questions.

import type { Fields, Reply } from '../parts.ts';
import { isFields } from '../parts.ts';
import { createAll, crowd, person } from './client.ts';
import { around, DELETE, GET, type PlantedFault, POST, PUT, replying } from './planting.ts';

/** The answer to a write: the user with the id, with some fields changed. */
function showing(user: Fields | undefined, fields: Fields = {}, status: number = 200): Reply {
  return { status, body: { ...user, ...fields } };
}

export const answers: readonly PlantedFault[] = [
  {
    name: 'put-answers-the-first-user',
    about: 'PUT answers with the first user of all.',
    clauses: [PUT],
    kind: 'easy',
    plant: (parts) => replying('update', () => showing(parts.all()[0]))(parts),
    witness: async (client) => {
      const [, second = 0] = await createAll(client, crowd(2));
      const { json } = await client.put(second, person());
      return isFields(json) && 'name' in json && json['id'] !== second;
    },
  },
  {
    name: 'put-answers-another-email',
    about: 'PUT answers with the e-mail of the user in capitals, and stores it as it was sent.',
    clauses: [PUT],
    kind: 'value',
    plant: (parts) =>
      replying('update', (_reply, call) => {
        const user = parts.find(call.id, 'update');
        return showing(user, { email: String(user?.['email']).toUpperCase() });
      })(parts),
    witness: async (client) => {
      const id = await client.create();
      const { json } = await client.put(id, person());
      const shown = isFields(json) ? json['email'] : undefined;
      return typeof shown === 'string' && shown === shown.toUpperCase();
    },
  },
  {
    name: 'delete-answers-the-first-user',
    about: 'DELETE answers with the first user of all.',
    clauses: [DELETE],
    kind: 'easy',
    plant: (parts) => replying('remove', () => showing(parts.all()[0]))(parts),
    witness: async (client) => {
      const [, second = 0] = await createAll(client, crowd(2));
      const { json } = await client.remove(second);
      return isFields(json) && 'name' in json && json['id'] !== second;
    },
  },
  {
    name: 'post-answers-another-flag',
    about: 'POST answers with isPremium turned around.',
    clauses: [POST],
    kind: 'value',
    plant: (parts) =>
      replying('create', ({ status }) => {
        const user = parts.all().at(-1);
        return showing(user, { isPremium: user?.['isPremium'] !== true }, status);
      })(parts),
    witness: async (client) => {
      const { json } = await client.post(person({ isPremium: true }));
      return isFields(json) && json['isPremium'] === false;
    },
  },
  {
    name: 'unknown-id-remembered',
    about: 'Once GET of an id found no user, it finds none there any more, though one was created.',
    clauses: [GET],
    kind: 'stateful',
    notIn: { odd: 'its ids cannot be foreseen' },
    plant: (parts) => {
      const missing = new Set<number>();
      return around('read', async (call, next) => {
        if (missing.has(call.id)) return next({ ...call, id: -1 });
        const reply = await next(call);
        if (reply.status >= 400) missing.add(call.id);
        return reply;
      })(parts);
    },
    witness: async (client) => {
      const id = await client.create();
      await client.get(id + 1);
      const next = await client.create();
      return next === id + 1 && !(await client.get(next)).ok;
    },
  },
];
