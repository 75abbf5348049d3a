// Small services built with real frameworks, with the packages that each needs and the faults that
// can be planted in it. Data alone.

/** The interfaces that each witness has. */
export type WitnessInterface = 'users' | 'tickets';

export interface Witness {
  readonly title: string;
  /** The file in `witnesses/`. */
  readonly file: string;
  /** Packages of npm with their versions, installed for the run alone. */
  readonly packages: readonly string[];
  /** The module that Python must have, for a witness in Python. */
  readonly module?: string;
  /** The statuses that its tickets are specified with: what its framework does. */
  readonly statuses: { readonly invalid: number; readonly removed: number };
  /** Faults, each the value of the variable `FAULT` of the witness. */
  readonly faults: Readonly<Record<WitnessInterface, readonly string[]>>;
}

/** The witnesses, in the order of the report. */
export const witnesses: readonly Witness[] = [
  {
    title: 'Express 5',
    file: 'express.mjs',
    packages: ['express@5'],
    statuses: { invalid: 400, removed: 204 },
    faults: {
      users: ['id-from-length', 'put-loses-false', 'deletes-next'],
      tickets: [
        'unique-unchecked',
        'missing-is-400',
        'stale-list',
        'patch-ignores-false',
        'soft-delete',
      ],
    },
  },
  {
    title: 'Fastify 5',
    file: 'fastify.mjs',
    packages: ['fastify@5'],
    statuses: { invalid: 400, removed: 204 },
    faults: {
      users: [
        'serializer-drops',
        'missing-is-200',
        'same-name-overwrites',
        'put-answers-but-loses',
      ],
      tickets: ['stale-list', 'unique-unchecked', 'created-is-200', 'null-is-kept'],
    },
  },
  {
    title: 'Feathers 5, memory service',
    file: 'feathers.mjs',
    packages: [
      '@feathersjs/feathers@5',
      '@feathersjs/koa@5',
      '@feathersjs/memory@5',
      '@feathersjs/errors@5',
    ],
    statuses: { invalid: 400, removed: 200 },
    faults: {
      users: ['users-keep-district', 'users-remove-answers-only', 'users-update-shifts'],
      tickets: ['unique-on-create-only', 'patch-ignores-false', 'soft-delete'],
    },
  },
  {
    title: 'FastAPI, pydantic 1',
    file: 'with-fastapi.py',
    packages: [],
    module: 'fastapi, uvicorn',
    statuses: { invalid: 422, removed: 204 },
    faults: {
      users: ['put-hits-last', 'deletes-nothing'],
      tickets: ['missing-is-403', 'patch-fills-defaults', 'null-ignored'],
    },
  },
];
