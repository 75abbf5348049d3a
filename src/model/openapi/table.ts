// The table of situations for one contract under a profile: for each operation every situation that
// a call can be in, what the contract specifies, what the profile chose, and the clause.

import type { ChoiceKey, Choose, Profile } from '../../contract/choices.ts';
import type { Action, Contract, Operation, Outcome } from '../../contract/contract.ts';
import { demandsCredentials, namedRefusal, specifiedStatus } from '../../contract/is-specified.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { situationsOf } from '../../contract/situation-order.ts';
import { type CallFacts, type Situation, situationRow } from '../../contract/situations.ts';
import type { Schemas } from '../../schema/schema.ts';
import { checkedParameters } from '../parameters/checked-parameters.ts';
import type { Ruled } from '../ruling/ruling.ts';

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
  readonly status: Ruled<number>;
  readonly content: Ruled<ContentName>;
  /** The clause that specifies it, or leaves it open. */
  readonly clause: string;
}

/** What a body contains, by name. */
export type ContentName = 'list' | 'record' | 'id' | 'wrapped' | Profile['error.shape'];

/** Returns the table of one contract under a profile. */
export function tableOf(contract: Contract, schemas: Schemas, choose: Choose): readonly Cell[] {
  const decide = decidingFor(contract, choose);
  const isUnique = schemas.uniqueOf(contract.item).length > 0;
  const facts = { choose: ((key) => decide(key).value) as Choose, isUnique };
  return kinds
    .filter((kind) => contract.operations[kind] !== undefined)
    .flatMap((kind) =>
      situationsOf(kind, facts.choose).map((situation) =>
        cellOf(
          contract,
          decide,
          { ...facts, kind, ...operationFacts(contract.operations[kind]) },
          situation,
        ),
      ),
    );
}

/** A row of an operation that is none of the six kinds. */
export type ActionCell = Omit<Cell, 'kind'>;

/**
 * Returns how an operation that is none of the six kinds refuses credentials, if it declares some and
 * does not say it.
 */
export function accessCellsOf(
  contract: Contract,
  action: Action,
  choose: Choose,
): readonly ActionCell[] {
  if ((action.security ?? []).length === 0) return [];
  const decide = decidingFor(contract, choose);
  const chosen = ((key) => decide(key).value) as Choose;
  // It is looked up as a read: refusals of credentials are the same for all kinds.
  const facts = {
    choose: chosen,
    isUnique: false,
    kind: 'read',
    ...securityFacts(action),
  } as const;
  return (['unauthorized', 'forbidden'] as const)
    .filter((one) => action.outcomes[one] === undefined)
    .filter((one) => one === 'unauthorized' || facts.isScoped === true)
    .map((situation) => {
      const { kind: _, ...cell } = cellOf(contract, decide, facts, situation, action);
      return cell;
    });
}

function decidingFor(contract: Contract, choose: Choose): DecideOne {
  return (key) => {
    const value = contract.shown[key] as Profile[typeof key] | undefined;
    return value === undefined ? { value: choose(key), by: key } : { value, by: 'contract' };
  };
}

function operationFacts(operation: Operation | undefined): Partial<CallFacts> {
  const hasParameters = operation !== undefined && checkedParameters(operation).length > 0;
  return { ...securityFacts(operation), hasParameters };
}

/** What a contract says about credentials: with the refusal it says that they are required. */
function securityFacts(operation: Operation | undefined): Pick<CallFacts, 'security' | 'isScoped'> {
  const { security } = operation ?? {};
  if (operation === undefined || security === undefined) return {};
  if (security.length === 0) return { security: 'public' };
  const isScoped = security.some(({ scopes = [] }) => scopes.length > 0);
  return { ...(demandsCredentials(operation) ? { security: 'required' } : {}), isScoped };
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

/** Returns the option of a choice for one contract, and who decided it. */
type DecideOne = <K extends ChoiceKey>(key: K) => Ruled<Profile[K]>;

function cellOf(
  contract: Contract,
  decide: DecideOne,
  facts: CallFacts,
  situation: Situation,
  action: Action | null = null,
): Cell {
  const { kind } = facts;
  const { method, path } = action ?? placeOf(contract, kind);
  const operation = action ?? contract.operations[kind];
  const statusKey =
    situation === 'ok' ? (`${kind}.status` as const) : (`${situation}.status` as const);
  const named =
    situation === 'ok' ? undefined : namedRefusal(operation, situation, decide(statusKey).value);
  const shown = operation?.outcomes[situation] ?? named ?? null;
  const chosen = decide(statusKey);
  const specified = specifiedStatus(shown ?? undefined, chosen.value);
  const status: Ruled<number> =
    specified === undefined ? chosen : { value: specified, by: 'contract' };
  const content = (): Ruled<ContentName> => {
    if (shown?.body === null) return { value: 'none', by: 'contract' };
    if (situation !== 'ok') return decide('error.shape');
    if (status.value === 204) return { value: 'none', by: status.by };
    if (kind === 'list') return { value: 'list', by: 'contract' };
    if (operation?.file !== undefined && kind !== 'read') return { value: 'none', by: 'contract' };
    return kind === 'read' ? { value: 'record', by: 'contract' } : decide(`${kind}.body`);
  };
  const openClause = contract.open.find((entry) => entry.choices.includes(statusKey))?.clause;
  return {
    kind,
    method,
    path,
    situation,
    ruledOut: situationRow(situation).ruledOut?.(facts) ?? null,
    shown,
    status,
    content: content(),
    clause: shown?.source ?? openClause ?? 'unspecified',
  };
}

function placeOf(contract: Contract, kind: Kind): Pick<Cell, 'method' | 'path'> {
  const { method } = wayOf(contract, kind);
  return { method, path: pathOf(contract, kind, `<${contract.id}>`) };
}
