// The table of situations for one contract under a profile: for each operation every situation that
// a call can be in, what the contract specifies, what the profile chose, and the clause.

import type { ChoiceKey, Choose, Profile } from '../../contract/choices.ts';
import type { Contract, Outcome } from '../../contract/contract.ts';
import { type Kind, kinds, methods } from '../../contract/operation-kinds.ts';
import { situationsOf } from '../../contract/situation-order.ts';
import { type Situation, situationRow } from '../../contract/situations.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { By } from '../ruling/ruling.ts';

export interface Cell {
  readonly kind: Kind;
  readonly method: string;
  /** `/users` or `/users/<id>`. */
  readonly path: string;
  readonly situation: Situation;
  /** Why the situation cannot arise, `auth.scheme = none`; `null` if it can. */
  readonly ruledOut: string | null;
  /** What the contract specifies; `null` if nothing for this situation. */
  readonly shown: Outcome | null;
  readonly status: { readonly value: number; readonly by: By };
  readonly content: { readonly value: ContentName; readonly by: By };
  /** The clause that specifies it, or leaves it open. */
  readonly clause: string;
}

/** What a body contains, by name. */
export type ContentName = 'list' | 'record' | 'id' | 'wrapped' | Profile['error.shape'];

/** Returns the table of one contract under a profile. */
export function tableOf(contract: Contract, schemas: Schemas, choose: Choose): readonly Cell[] {
  const reader = new TableReader(contract, schemas, choose);
  return kinds
    .filter((kind) => contract.operations[kind] !== undefined)
    .flatMap((kind) => reader.row(kind));
}

/** Returns the statuses of a cell: an unknown, a malformed and a removed id each have their own. */
export function statusesOf(cell: Cell, choose: Choose): readonly number[] {
  const others = situationRow(cell.situation).otherStatuses ?? [];
  return [...new Set([cell.status.value, ...others.map((key) => choose(key))])];
}

/** Returns every status in the table of an operation. */
export function declaredStatuses(
  contract: Contract,
  kind: Kind,
  schemas: Schemas,
  choose: Choose,
): readonly number[] {
  const cells = tableOf(contract, schemas, choose).filter(
    (cell) => cell.kind === kind && cell.ruledOut === null,
  );
  return [...new Set(cells.flatMap((cell) => statusesOf(cell, choose)))];
}

/** A decision, and who made it. */
interface Decided<T> {
  readonly value: T;
  readonly by: By;
}

class TableReader {
  private readonly contract: Contract;
  private readonly schemas: Schemas;
  private readonly choose: Choose;

  constructor(contract: Contract, schemas: Schemas, choose: Choose) {
    this.contract = contract;
    this.schemas = schemas;
    this.choose = choose;
  }

  row(kind: Kind): readonly Cell[] {
    return situationsOf(kind, (key) => this.decide(key).value).map((situation) =>
      this.cell(kind, situation),
    );
  }

  private cell(kind: Kind, situation: Situation): Cell {
    const { method, on } = methods[kind];
    const shown = this.contract.operations[kind]?.outcomes[situation] ?? null;
    const statusKey =
      situation === 'ok' ? (`${kind}.status` as const) : (`${situation}.status` as const);
    const status: Decided<number> =
      shown?.status === undefined
        ? this.decide(statusKey)
        : { value: shown.status, by: 'contract' };
    const content = this.content(kind, situation, status, shown);
    return {
      kind,
      method,
      path: on === 'item' ? `${this.contract.path}/<${this.contract.id}>` : this.contract.path,
      situation,
      ruledOut:
        situationRow(situation).ruledOut?.({
          kind,
          choose: (key) => this.decide(key).value,
          isUnique: this.schemas.uniqueOf(this.contract.item).length > 0,
        }) ?? null,
      shown,
      status,
      content,
      clause: shown?.source ?? this.openClause(statusKey),
    };
  }

  private content(
    kind: Kind,
    situation: Situation,
    status: Decided<number>,
    shown: Outcome | null,
  ): Decided<ContentName> {
    if (shown?.body === null) return { value: 'none', by: 'contract' };
    if (situation !== 'ok') return this.decide('error.shape');
    if (status.value === 204) return { value: 'none', by: status.by };
    switch (kind) {
      case 'list':
        return { value: 'list', by: 'contract' };
      case 'read':
        return { value: 'record', by: 'contract' };
      default:
        return this.decide(`${kind}.body`);
    }
  }

  private decide<K extends ChoiceKey>(key: K): Decided<Profile[K]> {
    const shown = this.contract.shown[key] as Profile[K] | undefined;
    return shown === undefined
      ? { value: this.choose(key), by: key }
      : { value: shown, by: 'contract' };
  }

  private openClause(key: ChoiceKey): string {
    return this.contract.open.find((entry) => entry.choices.includes(key))?.clause ?? 'unspecified';
  }
}
