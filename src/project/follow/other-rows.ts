// What a client sends to a project of rows alone that no row has had: a member of another type. Then
// the schemas, which were inferred, must admit it.

import { isObject, type JsonObject } from '../../base/json.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';
import { createRouter, type Router } from '../../contract/route.ts';
import { ownersOf } from '../../contract/rows.ts';
import type { Call } from '../../model/message/call.ts';
import { pathInWorld } from '../../model/message/find-world.ts';
import type { State } from '../../model/state/state.ts';
import { withoutMembers } from '../../schema/unknown-members.ts';
import { findOtherType } from '../../source/rows/other-type.ts';
import type { Project } from '../load/project.ts';
import { withoutMadeKey } from '../save/seed-state.ts';

/** A row that the inferred schemas do not admit. */
export interface OtherRow {
  readonly resource: string;
  readonly row: JsonObject;
  /** The first member of another type. */
  readonly at: Pointer;
}

const WRITES = new Set(['POST', 'PUT', 'PATCH']);

/** Returns what is new in a call; `null` for all calls to a project that is not of rows alone. */
export function findOtherRow(project: Project, basePath: string, call: Call): OtherRow | null {
  if (project.files.source.kind !== 'rows' || !WRITES.has(call.method)) return null;
  const { body } = call;
  if (body.kind !== 'json' || !isObject(body.value)) return null;
  const route = routerOf(project, basePath).find(pathInWorld(call.path).replace(/(?<=.)\/$/, ''));
  if (route === null || route.kind === 'root') return null;
  const { contract } = route;
  const schema = project.schemas.get(contract.item);
  // An id is of the type that the ids of all rows have.
  const row = withoutMembers(body.value, [{ steps: [contract.id], near: null }]);
  const steps = isObject(schema) ? findOtherType(schema, row) : null;
  return steps === null ? null : { resource: contract.resource, row, at: toPointer(steps) };
}

/** Returns all rows of a state by resource, and one more. */
export function rowsWith(
  state: State,
  { contracts }: Project,
  more: OtherRow | null,
): ReadonlyMap<string, readonly JsonObject[]> {
  return new Map(
    ownersOf(contracts).map((contract) => {
      const records = state.collection(contract.resource).records();
      const rows = records.map((record) => withoutMadeKey(contract, record.value));
      return [contract.resource, more?.resource === contract.resource ? [...rows, more.row] : rows];
    }),
  );
}

const routers = new WeakMap<Project, Router>();

function routerOf(project: Project, basePath: string): Router {
  let router = routers.get(project);
  if (router === undefined) {
    router = createRouter(project.contracts, basePath);
    routers.set(project, router);
  }
  return router;
}
