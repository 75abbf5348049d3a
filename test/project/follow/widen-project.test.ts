// A project of rows alone after a process was killed: it admits the rows in the log.

import { describe, expect, it } from 'vitest';
import { projectAdmittingAll } from '../../../src/project/follow/widen-project.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

describe('projectAdmittingAll', () => {
  it('admits each row that a log has, and nothing that it has not', async () => {
    folder.write('db.json', { keys: [{ id: 1, bits: 5, of: { a: 'x' } }], lock: { open: true } });
    const project = await loadProject({ contract: 'db.json', db: 'db.json', profile: 'standin' });
    const put = { id: 1, bits: 'many', of: { a: 7 } };
    const wider = projectAdmittingAll(project, [
      { kind: 'put', resource: 'keys', row: put },
      { kind: 'remove', resource: 'keys', key: '9' },
      { kind: 'all', rows: { lock: [{ open: null }] } },
    ]);
    const item = project.contracts[0]?.item ?? '';
    expect(createChecker(project.schemas).check(item, put)).not.toEqual([]);
    const checker = createChecker(wider.schemas);
    expect(checker.check(item, put)).toEqual([]);
    expect(checker.check(project.contracts[1]?.item ?? '', { open: null })).toEqual([]);
    expect(checker.check(item, { ...put, bits: true })).not.toEqual([]);
    expect(projectAdmittingAll(project, [])).toBe(project);
  });
});
