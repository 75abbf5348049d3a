// Small services built with real frameworks, with what each runs on and the faults that can be
// planted in it. Data alone.

import type { Runtime } from './runtimes.ts';

/** The interfaces that a witness has: each has the users. */
export type WitnessInterface = 'users' | 'tickets';

export interface Witness {
  readonly title: string;
  readonly runtime: Runtime;
  /** The statuses that its tickets are specified with: what its framework does. */
  readonly statuses?: { readonly invalid: number; readonly removed: number };
  /** What the ids of its users are specified as, if not as numbers. */
  readonly ids?: 'texts';
  /** Services without a fault beside `correct`, each a value of the variable `FAULT`. */
  readonly variants?: readonly string[];
  /** Faults, each a value of the variable `FAULT` of the witness. */
  readonly faults: { readonly [What in WitnessInterface]?: readonly string[] };
  /** Faults of the proxy that change nothing before this service, each with the reason. */
  readonly harmless?: Readonly<Record<string, string>>;
  /** Faults of the proxy that are not found before this service, each with the reason. */
  readonly missed?: Readonly<Record<string, string>>;
  /** Faults that the specification does not show to be wrong, each with the reason. */
  readonly unshown?: Readonly<Record<string, string>>;
}

/** The witnesses, in the order of the report. */
export const witnesses: readonly Witness[] = [
  {
    title: 'Express',
    runtime: { kind: 'npm', file: 'express.mjs', packages: ['express@5'] },
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
    title: 'Fastify',
    runtime: { kind: 'npm', file: 'fastify.mjs', packages: ['fastify@5'] },
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
    title: 'Feathers, memory service',
    runtime: {
      kind: 'npm',
      file: 'feathers.mjs',
      packages: [
        '@feathersjs/feathers@5',
        '@feathersjs/koa@5',
        '@feathersjs/memory@5',
        '@feathersjs/errors@5',
      ],
    },
    statuses: { invalid: 400, removed: 200 },
    harmless: {
      'falsy-dropped': 'PUT replaces: what does not come is unset, as an empty value may be',
      'empty-lists-dropped': 'PUT replaces: what does not come is unset, as an empty list may be',
      'missing-is-empty': 'an object without an id is no user',
    },
    faults: {
      users: ['users-keep-district', 'users-remove-answers-only', 'users-update-shifts'],
      tickets: ['unique-on-create-only', 'patch-ignores-false', 'soft-delete'],
    },
  },
  {
    title: 'NestJS',
    runtime: {
      kind: 'npm',
      file: 'nest.mts',
      packages: [
        '@nestjs/core@12',
        '@nestjs/common@12',
        '@nestjs/platform-express@12',
        'class-validator@0.15',
        'class-transformer@0.5',
        'reflect-metadata@0.2',
        'rxjs@7',
      ],
    },
    faults: {
      users: [
        'cached-item',
        'field-of-singleton',
        'id-read-before-await',
        'id-is-length',
        'shared-defaults',
        'saved-not-awaited',
        'lost-update',
        'or-the-old',
        'index-after-await',
        'update-not-stored',
        'splice-of-minus-one',
        'filter-by-text',
      ],
    },
  },
  {
    title: 'LoopBack 4',
    runtime: {
      kind: 'npm',
      file: 'loopback.mts',
      packages: ['@loopback/rest@15', '@loopback/core@7', '@loopback/repository@8'],
    },
    faults: {
      users: [
        'id-from-count',
        'same-name-updates',
        'answers-before-saved',
        'cached-find',
        'first-that-begins',
        'coalesced',
        'put-truthy',
        'put-not-awaited',
        'put-of-all',
        'put-twice',
        'deletes-where-undefined',
        'deletes-by-name',
        'delete-is-flag',
      ],
    },
    harmless: {
      'falsy-dropped': 'PUT replaces: what does not come is unset, as an empty value may be',
      'empty-lists-dropped': 'PUT replaces: what does not come is unset, as an empty list may be',
    },
    unshown: {
      'hidden-skills': 'section 2 does not show which fields a user has, and none shows the skills',
    },
  },
  {
    title: 'FastAPI',
    runtime: {
      kind: 'python',
      file: 'with-fastapi.py',
      distribution: 'fastapi',
      imports: ['fastapi', 'uvicorn'],
    },
    statuses: { invalid: 422, removed: 204 },
    harmless: {
      'falsy-dropped': 'PUT replaces: what does not come is unset, as an empty value may be',
      'empty-lists-dropped': 'PUT replaces: what does not come is unset, as an empty list may be',
    },
    faults: {
      users: ['put-hits-last', 'deletes-nothing'],
      tickets: ['missing-is-403', 'patch-fills-defaults', 'null-ignored'],
    },
  },
  {
    title: 'Django REST framework',
    runtime: {
      kind: 'python',
      file: 'with-django.py',
      distribution: 'djangorestframework',
      imports: ['django', 'rest_framework'],
    },
    faults: {
      users: [
        'title-in-save',
        'ascii-in-save',
        'cut-in-save',
        'update-or-create',
        'comma-separated',
        'checked-after-save',
        'truthy',
        'skills-appended',
        'update-fields',
        'filter-by-premium',
        'soft-delete',
        'startswith',
        'exception-passed',
        'delete-of-same-name',
        'cache-page',
        'cache-page-of-item',
        'list-at-import',
      ],
    },
  },
  {
    title: 'Flask',
    runtime: {
      kind: 'python',
      file: 'with-flask.py',
      distribution: 'flask',
      imports: ['flask'],
    },
    harmless: {
      'answer-of-latin1': 'its JSON is ASCII',
      'length-in-characters': 'its JSON is ASCII',
    },
    faults: {
      users: [
        'race-of-ids',
        'mutable-default',
        'template-not-copied',
        'strip-on-create',
        'is-for-equals',
        'lru-cache',
        'generator',
        'dict-by-name',
        'str-of-dict',
        'global-in-loop',
        'updated-before-checked',
        'get-or',
        'copy-updated',
        'positions',
        'removed-while-iterating',
        'pop-of-id',
      ],
    },
  },
  {
    title: 'Sinatra on WEBrick',
    runtime: { kind: 'ruby', file: 'sinatra.rb', gems: ['sinatra', 'webrick'] },
    faults: {
      users: [
        'encoded-from-binary',
        'assigned-in-find',
        'begins-with',
        'nil-is-first',
        'memoized-list',
        'race-of-ids',
        'id-is-size',
        'shared-default',
        'capitalize-bang',
        'or-the-old',
        'merge-without-bang',
        'reject-without-bang',
        'delete-at-id',
        'delete-by-name',
      ],
    },
    unshown: {
      'to-i': 'what /users/12abc answers is not shown, if 12 is a user',
      'rejects-empty': 'section 2 shows no defaults: an empty list may be one that is not there',
      symbols: 'its JSON holds names twice; the last one is right, and the report notes it',
    },
  },
  {
    title: 'Go, net/http',
    runtime: { kind: 'go', file: 'net-http.go' },
    harmless: {
      'falsy-dropped': 'what does not come is the zero value',
      'empty-object-is-list': 'an address always has both members',
    },
    variants: ['correct-and-empty', 'correct-with-ids-of-16-digits'],
    faults: {
      users: [
        'omitempty',
        'range-copy',
        'append-in-listed',
        'race-of-ids',
        'shared-pointer',
        'name-cut-in-bytes',
        'loop-variable',
        'error-ignored',
        'nil-slice',
        'missing-return',
        'decoded-into-stored',
        'decoded-into-copy',
        'zero-means-unset',
        'lost-update',
      ],
    },
  },
  {
    title: 'json-server',
    runtime: { kind: 'server', name: 'json-server-0' },
    harmless: {
      'falsy-dropped': 'PUT replaces: what does not come is unset, as an empty value may be',
      'empty-lists-dropped': 'PUT replaces: what does not come is unset, as an empty list may be',
    },
    faults: {},
  },
  {
    title: 'json-server, ids specified as texts',
    runtime: { kind: 'server', name: 'json-server-1' },
    ids: 'texts',
    harmless: {
      'falsy-dropped': 'PUT replaces: what does not come is unset, as an empty value may be',
      'empty-lists-dropped': 'PUT replaces: what does not come is unset, as an empty list may be',
      'missing-is-empty': 'an object without an id is no user',
      'ids-are-texts': 'its ids are texts, and users have no other numbers',
    },
    missed: { 'keeps-404': 'the next id cannot be known: ids are random' },
    faults: {},
  },
];
