// The rows of the mock, for the page: a table, and rows to add, change and remove by hand. Rows
// must fit the schemas, as for clients. Other rules of the operations do not apply: the user of the
// page owns the mock.

import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import type { Contract } from '../contract/contract.ts';
import { referredContract } from '../contract/relations/references.ts';
import { ownersOf, rowsKey } from '../contract/rows.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import { type Draw, idTypeOf, readKey, toKey } from '../model/ids/ids.ts';
import { assignId, noIdFor } from '../model/rules/assign-id.ts';
import { flawsOfRow, type RowFlaw } from '../model/rules/validate-body.ts';
import type { Effect } from '../model/ruling/ruling.ts';
import { type State, StoredRecord } from '../model/state/state.ts';
import type { Checker } from '../schema/check.ts';
import type { DataBackend } from './backend.ts';
import { readJson } from './request/read-body.ts';
import { done, json, missing, noMock, problem, unkept } from './request/reply.ts';
import type { DataPage } from './wire.ts';

/** Maximum number of rows of one page. */
export const PAGE_ROWS_MAX = 500;
const PAGE_ROWS = 50;
/** Maximum number of rows that a search for a text reads. */
const LOOKED_THROUGH_MAX = 100_000;

/** Answers api/data. */
export async function answerData(
  call: InternalCall,
  steps: readonly string[],
  backend: DataBackend | null,
): Promise<InternalReply> {
  if (backend === null) return noMock('rows');
  const [resource, key, ...more] = steps;
  const owners = ownersOf(backend.rules().contracts);
  const contract = owners.find((one) => one.resource === resource);
  if (contract === undefined || more.length > 0) {
    const names = owners.map((one) => one.resource);
    return missing('resource', `The resources are ${names.join(', ')}.`);
  }
  if (key === undefined) {
    if (call.method === 'POST') return add(call, contract, backend);
    if (call.method === 'GET' || call.method === 'HEAD') return page(call, contract, backend);
    const remedy = `${call.method} works on one row: api/data/${resource}/<id>.`;
    return problem(405, 'Name a row', remedy);
  }
  const record = backend.state().collection(contract.resource).find(key);
  if (record === undefined) return noRow(contract, key);
  switch (call.method) {
    case 'PUT':
      return replace(call, contract, key, backend);
    case 'DELETE':
      return change(backend, (state) => {
        const { resource } = contract;
        if (state.collection(resource).find(key) === undefined) return noRow(contract, key);
        return [{ kind: 'remove', resource, key, memory: 'remember' }, done()];
      });
    case 'POST':
      return problem(
        405,
        'Rows can only be added to the table',
        `POST to api/data/${contract.resource}.`,
      );
    default:
      return json(record.value);
  }
}

function page(call: InternalCall, contract: Contract, backend: DataBackend): InternalReply {
  const parameters = new URLSearchParams(call.query);
  const offset = Number(parameters.get('offset') ?? 0);
  const limit = Number(parameters.get('limit') ?? PAGE_ROWS);
  const isWhole = Number.isInteger(offset) && Number.isInteger(limit);
  if (!isWhole || offset < 0 || limit < 1 || limit > PAGE_ROWS_MAX) {
    const remedy = `offset must be 0 or more, limit from 1 to ${PAGE_ROWS_MAX}.`;
    return problem(400, 'The page cannot be returned', remedy);
  }
  const collection = backend.state().collection(contract.resource);
  const wanted = (parameters.get('find') ?? '').toLowerCase();
  const rows: JsonObject[] = [];
  let total = collection.size;
  const key = parameters.get('id');
  if (key !== null) {
    const row = collection.find(key);
    total = row === undefined ? 0 : 1;
    if (row !== undefined) rows.push(row.value);
  } else if (wanted === '')
    collection.visit({ offset, count: limit, order: 'oldest-first' }, (record) =>
      rows.push(record.value),
    );
  else {
    total = 0;
    collection.visit({ offset: 0, count: LOOKED_THROUGH_MAX, order: 'oldest-first' }, (record) => {
      if (!record.textOnce().toLowerCase().includes(wanted)) return;
      if (total >= offset && rows.length < limit) rows.push(record.value);
      total++;
    });
  }
  const named = backend.rules().schemas.membersOf(contract.item).keys();
  const fields = [...new Set([contract.id, ...named, ...rows.flatMap((row) => Object.keys(row))])];
  const { resource, id } = contract;
  const references = referencesOf(contract, backend.rules().contracts);
  return json({ resource, id, total, offset, fields, references, rows } satisfies DataPage);
}

/** The members of rows that refer to others, also by a contract that shares the rows. */
function referencesOf(contract: Contract, contracts: readonly Contract[]): DataPage['references'] {
  const sharing = contracts.filter((one) => rowsKey(one) === rowsKey(contract));
  const tables = new Map(
    sharing.flatMap(({ references = [] }) =>
      references.flatMap((reference): (readonly [string, string])[] => {
        const to = referredContract(reference, contracts);
        return to === undefined ? [] : [[reference.member, rowsKey(to)]];
      }),
    ),
  );
  return [...tables].map(([member, table]) => ({ member, table }));
}

async function add(
  call: InternalCall,
  contract: Contract,
  backend: DataBackend,
): Promise<InternalReply> {
  const value = readJson(call.body);
  if (!isObject(value)) return NOT_A_ROW;
  const checker = await backend.checker();
  return change(backend, (state) => addTo(state, value, contract, { backend, checker }));
}

function addTo(
  state: State,
  value: JsonObject,
  contract: Contract,
  { backend, checker }: { readonly backend: DataBackend; readonly checker: Checker },
): Decided {
  const { schemas, profile } = backend.rules();
  const collection = state.collection(contract.resource);
  const type = idTypeOf(contract, schemas);
  const draw: Draw = { ...backend.draw, traffic: () => ({ calls: 0, secondsLeft: 60 }) };
  const book = { schemas, checker, state, draw };
  const id: Json | null =
    own(value, contract.id) ??
    assignId(book, contract, (choice) => contract.shown[choice] ?? profile[choice]);
  if (id === null)
    return problem(409, 'No id is left for a new row', noIdFor(book, contract).detail);
  if (readKey(toKey(id), type) !== id)
    return unfit([
      { pointer: `/${contract.id}`, detail: `is not an id: ids have the type ${type}` },
    ]);
  if (collection.find(toKey(id)) !== undefined)
    return problem(409, 'The id is taken', `There is a row with the id ${toKey(id)}.`);
  const row = { [contract.id]: id, ...value, [contract.id]: id };
  const flaws = flawsOfRow({ checker, schemas }, contract, row);
  if (flaws.length > 0) return unfit(flaws);
  const record = new StoredRecord(toKey(id), row);
  return [{ kind: 'put', resource: contract.resource, record }, json(row, 201)];
}

async function replace(
  call: InternalCall,
  contract: Contract,
  key: string,
  backend: DataBackend,
): Promise<InternalReply> {
  const value = readJson(call.body);
  if (!isObject(value)) return NOT_A_ROW;
  if (toKey(own(value, contract.id) ?? null) !== key) {
    const detail = `must stay ${key}; to change it, remove the row and add another one`;
    return unfit([{ pointer: `/${contract.id}`, detail }]);
  }
  const checker = await backend.checker();
  return change(backend, (state) => {
    if (state.collection(contract.resource).find(key) === undefined) return noRow(contract, key);
    const { schemas } = backend.rules();
    const flaws = flawsOfRow({ checker, schemas }, contract, value);
    if (flaws.length > 0) return unfit(flaws);
    const record = new StoredRecord(key, value);
    return [{ kind: 'put', resource: contract.resource, record }, json(value)];
  });
}

/** A refusal, or a change with the reply to it. */
type Decided = InternalReply | readonly [change: Effect, reply: InternalReply];

/** Makes the change that is decided on the rows as they are, unless it cannot be kept. */
async function change(
  backend: DataBackend,
  decide: (state: State) => Decided,
): Promise<InternalReply> {
  let reply: InternalReply | null = null;
  const trouble = await backend.change((state) => {
    const decided = decide(state);
    const isRefused = !Array.isArray(decided);
    reply = isRefused ? (decided as InternalReply) : (decided[1] as InternalReply);
    return isRefused ? null : (decided[0] as Effect);
  });
  return trouble === null && reply !== null ? reply : unkept(trouble ?? '');
}

function noRow(contract: Contract, key: string): InternalReply {
  return missing('row', `No row has the ${contract.id} ${JSON.stringify(key)}.`);
}

const NOT_A_ROW = problem(422, 'This is not a row', 'A row is a JSON object.');

function unfit(errors: readonly Pick<RowFlaw, 'pointer' | 'detail'>[]): InternalReply {
  const told = errors.map(({ pointer, detail }) => `${pointer || 'it'} ${detail}`).join('; ');
  return problem(422, 'The row does not fit', told, {
    errors: errors.map(({ pointer, detail }) => ({ pointer, detail })),
  });
}
