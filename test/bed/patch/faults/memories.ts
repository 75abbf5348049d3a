// Faults of PATCH that show over several calls: it works only at times, does not last, changes what
// it should leave alone, or is torn by other calls.

import { isDeepStrictEqual } from 'node:util';
import { isFields, parse, type Seams, type Task } from '../task.ts';
import {
  aroundPatch,
  changedIn,
  harms,
  holds,
  lost,
  PATCH,
  POST,
  patching,
  pause,
  spoils,
  type TaskFault,
  taskOf,
  without,
} from './planting.ts';

/** Counts the PATCH requests of each task: the first is 1. */
export function counted(
  change: (after: Task, before: Task, count: number) => Task,
): TaskFault['plant'] {
  return (seams) => {
    const counts = new Map<string, number>();
    return patching((after, before) => {
      const count = (counts.get(before.id) ?? 0) + 1;
      counts.set(before.id, count);
      return change(after, before, count);
    })(seams);
  };
}

/** Remembers each task as it was created. */
function withFirst(
  plant: (seams: Seams, first: ReadonlyMap<string, Task>) => Seams,
): TaskFault['plant'] {
  return (seams) => {
    const first = new Map<string, Task>();
    const insert = (task: Task): void | Promise<void> => {
      first.set(task.id, task);
      return seams.insert(task);
    };
    return plant({ ...seams, insert }, first);
  };
}

const titles = (...all: readonly string[]): TaskFault['witness'] =>
  lost({}, ...all.map((title) => ({ title })));

/** Undoes every PATCH when something happens. */
function undoneBy(hook: (seams: Seams, undo: () => void) => Partial<Seams>): TaskFault['plant'] {
  return (seams) => {
    const before = new Map<string, Task>();
    const save = (task: Task): void | Promise<void> => {
      before.set(task.id, before.get(task.id) ?? seams.find(task.id, 'read') ?? task);
      return seams.save(task);
    };
    const undo = (): void => {
      for (const [id, task] of before)
        if (seams.find(id, 'read') !== undefined) void seams.save(task);
      before.clear();
    };
    const kept = { ...seams, save };
    return { ...kept, ...hook(kept, undo) };
  };
}

const spill = (
  name: string,
  about: string,
  others: (seams: Seams, task: Task) => readonly (Task | undefined)[],
): TaskFault => ({
  name,
  about,
  clauses: [PATCH],
  kind: 'stateful',
  plant: (seams) => ({
    ...seams,
    save: async (task) => {
      for (const other of others(seams, task))
        if (other !== undefined && other.id !== task.id)
          await seams.save({ ...other, notes: task['notes'] });
      await seams.save(task);
    },
  }),
  witness: harms((client, id) => client.patch(id, { notes: 'Other' })),
});

const own = (seams: Seams): readonly Task[] =>
  seams.all().filter(({ id }) => !id.startsWith('00000000'));

const refusing = (
  name: string,
  about: string,
  change: (before: Task, sent: unknown) => Task | null,
): TaskFault => ({
  name,
  about,
  clauses: [PATCH],
  kind: 'stateful',
  plant: (seams) => ({
    ...seams,
    around: async (call, next) => {
      const before = call.operation === 'patch' ? seams.find(call.id, 'read') : undefined;
      const reply = await seams.around(call, next);
      if (before === undefined || reply.status < 400 || reply.status === 415) return reply;
      const after = change(before, parse(call.text));
      if (after === null) seams.erase(before.id);
      else await seams.save(after);
      return reply;
    },
  }),
  witness: async (client) => {
    const sent = taskOf();
    const id = await client.create(sent);
    await client.patch(id, { title: 'Other', notes: 'Other', done: false, priority: 'wrong' });
    return !holds(await client.read(id), sent);
  },
});

/** The valid members of a refused patch, also of one that is written as steps. */
function validIn(sent: unknown): Readonly<Record<string, unknown>> {
  const members = Array.isArray(sent)
    ? sent.filter(isFields).map(({ path, value }) => [String(path).slice(1), value] as const)
    : Object.entries(isFields(sent) ? sent : {});
  return Object.fromEntries(
    members.filter(([key, value]) => ['title', 'notes'].includes(key) && typeof value === 'string'),
  );
}

/** Lets a PATCH take a while, and does something if another call came meanwhile. */
function racing(
  isRival: (operation: string) => boolean,
  torn: (seams: Seams, mine: Task, rivals: readonly Task[]) => void | Promise<void>,
): TaskFault['plant'] {
  return (seams) => {
    let underWay = 0;
    let saving: Task[] = [];
    return {
      ...seams,
      around: async (call, next) => {
        if (!isRival(call.operation)) return seams.around(call, next);
        underWay += 1;
        try {
          return await seams.around(call, next);
        } finally {
          underWay -= 1;
          if (underWay === 0) saving = [];
        }
      },
      save: async (task) => {
        saving.push(task);
        await pause(5);
        const rivals = saving.filter((one) => one.id !== task.id);
        if (underWay > 1) await torn(seams, task, rivals);
        else await seams.save(task);
      },
    };
  };
}

export const memories: readonly TaskFault[] = [
  {
    name: 'patch-clears-the-others',
    about: 'PATCH clears the members that were not sent.',
    clauses: [PATCH],
    kind: 'easy',
    plant: patching((after, before) =>
      without(
        after,
        ['notes', 'done', 'priority', 'tags', 'place'].filter(
          (member) => !changedIn(after, before).includes(member),
        ),
      ),
    ),
    witness: spoils({ title: 'Other' }),
  },
  ...(['notes', 'tags', 'place'] as const).map(
    (member): TaskFault => ({
      name: `patch-without-${member}-clears-it`,
      about: `PATCH clears ${member} if it was not sent.`,
      clauses: [PATCH],
      kind: 'stateful',
      plant: patching((after, before) =>
        changedIn(after, before).includes(member) ? after : without(after, [member]),
      ),
      witness: spoils({ title: 'Other' }),
    }),
  ),
  {
    name: 'patch-resets-the-flag',
    about: 'PATCH sets the flag to false if it was not sent.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: patching((after, before) =>
      changedIn(after, before).includes('done') ? after : { ...after, done: false },
    ),
    witness: spoils({ title: 'Other' }, { done: true }),
  },
  {
    name: 'patch-begins-from-the-creation',
    about: 'PATCH changes the task as it was created, and so loses what earlier ones set.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: withFirst((seams, first) => ({
      ...seams,
      patched: (before, patch, form) => seams.patched(first.get(before.id) ?? before, patch, form),
    })),
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { title: 'One' });
      await client.patch(id, { notes: 'Two' });
      return (await client.read(id))['title'] !== 'One';
    },
  },
  {
    name: 'only-the-first-patch-works',
    about: 'The second PATCH of a task and all later ones store nothing.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: counted((after, before, count) => (count > 1 ? before : after)),
    witness: titles('One', 'Two'),
  },
  {
    name: 'fifth-patch-ignored',
    about: 'The fifth PATCH of a task stores nothing.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: counted((after, before, count) => (count === 5 ? before : after)),
    witness: titles('One', 'Two', 'Three', 'Four', 'Five'),
  },
  {
    name: 'second-patch-fails',
    about: 'The second PATCH of a task answers 500.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: counted((after, _before, count) => {
      if (count === 2) throw new Error('version');
      return after;
    }),
    witness: titles('One', 'Two'),
  },
  {
    name: 'patch-of-what-is-there-fails',
    about: 'A PATCH that changes nothing answers 500.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: patching((after, before) => {
      if (isDeepStrictEqual(after, before)) throw new Error('nothing changes');
      return after;
    }),
    witness: titles('One', 'One'),
  },
  {
    name: 'old-title-cannot-come-back',
    about: 'A title that the task had before is not stored again.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => {
      const had = new Set<string>();
      return patching((after, before) => {
        if (after.title === before.title) return after;
        had.add(`${before.id} ${before.title}`);
        return had.has(`${before.id} ${after.title}`) ? { ...after, title: before.title } : after;
      })(seams);
    },
    witness: titles('One', 'Two', 'One'),
  },
  {
    name: 'patch-is-undone-by-the-next-post',
    about: 'A POST undoes each PATCH.',
    clauses: [POST, PATCH],
    kind: 'stateful',
    plant: undoneBy((seams, undo) => ({
      insert: (task) => {
        undo();
        return seams.insert(task);
      },
    })),
    witness: harmedLater((client) => client.create()),
  },
  {
    name: 'patch-is-undone-by-the-next-delete',
    about: 'A DELETE undoes each PATCH.',
    clauses: ['section 3, DELETE /tasks/{id}', PATCH],
    kind: 'stateful',
    plant: undoneBy((seams, undo) => ({
      erase: (id) => {
        seams.erase(id);
        undo();
      },
    })),
    witness: harmedLater(async (client, other) => client.remove(other)),
  },
  {
    name: 'patch-is-undone-by-the-next-patch',
    about: 'A PATCH of one task undoes those of the others.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => {
      const before = new Map<string, Task>();
      return {
        ...seams,
        save: async (task) => {
          for (const [id, old] of before)
            if (id !== task.id && seams.find(id, 'read') !== undefined) await seams.save(old);
          before.clear();
          before.set(task.id, seams.find(task.id, 'read') ?? task);
          await seams.save(task);
        },
      };
    },
    witness: harmedLater((client, other) => client.patch(other, { title: 'Third' })),
  },
  {
    name: 'patch-is-undone-after-a-pause',
    about: 'A PATCH is undone after 200 ms.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      save: (task) => {
        const before = seams.find(task.id, 'read') ?? task;
        setTimeout(() => {
          if (seams.find(task.id, 'read') !== undefined) void seams.save(before);
        }, 200).unref();
        return seams.save(task);
      },
    }),
    witness: harmedLater(() => pause(300)),
  },
  {
    name: 'patch-is-undone-by-four-reads',
    about: 'After the fourth GET of a task, its PATCH is undone.',
    clauses: ['section 1', PATCH],
    kind: 'stateful',
    plant: (seams) => {
      const before = new Map<string, { readonly task: Task; reads: number }>();
      return {
        ...seams,
        save: (task) => {
          before.set(task.id, { task: seams.find(task.id, 'read') ?? task, reads: 0 });
          return seams.save(task);
        },
        find: (id, operation) => {
          const entry = operation === 'read' ? before.get(id) : undefined;
          if (entry !== undefined && ++entry.reads === 4) void seams.save(entry.task);
          return seams.find(id, operation);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { title: 'Other' });
      for (let count = 0; count < 5; count++) await client.read(id);
      return (await client.read(id))['title'] !== 'Other';
    },
  },
  spill('patch-changes-the-neighbour-too', 'PATCH changes the next task, too.', (seams, task) => {
    const all = own(seams);
    return [all[all.findIndex(({ id }) => id === task.id) + 1]];
  }),
  spill(
    'patch-changes-the-one-before-too',
    'PATCH changes the task before, too.',
    (seams, task) => {
      const all = own(seams);
      return [all[all.findIndex(({ id }) => id === task.id) - 1]];
    },
  ),
  spill('patch-changes-all', 'PATCH changes the notes of every task.', (seams) => own(seams)),
  {
    ...spill('patch-changes-the-oldest', 'PATCH changes the oldest task, too.', () => []),
    plant: (seams) => ({
      ...seams,
      save: async (task) => {
        const [oldest] = seams.all();
        if (oldest !== undefined) await seams.save({ ...oldest, title: task.title });
        await seams.save(task);
      },
    }),
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { title: 'Spilled' });
      return (await client.read('00000000-0000-4000-8000-000000000001'))['title'] === 'Spilled';
    },
  },
  refusing(
    'refused-patch-stores-the-valid-part',
    'A refused PATCH stores its valid texts.',
    (before, sent) => ({
      ...before,
      ...validIn(sent),
    }),
  ),
  refusing(
    'refused-patch-clears-the-notes',
    'A refused PATCH clears the notes.',
    (before) => without(before, ['notes']) as Task,
  ),
  refusing('refused-patch-removes-the-task', 'A refused PATCH removes its task.', () => null),
  {
    name: 'empty-patch-clears-all',
    about: 'A PATCH of nothing clears the task.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      patched: (before, patch, form) =>
        Object.keys(patch as object).length === 0
          ? { id: before.id, title: before.title }
          : seams.patched(before, patch, form),
    }),
    witness: spoils({}),
  },
  {
    name: 'patch-during-another-is-lost',
    about: 'Of PATCH requests at the same time, some are lost.',
    clauses: [PATCH],
    kind: 'concurrent',
    plant: racing(
      (operation) => operation === 'patch',
      () => undefined,
    ),
    witness: atOnce(),
  },
  {
    name: 'patches-at-once-go-to-one-task',
    about: 'PATCH requests at the same time all change the first of their tasks.',
    clauses: [PATCH],
    kind: 'concurrent',
    plant: racing(
      (operation) => operation === 'patch',
      (seams, mine, [first]) => seams.save({ ...mine, id: first?.id ?? mine.id }),
    ),
    witness: atOnce(),
  },
  {
    name: 'patch-during-a-post-is-lost',
    about: 'A PATCH at the same time as a POST or a DELETE is lost.',
    clauses: [PATCH],
    kind: 'concurrent',
    plant: (seams) => {
      let others = 0;
      return {
        ...seams,
        around: async (call, next) => {
          if (call.operation !== 'create' && call.operation !== 'remove')
            return seams.around(call, next);
          others += 1;
          try {
            await pause(60);
            return await seams.around(call, next);
          } finally {
            others -= 1;
          }
        },
        save: (task) => (others > 0 ? undefined : seams.save(task)),
      };
    },
    witness: async (client) => {
      const id = await client.create();
      const creation = client.create();
      await pause(25);
      await client.patch(id, { title: 'Other' });
      await creation;
      return (await client.read(id))['title'] !== 'Other';
    },
  },
  {
    name: 'patches-at-once-fail',
    about: 'A PATCH at the same time as another answers 500.',
    clauses: [PATCH],
    kind: 'concurrent',
    plant: (seams) => {
      let underWay = 0;
      return aroundPatch(async (call, next) => {
        underWay += 1;
        try {
          await pause(5);
          if (underWay > 1) throw new Error('locked');
          return await next(call);
        } finally {
          underWay -= 1;
        }
      })(seams);
    },
    witness: atOnce(),
  },
  {
    name: 'default-tags-shared',
    about:
      'Tasks that were created without tags share one default, which a PATCH changes in place.',
    clauses: [PATCH, POST],
    kind: 'stateful',
    plant: (seams) => {
      let shared: unknown = [];
      const sharing = new Set<string>();
      const shown = (task: Task): Task => (sharing.has(task.id) ? { ...task, tags: shared } : task);
      return {
        ...seams,
        insert: (task) => {
          if (!('tags' in task)) sharing.add(task.id);
          return seams.insert(task);
        },
        save: (task) => {
          if (sharing.has(task.id) && 'tags' in task) shared = task['tags'];
          return seams.save(task);
        },
        all: () => seams.all().map(shown),
        find: (id, operation) => {
          const task = seams.find(id, operation);
          return task === undefined ? undefined : shown(task);
        },
      };
    },
    witness: async (client) => {
      const [id, other] = [
        await client.create({ title: 'One' }),
        await client.create({ title: 'Other' }),
      ];
      const before = JSON.stringify((await client.read(other))['tags']);
      await client.patch(id, { tags: ['one'] });
      return JSON.stringify((await client.read(other))['tags']) !== before;
    },
  },
];

function harmedLater(
  act: (client: Parameters<TaskFault['witness']>[0], other: string) => Promise<unknown>,
): TaskFault['witness'] {
  return async (client) => {
    const [id, other] = [await client.create(), await client.create()];
    await client.patch(id, { title: 'Other' });
    await act(client, other);
    return (await client.read(id))['title'] !== 'Other';
  };
}

function atOnce(): TaskFault['witness'] {
  return async (client) => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => client.create()));
    const all = await Promise.all(ids.map((id) => client.patch(id, { title: `New ${id}` })));
    const seen = await Promise.all(ids.map((id) => client.read(id)));
    return (
      all.some(({ ok }) => !ok) || seen.some(({ title }, index) => title !== `New ${ids[index]}`)
    );
  };
}
