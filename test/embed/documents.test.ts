import { describe, expect, it } from 'vitest';
import { StandinError } from '../../src/base/errors.ts';
import { type Documents, readDocuments } from '../../src/embed/documents.ts';
import { documents } from '../support/documents.ts';

function refusalOf(change: object): string {
  try {
    readDocuments({ ...documents, ...change } as Documents);
  } catch (error) {
    if (error instanceof StandinError) return `${error.code}: ${error.message} | ${error.remedy}`;
    throw error;
  }
  return 'accepted';
}

const END = ' | Correct these documents or options.';
const refused = (count: string, ...lines: readonly string[]): string =>
  `project-invalid: ${count} in the project\n  ${lines.join('\n  ')}${END}`;
const contract = documents.contracts[0] as object;
const endless: Record<string, unknown> = {};
endless['self'] = endless;

describe('readDocuments', () => {
  it('reads the contents of the files of a project', () => {
    const { rules, rows, basePath } = readDocuments(documents);
    expect(rules.contracts.map(({ resource }) => resource)).toEqual(['users']);
    expect(rows.get('users')).toEqual(documents.rows.users);
    expect(basePath).toBe('');
  });

  it('uses file names as names, and accepts contracts as an object', () => {
    const schemas = Object.fromEntries(
      Object.entries(documents.schemas).map(([name, schema]) => [`./schemas/${name}.json`, schema]),
    );
    const { rules } = readDocuments({ contracts: { './contracts/users.json': contract }, schemas });
    expect(rules.schemas.names()).toEqual(Object.keys(documents.schemas));
    expect(rules.contracts).toHaveLength(1);
  });

  it('sets pins above the profile', () => {
    const profile = { profile: 'ours', choices: { 'create.status': 200, 'remove.status': 200 } };
    const { rules } = readDocuments({ ...documents, profile, pins: { 'create.status': 202 } });
    expect([rules.profile['create.status'], rules.profile['remove.status']]).toEqual([202, 200]);
  });

  it('keeps a copy, which later changes do not reach', () => {
    const rows = { users: [{ id: 1, name: 'Ada', email: 'ada@example.com' }] };
    const read = readDocuments({ ...documents, rows });
    (rows.users[0] as { name: string }).name = 'Changed';
    expect(read.rows.get('users')).toEqual([{ id: 1, name: 'Ada', email: 'ada@example.com' }]);
  });

  it.each<[string, object, string]>([
    [
      'no contract',
      { contracts: [] },
      refused('one fault', 'contracts: there is no contract', '  Pass the contracts: [users].'),
    ],
    [
      'contracts that are none',
      { contracts: 'users' },
      refused(
        'one fault',
        'contracts: must be an object, is a string',
        '  Pass the contracts: [users].',
      ),
    ],
    [
      'a contract without a path',
      { contracts: [{ ...contract, path: undefined }] },
      refused(
        'one fault',
        'contracts[0]: "path" is missing',
        '  docs/contract.md shows the form of a contract; "standin init <folder>" writes an example.',
      ),
    ],
    [
      'an invalid schema',
      { schemas: { ...documents.schemas, user: { type: 'objekt' } } },
      expect.stringContaining('schemas.user at /type: ') as string,
    ],
    [
      'a schema that is missing',
      { schemas: {} },
      expect.stringContaining('contracts[0] at /item: there is no schema "user"') as string,
    ],
    [
      'a row that does not fit',
      { rows: { users: [{ id: 1, name: 2, email: 'a@example.com' }] } },
      refused(
        'one fault',
        'rows at /users/0/name: must be a string, is a number',
        '  Correct the row, or its schema.',
      ),
    ],
    [
      'rows that nothing is about',
      { rows: { user: [] } },
      refused(
        'one fault',
        'rows at /user: no contract has the resource "user"',
        '  Did you mean "users"?',
      ),
    ],
    [
      'a pin that is no option',
      { pins: { 'create.status': 418 } },
      expect.stringContaining(
        'pins at /create.status: 418 is not an option of create.status',
      ) as string,
    ],
    [
      'a profile with an unknown choice',
      { profile: { choices: { 'create.stats': 200 } } },
      expect.stringContaining(
        'profile at /choices/create.stats: there is no choice "create.stats"\n    Did you mean',
      ) as string,
    ],
    [
      'pins that are none',
      { pins: null },
      refused('one fault', 'pins: must be an object, is null', '  Write {"<choice>": <option>}.'),
    ],
    [
      'an invalid profile',
      { profile: 'ours' },
      expect.stringContaining('profile: must be an object, is a string') as string,
    ],
    [
      'an invalid base path',
      { basePath: 'api/' },
      refused(
        'one fault',
        'basePath: "api/" is not a base path',
        '  A base path begins with a slash, for example /api/v1.',
      ),
    ],
    [
      'an unknown option',
      { basepath: '/api' },
      refused('one fault', 'basepath: there is no such option', '  Did you mean "basePath"?'),
    ],
    [
      'a value without end',
      { rows: endless },
      refused(
        'one fault',
        'rows: cannot be written as JSON: Converting circular structure to JSON',
        '  Pass JSON.',
      ),
    ],
    [
      'a function',
      { schemas: () => ({}) },
      refused('one fault', 'schemas: is missing or not JSON: function', '  Pass JSON.'),
    ],
  ])('refuses %s', (_what, change, message) => {
    expect(refusalOf(change)).toEqual(message);
  });
});
