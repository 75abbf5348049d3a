// Which contracts have the operations on the items that they create.

import { describe, expect, it } from 'vitest';
import { withItemsElsewhere } from '../../../src/commands/parents/items-elsewhere.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { kinds } from '../../../src/contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../../src/contract/operation-way.ts';
import { readContract } from '../../support/read-contract.ts';

interface Given {
  readonly rows?: string;
  readonly where?: Record<string, string>;
  readonly id?: string;
  readonly one?: true;
  readonly actions?: readonly string[];
}

function contractOf(resource: string, path: string, operations: string, more: Given = {}) {
  const { actions, ...others } = more;
  const names = operations.split(' ').filter((one) => one !== '');
  return readContract({
    resource,
    path,
    source: 'x',
    item: 'plant',
    list: 'plants',
    operations: Object.fromEntries(names.map((name) => [name, { outcomes: {} }])),
    ...others,
    ...(actions === undefined
      ? {}
      : { actions: actions.map((one) => ({ method: 'POST', path: one, outcomes: {} })) }),
  });
}

/** Each contract as one line: its name, and its operations with their paths. */
function shown(contracts: readonly Contract[]): readonly string[] {
  return contracts.map(
    (one) =>
      `${one.resource}: ${kinds
        .filter((kind) => one.operations[kind] !== undefined)
        .map((kind) => `${wayOf(one, kind).method} ${pathOf(one, kind, '<id>')}`)
        .join(
          ', ',
        )}${(one.actions ?? []).map(({ method, path }) => `; ${method} ${path}`).join('')}`,
  );
}

const beds = contractOf('beds', '/beds', 'list create read remove');
const inBeds = contractOf('beds-plants', '/beds/{bedId}/plants', 'list create', { rows: 'plants' });

describe('withItemsElsewhere', () => {
  it('gives what creates items all operations on them, their actions and their name', () => {
    const plants = contractOf('plants', '/plants', 'read update remove', {
      actions: ['/plants/{id}/water'],
    });
    expect(shown(withItemsElsewhere([beds, inBeds, plants]))).toEqual([
      'beds: GET /beds, POST /beds, GET /beds/<id>, DELETE /beds/<id>',
      'plants: GET /beds/{bedId}/plants, POST /beds/{bedId}/plants, GET /plants/<id>, PATCH /plants/<id>, DELETE /plants/<id>; POST /plants/{id}/water',
    ]);
  });

  it('leaves a contract that has a list', () => {
    const plants = contractOf('plants', '/plants', 'list read remove');
    expect(shown(withItemsElsewhere([inBeds, plants]))).toEqual([
      'beds-plants: GET /beds/{bedId}/plants, POST /beds/{bedId}/plants, GET /plants/<id>, DELETE /plants/<id>',
      'plants: GET /plants, GET /plants/<id>, DELETE /plants/<id>',
    ]);
  });

  it('leaves the changes of items to a contract that creates them itself', () => {
    const plants = contractOf('plants', '/plants', 'list create read replace remove');
    expect(shown(withItemsElsewhere([plants, inBeds]))[1]).toBe(
      'beds-plants: GET /beds/{bedId}/plants, POST /beds/{bedId}/plants, GET /plants/<id>, DELETE /plants/<id>',
    );
  });

  it('takes what another path does with the items of a flat one', () => {
    const plants = contractOf('plants', '/garden/{garden}/plants', 'list create read');
    const own = contractOf('own-plants', '/plants', 'remove', { rows: 'plants' });
    expect(shown(withItemsElsewhere([plants, own]))).toEqual([
      'plants: GET /garden/{garden}/plants, POST /garden/{garden}/plants, GET /garden/{garden}/plants/<id>, DELETE /plants/<id>',
    ]);
  });

  it('gives the rest to the first of several that create items', () => {
    const plants = contractOf('plants', '/plants', 'read remove');
    const inPots = contractOf('pots-plants', '/pots/{potId}/plants', 'create', { rows: 'plants' });
    expect(shown(withItemsElsewhere([inBeds, inPots, plants]))).toEqual([
      'plants: GET /beds/{bedId}/plants, POST /beds/{bedId}/plants, GET /plants/<id>, DELETE /plants/<id>',
      'pots-plants: POST /pots/{potId}/plants, GET /plants/<id>, DELETE /plants/<id>',
    ]);
  });

  it.each([
    ['has other rows', contractOf('plants', '/plants', 'read remove'), []],
    ['has another id', contractOf('weeds', '/weeds', 'remove', { rows: 'plants', id: 'no' }), []],
    [
      'has a part of the rows',
      contractOf('weeds', '/weeds', 'remove', { rows: 'plants', where: { kind: 'weed' } }),
      [],
    ],
    [
      'is below something else',
      contractOf('weeds', '/pots/{potId}/weeds', 'remove', { rows: 'plants' }),
      [],
    ],
  ])('takes nothing of a contract that %s', (_, other, more) => {
    const own = contractOf('beds-plants', '/beds/{bedId}/plants', 'list create');
    const all = [other.rows === undefined ? own : { ...own, rows: 'plants' }, other, ...more];
    expect(withItemsElsewhere(all)).toEqual(all);
  });
});
