// Asks the rule book for rows in a dialect, as the real servers are asked.

import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Dialect } from '../../../src/model/query/dialects.ts';
import { type Answer, createWorld, usersProject } from '../../support/users.ts';

/** Gives the answer to `GET /users?<query>` over some rows. */
export function askRows(
  dialect: Dialect,
  rows: readonly JsonObject[],
  query: string,
  host = 'mock.test',
): Answer {
  const project = { ...usersProject, rows: { users: rows } };
  return createWorld({ project, profile: { 'query.dialect': dialect } }).ask(
    `GET /users?${query}`,
    { headers: { host } },
  );
}

/** Gives the ids of a list, also of one in an envelope; the status where it is no success. */
export function idsOf(status: number, body: Json): Json {
  if (status !== 200) return status;
  const list = (Array.isArray(body) ? body : (body as JsonObject)['data']) as readonly JsonObject[];
  return list.map((row) => row['id'] ?? null);
}
