// What the recorder says of PATCH: nothing about correct services, whatever they choose where the
// contract leaves it open, and what a service makes wrong of values once it was seen to store them.

import { describe, expect, it } from 'vitest';
import { correctTasks } from '../../bed/patch/correct.ts';
import { patching } from '../../bed/patch/faults/planting.ts';
import { tasksProject } from '../../bed/patch/hold.ts';
import { startTasks, type TaskChoices } from '../../bed/patch/server.ts';
import { type Fields, type Plant, TASKS } from '../../bed/patch/task.ts';
import { type Recording, recording, told } from '../recording.ts';

const JSON_TYPE = 'application/json';
const MERGE_PATCH = 'application/merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';

const TASK = {
  title: 'Mow',
  notes: 'Short',
  done: false,
  priority: 3,
  tags: ['home', 'garden'],
  place: { room: 'Shed', floor: 1, city: 'Lund' },
};

/** A recorder in front of a service of tasks, with one task that it has seen. */
async function recorded(
  choices: Partial<TaskChoices> = {},
  plant?: Plant,
): Promise<
  {
    readonly send: (type: string, body: unknown) => Promise<unknown>;
    readonly read: () => Promise<void>;
    readonly told: () => Promise<readonly string[]>;
  } & AsyncDisposable
> {
  const service = await startTasks(choices, TASKS, plant);
  const token = choices.bearer === undefined ? [] : [`Authorization: Bearer ${choices.bearer}`];
  const one: Recording = await recording(service.baseUrl, token, { current: null }, tasksProject);
  const request = async (method: string, path: string, type = '', body?: unknown) => {
    const init = { method, headers: type === '' ? {} : { 'content-type': type } };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await fetch(`${one.url}${path}`, { ...init, ...text })).text();
  };
  const { id } = JSON.parse(await request('POST', '/tasks', JSON_TYPE, TASK)) as { id: string };
  const read = async (): Promise<void> => {
    await request('GET', `/tasks/${id}`);
    await request('GET', '/tasks');
  };
  await read();
  return {
    send: (type, body) =>
      request(
        'PATCH',
        `/tasks/${id}`,
        type,
        choices.id === 'needed' && !Array.isArray(body) ? { id, ...(body as object) } : body,
      ),
    read,
    told: async () => {
      expect(one.failures).toEqual([]);
      return told(await one.recorded());
    },
    [Symbol.asyncDispose]: async () => {
      await one[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

const VALUES: readonly Fields[] = [
  { title: 'Mow the lawn' },
  { title: 'Rake', done: true, priority: 0 },
  { title: 'Water', done: false, notes: '', tags: [] },
  { notes: 'Wet', tags: ['late', 'late'], priority: 9 },
  { place: { room: 'Hall' } },
  { notes: null },
  { notes: 'Again', place: { floor: 2, city: null } },
  { place: null, done: true },
  { place: { room: 'Attic' }, priority: null },
  { title: 'Prune', notes: null },
];

const STEPS: readonly (readonly Fields[])[] = [
  [{ op: 'replace', path: '/title', value: 'Mow' }],
  [
    { op: 'add', path: '/tags', value: ['a', 'b'] },
    { op: 'add', path: '/tags/-', value: 'c' },
    { op: 'remove', path: '/tags/0' },
  ],
  [{ op: 'add', path: '/place', value: { room: 'Hall', floor: 2 } }],
  [
    { op: 'replace', path: '/place/floor', value: 3 },
    { op: 'copy', from: '/title', path: '/notes' },
  ],
  [{ op: 'remove', path: '/notes' }],
  [{ op: 'replace', path: '/done', value: true }],
  [
    { op: 'test', path: '/done', value: false },
    { op: 'remove', path: '/title' },
  ],
];

describe('a correct PATCH', () => {
  it.each(correctTasks)('of the service $name is not accused', async ({ choices }) => {
    await using one = await recorded(choices);
    for (const type of [JSON_TYPE, MERGE_PATCH, 'application/vnd.tasks+json; charset=utf-8'])
      for (const values of VALUES) {
        await one.send(type, values);
        await one.read();
      }
    for (const steps of STEPS) {
      await one.send(JSON_PATCH, steps);
      await one.read();
    }
    // Several without a look in between, and a body that is no object.
    for (const values of VALUES) await one.send(MERGE_PATCH, values);
    await one.send(JSON_TYPE, STEPS[0]);
    await one.send('text/plain', { title: 'Plain' });
    await one.read();
    expect(await one.told()).toEqual([]);
  });
});

/** What is said of the last of some patches. */
async function toldOf(
  choices: Partial<TaskChoices>,
  plant: Plant,
  patches: readonly (readonly [string, unknown])[],
): Promise<string> {
  await using one = await recorded(choices, plant);
  for (const [type, body] of patches) {
    await one.send(type, body);
    await one.read();
  }
  const [first = 'nothing'] = await one.told();
  return first.replace(/^\d+ /, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]+/g, '<id>');
}

const keepsFalse = patching((after, before) =>
  after['done'] === false ? { ...after, done: before['done'] } : after,
);

describe('a faulty PATCH', () => {
  it.each([
    ['plain JSON', JSON_TYPE],
    ['a merge patch', MERGE_PATCH],
  ])('is found if it ignores false in %s', async (_name, type) => {
    const found = await toldOf({}, keepsFalse, [
      [type, { done: true }],
      [type, { done: false }],
    ]);
    expect(found).toBe(
      'GET /tasks/<id>: not-replaced (section 3, PATCH /tasks/{id}): update of tasks/<id> had no effect, unless someone bypassed this proxy, or its reads lag behind writes; expected false or nothing, got true',
    );
  });

  it('is found if it stores another value, whichever it is', async () => {
    const capitals = patching((after, before) =>
      after['notes'] === before['notes']
        ? after
        : { ...after, notes: `${String(after['notes'])}!` },
    );
    const found = await toldOf({}, capitals, [[JSON_TYPE, { notes: 'Wet' }]]);
    expect(found).toContain(
      'update of tasks/<id> stored a different value at /notes than was sent',
    );
    expect(found).toContain('expected "Wet" or "Short", got "Wet!"');
  });

  it('is found if it changes a member that it was not sent', async () => {
    const clears = patching((after, before) =>
      after['title'] === before['title'] ? after : { ...after, tags: [] },
    );
    const found = await toldOf({}, clears, [[MERGE_PATCH, { title: 'Rake' }]]);
    expect(found).toContain('changed-unsent');
    expect(found).toContain('at /tags');
  });

  it('is found if null removes a member once, and not the next time', async () => {
    let times = 0;
    const forgetful = patching((after, before) =>
      'notes' in after || times++ === 0 ? after : { ...after, notes: before['notes'] },
    );
    const patches = ['Wet', 'Dry', 'Cold', null, 'Warm', null].map(
      (notes) => [MERGE_PATCH, { notes }] as const,
    );
    expect(await toldOf({}, forgetful, patches)).toContain('had no effect, unless');
  });

  it('is found if it does the steps of a JSON Patch in the wrong order', async () => {
    const reversed: Plant = (seams) => ({
      ...seams,
      patched: (before, patch, form) =>
        seams.patched(before, Array.isArray(patch) ? patch.toReversed() : patch, form),
    });
    const steps = [
      { op: 'replace', path: '/title', value: 'Rake' },
      { op: 'replace', path: '/title', value: 'Prune' },
    ];
    const found = await toldOf({ forms: ['steps'] }, reversed, [[JSON_PATCH, steps]]);
    expect(found).toContain('expected "Prune" or "Mow", got "Rake"');
  });

  it('is found if a JSON Patch of an item that was not read since its last change ignores false', async () => {
    await using one = await recorded({ forms: ['steps'] }, keepsFalse);
    const set = (done: boolean) =>
      one.send(JSON_PATCH, [{ op: 'replace', path: '/done', value: done }]);
    await set(true);
    await one.read();
    await one.send(JSON_PATCH, [{ op: 'replace', path: '/title', value: 'Rake' }]);
    await set(false);
    await one.read();
    expect(await one.told()).toEqual([
      expect.stringContaining('expected false or nothing, got true'),
    ]);
  });

  it('is not judged in a form or a media type that says nothing about members', async () => {
    const ignored = { otherForms: 'ignored' } as const;
    const found = await toldOf(ignored, keepsFalse, [
      [JSON_TYPE, { done: true }],
      ['application/x-patch', { done: false }],
    ]);
    expect(found).toBe('nothing');
  });
});
