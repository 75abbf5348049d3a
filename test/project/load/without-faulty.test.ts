// What is left of a document if a part of it has a fault.

import { describe, expect, it } from 'vitest';
import { withoutFaulty } from '../../../src/project/load/without-faulty.ts';
import type { ProjectFiles } from '../../../src/project/source/project-files.ts';

const file = (name: string, text = 'x'): ProjectFiles['db'] => ({
  file: name,
  name,
  text,
  json: {},
});

function files(
  kind: ProjectFiles['source']['kind'],
  more: Partial<ProjectFiles> = {},
): ProjectFiles {
  return {
    contracts: [file('a.yaml#/1'), file('a.yaml#/2')],
    schemas: [file('a.yaml, schema s')],
    profile: null,
    db: { ...file('db.json', ''), json: { pets: [{ id: 1 }], toys: [] } },
    folders: ['.'],
    source: { kind, place: 'a.yaml', taken: [], notes: [] },
    ...more,
  };
}

function fault(
  name: string,
  at = '',
): { file: string; at: string; message: string; remedy: string } {
  return { file: name, at, message: 'is wrong', remedy: '' };
}

describe('withoutFaulty', () => {
  it('leaves out a contract, with a note', () => {
    const faulty = { ...file('a.yaml#/1'), json: { resource: 'pets', path: '/pets' } };
    const given = files('openapi', { contracts: [faulty, file('a.yaml#/2')] });
    const left = withoutFaulty(given, [fault('a.yaml#/1', '/item')]);
    expect(left?.contracts.map((one) => one.file)).toEqual(['a.yaml#/2']);
    const message = 'left out: at /item of its contract: is wrong';
    expect(left?.source.notes).toEqual([{ place: 'a.yaml#/1', message, leftOut: ['/pets'] }]);
  });

  it('leaves out rows of the document, but not those of a file', () => {
    const faults = [fault('db.json', '/pets/0')];
    expect(withoutFaulty(files('openapi'), faults)?.db.json).toEqual({ toys: [] });
    const written = files('openapi', { db: file('db.json') });
    expect(withoutFaulty(written, faults)).toBeNull();
  });

  it('lets a schema with a fault admit anything, once', () => {
    const faults = [fault('a.yaml, schema s')];
    const left = withoutFaulty(files('openapi'), faults);
    expect(left?.schemas).toMatchObject([{ json: {}, text: '{}' }]);
    expect(left?.source.notes).toMatchObject([{ leftOut: ['the schema a.yaml, schema s'] }]);
    expect(left === null ? null : withoutFaulty(left, faults)).toBeNull();
  });

  it('leaves nothing out of contract files and of rows', () => {
    expect(withoutFaulty(files('contracts'), [fault('a.yaml#/1')])).toBeNull();
    expect(withoutFaulty(files('rows'), [fault('a.yaml#/1')])).toBeNull();
  });

  it('leaves at least one contract', () => {
    expect(withoutFaulty(files('openapi'), [fault('a.yaml#/1'), fault('a.yaml#/2')])).toBeNull();
  });
});
