// Faults in what a PATCH does at all, and to which task.

import type { Seams, Task } from '../task.ts';
import {
  aroundPatch,
  GET,
  harms,
  holds,
  LIST,
  lost,
  PATCH,
  POST,
  patching,
  type TaskFault,
  taskOf,
} from './planting.ts';

const answering = (status: number): TaskFault['plant'] =>
  aroundPatch(async () => ({ status, body: { error: 'no' } }));

/** The tasks in the order of their creation, without those that were there at the start. */
function ownIn(seams: Seams): readonly Task[] {
  return seams.all().filter(({ id }) => !id.startsWith('00000000'));
}

/** Saves to another task than the one named. */
function savingTo(find: (seams: Seams, task: Task) => Task | undefined): TaskFault['plant'] {
  return (seams) => ({
    ...seams,
    save: (task) => {
      const other = find(seams, task) ?? task;
      return seams.save({ ...task, id: other.id });
    },
  });
}

const member = (name: string, value: unknown): TaskFault => ({
  name: `patch-ignores-${name}`,
  about: `PATCH never changes ${name}.`,
  clauses: [PATCH],
  kind: 'easy',
  plant: patching((after, before) => ({ ...after, [name]: before[name] })),
  witness: lost({}, { [name]: value }),
});

export const effects: readonly TaskFault[] = [
  {
    name: 'patch-does-nothing',
    about: 'PATCH answers success and stores nothing.',
    clauses: [PATCH],
    kind: 'easy',
    plant: patching((_after, before) => before),
    witness: lost({}, { title: 'Other' }),
  },
  {
    name: 'patch-fails',
    about: 'PATCH answers 500.',
    clauses: [PATCH],
    kind: 'easy',
    plant: aroundPatch(() => Promise.reject(new Error('broken'))),
    witness: lost({}, { title: 'Other' }),
  },
  ...[404, 405, 415, 422, 501].map(
    (status): TaskFault => ({
      name: `patch-answers-${status}`,
      about: `PATCH answers ${status}, whatever is sent.`,
      clauses: [PATCH],
      kind: 'easy',
      plant: answering(status),
      witness: lost({}, { title: 'Other' }),
    }),
  ),
  member('title', 'Other'),
  member('notes', 'Other'),
  member('done', false),
  member('priority', 7_777),
  member('tags', ['other']),
  member('place', { room: 'Other', floor: 99, city: 'Other' }),
  {
    name: 'patch-removes-the-task',
    about: 'PATCH removes its task.',
    clauses: [PATCH],
    kind: 'easy',
    plant: (seams) => ({ ...seams, save: ({ id }) => seams.erase(id) }),
    witness: lost({}, { title: 'Other' }),
  },
  {
    name: 'patch-moves-to-a-new-id',
    about: 'PATCH stores the task under a new id and removes the old one.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      save: (task) => {
        seams.erase(task.id);
        return seams.insert({ ...task, id: crypto.randomUUID() });
      },
    }),
    witness: lost({}, { title: 'Other' }),
  },
  {
    name: 'patch-adds-a-copy',
    about: 'PATCH leaves its task and creates a second one with the changes.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      save: (task) => seams.insert({ ...task, id: crypto.randomUUID() }),
    }),
    witness: lost({}, { title: 'Other' }),
  },
  {
    name: 'patch-also-adds-a-copy',
    about: 'PATCH changes its task and creates a second one.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      save: async (task) => {
        await seams.save(task);
        await seams.insert({ ...task, id: crypto.randomUUID() });
      },
    }),
    witness: async (client) => {
      const count = async (): Promise<number> =>
        ((await (await client.send('GET', '/tasks')).json()) as unknown[]).length;
      const id = await client.create();
      const before = await count();
      await client.patch(id, { title: 'Other' });
      return (await count()) > before;
    },
  },
  {
    name: 'patch-changes-the-newest',
    about: 'PATCH changes the newest task, whichever it names.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: savingTo((seams) => ownIn(seams).at(-1)),
    witness: harms((client, id) => client.patch(id, { title: 'Other' })),
  },
  {
    name: 'patch-changes-the-next',
    about: 'PATCH changes the task after the one that it names.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: savingTo((seams, { id }) => {
      const own = ownIn(seams);
      return own[own.findIndex((one) => one.id === id) + 1];
    }),
    witness: harms((client, id) => client.patch(id, { title: 'Other' })),
  },
  {
    name: 'patch-in-a-crowd-changes-the-first',
    about: 'From the tenth task on, PATCH changes the first one.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: savingTo((seams) => (ownIn(seams).length >= 10 ? ownIn(seams)[0] : undefined)),
    witness: async (client) => {
      const ids: string[] = [];
      for (let count = 0; count < 11; count++) ids.push(await client.create());
      await client.patch(ids[5] ?? '', { title: 'Other' });
      return (await client.read(ids[5] ?? ''))['title'] !== 'Other';
    },
  },
  {
    name: 'only-the-list-shows-it',
    about: 'After a PATCH, GET of one task still shows it as it was created.',
    clauses: [GET, PATCH],
    kind: 'stateful',
    plant: (seams) => {
      const first = new Map<string, Task>();
      return {
        ...seams,
        insert: async (task) => {
          await seams.insert(task);
          first.set(task.id, seams.find(task.id, 'read') ?? task);
        },
        one: (task) => seams.one(first.get(task.id) ?? task),
      };
    },
    witness: lost({}, { title: 'Other' }),
  },
  {
    name: 'only-get-one-shows-it',
    about: 'After a PATCH, the list still shows the task as it was created.',
    clauses: [LIST, PATCH],
    kind: 'stateful',
    plant: (seams) => {
      const first = new Map<string, Task>();
      return {
        ...seams,
        insert: async (task) => {
          await seams.insert(task);
          first.set(task.id, seams.find(task.id, 'read') ?? task);
        },
        element: (task) => seams.element(first.get(task.id) ?? task),
      };
    },
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { title: 'Other' });
      return (await client.listed(id))['title'] !== 'Other';
    },
  },
  {
    name: 'patch-takes-it-out-of-the-list',
    about: 'A task that was changed by PATCH is no longer in the list.',
    clauses: [LIST, PATCH],
    kind: 'stateful',
    plant: (seams) => {
      const changed = new Set<string>();
      return {
        ...seams,
        save: (task) => {
          changed.add(task.id);
          return seams.save(task);
        },
        all: () => seams.all().filter(({ id }) => !changed.has(id)),
      };
    },
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { title: 'Other' });
      return (await client.listed(id))['id'] !== id;
    },
  },
  {
    name: 'patch-of-the-removed-upserts',
    about: 'PATCH of an id without a task creates one there.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: upserting(({ id }) => id),
    witness: async (client) => {
      const id = await client.create();
      await client.remove(id);
      await client.patch(id, { title: 'Other' });
      return (await client.read(id))['title'] === 'Other';
    },
  },
  {
    name: 'patch-of-the-removed-creates-another',
    about: 'PATCH of an id without a task creates one with a new id.',
    clauses: [PATCH, POST],
    kind: 'stateful',
    plant: upserting(() => crypto.randomUUID()),
    witness: async (client) => {
      const id = await client.create();
      await client.remove(id);
      await client.patch(id, { title: 'A stray' });
      const all = (await (await client.send('GET', '/tasks')).json()) as Task[];
      return all.some(({ title }) => title === 'A stray');
    },
  },
  {
    name: 'patch-of-the-removed-changes-the-newest',
    about: 'PATCH of an id without a task changes the newest one.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      find: (id, operation) =>
        seams.find(id, operation) ?? (operation === 'patch' ? ownIn(seams).at(-1) : undefined),
    }),
    witness: async (client) => {
      const [id, sent] = [await client.create(), taskOf()];
      const other = await client.create(sent);
      await client.remove(id);
      await client.patch(id, { title: 'Other' });
      return !holds(await client.read(other), sent);
    },
  },
];

function upserting(idOf: (call: { readonly id: string }) => string): TaskFault['plant'] {
  return (seams) => ({
    ...seams,
    find: (id, operation) => {
      const found = seams.find(id, operation);
      if (found !== undefined || operation !== 'patch') return found;
      return { id: idOf({ id }), title: 'A new task' };
    },
    save: (task) =>
      seams.find(task.id, 'read') === undefined ? seams.insert(task) : seams.save(task),
  });
}
