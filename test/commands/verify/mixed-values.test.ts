// Writes that mix values of two items in members that a service may compare with each other.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const none = { description: '' };
const at = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
const number = { type: 'integer', minimum: 0, maximum: 1_000_000 };

interface Refused {
  readonly members: JsonObject;
  readonly by: 'put' | 'patch';
  readonly declared: readonly number[];
  readonly status?: number;
  /** Whether the values that an item had, and would have, are refused. */
  readonly refuses: (before: JsonObject, after: JsonObject) => boolean;
}

async function codesOf({ members, by, declared, status = 422, refuses }: Refused) {
  const refused = Object.fromEntries([404, ...declared].map((one) => [one, none]));
  const document = shelfDocument({
    members,
    required: Object.keys(members),
    refused,
    item: ['get', by, 'delete'],
  });
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({
    answer: ({ method, body, id = '' }, right, { jars }) => {
      const before = jars.get(id);
      const isWrite = method === 'PUT' || method === 'PATCH';
      if (!isWrite || before === undefined || body === undefined || !isObject(body)) return right();
      const after = { ...before, ...body };
      return refuses(before, after) ? { status } : right();
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as { findings: { code: string }[] };
  return { code, codes: findings.map((one) => one.code), stdout };
}

const order =
  (one: string, other: string) =>
  (_: JsonObject, after: JsonObject): boolean =>
    String(own(after, one)) >= String(own(after, other));
const differ = (one: JsonObject, other: JsonObject, member: string): boolean =>
  own(one, member) !== (own(other, member) as Json);

describe('a refusal of values that are compared', () => {
  it.each<[string, Refused]>([
    [
      'of moments in order, by PUT',
      {
        members: { start: at, end: at },
        by: 'put',
        declared: [422],
        refuses: order('start', 'end'),
      },
    ],
    [
      'of days in order, by PATCH',
      {
        members: { from: day, to: day },
        by: 'patch',
        declared: [422],
        refuses: order('from', 'to'),
      },
    ],
    [
      'of numbers in order, by PUT',
      {
        members: { least: number, most: number },
        by: 'put',
        declared: [422],
        refuses: (_, after) => Number(own(after, 'least')) > Number(own(after, 'most')) + 500,
      },
    ],
  ])('is open if it is declared: %s', async (_case, refused) => {
    const { codes, stdout } = await codesOf(refused);
    expect(codes, stdout).toEqual([]);
  });

  it.each<[string, Refused]>([
    [
      'that is not declared',
      { members: { start: at, end: at }, by: 'put', declared: [], refuses: order('start', 'end') },
    ],
    [
      'that is a failure',
      {
        members: { start: at, end: at },
        by: 'put',
        declared: [422],
        status: 500,
        refuses: order('start', 'end'),
      },
    ],
    [
      'of a text',
      {
        members: { label: { type: 'string' }, start: at, end: at },
        by: 'put',
        declared: [422],
        refuses: (before, after) => differ(before, after, 'label') && !differ(before, after, 'end'),
      },
    ],
    [
      'of the only moment',
      {
        members: { label: { type: 'string' }, start: at },
        by: 'put',
        declared: [422],
        refuses: (before, after) =>
          differ(before, after, 'start') && !differ(before, after, 'label'),
      },
    ],
    [
      'of all that are compared',
      {
        members: { start: at, end: at },
        by: 'patch',
        declared: [422],
        refuses: (before, after) => differ(before, after, 'start') && differ(before, after, 'end'),
      },
    ],
  ])('is a finding if it is one %s', async (_case, refused) => {
    const { code, codes } = await codesOf(refused);
    expect([code, codes.every((one) => /refused|failed/.test(one))]).toEqual([1, true]);
  });
});
