// A project of rows alone that admits what a client sends: the schemas were inferred from rows, and
// promise nothing of other ones. Sends nothing and reads no file.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { Schemas } from '../../schema/schema.ts';
import { widened } from '../../source/rows/widen-schema.ts';
import type { Project } from '../load/project.ts';
import type { Change } from '../save/change-log.ts';

/** Returns a project whose schemas of a resource admit a row, too; the same one if they do. */
export function projectAdmitting(project: Project, resource: string, row: JsonObject): Project {
  const contract = project.contracts.find((one) => one.resource === resource);
  if (project.files.source.kind !== 'rows' || contract === undefined) return project;
  const wider = new Map(
    namesOf(contract).flatMap((name) => {
      const schema = project.schemas.get(name);
      if (schema === undefined || !isObject(schema)) return [];
      const now = widened(schema, row);
      return now === schema ? [] : [[name, now] as const];
    }),
  );
  if (wider.size === 0) return project;
  const schemas = new Schemas(new Map([...project.schemas.all(), ...wider]));
  const files = project.files.schemas.map((file) => {
    const json: Json | undefined = wider.get(file.name);
    return json === undefined ? file : { ...file, json, text: JSON.stringify(json) };
  });
  return { ...project, schemas, files: { ...project.files, schemas: files } };
}

/** The same for the rows of all changes of a log. */
export function projectAdmittingAll(project: Project, changes: readonly Change[]): Project {
  const rows = changes.flatMap((change): readonly (readonly [string, JsonObject])[] => {
    if (change.kind === 'put') return [[change.resource, change.row]];
    if (change.kind === 'remove') return [];
    return Object.entries(change.rows).flatMap(([resource, all]) =>
      all.map((row) => [resource, row] as const),
    );
  });
  return rows.reduce((wider, [resource, row]) => projectAdmitting(wider, resource, row), project);
}

/** The schemas of an item, and of the bodies that write one. */
function namesOf({ item, operations }: Contract): readonly string[] {
  const bodies = (['create', 'replace', 'update'] as const).flatMap(
    (kind) => operations[kind]?.body ?? [],
  );
  return [...new Set([item, ...bodies])];
}
