// The contracts of an OpenAPI document.

import { isObject, type Json, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { SourceContracts, TakenOperation } from '../source-contracts.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Reads a document. So far every operation is unanswered. */
export function readOpenApi(document: Json, _options: { readonly name: string }): SourceContracts {
  const paths = isObject(document) ? own(document, 'paths') : undefined;
  const taken = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    METHODS.filter((method) => isObject(item) && Object.hasOwn(item, method)).map(
      (method): TakenOperation => ({
        method: method.toUpperCase(),
        path,
        at: toPointer(['paths', path, method]),
        as: 'unanswered',
        resource: null,
        rows: null,
        envelope: null,
        id: null,
        made: [],
        why: 'operations are not read yet',
      }),
    ),
  );
  return { contracts: [], schemas: new Map(), rows: null, taken, notes: [] };
}
