// How the services of tasks read a patch: by RFC 7396, by RFC 6902, or member by member.

import { type Fields, type Form, isFields, type Task } from './task.ts';

/** What plain JSON does to nested objects and to null. */
export interface PlainWay {
  readonly nested: 'merged' | 'replaced';
  readonly nulls: 'removed' | 'stored' | 'ignored';
}

/** The task after a patch; `null` if the patch cannot be applied. */
export function apply(before: Task, patch: unknown, form: Form, plain: PlainWay): Task | null {
  if (form === 'steps') return Array.isArray(patch) ? steps(before, patch) : null;
  if (!isFields(patch)) return null;
  if (form === 'merge') return merged(before, patch) as Task;
  const after: Record<string, unknown> = { ...before };
  for (const [member, value] of Object.entries(patch)) {
    const held = before[member];
    if (value === null) {
      if (plain.nulls === 'removed') delete after[member];
      else if (plain.nulls === 'stored') after[member] = null;
    } else
      after[member] =
        plain.nested === 'merged' && isFields(value) && isFields(held)
          ? merged(held, value)
          : value;
  }
  return after as Task;
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const after: Record<string, unknown> = isFields(target) ? { ...target } : {};
  for (const [member, value] of Object.entries(patch)) {
    if (value === null) delete after[member];
    else after[member] = merged(after[member], value);
  }
  return after;
}

function steps(before: Task, patch: readonly unknown[]): Task | null {
  const after = structuredClone(before) as Record<string, unknown>;
  for (const step of patch) if (!isFields(step) || !takeStep(after, step)) return null;
  return after as Task;
}

/** Takes one step of a JSON Patch. The services know add, remove, replace and test. */
function takeStep(root: Record<string, unknown>, { op, path, value }: Fields): boolean {
  const way = String(path).split('/').slice(1);
  const last = way.pop() ?? '';
  let holder: unknown = root;
  for (const key of way) holder = (holder as Fields | undefined)?.[key];
  if (Array.isArray(holder)) return takeInList(holder as unknown[], String(op), last, value);
  if (!isFields(holder)) return false;
  const object = holder as Record<string, unknown>;
  switch (op) {
    case 'add':
      object[last] = value;
      return true;
    case 'replace':
      if (!(last in object)) return false;
      object[last] = value;
      return true;
    case 'remove':
      return last in object && delete object[last];
    case 'test':
      return JSON.stringify(object[last]) === JSON.stringify(value);
    default:
      return false;
  }
}

function takeInList(list: unknown[], op: string, key: string, value: unknown): boolean {
  const index = key === '-' ? list.length : Number(key);
  if (op === 'add') {
    if (index > list.length) return false;
    list.splice(index, 0, value);
    return true;
  }
  if (index >= list.length) return false;
  if (op === 'replace') list[index] = value;
  else if (op === 'remove') list.splice(index, 1);
  else return op === 'test' && JSON.stringify(list[index]) === JSON.stringify(value);
  return true;
}
