// A project that a test changes, and the service that runs on it, as its users meet them.

import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type JsonObject, own } from '../../src/base/json.ts';
import type { Ended, Running } from './cli.ts';

/** Header fields of a body that is JSON. */
export const JSON_HEADERS = { 'content-type': 'application/json' };

/** Creates a user and returns it. */
export async function create(url: string, name = 'Zofia'): Promise<JsonObject> {
  const body = JSON.stringify({ name, email: 'zofia@example.com' });
  const response = await fetch(`${url}/users`, { method: 'POST', headers: JSON_HEADERS, body });
  if (!response.ok) throw new Error(`the creation was answered ${response.status}`);
  return objectIn(await response.text());
}

/** Returns the names in the list of users. */
export async function namesAt(url: string): Promise<readonly unknown[]> {
  const rows: unknown = await fetch(`${url}/users`).then((response) => response.json());
  if (!Array.isArray(rows)) throw new Error('the list is no array');
  return rows.map((row: unknown) => (isObject(row) ? own(row, 'name') : row));
}

/** Reads a JSON object. */
export function objectIn(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error(`${text} is no object`);
  return value;
}

/** Writes a JSON file anew, with what `change` makes of it. */
export function edit(file: string, change: (document: Record<string, unknown>) => unknown): void {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(document)) throw new Error(`${file} is no object`);
  writeFileSync(file, JSON.stringify(change({ ...document }), null, 2));
}

/** Returns how a process ends, or `'still there'` after three seconds. */
export function endOf(running: Running): Promise<Ended | 'still there'> {
  return Promise.race([running.ended, sleep(3_000, 'still there' as const, { ref: false })]);
}
