// JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902). Nothing is changed in place.

import { equal } from './equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from './json.ts';
import { arrayIndex, parsePointer, valueAt } from './pointer.ts';

/** Applies a merge patch (RFC 7396 section 2): `null` removes, objects merge, all else replaces. */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) members.delete(key);
    else members.set(key, mergePatch(members.get(key) ?? null, value));
  }
  return objectOf(members);
}

export type Patched =
  | { readonly kind: 'value'; readonly value: Json }
  /** `at` is the index of the failed operation; -1 if the document is not a patch. */
  | { readonly kind: 'failed'; readonly at: number; readonly message: string };

/** Applies all of at most `PATCH_OPERATIONS_MAX` operations, or none (RFC 6902 section 5). */
export function jsonPatch(target: Json, patch: Json): Patched {
  if (!Array.isArray(patch))
    return { kind: 'failed', at: -1, message: 'a JSON Patch must be an array of operations' };
  if (patch.length > PATCH_OPERATIONS_MAX)
    return { kind: 'failed', at: -1, message: `more than ${PATCH_OPERATIONS_MAX} operations` };
  let value = target;
  let copied = 0;
  for (const [at, operation] of (patch as readonly Json[]).entries()) {
    copied += membersOnTheWay(value, operation) + sizeOfCopied(value, operation);
    if (copied > PATCH_COPIES_MAX) return { kind: 'failed', at, message: TOO_MUCH_WORK };
    const step = applyOperation(value, operation);
    if (typeof step === 'string') return { kind: 'failed', at, message: step };
    value = step.value;
  }
  if (!isWithin(value, { size: PATCH_SIZE_MAX }, PATCH_DEPTH_MAX))
    return { kind: 'failed', at: -1, message: TOO_LARGE };
  return { kind: 'value', value };
}

export const PATCH_OPERATIONS_MAX = 1000;
/** Maximum characters and values, and depth, of a patched document; copying can double it. */
export const PATCH_SIZE_MAX = 10_485_760;
export const PATCH_DEPTH_MAX = 64;
/** Maximum members and characters that all operations copy: each copies all on its path. */
export const PATCH_COPIES_MAX = 1_000_000;

/** Counts the members on the path of an operation. */
function membersOnTheWay(target: Json, operation: Json): number {
  const pointer = isObject(operation) ? own(operation, 'path') : undefined;
  const steps = typeof pointer === 'string' ? (parsePointer(pointer) ?? []) : [];
  let count = 0;
  let value: Json | undefined = target;
  for (const step of steps) {
    if (value === null || value === undefined || typeof value !== 'object') break;
    count += Object.keys(value).length;
    value = valueAt(value, [step]);
  }
  return count;
}

const TOO_MUCH_WORK = 'is too much work for one request; send fewer operations';
const TOO_LARGE = `would leave a document of more than ${PATCH_SIZE_MAX} characters and values, or of more than ${PATCH_DEPTH_MAX} levels`;

/** Measures what is copied: only that makes a document larger than what was sent and stored. */
function sizeOfCopied(target: Json, operation: Json): number {
  if (!isObject(operation) || own(operation, 'op') !== 'copy') return 0;
  const from = own(operation, 'from');
  const steps = typeof from === 'string' ? parsePointer(from) : null;
  const value = steps === null ? undefined : valueAt(target, steps);
  if (value === undefined) return 0;
  const left = { size: PATCH_COPIES_MAX };
  return isWithin(value, left, PATCH_DEPTH_MAX)
    ? PATCH_COPIES_MAX - left.size
    : PATCH_COPIES_MAX + 1;
}

function isWithin(value: Json, left: { size: number }, levels: number): boolean {
  left.size -= typeof value === 'string' ? value.length : 1;
  if (left.size < 0 || levels < 0) return false;
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value))
    return (value as readonly Json[]).every((item) => isWithin(item, left, levels - 1));
  return Object.entries(value as Record<string, Json>).every(([key, member]) => {
    left.size -= key.length;
    return isWithin(member, left, levels - 1);
  });
}

/** Returns the changed value, or an error message. */
function applyOperation(target: Json, operation: Json): { value: Json } | string {
  if (!isObject(operation)) return 'an operation must be an object';
  const op = own(operation, 'op');
  const path = stepsOf(operation, 'path');
  if (typeof path === 'string') return path;
  switch (op) {
    case 'add':
    case 'replace':
    case 'test': {
      const value = own(operation, 'value');
      if (value === undefined) return `"${op}" needs a "value"`;
      if (op === 'add') return insert(target, path, value);
      const there = valueAt(target, path);
      if (there === undefined) return `there is nothing at ${String(own(operation, 'path'))}`;
      if (op === 'replace') return change(target, path, value);
      return equal(there, value)
        ? { value: target }
        : `the test failed: ${String(own(operation, 'path'))} has another value`;
    }
    case 'remove':
      return remove(target, path);
    case 'move':
    case 'copy': {
      const from = stepsOf(operation, 'from');
      if (typeof from === 'string') return from;
      const value = valueAt(target, from);
      if (value === undefined) return `there is nothing at ${String(own(operation, 'from'))}`;
      if (op === 'copy') return insert(target, path, value);
      if (path.length > from.length && from.every((step, index) => step === path[index]))
        return 'a value cannot be moved into itself';
      const without = remove(target, from);
      return typeof without === 'string' ? without : insert(without.value, path, value);
    }
    default:
      return `"op" must be add, remove, replace, move, copy or test, is ${JSON.stringify(op) ?? 'missing'}`;
  }
}

function stepsOf(operation: JsonObject, member: 'path' | 'from'): readonly string[] | string {
  const pointer = own(operation, member);
  if (typeof pointer !== 'string') return `"${member}" must be a JSON Pointer`;
  return (
    parsePointer(pointer) ?? `"${member}" is not a JSON Pointer: it must be empty or begin with /`
  );
}

function insert(target: Json, steps: readonly string[], value: Json): { value: Json } | string {
  return edit(
    target,
    steps,
    (parent, step) => {
      if (isObject(parent)) return objectOf([...Object.entries(parent), [step, value]]);
      const index = step === '-' ? parent.length : arrayIndex(step);
      return index === null || index > parent.length ? null : parent.toSpliced(index, 0, value);
    },
    value,
  );
}

function change(target: Json, steps: readonly string[], value: Json): { value: Json } | string {
  return edit(target, steps, (parent, step) => withChild(parent, step, value), value);
}

function withChild(parent: JsonObject | readonly Json[], step: string, value: Json): Json {
  return isObject(parent)
    ? objectOf([...Object.entries(parent), [step, value]])
    : parent.with(Number(step), value);
}

function remove(target: Json, steps: readonly string[]): { value: Json } | string {
  return edit(
    target,
    steps,
    (parent, step) => {
      if (isObject(parent))
        return Object.hasOwn(parent, step)
          ? objectOf(Object.entries(parent).filter(([key]) => key !== step))
          : null;
      const index = arrayIndex(step);
      return index === null || index >= parent.length ? null : parent.toSpliced(index, 1);
    },
    null,
  );
}

/** Rebuilds the path down to the parent that `last` returns changed; `null` if it cannot. */
function edit(
  target: Json,
  steps: readonly string[],
  last: (parent: JsonObject | readonly Json[], step: string) => Json | null,
  whole: Json,
): { value: Json } | string {
  const [step, ...rest] = steps;
  if (step === undefined) return { value: whole };
  if (target === null || typeof target !== 'object')
    return `there is nothing below ${JSON.stringify(target)}`;
  const parent = target as JsonObject | readonly Json[];
  if (rest.length === 0) {
    const changed = last(parent, step);
    return changed === null ? `there is no place "${step}" there` : { value: changed };
  }
  const child = valueAt(parent, [step]);
  if (child === undefined) return `there is no place "${step}" there`;
  const below = edit(child, rest, last, whole);
  if (typeof below === 'string') return below;
  return { value: withChild(parent, step, below.value) };
}
