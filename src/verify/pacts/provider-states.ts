// The provider states that Standin sets up itself: the values that each injects, and how.

import { type JsonObject, pick } from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import type { Contract } from '../../contract/contract.ts';
import { itemMembers } from '../../contract/item-members.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Move } from '../move.ts';
import { performMove } from '../moves/perform-move.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
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
  const [noun = contract.item] = nounsOf(contract);
  const item = `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
  // The id of a pact is an example: the service gives out another one.
  const takes = [contract.id, ...members];
  return [
    {
      name: `${item} exists`,
      kind: 'exists',
      gives: [contract.id, ...members, REPLACEMENT],
      takes,
    },
    { name: `${item} can be created`, kind: 'wanted', gives: [...members, CREATION], takes },
  ];
}

/** What the items of a contract are called, by its resource and by the title of their schema. */
function nounsOf({ resource, item }: Contract): readonly string[] {
  const words = singularOf(resource).replaceAll(/[-_]+/g, ' ');
  return [...new Set([words, item])];
}

/** Returns the state with a name, whatever the article and the case; `null` if it is unknown. */
export function findState(contract: Contract, schemas: Schemas, name: string): KnownState | null {
  const [, noun = '', what = ''] =
    /^(?:an?|the|one)\s+(.+?)\s+(exists|can be created)$/i.exec(name.trim()) ?? [];
  const isNamed = nounsOf(contract).some((one) => one.toLowerCase() === noun.toLowerCase());
  const kind = what.toLowerCase() === 'exists' ? 'exists' : 'wanted';
  if (!isNamed) return null;
  return knownStates(contract, schemas).find((one) => one.kind === kind) ?? null;
}

/** What the states of an interaction were set up with. */
export interface SetUpStates {
  /** The values to inject. */
  readonly values: JsonObject;
  /** The item of the only state that something exists; `null` without, or with several. */
  readonly item: OwnedItem | null;
}

/** Sets states up and returns the values to inject. If it fails, nothing may be sent. */
export async function prepare(
  stage: Scenario,
  make: ItemFactory,
  states: readonly GivenState[],
): Promise<MoveResult<SetUpStates>> {
  const { contract, schemas, traits } = stage.session.service;
  const values: JsonObject[] = [];
  const items: OwnedItem[] = [];
  for (const [index, { name, params }] of states.entries()) {
    const { [contract.id]: _example, ...members } = params;
    const wanted = { ...make.plain(), ...members };
    if (findState(contract, schemas, name)?.kind === 'exists') {
      const made = await makeItem(stage, make, `state ${index}`, wanted);
      if (made.kind !== 'done') return made;
      values.push(made.value.values);
      items.push(made.value.item);
    } else values.push({ ...wanted, [CREATION]: pick(wanted, traits.createMembers) });
  }
  const [item = null, ...others] = items;
  return doneWith({
    values: Object.assign({}, ...values) as JsonObject,
    item: others.length === 0 ? item : null,
  });
}

interface MadeItem {
  readonly values: JsonObject;
  readonly item: OwnedItem;
}

async function makeItem(
  stage: Scenario,
  make: ItemFactory,
  label: string,
  wanted: JsonObject,
): Promise<MoveResult<MadeItem>> {
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
  const values = {
    ...wanted,
    ...item.sent,
    [service.contract.id]: item.id,
    [REPLACEMENT]: replacementOf(service, changed),
  };
  return doneWith({ values, item });
}

/** The members of a changed item that the service accepts in a PUT, as the probe found out. */
function replacementOf({ contract, traits }: ServiceKnowledge, changed: JsonObject): JsonObject {
  const members =
    traits.replaceId === 'sent' ? [contract.id, ...traits.replaceMembers] : traits.replaceMembers;
  return pick(changed, members);
}
