// A service of tasks with PATCH and no PUT, on a free port of 127.0.0.1, with an option for each
// thing that its contract leaves open.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { apply, type PlainWay } from './patches.ts';
import {
  type Call,
  type Fields,
  type Form,
  isFields,
  type Operation,
  type Plant,
  parse,
  type Reply,
  type Seams,
  type Task,
  type TaskService,
} from './task.ts';

export interface TaskChoices extends PlainWay {
  readonly forms: readonly Form[];
  /** What a PATCH of another media type gets: a refusal, or a success that changes nothing. */
  readonly otherForms: 'refused' | 'ignored';
  readonly unknown: 'refused' | 'ignored' | 'stored';
  /** Whether the service shows members without a value as `null`, and an empty value not at all. */
  readonly shows: 'as stored' | 'null for missing' | 'no empty values' | 'defaults';
  readonly createStatus: number;
  readonly createBody: 'task' | 'id';
  readonly patchStatus: number;
  readonly patchBody: 'task' | 'none' | 'ok';
  readonly removeStatus: number;
  readonly missing: number;
  readonly id: 'ignored' | 'needed' | 'refused';
  readonly order: 'oldest first' | 'newest first';
  readonly emptyTexts: 'taken' | 'refused';
  readonly emptyPatch: 'taken' | 'refused';
  /** Members that no PATCH changes: one that tries is refused. */
  readonly fixed: readonly string[];
  readonly list: 'whole' | 'brief';
  readonly bearer: string | null;
}

export const usual: TaskChoices = {
  forms: ['merge', 'json'],
  nested: 'merged',
  nulls: 'removed',
  otherForms: 'refused',
  unknown: 'refused',
  shows: 'as stored',
  createStatus: 201,
  createBody: 'task',
  patchStatus: 200,
  patchBody: 'task',
  removeStatus: 204,
  missing: 404,
  id: 'ignored',
  order: 'oldest first',
  emptyTexts: 'taken',
  emptyPatch: 'taken',
  fixed: [],
  list: 'whole',
  bearer: null,
};

/** Starts a service with these choices, and perhaps a fault. */
export async function startTasks(
  given: Partial<TaskChoices>,
  tasks: readonly Task[],
  plant: Plant = (seams) => seams,
): Promise<TaskService> {
  const choices = { ...usual, ...given };
  const storage = new Map(tasks.map((task) => [task.id, task]));
  const seams = plant(seamsOf(choices, storage));
  const server = createServer((request, response) => {
    const answered = toCall(request).then((call) =>
      seams.around(call, (next) => answer(choices, seams, next)),
    );
    void answered
      .catch((): Reply => ({ status: 500, body: { error: 'internal' } }))
      .then(({ status, body }) => {
        const type = body === undefined ? {} : { 'content-type': 'application/json' };
        response.writeHead(status, type).end(body === undefined ? undefined : JSON.stringify(body));
      });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored: () => [...storage.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function seamsOf(choices: TaskChoices, storage: Map<string, Task>): Seams {
  const put = (task: Task): void => {
    storage.set(task.id, { ...task, updatedAt: new Date().toISOString() });
  };
  return {
    around: (call, next) => next(call),
    patched: (before, patch, form) => apply(before, patch, form, choices),
    all: () => [...storage.values()],
    find: (id) => storage.get(id),
    insert: put,
    save: put,
    erase: (id) => void storage.delete(id),
    one: (task) => shown(task, choices),
    element: (task) =>
      choices.list === 'brief' ? { id: task.id, title: task.title } : shown(task, choices),
  };
}

function shown(task: Task, { shows }: TaskChoices): Fields {
  if (shows === 'null for missing') return { notes: null, place: null, ...task };
  if (shows === 'defaults') return { notes: '', done: false, priority: 0, tags: [], ...task };
  if (shows === 'as stored') return task;
  return Object.fromEntries(
    Object.entries(task).filter(
      ([member, value]) =>
        member === 'title' ||
        (![null, false, 0, ''].includes(value as null) && !isEmptyList(value)),
    ),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET many': 'list',
  'POST many': 'create',
  'GET one': 'read',
  'PATCH one': 'patch',
  'DELETE one': 'remove',
};

async function toCall(request: IncomingMessage): Promise<Call> {
  const text = await textOf(request);
  const [, root, id = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  const shape = root !== 'tasks' ? 'none' : id === '' ? 'many' : 'one';
  return {
    operation: OPERATIONS[`${request.method} ${shape}`] ?? 'other',
    id,
    mediaType: (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '',
    text,
    headers: request.headers,
  };
}

const FORMS: Readonly<Record<string, Form>> = {
  'application/merge-patch+json': 'merge',
  'application/json': 'json',
  'application/json-patch+json': 'steps',
};

async function answer(choices: TaskChoices, seams: Seams, call: Call): Promise<Reply> {
  if (choices.bearer !== null && call.headers['authorization'] !== `Bearer ${choices.bearer}`)
    return refusal(401);
  const missing = refusal(choices.missing);
  switch (call.operation) {
    case 'list': {
      const all = seams.all().map((task) => seams.element(task));
      return { status: 200, body: choices.order === 'oldest first' ? all : all.toReversed() };
    }
    case 'create': {
      const sent = parse(call.text);
      if (!isFields(sent) || !('title' in sent) || findFlaw(choices, sent)) return refusal(400);
      const task = { ...known(choices, sent), id: randomUUID() } as unknown as Task;
      await seams.insert(task);
      const body = choices.createBody === 'id' ? { id: task.id } : seams.one(task);
      return { status: choices.createStatus, body };
    }
    case 'read': {
      const task = seams.find(call.id, 'read');
      return task === undefined ? missing : { status: 200, body: seams.one(task) };
    }
    case 'patch': {
      const task = seams.find(call.id, 'patch');
      return task === undefined ? missing : patch(choices, seams, call, task);
    }
    case 'remove':
      if (seams.find(call.id, 'remove') === undefined) return missing;
      seams.erase(call.id);
      return {
        status: choices.removeStatus,
        ...(choices.removeStatus === 204 ? {} : { body: {} }),
      };
    case 'other':
      return refusal(405);
  }
}

async function patch(choices: TaskChoices, seams: Seams, call: Call, before: Task): Promise<Reply> {
  const form = FORMS[call.mediaType];
  const success = (task: Task): Reply => {
    const body = choices.patchBody === 'task' ? seams.one(task) : { ok: true };
    return { status: choices.patchStatus, ...(choices.patchBody === 'none' ? {} : { body }) };
  };
  if (form === undefined || !choices.forms.includes(form))
    return choices.otherForms === 'ignored' ? success(before) : refusal(415);
  const sent = parse(call.text);
  if (!(form === 'steps' ? Array.isArray(sent) : isFields(sent))) return refusal(400);
  if (isFields(sent) && !isIdRight(choices, sent, before)) return refusal(422);
  const body = isFields(sent) ? known(choices, sent) : sent;
  const count = Object.keys(body as object).length;
  if (count === 0 && choices.emptyPatch === 'refused') return refusal(422);
  const after = seams.patched(before, body, form);
  if (after === null) return refusal(409);
  const isFixed = choices.fixed.some((one) => !isSame(after[one], before[one]));
  if (findFlaw(choices, after, before) || after.id !== before.id || isFixed) return refusal(422);
  await seams.save(after);
  return success(after);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isIdRight({ id }: TaskChoices, sent: Fields, { id: own }: Task): boolean {
  if (id === 'needed') return sent['id'] === own;
  return id === 'ignored' || !('id' in sent);
}

const isText = (value: unknown): boolean => typeof value === 'string';

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  notes: (value) => value === null || isText(value),
  done: (value) => value === null || typeof value === 'boolean',
  priority: (value) => value === null || Number.isInteger(value),
  tags: (value) => value === null || (Array.isArray(value) && value.every(isText)),
  place: (value) =>
    value === null ||
    (isFields(value) &&
      Object.entries(value).every(([key, part]) =>
        key === 'floor' ? Number.isInteger(part) : ['room', 'city'].includes(key) && isText(part),
      )),
};

/** Whether a task may not be as it is. */
function findFlaw(choices: TaskChoices, fields: Fields, before: Fields = {}): boolean {
  if ('title' in before && !('title' in fields)) return true;
  return Object.entries(fields).some(([member, value]) => {
    if (member === 'id' || member === 'updatedAt') return false;
    if (choices.emptyTexts === 'refused' && value === '') return true;
    const check = CHECKS[member];
    return check === undefined ? choices.unknown === 'refused' : !check(value);
  });
}

/** The members that the service takes. */
function known({ unknown }: TaskChoices, sent: Fields): Fields {
  const { id: _ignored, ...fields } = sent;
  if (unknown !== 'ignored') return fields;
  return Object.fromEntries(Object.entries(fields).filter(([member]) => member in CHECKS));
}

function refusal(status: number): Reply {
  return { status, body: { error: `refused with ${status}` } };
}
