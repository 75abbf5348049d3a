// `standin contract`: the rows of operations that are none of the six kinds.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { describeContract } from '../../../src/commands/print/contract.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { writeContracts } from '../../bed/hold-project.ts';

const scoped = { scheme: 'bearer', scopes: ['kites:land'] };

/** The columns of the rows of one other operation, without its path. */
async function rowsOf(given: JsonObject, pins: Partial<Profile> = {}) {
  const kite = { type: 'object', properties: { id: { type: 'integer' } } };
  const operation = { method: 'POST', path: '/kites/land', outcomes: { ok: {} }, ...given };
  const folder = writeContracts({ kite }, [
    {
      resource: 'kites',
      path: '/kites',
      source: 'the beach',
      item: 'kite',
      operations: { read: { outcomes: {} } },
      others: [operation],
    },
  ]);
  writeFileSync(join(folder, 'db.json'), '{}');
  try {
    const contract = join(folder, 'contracts');
    const places = { contract, db: join(folder, 'db.json'), profile: 'standin' };
    const text = await describeContract({ places, pins, what: 'table', form: 'text' });
    const rows = text.split('\n').filter((line) => line.includes('/kites/land'));
    return rows.map((row) => row.split(/ {2,}/).slice(2));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ok = ['ok', 'only the effect', 'example or sample', 'the beach'];
const idle = 'does not arise (auth.scheme = none)';

describe('describeContract, of an operation of none of the six kinds', () => {
  it('says nothing of credentials that it does not declare', async () => {
    expect(await rowsOf({})).toEqual([ok]);
    expect(await rowsOf({ security: [] })).toEqual([ok]);
  });

  it('has a row for those that it declares without their refusal', async () => {
    expect(await rowsOf({ security: ['bearer'] })).toEqual([
      ok,
      ['unauthorized', 'unspecified', idle, 'unspecified'],
    ]);
    expect(await rowsOf({ security: ['bearer'] }, { 'auth.scheme': 'bearer' })).toEqual([
      ok,
      [
        'unauthorized',
        'unspecified',
        '401 (unauthorized.status), problem (error.shape)',
        'unspecified',
      ],
    ]);
  });

  it('has one for scopes as well', async () => {
    const security = [scoped];
    expect(await rowsOf({ security })).toEqual([
      ok,
      ['unauthorized', 'unspecified', idle, 'unspecified'],
      ['forbidden', 'unspecified', idle, 'unspecified'],
    ]);
    const outcomes = { ok: {}, unauthorized: { status: 403 } };
    expect(await rowsOf({ security, outcomes })).toEqual([
      ok,
      ['unauthorized', '403', '-', 'the beach'],
      ['forbidden', 'unspecified', '403 (forbidden.status), problem (error.shape)', 'unspecified'],
    ]);
  });

  it('has the status that it names without saying when', async () => {
    expect(
      await rowsOf(
        { security: ['bearer'], refusals: { '403': { body: null } } },
        { 'auth.scheme': 'bearer' },
      ),
    ).toEqual([ok, ['unauthorized', '403 no body', '-', 'the beach']]);
  });
});
