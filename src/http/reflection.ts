// What the maker of certificates asks of Reflect and Node does not have: notes kept beside a class. Only what it uses, only where nobody
// else has brought it.

type Notes = Map<unknown, unknown>;

const kept = new WeakMap<object, Notes>();

function noted(key: unknown, target: object): unknown {
  return kept.get(target)?.get(key);
}

function inherited(key: unknown, target: object): unknown {
  const parent: unknown = Object.getPrototypeOf(target);
  return noted(key, target) ?? (typeof parent === 'function' ? inherited(key, parent) : undefined);
}

function note(key: unknown, value: unknown, target: object): void {
  const notes = kept.get(target) ?? new Map<unknown, unknown>();
  kept.set(target, notes.set(key, value));
}

/** Brings it, where nobody else has. */
export function bringReflection(): void {
  if (Object.hasOwn(Reflect, 'getMetadata')) return;
  Object.assign(Reflect, { getMetadata: inherited, getOwnMetadata: noted, defineMetadata: note });
}
