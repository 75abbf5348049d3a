// Carrying a live state over to changed files: a merge of three, in which the file counts where
// both sides changed a row.

import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { State } from '../../../src/model/state/state.ts';
import { carryOver, type Reloaded } from '../../../src/project/follow/reload.ts';
import { loadProject, type Project } from '../../../src/project/load/project.ts';
import { recordOf, seedState } from '../../../src/project/save/seed-state.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();

const row = (id: number, name: string): JsonObject => ({ id, name });
const seed = [row(1, 'A'), row(2, 'B'), row(3, 'C')];

interface Live {
  readonly before: Project;
  readonly live: State;
  put(row: JsonObject): void;
  remove(id: number): void;
}

async function start(users: readonly Json[] = seed): Promise<Live> {
  project.write('db.json', JSON.stringify({ users }));
  const before = await loadProject(project.places);
  const live = seedState(before);
  const [contract] = before.contracts;
  if (contract === undefined) throw new Error('the project has no contract');
  const collection = live.collection('users');
  return {
    before,
    live,
    put: (one) => collection.put(recordOf(contract, one)),
    remove: (id) => collection.remove(String(id), 'forget'),
  };
}

async function reload({ live, before }: Live, users: readonly Json[]): Promise<Reloaded> {
  project.write('db.json', JSON.stringify({ users }));
  return carryOver(live, before, await loadProject(project.places));
}

function rowsOf(state: State, resource = 'users'): readonly JsonObject[] {
  return state
    .collection(resource)
    .records()
    .map((record) => record.value);
}

type Change = readonly ['put', JsonObject] | readonly ['remove', number];

describe('carryOver', () => {
  it.each<
    [string, readonly Change[], readonly JsonObject[], readonly JsonObject[], readonly string[]]
  >([
    ['nothing where nothing changed', [], seed, seed, []],
    [
      'what clients did where the file did not change',
      [
        ['put', row(2, 'client')],
        ['remove', 3],
        ['put', row(4, 'new')],
      ],
      seed,
      [row(1, 'A'), row(2, 'client'), row(4, 'new')],
      [],
    ],
    [
      'a row that the file changed',
      [],
      [row(1, 'A'), row(2, 'file'), row(3, 'C')],
      [row(1, 'A'), row(2, 'file'), row(3, 'C')],
      ['users: 1 changed'],
    ],
    [
      'a row that the file added',
      [],
      [...seed, row(4, 'file')],
      [...seed, row(4, 'file')],
      ['users: 1 added'],
    ],
    [
      'a row that the file removed',
      [],
      [row(1, 'A'), row(3, 'C')],
      [row(1, 'A'), row(3, 'C')],
      ['users: 1 removed'],
    ],
    [
      'a row whose members only changed their order',
      [],
      [{ name: 'A', id: 1 }, ...seed.slice(1)],
      seed,
      [],
    ],
    [
      'both sides, on different rows',
      [
        ['put', row(1, 'client')],
        ['put', row(9, 'client')],
      ],
      [row(1, 'A'), row(2, 'file'), row(8, 'file')],
      [row(1, 'client'), row(2, 'file'), row(9, 'client'), row(8, 'file')],
      ['users: 1 added, 1 changed, 1 removed'],
    ],
    [
      'the version of the file where both changed a row',
      [['put', row(2, 'client')]],
      [row(1, 'A'), row(2, 'file'), row(3, 'C')],
      [row(1, 'A'), row(2, 'file'), row(3, 'C')],
      ['users: 1 changed (a client had also changed 1 of them; the file wins)'],
    ],
    [
      'the version of the file where both added a row',
      [['put', row(4, 'client')]],
      [...seed, row(4, 'file')],
      [...seed, row(4, 'file')],
      ['users: 1 added (a client had also changed 1 of them; the file wins)'],
    ],
    [
      'a row that a client removed and the file changed',
      [['remove', 2]],
      [row(1, 'A'), row(2, 'file'), row(3, 'C')],
      [row(1, 'A'), row(3, 'C'), row(2, 'file')],
      ['users: 1 changed (a client had also changed 1 of them; the file wins)'],
    ],
    [
      'nothing of a row that a client changed and the file removed',
      [['put', row(2, 'client')]],
      [row(1, 'A'), row(3, 'C')],
      [row(1, 'A'), row(3, 'C')],
      ['users: 1 removed (a client had also changed 1 of them; the file wins)'],
    ],
    [
      'nothing of a row that both removed',
      [['remove', 2]],
      [row(1, 'A'), row(3, 'C')],
      [row(1, 'A'), row(3, 'C')],
      [],
    ],
    [
      'what a client did to all rows that the file leaves alone',
      [
        ['put', row(1, 'x')],
        ['put', row(2, 'y')],
        ['remove', 3],
      ],
      seed,
      [row(1, 'x'), row(2, 'y')],
      [],
    ],
  ])('keeps %s', async (_, changes, file, rows, notes) => {
    const live = await start();
    for (const change of changes) {
      if (change[0] === 'put') live.put(change[1]);
      else live.remove(change[1]);
    }
    const untouched = rowsOf(live.live);
    const reloaded = await reload(live, file);
    expect(rowsOf(reloaded.state)).toEqual(rows);
    expect(reloaded.notes).toEqual(notes);
    expect(rowsOf(live.live)).toEqual(untouched);
  });

  it('continues after the assigned ids', async () => {
    const live = await start();
    live.put(row(40, 'new'));
    live.remove(40);
    const { state } = await reload(live, [...seed, row(4, 'file')]);
    expect(state.collection('users').highestEver).toBe(40);
  });

  it('returns its own state', async () => {
    const live = await start();
    const { state } = await reload(live, seed);
    state.collection('users').remove('1', 'forget');
    live.put(row(5, 'later'));
    expect(rowsOf(state)).toEqual([row(2, 'B'), row(3, 'C')]);
    expect(rowsOf(live.live)).toEqual([...seed, row(5, 'later')]);
  });

  it('starts a new resource with its rows, and forgets a removed one', async () => {
    const live = await start();
    project.write('contracts/people.json', project.read('contracts/users.json'));
    project.set('contracts/people.json', { resource: 'people', path: '/people' });
    project.write('db.json', JSON.stringify({ users: seed, people: [row(1, 'P')] }));
    const both = await loadProject(project.places);
    const added = carryOver(live.live, live.before, both);
    expect(added.notes).toEqual(['people: 1 added']);
    expect(rowsOf(added.state, 'people')).toEqual([row(1, 'P')]);
    expect(rowsOf(added.state)).toEqual(seed);

    project.remove('contracts/users.json');
    project.write('db.json', JSON.stringify({ people: [row(1, 'P')] }));
    const gone = carryOver(added.state, both, await loadProject(project.places));
    expect(gone.notes).toEqual([]);
    expect(gone.state.resources()).toEqual(['people']);
  });

  it('refuses schemas that a live record does not fit, and keeps the live state', async () => {
    const live = await start();
    live.put({ ...row(2, 'client'), skills: ['a'] });
    live.put({ ...row(4, 'new'), nick: 'x' });
    const untouched = rowsOf(live.live);
    const schema = JSON.parse(project.read('schemas/user.json')) as {
      readonly properties: JsonObject;
    };
    const properties = {
      ...schema.properties,
      skills: { type: 'string' },
      nick: { type: 'number' },
    };
    project.set('schemas/user.json', { properties });
    // The examples of the contract do not fit it either.
    const bare: unknown = JSON.parse(project.read('contracts/users.json'), (key, value: unknown) =>
      key === 'examples' ? undefined : value,
    );
    project.write('contracts/users.json', JSON.stringify(bare));
    const after = await loadProject(project.places);
    let thrown: unknown;
    try {
      carryOver(live.live, live.before, after);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(StandinError);
    const { code, message, remedy } = thrown as StandinError;
    const REMEDY = 'Change or remove the record through the mock, or undo the schema change.';
    expect(code).toBe('project-invalid');
    expect(message).toBe(
      [
        '2 faults in the project',
        '  live record at /users/2: /skills must be a string, is an array',
        `    ${REMEDY}`,
        '  live record at /users/4: /nick must be a number, is a string',
        `    ${REMEDY}`,
      ].join('\n'),
    );
    expect(remedy).toBe('Correct the files and start again.');
    expect(rowsOf(live.live)).toEqual(untouched);
  });

  it('refuses if a live record lacks a member that the list now requires', async () => {
    const live = await start();
    project.write(
      'db.json',
      JSON.stringify({ users: seed.map((one) => ({ ...one, email: 'a@b.c' })) }),
    );
    live.put(row(4, 'without'));
    project.write(
      'schemas/users.json',
      '{"type":"array","items":{"allOf":[{"$ref":"user.json"}],"required":["id","name","email"]}}',
    );
    const after = await loadProject(project.places);
    expect(() => carryOver(live.live, live.before, after)).toThrow(
      '  live record at /users/4: "email" is missing\n',
    );
  });

  it('checks formats and bounds of live records if the profile does', async () => {
    const live = await start();
    live.put({ ...row(4, 'x'), email: 'no address' });
    await expect(reload(live, seed)).rejects.toThrow(
      '/email must be of the format email, is "no address"',
    );
    const after = await loadProject(project.places, { 'fields.format': 'accept' });
    expect(carryOver(live.live, live.before, after).notes).toEqual([]);
  });

  it('finds the records by the new id after a contract names another member as the id', async () => {
    const live = await start([{ id: 1, name: 'ada' }]);
    project.set('contracts/users.json', { id: 'name' });
    const { state } = carryOver(live.live, live.before, await loadProject(project.places));
    expect(state.collection('users').find('ada')?.value).toEqual({ id: 1, name: 'ada' });
    expect(state.collection('users').find('1')).toBeUndefined();
    expect(rowsOf(state)).toHaveLength(1);
  });
});
