// Recorded interactions as seed rows: the last known state of each item. Uses what the contract
// says of success, and assumes nothing about what else a service stores.

import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import type { Contract, Envelope } from '../../contract/contract.ts';
import { unwrap } from '../../contract/envelope.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Field, Recorded } from '../interaction/recorded.ts';
import { jsonOf } from './pact.ts';

export interface RowsOptions {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly checker: Checker;
}

export interface RowsExport {
  /** The content of a seed file: the rows of each resource in order of appearance. */
  readonly document: Readonly<Record<string, readonly JsonObject[]>>;
  readonly count: number;
  /** Items that cannot be rows, and successful interactions without one. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly resource: string;
  /** The item, or the interaction: `7`, `interaction 12`. */
  readonly what: string;
  readonly why: string;
}

/** Returns the rows that interactions, oldest first, show. Rows that do not fit are named. */
export async function toRows(
  recorded: Iterable<Recorded> | AsyncIterable<Recorded>,
  { contracts, schemas, checker }: RowsOptions,
): Promise<RowsExport> {
  const tables = new Map(
    contracts.map((contract) => [contract.resource, new Table(contract, schemas)]),
  );
  for await (const one of recorded) tables.get(one.resource ?? '')?.take(one);
  const leftOut: LeftOut[] = [];
  const document = contracts.map(({ resource, item }): readonly [string, readonly JsonObject[]] => {
    const table = tables.get(resource);
    leftOut.push(...(table?.untold ?? []));
    const rows = [...(table?.rows ?? [])].flatMap(([key, row]) => {
      const [flaw] = checker.check(item, row);
      if (flaw === undefined) return [row];
      leftOut.push({
        resource,
        what: key,
        why: `${flaw.at === '' ? 'it' : flaw.at} ${flaw.message}`,
      });
      return [];
    });
    return [resource, rows];
  });
  const count = document.reduce((sum, [, rows]) => sum + rows.length, 0);
  return { document: Object.fromEntries(document), count, leftOut };
}

/** The last known items of one resource. */
class Table {
  readonly rows = new Map<string, JsonObject>();
  readonly untold: LeftOut[] = [];
  private readonly contract: Contract;
  private readonly isNumeric: boolean;

  constructor(contract: Contract, schemas: Schemas) {
    this.contract = contract;
    const types = schemas.typesOf(contract.item, contract.id);
    this.isNumeric = types.includes('number') || types.includes('integer');
  }

  take(recorded: Recorded): void {
    const { operation, reply, request, original } = recorded;
    // Replies altered on purpose do not show the rows.
    if (reply === null || operation === null || original !== null) return;
    const key = keyIn(request.path);
    const isSuccess = reply.status >= 200 && reply.status < 300;
    if (!isSuccess) {
      if (operation === 'read' && (reply.status === 404 || reply.status === 410))
        this.rows.delete(key);
      return;
    }
    const answered = insideOf(this.contract.operations[operation]?.envelope, jsonOf(reply.body));
    switch (operation) {
      case 'list':
        this.takeList(recorded, answered);
        break;
      case 'create':
        this.takeCreation(recorded, answered);
        break;
      case 'read':
        if (isObject(answered)) this.put(key, answered);
        else this.note(recorded, 'its answer contains no item');
        break;
      case 'replace':
      case 'update':
        this.takeChange(recorded, answered);
        break;
      case 'remove':
        this.rows.delete(key);
    }
  }

  /** Elements of a list may have fewer members than items, so known members stay. */
  private takeList(recorded: Recorded, answered: Json | undefined): void {
    if (!Array.isArray(answered)) {
      this.note(recorded, 'its answer contains no complete list');
      return;
    }
    for (const element of answered as readonly Json[]) {
      const key = isObject(element) ? this.keyOf(element) : null;
      if (isObject(element) && key !== null) this.put(key, { ...this.rows.get(key), ...element });
    }
  }

  private takeCreation(recorded: Recorded, answered: Json | undefined): void {
    const sent = this.sentIn(recorded, 'create');
    const answer = itemIn(answered);
    const key =
      (answer === null ? null : this.keyOf(answer)) ??
      keyInLocation(recorded.reply?.headers ?? [], this.contract.path);
    if (key === null) this.note(recorded, 'its answer does not contain the id of the created item');
    else this.put(key, { ...(isObject(sent) ? sent : {}), ...answer });
  }

  private takeChange(recorded: Recorded, answered: Json | undefined): void {
    const key = keyIn(recorded.request.path);
    const answer = itemIn(answered);
    const sent = this.sentIn(recorded, recorded.operation === 'update' ? 'update' : 'replace');
    const type = recorded.request.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    const known = this.rows.get(key) ?? {};
    if (answer !== null && this.keyOf(answer) === key) this.put(key, answer);
    else if (!isObject(sent) || /json-patch/i.test(type))
      this.note(recorded, 'its answer does not show the resulting item');
    else
      this.put(key, recorded.operation === 'update' ? merged(known, sent) : { ...known, ...sent });
  }

  private sentIn({ request }: Recorded, kind: Kind): Json | undefined {
    const sent = jsonOf(request.body);
    const inside = insideOf(this.contract.operations[kind]?.bodyEnvelope, sent);
    // A JSON Patch has no envelope.
    return Array.isArray(sent) ? sent : inside;
  }

  /** The id comes first, in the type of the schema. */
  private put(key: string, row: JsonObject): void {
    const { id } = this.contract;
    const found = own(row, id);
    const value = found !== undefined && String(found) === key ? found : this.idOf(key);
    const members = Object.entries(row).filter(([member]) => member !== id);
    this.rows.set(key, objectOf([[id, value], ...members]));
  }

  private idOf(key: string): Json {
    return this.isNumeric && /^-?\d{1,15}$/.test(key) ? Number(key) : key;
  }

  private keyOf(item: JsonObject): string | null {
    const id = own(item, this.contract.id);
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  }

  private note({ seq }: Recorded, why: string): void {
    this.untold.push({ resource: this.contract.resource, what: `interaction ${seq}`, why });
  }
}

function insideOf(envelope: Envelope | undefined, whole: Json | undefined): Json | undefined {
  return envelope === undefined || whole === undefined ? whole : unwrap(whole, envelope);
}

/** The item of a reply: the whole body, or its `data`. */
function itemIn(answered: Json | undefined): JsonObject | null {
  if (!isObject(answered)) return null;
  const data = own(answered, 'data');
  return isObject(data) && Object.keys(answered).length === 1 ? data : answered;
}

/** A merge patch (RFC 7396). */
function merged(target: JsonObject, patch: JsonObject): JsonObject {
  return Object.entries(patch).reduce((result, [key, value]) => {
    if (value === null) return objectOf(Object.entries(result).filter(([one]) => one !== key));
    const before = own(result, key);
    return withMember(
      result,
      key,
      isObject(value) ? merged(isObject(before) ? before : {}, value) : value,
    );
  }, target);
}

function keyInLocation(headers: readonly Field[], path: string): string | null {
  const location = headers.find(([name]) => name === 'location')?.[1] ?? '';
  const [bare = ''] = location.split(/[?#]/);
  const key = keyIn(bare);
  return bare.includes(`${path}/`) && key !== '' ? key : null;
}

function keyIn(path: string): string {
  return percentDecode(path.slice(path.lastIndexOf('/') + 1));
}
