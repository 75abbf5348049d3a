// The provider states that a pact may name: the values that each injects, and how to set it up.

import { type JsonObject, pick } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { itemMembers } from '../../contract/item-members.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Move } from '../move.ts';
import { performMove } from '../moves/perform-move.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { recordOf } from '../session/owned-item.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/** A state as an interaction names it. */
export interface GivenState {
  readonly name: string;
  /** Members of the item and their values. */
  readonly params: JsonObject;
}

/** `exists`: an item is created. `wanted`: only values for a creation are prepared. */
export type StateKind = 'exists' | 'wanted';

export interface KnownState {
  readonly name: string;
  readonly kind: StateKind;
  /** The names of the values that it injects. */
  readonly gives: readonly string[];
  /** The names of its parameters. */
  readonly takes: readonly string[];
}

/** Values that are a whole body with the members that the service accepts: for POST and for PUT. */
const CREATION = 'creation';
const REPLACEMENT = 'replacement';

/** Returns the states of a contract: `a user exists`, `a user can be created`. */
export function knownStates(contract: Contract, schemas: Schemas): readonly KnownState[] {
  const members = itemMembers(contract, schemas);
  const item = `${/^[aeio]/i.test(contract.item) ? 'an' : 'a'} ${contract.item}`;
  return [
    {
      name: `${item} exists`,
      kind: 'exists',
      gives: [contract.id, ...members, REPLACEMENT],
      takes: members,
    },
    {
      name: `${item} can be created`,
      kind: 'wanted',
      gives: [...members, CREATION],
      takes: members,
    },
  ];
}

/** Returns the state with a name; `null` if unknown. */
export function findState(known: readonly KnownState[], name: string): KnownState | null {
  return known.find((state) => state.name === name) ?? null;
}

/** Sets states up and returns the values to inject. If it fails, nothing may be sent. */
export async function prepare(
  stage: Scenario,
  make: ItemFactory,
  states: readonly GivenState[],
): Promise<MoveResult<JsonObject>> {
  const { service } = stage.session;
  const known = knownStates(service.contract, service.schemas);
  const values: JsonObject[] = [];
  for (const [index, { name, params }] of states.entries()) {
    const wanted = { ...make.plain(), ...params };
    if (findState(known, name)?.kind === 'exists') {
      const made = await makeItem(stage, make, `state ${index}`, wanted);
      if (made.kind !== 'done') return made;
      values.push(made.value);
    } else values.push({ ...wanted, [CREATION]: pick(wanted, service.traits.createMembers) });
  }
  return doneWith(Object.assign({}, ...values) as JsonObject);
}

async function makeItem(
  stage: Scenario,
  make: ItemFactory,
  label: string,
  wanted: JsonObject,
): Promise<MoveResult<JsonObject>> {
  const { service, items } = stage.session;
  const sent = pick(wanted, service.traits.createMembers);
  if (!JSON.stringify(sent).includes(items.token)) {
    return notExercised(
      'its parameters set every text, so that Standin cannot mark the item as its own',
    );
  }
  const move: Move = { kind: 'create', item: label, values: wanted, manner: 'plain' };
  const creation = await performMove(stage, move);
  if (creation.kind !== 'done') return creation;
  const found = stage.item(label);
  if (found.kind !== 'done') return found;
  const item = found.value;
  const changed = {
    ...recordOf(item, service.contract.id),
    ...make.plain(),
    ...service.fixedOf(item),
  };
  return doneWith({
    ...wanted,
    ...item.sent,
    [service.contract.id]: item.id,
    [REPLACEMENT]: replacementOf(service, changed),
  });
}

/** The members of a changed item that the service accepts in a PUT, as the probe found out. */
function replacementOf({ contract, traits }: ServiceKnowledge, changed: JsonObject): JsonObject {
  const members =
    traits.replaceId === 'sent' ? [contract.id, ...traits.replaceMembers] : traits.replaceMembers;
  return pick(changed, members);
}
