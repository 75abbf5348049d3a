// The rows of a resource as routes of a program use them: each change is a call that the contract
// answers, so it keeps all its rules.

import { jsonText, withDoubles } from '../base/exact-numbers.ts';
import { isObject, type Json, type JsonObject, own, pick } from '../base/json.ts';
import type { Contract } from '../contract/contract.ts';
import { requestMembers } from '../contract/item-members.ts';
import { bindPath } from '../contract/nested-path.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { CodeRows } from '../http/fetch/code-routes.ts';
import { type Call, noBody, type Reply, readBody } from '../model/message/call.ts';
import { wireCall } from '../model/message/usual-call.ts';
import { rowsOf } from '../model/state/rows-of.ts';
import type { State } from '../model/state/state.ts';
import type { Schemas } from '../schema/schema.ts';

interface CodeRowsOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly basePath: string;
  readonly state: () => State;
  readonly parents: Readonly<Record<string, string | number>>;
  /** The header fields of the request, with its credentials and its world. */
  readonly headers: Call['headers'];
  readonly answer: (call: Call) => Reply;
}

/** Returns the rows of a resource. */
export function codeRows(options: CodeRowsOptions): CodeRows {
  const values = new Map(
    Object.entries(options.parents).map(([name, value]) => [name, String(value)]),
  );
  const contract = bindPath(options.contract, values);
  const collection = () => rowsOf(options.state(), contract);
  const rowOf = (id: string | number) => collection().find(String(id))?.value;
  const find = (id: string | number) => {
    const row = rowOf(id);
    return row === undefined ? undefined : forCode(row);
  };
  const ask = (kind: Kind, id: string | number | null, sent: JsonObject | null): void => {
    const { operations, path, resource } = contract;
    if (operations[kind] === undefined)
      throw new Error(`the contract of ${resource} has no ${kind}`);
    const usual: Call = {
      method: METHODS[kind],
      path: id === null ? path : `${path}/${encodeURIComponent(String(id))}`,
      query: '',
      headers: { ...options.headers, 'content-type': 'application/json' },
      body: sent === null ? noBody : readBody(jsonText(sent), 'kept'),
    };
    const wire = wireCall(contract, kind, usual);
    const reply = options.answer({ ...wire, path: options.basePath + wire.path });
    if (reply.status >= 300)
      throw new Error(
        `${kind} of ${resource} was refused with ${reply.status}: ${reasonOf(reply)}`,
      );
  };
  return {
    list: () => [...collection().records()].map(({ value }) => forCode(value)),
    find,
    add(sent) {
      const before = new Set([...collection().records()].map(({ key }) => key));
      ask('create', null, sent);
      const made = [...collection().records()].findLast(({ key }) => !before.has(key));
      if (made === undefined) throw new Error(`create of ${contract.resource} made no row`);
      return forCode(made.value);
    },
    change(id, sent) {
      const old = rowOf(id);
      if (contract.operations.update !== undefined) ask('update', id, sent);
      else {
        const members = [...requestMembers(contract, options.schemas, 'replace')];
        ask('replace', id, { ...pick(old ?? {}, members), ...sent });
      }
      return find(id) ?? {};
    },
    remove: (id) => ask('remove', id, null),
  };
}

/** Code reads numbers as JavaScript does, and can write what it reads with JSON.stringify. */
function forCode(row: JsonObject): JsonObject {
  return withDoubles(row) as JsonObject;
}

const METHODS: Readonly<Record<Kind, string>> = {
  list: 'GET',
  create: 'POST',
  read: 'GET',
  replace: 'PUT',
  update: 'PATCH',
  remove: 'DELETE',
};

function reasonOf({ body }: Reply): string {
  if (body.kind !== 'text') return 'no reason was given';
  const read = readBody(body.text);
  const value: Json = read.kind === 'json' ? read.value : body.text;
  const detail = isObject(value) ? own(value, 'detail') : undefined;
  const errors = isObject(value) ? own(value, 'errors') : undefined;
  return `${typeof detail === 'string' ? detail : body.text}${errors === undefined ? '' : ` ${JSON.stringify(errors)}`}`;
}
