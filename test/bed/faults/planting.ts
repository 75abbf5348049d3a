// How a fault is written down, and the few ways in which most are planted.

import type { Accepted, Call, Fields, Operation, Parts, Plant, Reply } from '../parts.ts';
import { isFields } from '../parts.ts';
import type { Clause, Fault, StoredUser } from '../service.ts';
import type { Witness } from './client.ts';

/** A fault with the way to plant it and the proof that it is there. */
export interface PlantedFault extends Fault {
  /** The bases in which it cannot be planted, each with the reason. */
  readonly notIn?: Readonly<Record<string, string>>;
  readonly plant: Plant;
  /** True on a base with the fault, false on the base without. */
  readonly witness: Witness;
}

export const LIST = 'section 4, GET /users';
export const POST = 'section 4, POST /users';
export const GET = 'section 4, GET /users/{user_id}';
export const PUT = 'section 4, PUT /users/{user_id}';
export const DELETE = 'section 4, DELETE /users/{user_id}';

type Change<T> = (value: T) => T;

/** Makes faults that show with certain values only, and break these clauses. */
export function valueFault(
  ...clauses: readonly [Clause, ...Clause[]]
): (line: Pick<PlantedFault, 'name' | 'about' | 'plant' | 'witness'>) => PlantedFault {
  return (line) => ({ ...line, clauses, kind: 'value' });
}

/** A part of a user: a field, each of the skills, or a field of the address. */
export type Place =
  | 'name'
  | 'email'
  | 'isPremium'
  | 'skills'
  | 'each skill'
  | 'address'
  | 'city'
  | 'district';

/** Plants a change of what an operation stores; of POST and PUT if none is named. */
export function storing(change: Change<Fields>, ...operations: readonly Operation[]): Plant {
  return (parts) => ({
    ...parts,
    accept: (sent, operation) => {
      const accepted = parts.accept(sent, operation);
      if (
        accepted.kind === 'refused' ||
        !(operations.length === 0 || operations.includes(operation))
      )
        return accepted;
      return { kind: 'taken', fields: change(accepted.fields) };
    },
  });
}

/** Plants a change of what GET of one user shows. */
export function reading(change: (user: Fields) => unknown): Plant {
  return (parts) => ({
    ...parts,
    one: (user) => {
      const shown = parts.one(user);
      return isFields(shown) ? change(shown) : shown;
    },
  });
}

/** Plants a change of each element of the list. */
export function element(change: Change<Fields>): Plant {
  return (parts) => ({ ...parts, element: (user) => change(parts.element(user)) });
}

/** Plants a change of the list. */
export function listing(change: (elements: readonly Fields[]) => unknown): Plant {
  return (parts) => ({ ...parts, list: (elements) => change(elements) });
}

/** Plants a change of the reply to an operation that succeeds. */
export function replying(operation: Operation, change: (reply: Reply, call: Call) => Reply): Plant {
  return around(operation, async (call, next) => {
    const reply = await next(call);
    return reply.status < 300 ? change(reply, call) : reply;
  });
}

/** Plants something around an operation. */
export function around(operation: Operation, step: Parts['around']): Plant {
  return (parts) => ({
    ...parts,
    around: (call, next) =>
      parts.around(call, (inner) =>
        inner.operation === operation ? step(inner, next) : next(inner),
      ),
  });
}

/** Plants a change of the user that a PUT makes out of the one before and the fields sent. */
export function updating(change: (after: StoredUser, before: StoredUser) => Fields): Plant {
  return (parts) => ({
    ...parts,
    change: (before, fields) => named(change(parts.change(before, fields), before), before.id),
  });
}

/** The change of one place in a user, if the user has it. */
export function at(place: Place, change: (value: unknown) => unknown): Change<Fields> {
  switch (place) {
    case 'each skill':
      return at('skills', (skills) => (Array.isArray(skills) ? skills.map(change) : skills));
    case 'city':
    case 'district':
      return at('address', (address) =>
        isFields(address) ? inside(address, place, change) : address,
      );
    default:
      return (user) => inside(user, place, change);
  }
}

/** A change of texts only. */
export function text(change: (text: string) => unknown): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? change(value) : value);
}

/** The fields without one. */
export function without(fields: Fields, field: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
}

/** The fields as a user with the id. */
export function named(fields: Fields, id: number): StoredUser {
  return { ...fields, id, name: String(fields['name']) };
}

/** The fields of what was accepted, or what was sent. */
export function fieldsOf(accepted: Accepted): Fields {
  return accepted.kind === 'taken' ? accepted.fields : accepted.sent;
}

/** The skills of a user; empty if it has none. */
export function skillsOf(user: Fields | undefined): readonly unknown[] {
  const skills = user?.['skills'];
  return Array.isArray(skills) ? skills : [];
}

/** Ends after so many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function inside(fields: Fields, field: string, change: (value: unknown) => unknown): Fields {
  return field in fields ? { ...fields, [field]: change(fields[field]) } : fields;
}

/** The parts, with the users that were created since the start and are alive, the oldest first. */
export function track(parts: Parts): Parts & { readonly own: () => readonly StoredUser[] } {
  const ids = new Set<number>();
  return {
    ...parts,
    insert: (user) => {
      ids.add(user.id);
      return parts.insert(user);
    },
    own: () => parts.all().filter((user) => ids.has(user.id)),
  };
}

/** The user that was stored next after the one with the id. */
export function following(parts: Parts, id: number): StoredUser | undefined {
  const users = parts.all();
  const index = users.findIndex((user) => user.id === id);
  return index < 0 ? undefined : users[index + 1];
}

/** Does something later, unless the process ends before. */
export function later(ms: number, action: () => unknown): void {
  setTimeout(() => void action(), ms).unref();
}

/** Marks users that a PUT has changed, and hands the marks on. */
export function withChanged(plant: (parts: Parts, changed: ReadonlySet<number>) => Parts): Plant {
  return (parts) => {
    const changed = new Set<number>();
    const save = (user: StoredUser) => {
      changed.add(user.id);
      return parts.save(user);
    };
    return plant({ ...parts, save }, changed);
  };
}

/** Keeps a field as it was under a condition. */
export function keeping(
  field: string,
  isKept: (after: StoredUser, before: StoredUser) => boolean,
): Plant {
  return updating((after, before) =>
    field in before && field in after && isKept(after, before)
      ? { ...after, [field]: before[field] }
      : after,
  );
}
