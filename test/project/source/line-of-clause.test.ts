// The line that a clause of a document names.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lineOfPointer, linesOfClauses } from '../../../src/project/source/line-of-clause.ts';

const YAML = `openapi: 3.1.0
# paths:
info: { title: Pets, version: '1' }
paths:
  /pets:

    # get: of old
    get:
      description: |
        post: in a text
      responses:
        '200': { description: all }
    post:
      responses: { '201': { description: made } }
  "/pets/{id}":
    parameters:
      - name: id
        in: path
    get: {}
  'it''s':
    get: {}
components:
  schemas:
    get: {}
`;

const DOCUMENT = {
  openapi: '3.1.0',
  paths: { '/pets': { get: { responses: { '200': { description: 'all' } } }, post: {} } },
};

describe('lineOfPointer', () => {
  it.each([
    [['paths', '/pets', 'get'], 8],
    [['paths', '/pets', 'post'], 13],
    [['paths', '/pets/{id}', 'get'], 19],
    [['paths', "it's", 'get'], 21],
    [['components', 'schemas', 'get'], 24],
    // Where no member begins a line, the nearest one above counts.
    [['paths', '/pets', 'post', 'responses', '201'], 14],
    [['paths', '/pets/{id}', 'parameters', '0', 'name'], 16],
    [['paths', '/pets', 'delete'], 5],
    [['tags'], 1],
    [[], 1],
  ] as const)('finds %j in block YAML', (steps, line) => {
    expect(lineOfPointer(YAML, steps)).toBe(line);
  });

  it('finds members in indented JSON, and the first line of JSON on one line', () => {
    const steps = ['paths', '/pets', 'post'];
    const indented = JSON.stringify(DOCUMENT, null, 2);
    expect(indented.split('\n')[lineOfPointer(indented, steps) - 1]).toBe('      "post": {}');
    expect(lineOfPointer(JSON.stringify(DOCUMENT), steps)).toBe(1);
    expect(lineOfPointer('{\n  "\\x": {},\n  "paths": {}\n}', ['paths'])).toBe(3);
  });
});

describe('linesOfClauses', () => {
  const root = mkdtempSync(join(tmpdir(), 'standin-lines-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const file = join(root, 'openapi.yaml');
  writeFileSync(file, YAML);

  it('names the file from the root of the repository', () => {
    const lineOf = linesOfClauses(root);
    const found = { file: 'openapi.yaml', line: 13 };
    expect(lineOf(`POST /pets, ${file}#/paths/~1pets/post`)).toEqual(found);
    expect(lineOf(`${file}#/paths/~1pets/post`)).toEqual(found);
  });

  it.each([
    'section 4, PUT /users/{user_id}',
    'POST /pets, http://127.0.0.1:8080/openapi.json#/paths/~1pets/post',
    `POST /pets, ${join(root, 'gone.yaml')}#/paths/~1pets/post`,
  ])('finds no line of %s', (clause) => {
    expect(linesOfClauses(root)(clause)).toBeNull();
  });

  it('names no file outside of the root', () => {
    expect(linesOfClauses(join(root, 'below'))(`${file}#/paths`)).toBeNull();
  });
});
