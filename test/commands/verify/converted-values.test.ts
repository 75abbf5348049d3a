// Values that a conversion loses: moments in another zone than UTC, names of a map in mixed case, whole
// numbers beyond 32 bits. Beside each loss is a service that keeps the value, in a form of its own.

import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, objectOf, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const members: JsonObject = {
  label: { type: 'string' },
  seen: { type: 'string', format: 'date-time' },
  serial: { type: 'integer', format: 'int64' },
  extra: { type: 'object', additionalProperties: { type: 'string' } },
};

interface Seams {
  readonly member: string;
  readonly stored: (value: Json) => Json;
}

async function verified({ member, stored }: Seams) {
  const item = ['get', 'put', 'patch', 'delete'] as const;
  folder.write('openapi.json', JSON.stringify(shelfDocument({ members, item })));
  await using shelf = await startShelf({
    stored: (body) => {
      const value = own(body, member);
      return value === undefined ? body : { ...body, [member]: stored(value) };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    laws: ['unusual-values-survive'],
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as { findings: { at: string }[] };
  return { code, stdout, at: findings.map((one) => one.at) };
}

const ofKeys = (change: (key: string) => string) => (value: Json) =>
  objectOf(Object.entries(value as JsonObject).map(([key, one]) => [change(key), one]));

describe('a value that a conversion loses', { timeout: 60_000 }, () => {
  it.each<[string, Seams]>([
    [
      'a map has its names in lower case',
      { member: 'extra', stored: ofKeys((key) => key.toLowerCase()) },
    ],
    [
      'a moment loses its zone',
      {
        member: 'seen',
        stored: (value) => String(value).replace(/(?:Z|[+-]\d\d:\d\d)$/i, 'Z'),
      },
    ],
    [
      'a large number is rounded',
      { member: 'serial', stored: (value) => Math.fround(Number(value)) },
    ],
  ])('is found: %s', async (_case, seams) => {
    const { at, stdout } = await verified(seams);
    expect(at, stdout).toContain(`/${seams.member}`);
  });

  it.each<[string, Seams]>([
    ['nothing', { member: 'extra', stored: (it) => it }],
    [
      'a moment is in UTC',
      { member: 'seen', stored: (value) => new Date(String(value)).toISOString() },
    ],
  ])('is none if %s', async (_case, seams) => {
    const { code, at, stdout } = await verified(seams);
    expect(at, stdout).toEqual([]);
    expect(code, stdout).toBe(0);
  });
});
