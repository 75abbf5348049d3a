// Faults that somebody wrote into a source, apart from those that it has itself.

import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/base/errors.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { faultsOfOverrides } from '../../../src/project/load/faults-of-overrides.ts';
import { NO_DATA, type ProjectFiles } from '../../../src/project/source/project-files.ts';

const made = { id: 'id', operations: { list: { summary: 'all' } } };
const given = { id: 'key' };
const places = [
  { file: 'standin.json', at: '/~1pets', key: '/pets', members: given, within: '' },
  {
    file: 'api.yaml',
    at: '/paths/~1pets/get/x-standin',
    key: 'GET /pets',
    members: { summary: 1 },
    within: '/operations/list',
  },
];

function files(json: JsonObject): ProjectFiles {
  const contract = { file: 'api.yaml#/pets', name: '', text: '', json, isSound: false };
  return {
    schemas: [],
    contracts: [
      { ...contract, overridden: { made, places } },
      { ...contract, file: 'api.yaml#/toys', json: made },
    ],
    profile: null,
    db: NO_DATA,
    folders: [],
    source: { kind: 'openapi', place: 'api.yaml', taken: [], notes: [] },
  };
}

const faultAt = (file: string, at: string): Fault => ({
  file,
  at,
  message: 'is wrong',
  remedy: 'Mend it.',
});

/** Whatever has another id is wrong there, and so is a summary that is a number. */
const faultsIn = ({ contracts }: ProjectFiles): readonly Fault[] =>
  contracts.flatMap(({ file, json }) => {
    const { id, operations } = json as typeof made;
    return [
      ...(id === 'key' ? [faultAt(file, '/id'), faultAt(file, '')] : []),
      ...(typeof operations.list.summary === 'number'
        ? [faultAt(file, '/operations/list/summary')]
        : []),
      faultAt(file, '/path'),
    ];
  });

describe('faultsOfOverrides', () => {
  it('returns what is wrong only with what somebody wrote, and where that stands', () => {
    const all = files({ id: 'key', operations: { list: { summary: 1 } } });
    const found = faultsOfOverrides(all, faultsIn(all), faultsIn);
    expect(found.map(({ file, at }) => `${file} ${at}`)).toEqual([
      'standin.json /~1pets/id',
      'standin.json /~1pets',
      'api.yaml /paths/~1pets/get/x-standin/summary',
    ]);
    expect(found[0]?.remedy).toBe('Mend it. What you write replaces the whole of "id".');
  });

  it('returns nothing of what is wrong anyway', () => {
    const all = files(made);
    expect(faultsOfOverrides(all, faultsIn(all), faultsIn)).toEqual([]);
  });

  it('says the most telling of several faults at one place', () => {
    const all = files({ ...made, id: 'key' });
    const more = (some: ProjectFiles): readonly Fault[] =>
      faultsIn(some).flatMap((one) =>
        one.at === '/id' ? [{ ...one, message: 'must be a string, is an object' }, one] : [one],
      );
    const found = faultsOfOverrides(all, more(all), more);
    expect(found.map(({ message }) => message)).toEqual(['is wrong', 'is wrong']);
  });
});
