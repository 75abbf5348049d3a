// The users of the third server: an array, and loops over it. Behaves as json-server 0.17 does: PUT
// replaces, DELETE answers {}, a client can choose the id, an error is {}. Unlike json-server it
// rejects what is not a user.

import type { StoredUser } from '../../service.ts';

export type Answer = readonly [status: number, body: unknown];

const chosenIdMax = 1_000_000_000;

/** Answers one request for the path below the base address. */
export function answerFrom(rows: StoredUser[], method: string, path: string, body: string): Answer {
  if (path === '/users') {
    if (method === 'GET' || method === 'HEAD') return [200, rows];
    return method === 'POST' ? add(rows, body) : [404, {}];
  }
  const row = path.startsWith('/users/') ? indexOf(rows, path.slice('/users/'.length)) : -1;
  const user = rows[row];
  if (user === undefined) return [404, {}];
  switch (method) {
    case 'GET':
    case 'HEAD':
      return [200, user];
    case 'PUT':
      return replace(rows, row, body);
    case 'DELETE':
      rows.splice(row, 1);
      return [200, {}];
    default:
      return [404, {}];
  }
}

function indexOf(rows: readonly StoredUser[], text: string): number {
  for (let row = 0; row < rows.length; row += 1) {
    if (String(rows[row]?.id) === text) return row;
  }
  return -1;
}

function add(rows: StoredUser[], body: string): Answer {
  const sent = userIn(body);
  if (sent === undefined) return [400, {}];
  let highest = 0;
  for (const { id } of rows) highest = Math.max(highest, Math.floor(id));
  const chosen = sent['id'];
  const id = chosen === undefined ? highest + 1 : chosen;
  if (
    typeof id !== 'number' ||
    !Number.isInteger(id) ||
    id < 0 ||
    (id === chosen && id > chosenIdMax)
  )
    return [400, {}];
  if (indexOf(rows, String(id)) !== -1) return [409, {}];
  const user = { ...sent, id };
  rows.push(user);
  return [201, user];
}

function replace(rows: StoredUser[], row: number, body: string): Answer {
  const sent = userIn(body);
  const old = rows[row];
  if (sent === undefined || old === undefined) return [400, {}];
  const user = { ...sent, id: old.id };
  rows[row] = user;
  return [200, user];
}

/** The user in a body, with all its other members; undefined if it is not one. */
function userIn(
  body: string,
): { readonly name: string; readonly [field: string]: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const sent: { readonly [field: string]: unknown } = { ...value };
  const { name, email, isPremium = true, skills = [], address = {} } = sent;
  if (typeof name !== 'string' || typeof email !== 'string' || typeof isPremium !== 'boolean')
    return undefined;
  if (!Array.isArray(skills) || skills.some((skill) => typeof skill !== 'string')) return undefined;
  if (typeof address !== 'object' || address === null || Array.isArray(address)) return undefined;
  const place: { readonly city?: unknown; readonly district?: unknown } = address;
  if (typeof (place.city ?? '') !== 'string' || typeof (place.district ?? '') !== 'string')
    return undefined;
  return place.city === null || place.district === null ? undefined : { ...sent, name };
}
