// How a fault of PATCH is written down and planted, and the client of the witnesses.

import { isDeepStrictEqual } from 'node:util';
import type { TaskChoices } from '../server.ts';
import { type Fields, isFields, type Plant, type Task } from '../task.ts';

export const LIST = 'section 3, GET /tasks';
export const POST = 'section 3, POST /tasks';
export const GET = 'section 3, GET /tasks/{id}';
export const PATCH = 'section 3, PATCH /tasks/{id}';
export const TASK = 'section 2, task';

/** A fault with the way to plant it and the proof that it is there. */
export interface TaskFault {
  /** In kebab-case. */
  readonly name: string;
  /** What goes wrong, in a sentence. */
  readonly about: string;
  /** The clause that it breaks; several if no outsider could tell which operation is at fault. */
  readonly clauses: readonly [string, ...string[]];
  readonly kind: 'easy' | 'stateful' | 'concurrent' | 'value';
  /** The bases in which it cannot be planted, each with the reason. */
  readonly notIn?: Readonly<Partial<Record<TaskBase['name'], string>>>;
  readonly plant: Plant;
  /** True on a base with the fault, false on the base without. */
  readonly witness: (client: TaskClient) => Promise<boolean>;
}

/** A correct service that a fault can be planted in. */
export interface TaskBase {
  readonly name: 'merging' | 'plain' | 'stepping';
  readonly choices: Partial<TaskChoices>;
}

/** Plants a change of the task that a PATCH makes out of the one before. */
export function patching(change: (after: Task, before: Task) => Fields): Plant {
  return (seams) => ({
    ...seams,
    patched: (before, patch, form) => {
      const after = seams.patched(before, patch, form);
      return after === null ? null : (change(after, before) as Task);
    },
  });
}

/** Plants something around each PATCH. */
export function aroundPatch(step: ReturnType<Plant>['around']): Plant {
  return (seams) => ({
    ...seams,
    around: (call, next) =>
      call.operation === 'patch' ? step(call, next) : seams.around(call, next),
  });
}

/** The task with some members as they were before, if a condition holds. */
export function keeping(
  isKept: (after: unknown, before: unknown, member: string) => boolean,
): Plant {
  return patching((after, before) => {
    const kept = Object.keys(before).filter(
      (member) =>
        !isDeepStrictEqual(after[member], before[member]) &&
        isKept(after[member], before[member], member),
    );
    return { ...after, ...Object.fromEntries(kept.map((member) => [member, before[member]])) };
  });
}

/** The members that a PATCH changed. */
export function changedIn(after: Task, before: Task): readonly string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (member) => !isDeepStrictEqual(after[member], before[member]),
  );
}

/** The task without some members. */
export function without(task: Fields, members: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(task).filter(([member]) => !members.includes(member)));
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Sends what a user of the interface would, in the form that a base takes. */
export interface TaskClient {
  send(method: string, path: string, body?: unknown, type?: string): Promise<Response>;
  create(fields?: Fields): Promise<string>;
  read(id: string): Promise<Fields>;
  listed(id: string): Promise<Fields>;
  patch(id: string, fields: Fields): Promise<Response>;
  remove(id: string): Promise<Response>;
}

let tasks = 0;

/** A whole task, unlike any before, with these members instead. */
export function taskOf(fields: Fields = {}): Fields {
  tasks += 1;
  return {
    title: `Task ${tasks}`,
    notes: `Notes ${tasks}`,
    done: true,
    priority: tasks,
    tags: [`tag ${tasks}`, 'home', 'garden'],
    place: { room: `Room ${tasks}`, floor: tasks, city: `City ${tasks}` },
    ...fields,
  };
}

export function createTaskClient(baseUrl: string, { choices }: TaskBase): TaskClient {
  const form = choices.forms?.[0] ?? 'merge';
  const send: TaskClient['send'] = (method, path, body, type = 'application/json') =>
    fetch(`${baseUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': type },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
    });
  const objectIn = async (response: Promise<Response>): Promise<Fields> => {
    const value: unknown = await (await response).json().catch(() => ({}));
    return isFields(value) ? value : {};
  };
  const read = (id: string): Promise<Fields> => objectIn(send('GET', `/tasks/${id}`));
  return {
    send,
    read,
    create: async (fields = taskOf()) =>
      String((await objectIn(send('POST', '/tasks', fields)))['id']),
    listed: async (id) => {
      const all: unknown = await (await send('GET', '/tasks')).json();
      return (Array.isArray(all) ? all.filter(isFields) : []).find((one) => one['id'] === id) ?? {};
    },
    patch: async (id, fields) => {
      if (form === 'merge')
        return send('PATCH', `/tasks/${id}`, fields, 'application/merge-patch+json');
      if (form === 'json') return send('PATCH', `/tasks/${id}`, fields);
      const before = await read(id);
      const steps = Object.entries(fields).flatMap(([member, value]) =>
        stepsTo(before, member, value),
      );
      return send('PATCH', `/tasks/${id}`, steps, 'application/json-patch+json');
    },
    remove: (id) => send('DELETE', `/tasks/${id}`),
  };
}

function stepsTo(before: Fields, member: string, value: unknown): readonly Fields[] {
  const held = before[member];
  if (isFields(value) && isFields(held))
    return Object.entries(value).map(([key, part]) => ({
      op: 'add',
      path: `/${member}/${key}`,
      value: part,
    }));
  return [{ op: 'add', path: `/${member}`, value }];
}

/** Whether each member is as it was sent. */
export function holds(task: Fields, sent: Fields): boolean {
  return Object.entries(sent).every(([member, value]) => isDeepStrictEqual(task[member], value));
}

/** Shows that the last of some PATCH requests of a new task is not there. */
export function lost(first: Fields, ...patches: readonly Fields[]): TaskFault['witness'] {
  return async (client) => {
    const id = await client.create(taskOf(first));
    for (const fields of patches) if (!(await client.patch(id, fields)).ok) return true;
    return !holds(await client.read(id), patches.at(-1) ?? {});
  };
}

/** Shows that a PATCH of some members changes another one. */
export function spoils(fields: Fields, first: Fields = {}): TaskFault['witness'] {
  return async (client) => {
    const sent = taskOf(first);
    const id = await client.create(sent);
    await client.patch(id, fields);
    return !holds(await client.read(id), without(sent, Object.keys(fields)));
  };
}

/** Shows that something done to one task changes another one. */
export function harms(
  act: (client: TaskClient, target: string, other: string) => Promise<unknown>,
  first: Fields = {},
): TaskFault['witness'] {
  return async (client) => {
    const sent = [taskOf(first), taskOf(first), taskOf(first)];
    const ids: string[] = [];
    for (const one of sent) ids.push(await client.create(one));
    await act(client, ids[1] ?? '', ids[0] ?? '');
    for (const index of [0, 2]) {
      if (!holds(await client.read(ids[index] ?? ''), sent[index] ?? {})) return true;
    }
    return false;
  };
}
