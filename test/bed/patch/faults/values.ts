// Faults of PATCH with certain values: empty ones, null, nested objects, lists, odd texts.

import { isFields, type Task } from '../task.ts';
import {
  changedIn,
  GET,
  harms,
  keeping,
  lost,
  PATCH,
  patching,
  spoils,
  TASK,
  type TaskFault,
  without,
} from './planting.ts';

const OPEN = 'its contract leaves open what null does in plain JSON';
const REPLACED = 'it replaces nested objects';

const ignored = (
  name: string,
  about: string,
  isIt: (value: unknown) => boolean,
  witness: TaskFault['witness'],
): TaskFault => ({
  name,
  about,
  clauses: [PATCH, TASK],
  kind: 'value',
  plant: keeping(isIt),
  witness,
});

/** A fault of the texts that a PATCH brings. */
export const text = (
  name: string,
  about: string,
  change: (value: string) => string,
  sent: string,
) =>
  ({
    name,
    about,
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after, before) => ({
      ...after,
      ...Object.fromEntries(
        changedIn(after, before).flatMap((member) => {
          const value = after[member];
          return typeof value === 'string' ? [[member, change(value)]] : [];
        }),
      ),
    })),
    witness: lost({}, { notes: sent }),
  }) satisfies TaskFault;

export const values: readonly TaskFault[] = [
  ignored(
    'patch-ignores-false',
    'false is ignored.',
    (one) => one === false,
    lost({}, { done: false }),
  ),
  ignored('patch-ignores-zero', '0 is ignored.', (one) => one === 0, lost({}, { priority: 0 })),
  ignored(
    'patch-ignores-empty-texts',
    "'' is ignored.",
    (one) => one === '',
    lost({}, { notes: '' }),
  ),
  ignored(
    'patch-ignores-empty-lists',
    '[] is ignored.',
    (one) => Array.isArray(one) && one.length === 0,
    lost({}, { tags: [] }),
  ),
  ignored(
    'patch-ignores-all-empty-values',
    'false, 0, empty texts and lists are ignored.',
    (one) => one === false || one === 0 || one === '' || (Array.isArray(one) && one.length === 0),
    lost({}, { done: false, priority: 0 }),
  ),
  {
    ...ignored(
      'patch-ignores-null',
      'null is ignored.',
      (one) => one === null || one === undefined,
      async (client) => {
        const id = await client.create();
        await client.patch(id, { notes: null });
        return (await client.read(id))['notes'] !== null && 'notes' in (await client.read(id));
      },
    ),
    notIn: { plain: OPEN },
  },
  {
    name: 'patch-stores-null-as-text',
    about: "null is stored as the text 'null'.",
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after, before) =>
      (after['notes'] ?? null) === null && before['notes'] !== null && 'notes' in before
        ? { ...after, notes: 'null' }
        : after,
    ),
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { notes: null });
      return (await client.read(id))['notes'] === 'null';
    },
  },
  {
    name: 'null-clears-the-others',
    about: 'A PATCH with null clears all members that it does not send.',
    clauses: [PATCH],
    kind: 'value',
    plant: patching((after, before) => {
      const changed = changedIn(after, before);
      const isCleared = changed.some((member) => (after[member] ?? null) === null);
      const others = ['done', 'priority', 'tags'].filter((member) => !changed.includes(member));
      return isCleared ? without(after, others) : after;
    }),
    witness: spoils({ notes: null }),
  },
  {
    name: 'null-fails',
    about: 'A PATCH with null answers 500.',
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after, before) => {
      if (changedIn(after, before).some((member) => (after[member] ?? null) === null))
        throw new Error('null');
      return after;
    }),
    witness: async (client) =>
      (await client.patch(await client.create(), { notes: null })).status === 500,
  },
  {
    name: 'nulled-stays-null',
    about: 'A member that was set to null cannot be set again.',
    clauses: [PATCH, TASK],
    kind: 'stateful',
    plant: patching((after, before) =>
      (before['notes'] ?? null) === null ? { ...after, notes: before['notes'] ?? null } : after,
    ),
    witness: lost({}, { notes: null }, { notes: 'Again' }),
  },
  {
    name: 'patch-appends-to-lists',
    about: 'A list that is sent is appended to the one that is there.',
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after, before) =>
      Array.isArray(after['tags']) &&
      Array.isArray(before['tags']) &&
      changedIn(after, before).includes('tags')
        ? { ...after, tags: [...before['tags'], ...after['tags']] }
        : after,
    ),
    witness: lost({}, { tags: ['other'] }),
  },
  {
    name: 'patch-keeps-the-end-of-lists',
    about: 'A shorter list replaces only the beginning of the one that is there.',
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after, before) =>
      Array.isArray(after['tags']) && Array.isArray(before['tags'])
        ? { ...after, tags: [...after['tags'], ...before['tags'].slice(after['tags'].length)] }
        : after,
    ),
    witness: lost({}, { tags: ['other'] }),
  },
  {
    name: 'patch-sorts-lists',
    about: 'A list that is sent is stored in the order of the alphabet.',
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after) =>
      Array.isArray(after['tags']) ? { ...after, tags: after['tags'].toSorted() } : after,
    ),
    witness: lost({}, { tags: ['z', 'a'] }),
  },
  {
    name: 'nested-siblings-dropped',
    about: 'A part of a nested object replaces all of it.',
    clauses: [PATCH],
    kind: 'value',
    notIn: { plain: REPLACED },
    plant: patching((after, before) => partOnly(after, before)),
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { place: { room: 'Other' } });
      return !('city' in ((await client.read(id))['place'] as object));
    },
  },
  {
    name: 'nested-part-ignored',
    about: 'A part of a nested object is ignored; only the whole is stored.',
    clauses: [PATCH],
    kind: 'value',
    notIn: { plain: REPLACED },
    plant: patching((after, before) => {
      const [now, then] = [after['place'], before['place']];
      if (!isFields(now) || !isFields(then)) return after;
      const isPart = Object.keys(now).some((key) => now[key] === then[key]);
      return isPart ? { ...after, place: then } : after;
    }),
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { place: { room: 'Other' } });
      return ((await client.read(id))['place'] as Task)['room'] !== 'Other';
    },
  },
  {
    name: 'nested-member-goes-beside',
    about: 'The room of a nested object is stored in the task itself.',
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after, before) => {
      const [now, then] = [after['place'], before['place']];
      if (!isFields(now) || !isFields(then) || now['room'] === then['room']) return after;
      return { ...after, place: { ...now, room: then['room'] } };
    }),
    witness: async (client) => {
      const id = await client.create();
      await client.patch(id, { place: { room: 'Other', floor: 1, city: 'X' } });
      return ((await client.read(id))['place'] as Task)['room'] !== 'Other';
    },
  },
  {
    name: 'flag-is-turned-over',
    about: 'A flag that is sent is turned over if it is set already.',
    clauses: [PATCH, TASK],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      patched: (before, patch, form) => {
        const after = seams.patched(before, patch, form);
        const isSent = JSON.stringify(patch).includes('done');
        return after !== null && isSent && after['done'] === before['done']
          ? { ...after, done: after['done'] !== true }
          : after;
      },
    }),
    witness: lost({ done: true }, { done: true }),
  },
  {
    name: 'number-is-added',
    about: 'A number that is sent is added to the one that is there.',
    clauses: [PATCH, TASK],
    kind: 'value',
    plant: patching((after, before) =>
      after['priority'] === before['priority']
        ? after
        : { ...after, priority: Number(after['priority']) + Number(before['priority'] ?? 0) },
    ),
    witness: lost({}, { priority: 5_000 }),
  },
  {
    name: 'number-becomes-a-text',
    about: 'A number that PATCH sets is shown as a text.',
    clauses: [TASK, PATCH, GET],
    kind: 'value',
    plant: (seams) => {
      const changed = new Set<string>();
      return {
        ...seams,
        save: (task) => {
          if (seams.find(task.id, 'read')?.['priority'] !== task['priority']) changed.add(task.id);
          return seams.save(task);
        },
        one: (task) =>
          seams.one(changed.has(task.id) ? { ...task, priority: String(task['priority']) } : task),
      };
    },
    witness: lost({}, { priority: 5_000 }),
  },
  text('patch-trims-texts', 'Spaces at the ends are cut.', (one) => one.trim(), ' x '),
  text(
    'patch-cuts-texts',
    'Texts are cut after 60 characters.',
    (one) => one.slice(0, 60),
    'x'.repeat(90),
  ),
  text(
    'patch-doubles-apostrophes',
    'An apostrophe is doubled.',
    (one) => one.replaceAll("'", "''"),
    "O'Neil",
  ),
  text(
    'patch-unescapes-markup',
    '&amp; becomes &.',
    (one) => one.replaceAll('&amp;', '&'),
    'a &amp; b',
  ),
  text(
    'patch-drops-emoji',
    'Emoji are dropped.',
    (one) => one.replaceAll(/\p{Extended_Pictographic}/gu, ''),
    'a 😀',
  ),
  {
    name: 'places-that-are-equal-change-together',
    about: 'A PATCH of a place changes every task that has an equal one.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: (seams) => ({
      ...seams,
      save: async (task) => {
        const then = JSON.stringify(seams.find(task.id, 'read')?.['place']);
        for (const other of seams.all())
          if (other.id !== task.id && then !== undefined && JSON.stringify(other['place']) === then)
            await seams.save({ ...other, place: task['place'] });
        await seams.save(task);
      },
    }),
    witness: harms(
      (client, id) => client.patch(id, { place: { room: 'O', floor: 5, city: 'P' } }),
      {
        place: { room: 'R', floor: 1, city: 'C' },
      },
    ),
  },
];

/** The nested object with only the members that were changed. */
function partOnly(after: Task, before: Task): Task {
  const [now, then] = [after['place'], before['place']];
  if (!isFields(now) || !isFields(then)) return after;
  const changed = Object.entries(now).filter(([key, value]) => then[key] !== value);
  return changed.length === 0 ? after : { ...after, place: Object.fromEntries(changed) };
}
