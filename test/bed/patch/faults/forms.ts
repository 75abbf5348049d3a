// Faults in one form of PATCH only: in plain JSON beside merge patches, and in JSON Patch.

import { isFields } from '../task.ts';
import { holds, lost, PATCH, TASK, type TaskFault, taskOf } from './planting.ts';

const ONE_FORM = { plain: 'it takes one form alone', stepping: 'it takes one form alone' } as const;
const STEPS = { merging: 'it takes no JSON Patch', plain: 'it takes no JSON Patch' } as const;
const JSON_PATCH = 'application/json-patch+json';

/** Shows that steps do not lead to the title that they should. */
function missteps(
  steps: readonly object[],
  expected: Readonly<Record<string, unknown>>,
): TaskFault['witness'] {
  return async (client) => {
    const id = await client.create(taskOf({ title: 'First', tags: ['a', 'b'] }));
    await client.send('PATCH', `/tasks/${id}`, steps, JSON_PATCH);
    return !holds(await client.read(id), expected);
  };
}

/** Leaves out some steps of a JSON Patch. */
function leaving(isLeft: (step: Readonly<Record<string, unknown>>) => boolean): TaskFault['plant'] {
  return (seams) => ({
    ...seams,
    patched: (before, patch, form) =>
      seams.patched(
        before,
        Array.isArray(patch) ? patch.filter((step) => !isFields(step) || !isLeft(step)) : patch,
        form,
      ),
  });
}

export const forms: readonly TaskFault[] = [
  {
    name: 'plain-json-ignores-false',
    about: 'false is ignored in plain JSON, though not in a merge patch.',
    clauses: [PATCH, TASK],
    kind: 'value',
    notIn: ONE_FORM,
    plant: (seams) => ({
      ...seams,
      patched: (before, patch, form) => {
        const after = seams.patched(before, patch, form);
        return after !== null && form === 'json' && after['done'] === false
          ? { ...after, done: before['done'] }
          : after;
      },
    }),
    witness: async (client) => {
      const id = await client.create();
      await client.send('PATCH', `/tasks/${id}`, { done: false });
      return (await client.read(id))['done'] !== false;
    },
  },
  {
    name: 'plain-json-clears-the-others',
    about: 'Plain JSON clears the members that it does not send; a merge patch does not.',
    clauses: [PATCH],
    kind: 'stateful',
    notIn: ONE_FORM,
    plant: (seams) => ({
      ...seams,
      patched: (before, patch, form) =>
        seams.patched(
          form === 'json' ? { id: before.id, title: before.title } : before,
          patch,
          form,
        ),
    }),
    witness: async (client) => {
      const id = await client.create();
      await client.send('PATCH', `/tasks/${id}`, { title: 'Other' });
      return !('notes' in (await client.read(id)));
    },
  },
  {
    name: 'failed-steps-change-something',
    about: 'A JSON Patch that fails is refused, and what came before the failure is stored.',
    clauses: [PATCH],
    kind: 'stateful',
    notIn: STEPS,
    plant: (seams) => ({
      ...seams,
      patched: (before, patch, form) => {
        const after = seams.patched(before, patch, form);
        if (after !== null || !Array.isArray(patch)) return after;
        for (let end = patch.length - 1; end > 0; end--) {
          const part = seams.patched(before, patch.slice(0, end), form);
          if (part === null) continue;
          void seams.save(part);
          break;
        }
        return null;
      },
    }),
    witness: missteps(
      [
        { op: 'replace', path: '/title', value: 'Other' },
        { op: 'test', path: '/title', value: 'No' },
      ],
      { title: 'First' },
    ),
  },
  {
    name: 'test-is-ignored',
    about: 'The test of a JSON Patch is ignored.',
    clauses: [PATCH],
    kind: 'stateful',
    notIn: STEPS,
    plant: leaving(({ op }) => op === 'test'),
    witness: missteps(
      [
        { op: 'replace', path: '/title', value: 'Other' },
        { op: 'test', path: '/title', value: 'No' },
      ],
      { title: 'First' },
    ),
  },
  {
    name: 'steps-in-lists-are-ignored',
    about: 'The steps of a JSON Patch that change a list within are ignored.',
    clauses: [PATCH],
    kind: 'stateful',
    notIn: STEPS,
    plant: leaving(({ path }) => String(path).startsWith('/tags/')),
    witness: missteps([{ op: 'remove', path: '/tags/0' }], { tags: ['b'] }),
  },
  {
    name: 'add-in-a-list-replaces',
    about: 'The add of a JSON Patch in a list replaces the element that is there.',
    clauses: [PATCH],
    kind: 'value',
    notIn: STEPS,
    plant: (seams) => ({
      ...seams,
      patched: (before, patch, form) =>
        seams.patched(
          before,
          Array.isArray(patch)
            ? patch.map((step) =>
                isFields(step) && step['op'] === 'add' && /^\/tags\/\d/.test(String(step['path']))
                  ? { ...step, op: 'replace' }
                  : (step as unknown),
              )
            : patch,
          form,
        ),
    }),
    witness: missteps([{ op: 'add', path: '/tags/0', value: 'c' }], { tags: ['c', 'a', 'b'] }),
  },
  {
    name: 'only-the-first-step-counts',
    about: 'Only the first step of a JSON Patch is taken.',
    clauses: [PATCH],
    kind: 'easy',
    notIn: STEPS,
    plant: (seams) => ({
      ...seams,
      patched: (before, patch, form) =>
        seams.patched(before, Array.isArray(patch) ? patch.slice(0, 1) : patch, form),
    }),
    witness: lost({}, { title: 'Other', notes: 'Other' }),
  },
];
