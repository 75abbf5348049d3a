// A clinic: owners, their pets below them and in a flat list, the visits of a pet, and one card for
// each owner.

import type { JsonObject } from '../../src/base/json.ts';
import { type Project, projectFrom } from './users.ts';

const source = 'the handbook';
const named = (members: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  required: [...required],
  properties: members,
  additionalProperties: false,
});
const id: JsonObject = { type: 'integer' };
const text: JsonObject = { type: 'string', minLength: 1 };

const whole = (body: string): JsonObject => ({
  list: { outcomes: { ok: { status: 200 } } },
  create: { body, outcomes: { ok: { status: 201 } } },
  read: { outcomes: { ok: { status: 200 }, missing: { status: 404 } } },
  replace: { body, outcomes: { ok: { status: 200 } } },
  remove: { outcomes: { ok: { status: 204, body: null } } },
});

export const clinicContracts: readonly JsonObject[] = [
  { resource: 'owners', path: '/owners', source, item: 'owner', operations: whole('new-owner') },
  { resource: 'pets', path: '/pets', source, item: 'pet', operations: whole('new-pet') },
  {
    resource: 'pets-of-owner',
    path: '/owners/{ownerId}/pets',
    rows: 'pets',
    source,
    item: 'pet',
    operations: whole('new-pet'),
  },
  {
    resource: 'visits',
    path: '/owners/{ownerId}/pets/{petId}/visits',
    within: { petId: 'pets' },
    source,
    item: 'visit',
    operations: whole('new-visit'),
  },
  {
    resource: 'dogs',
    path: '/pets/dogs',
    rows: 'pets',
    where: { kind: 'dog' },
    source,
    item: 'pet',
    operations: { list: { outcomes: { ok: { status: 200 } } } },
  },
  {
    resource: 'card',
    path: '/owners/{ownerId}/card',
    one: true,
    source,
    item: 'card',
    operations: {
      read: { outcomes: { ok: { status: 200 } } },
      replace: { body: 'card', outcomes: { ok: {} } },
      remove: { outcomes: { ok: { status: 204 } } },
    },
    shown: { 'replace.missing': 'create' },
  },
];

export const clinicSchemas: Readonly<Record<string, JsonObject>> = {
  owner: named({ id, name: text }, ['id', 'name']),
  'new-owner': named({ name: text }, ['name']),
  pet: named({ id, name: text, kind: { enum: ['cat', 'dog'] }, owner_id: id }, ['id', 'name']),
  'new-pet': named({ name: text, kind: { enum: ['cat', 'dog'] } }, ['name']),
  visit: named({ id, reason: text }, ['id', 'reason']),
  'new-visit': named({ reason: text }, ['reason']),
  card: named({ number: text }, ['number']),
};

export const clinicRows = {
  owners: [
    { id: 1, name: 'Mara' },
    { id: 2, name: 'Ole' },
  ],
  pets: [
    { id: 1, name: 'Tom', kind: 'cat', owner_id: 1 },
    { id: 2, name: 'Rex', kind: 'dog', owner_id: 1 },
    { id: 3, name: 'Bo', kind: 'dog', owner_id: 2 },
  ],
  visits: [{ id: 1, reason: 'cough', ownerId: 1, petId: 2 }],
};

export const clinic: Project = projectFrom(clinicContracts, clinicSchemas, clinicRows);
