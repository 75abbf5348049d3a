// The functions at the top of a generated test file. They need only vitest and fetch.

import type { JsonObject } from '../../../base/json.ts';
import type { Contract } from '../../../contract/contract.ts';
import { kinds, methods } from '../../../contract/operation-kinds.ts';
import { requiredParts, withParts } from '../../../model/parameters/required-parameters.ts';
import type { Schemas } from '../../../schema/schema.ts';
import type { IssuedIdAt } from '../../session/issued-ids.ts';
import { codeOf } from './code.ts';

export interface KitOptions {
  readonly baseUrl: string;
  readonly contract: Pick<Contract, 'path' | 'id' | 'operations'>;
  readonly schemas?: Schemas;
  readonly idAt: IssuedIdAt;
}

/** Returns the start of a file: imports, the address of the service, and helper functions. */
export function kitOf({ baseUrl, contract, schemas, idAt }: KitOptions): string {
  const required = requiredTable(contract, schemas);
  return `import { afterEach, beforeEach, expect, it } from 'vitest';

type Json = any;
interface Answer { status: number; type: string | null; location: string | null; text: string; body: Json }

const base = (process.env.STANDIN_BASE_URL ?? ${codeOf(baseUrl)}).replace(/\\/+$/, '');
const collection = ${codeOf(contract.path)};
${required === null ? '' : `/** What requests need besides path and body. */\nconst required: Record<string, { query: string; headers: Record<string, string> }> = ${required};\n`}/** Marks the items of a test; different in each test. */
let run = '';
/** The ids of the items that this test created. */
let made: string[] = [];

beforeEach(() => {
  run = Array.from({ length: 9 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
  made = [];
});

afterEach(async () => {
  const list = await send('GET', collection);
  const left = elements(list).filter((element) => holds(element, run)).map(idIn);
  for (const id of new Set([...made, ...left])) await send('DELETE', item(id));
}, 60_000);

async function send(method: string, path: string, text?: string, mediaType = 'application/json'): Promise<Answer> {
  const headers = new Headers({ accept: 'application/json' });
  if (text !== undefined) headers.set('content-type', mediaType);
  for (const line of (process.env.STANDIN_HEADER ?? '').split(/\\r?\\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
${required === null ? '' : ADD_REQUIRED}  const token = (process.env.STANDIN_TOKEN ?? '').trim();
  if (token !== '') headers.set('authorization', 'Bearer ' + token);
  const answer = await fetch(base + ${required === null ? 'path' : 'target'}, { method, headers, body: text ?? null, signal: AbortSignal.timeout(10_000) });
  const received = await answer.text();
  const id = path.slice(collection.length + 1);
  if (method === 'DELETE' && answer.ok) made = made.filter((one) => one !== decodeURIComponent(id));
  const { status, headers: fields } = answer;
  return { status, type: fields.get('content-type'), location: fields.get('location') ?? fields.get('content-location'), text: received, body: parsed(received) };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function item(id: string): string {
  return collection + '/' + encodeURIComponent(id);
}

/** What a test that fails says: the finding, and the reply that shows it. */
function because(finding: string, answer?: Answer): string {
  return answer === undefined ? finding : finding + '\\nthe reply: ' + answer.status + ' ' + answer.text;
}

/** A service that is down or refuses everything proves nothing. */
async function reach(): Promise<void> {
  const { status, text } = await send('GET', collection);
  if (status >= 300) throw new Error('GET ' + base + collection + ' returned ' + status + '; set STANDIN_BASE_URL and STANDIN_TOKEN or STANDIN_HEADER: ' + text);
}

/**
 * The id of the item that a POST created; empty if it was refused. Only this item holds \`mark\`.
 */
async function idOf(answer: Answer, mark: string): Promise<string> {
  if (answer.status >= 300) return '';
  const id = ${idExpression(idAt, contract.id)};
  if (id === undefined || id === null || id === '') throw new Error('the service does not report the id of the item it created: ' + answer.text);
  made.push(String(id));
  return String(id);
}

function elements(...answers: Answer[]): Json[] {
  return answers.flatMap(({ body }) => (Array.isArray(body) ? body : []));
}

function idIn(record: Json): string {
  return String(record?.[${codeOf(contract.id)}]);
}

function holds(value: Json, text: string): boolean {
  return text !== '' && (JSON.stringify(value) ?? '').toLowerCase().includes(text.toLowerCase());
}

/** The value at a path. */
function at(value: Json, steps: string[]): Json {
  return steps.reduce((one, step) => one?.[step], value);
}

/** Whether a value is the expected one; objects may have more members. */
function agrees(expected: Json, actual: Json): boolean {
  if (expected === null || typeof expected !== 'object') return expected === actual;
  if (actual === null || typeof actual !== 'object' || Array.isArray(expected) !== Array.isArray(actual)) return false;
  if (Array.isArray(expected) && expected.length !== actual.length) return false;
  return Object.keys(expected).every((key) => agrees(expected[key], actual[key]));
}

/** Whether a record holds a value that was sent. */
function shows(record: Json, sent: Json): boolean {
  const isTelling = (value: Json) => (typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : String(value).length > 5);
  return Object.keys(sent).some((key) => isTelling(sent[key]) && agrees(sent[key], record?.[key]));
}

function typeOf(value: Json): string {
  return value === undefined ? 'absent' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
`;
}

/** Adds what a request needs, unless it has it. */
const ADD_REQUIRED = `  const needed = required[method + (path.startsWith(collection + '/') ? ' item' : ' collection')];
  for (const [name, value] of Object.entries(needed?.headers ?? {})) if (!headers.has(name)) headers.set(name, value);
  const has = new URLSearchParams(path.split('?')[1] ?? '');
  const added = (needed?.query ?? '').split('&').filter((pair) => pair !== '' && !has.has(decodeURIComponent(pair.split('=')[0] ?? '')));
  const target = path + (added.length === 0 ? '' : (path.includes('?') ? '&' : '?') + added.join('&'));
`;

/** The parameters that the operations require, by method and place; `null` if none are. */
function requiredTable(
  { operations }: Pick<Contract, 'operations'>,
  schemas: Schemas | undefined,
): string | null {
  if (schemas === undefined) return null;
  const rows = kinds.flatMap((kind) => {
    const operation = operations[kind];
    const parts = operation === undefined ? [] : requiredParts(schemas, operation);
    if (parts.length === 0) return [];
    const { query, headers } = withParts({ query: '', headers: {} }, parts);
    return [
      [`${methods[kind].method} ${methods[kind].on}`, { query, headers: headers as JsonObject }],
    ];
  });
  return rows.length === 0 ? null : codeOf(Object.fromEntries(rows) as JsonObject);
}

/** Reads the id where the service reported it when the test was written, or else from the list. */
function idExpression(idAt: IssuedIdAt, id: string): string {
  const listed = `elements(await send('GET', collection)).findLast((element) => holds(element, mark))?.[${codeOf(id)}]`;
  switch (idAt.kind) {
    case 'body':
      return `at(answer.body, ${codeOf(idAt.pointer.split('/').slice(1).map(unescaped))})${idAt.isLink === true ? "?.toString().split('/').at(-1)" : ''} ?? ${listed}`;
    case 'location':
      return `decodeURIComponent((answer.location ?? '').replace(/[?#].*$/, '').replace(/\\/+$/, '').split('/').at(-1) ?? '') || ${listed}`;
    case 'list':
      return listed;
  }
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
