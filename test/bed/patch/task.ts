// The tasks of the services that have PATCH and no PUT, and the seams of such a service, in any of
// which a fault can be planted.

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A task as the owner of a service stores it. */
export interface Task extends Fields {
  readonly id: string;
  readonly title: string;
}

/** How the body of a PATCH is written. */
export type Form = 'merge' | 'json' | 'steps';

export type Operation = 'list' | 'create' | 'read' | 'patch' | 'remove' | 'other';

/** A request, as the seams see it. */
export interface Call {
  readonly operation: Operation;
  /** The id in the path; empty if there is none. */
  readonly id: string;
  readonly mediaType: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** The seams. A fault wraps or replaces some of them. */
export interface Seams {
  around(call: Call, next: (call: Call) => Promise<Reply>): Promise<Reply>;
  /** Returns the task after a PATCH; `null` if the patch is refused. */
  patched(before: Task, patch: unknown, form: Form): Task | null;
  all(): readonly Task[];
  find(id: string, operation: Operation): Task | undefined;
  insert(task: Task): void | Promise<void>;
  /** Stores what a PATCH changed. */
  save(task: Task): void | Promise<void>;
  erase(id: string): void;
  /** A task as GET of one task shows it. */
  one(task: Task): unknown;
  /** A task as an element of the list. */
  element(task: Task): unknown;
}

/** Puts a fault into the seams; called once for each service. */
export type Plant = (seams: Seams) => Seams;

/** A running service. */
export interface TaskService {
  readonly baseUrl: string;
  stored(): readonly Task[];
  close(): Promise<void>;
}

/** The tasks that every service holds before a run. */
export const TASKS: readonly Task[] = [1, 2, 3, 4].map((number) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  title: `Seed ${number}`,
  notes: number % 2 === 0 ? null : `Notes ${number}`,
  done: number % 2 === 0,
  priority: number,
  tags: ['home', 'garden'],
  place: { room: `Room ${number}`, floor: number, city: 'Lund' },
  updatedAt: '2024-01-01T00:00:00.000Z',
}));

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text as JSON; `undefined` if it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
