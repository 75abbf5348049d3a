// A mock of users that shares a store, asked as the checker of histories asks.

import { isObject, type Json, own } from '../../src/base/json.ts';
import { defaultProfile } from '../../src/contract/choices.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import type { Reply } from '../../src/model/message/call.ts';
import type { State } from '../../src/model/state/state.ts';
import { Replica } from '../../src/store/replica.ts';
import type { ChangeStore } from '../../src/store/store.ts';
import { callOf, stateOf, textOf, usersProject } from '../support/users.ts';
import type { Asked, Told } from './users-model.ts';

export interface ReplicaMock {
  readonly mock: Mock;
  readonly state: State;
  /** Returns what the answer tells; `null` if it does not tell whether the call took effect. */
  ask(asked: Asked): Promise<Told | null>;
}

/** The ids and names of the users at the start. */
export const SEED_USERS: readonly (readonly [number, string])[] = stateOf(usersProject)
  .collection('users')
  .records()
  .flatMap(({ value }) => userIn(value));

/** Creates a mock whose rows are those of the store. */
export async function createReplicaMock(store: ChangeStore, seed: number): Promise<ReplicaMock> {
  const { contracts, schemas, checker } = usersProject;
  const state = stateOf(usersProject);
  state.become(JSON.parse(await store.begin(JSON.stringify(state.image()))));
  const mock = createMock({
    rules: { contracts, schemas, checker, profile: defaultProfile },
    state,
    share: (rows) => new Replica({ store, ...rows }),
    settings: { pins: {}, undefined: 'profile', seed },
  });
  return {
    mock,
    state,
    async ask(asked) {
      const call = callOf(requestOf(asked), sentWith(asked));
      await mock.prepare(call);
      return toldBy(asked, mock.answer(call));
    },
  };
}

function sentWith(asked: Asked): Parameters<typeof callOf>[1] {
  return 'name' in asked ? { json: { name: asked.name, email: 'x@example.com' } } : undefined;
}

/** The request line of what is asked. */
export function requestOf(asked: Asked): string {
  switch (asked.kind) {
    case 'create':
      return 'POST /users';
    case 'replace':
      return `PUT /users/${asked.id}`;
    case 'remove':
      return `DELETE /users/${asked.id}`;
    case 'read':
      return `GET /users/${asked.id}`;
    case 'list':
      return 'GET /users';
  }
}

function toldBy(asked: Asked, reply: Reply): Told | null {
  return toldOf(asked, reply.status, reply.status < 300 ? textOf(reply) : '');
}

/** What a status and a body tell; `null` if not whether the call took effect. */
export function toldOf(asked: Asked, status: number, text: string): Told | null {
  if (status >= 500) return null;
  if (status === 404 || status === 410) return { isFound: false, users: [] };
  if (status >= 300) throw new Error(`${requestOf(asked)} was answered ${status}`);
  const value = text === '' ? null : (JSON.parse(text) as Json);
  const users = Array.isArray(value) ? value.flatMap(userIn) : userIn(value);
  return { isFound: true, users };
}

function userIn(value: Json): (readonly [number, string])[] {
  if (!isObject(value)) return [];
  return [[Number(own(value, 'id')), String(own(value, 'name'))]];
}
