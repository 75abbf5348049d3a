// The provider states that a pact may name: what each gives to be injected, and how it is brought
// about through the interface alone.

import { type JsonObject, objectOf, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { itemMembers } from '../../contract/item-members.ts';
import type { Schemas } from '../../schema/schema.ts';
import { performMove } from '../moves/perform-move.ts';
import { NotExercised, type Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { recordOf } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** A state as an interaction names it. */
export interface GivenState {
  readonly name: string;
  /** Members of the item, with the values that it shall have. */
  readonly params: JsonObject;
}

/**
 * `exists`: an item is made. `wanted`: nothing is done, but there are values for one that can be
 * made.
 */
export type StateKind = 'exists' | 'wanted';

export interface KnownState {
  readonly name: string;
  readonly kind: StateKind;
  /** The names of the values that it gives. */
  readonly gives: readonly string[];
  /** The names that its parameters may have. */
  readonly takes: readonly string[];
}

/**
 * Values that are a whole body, of the members that the service takes: for POST, and for PUT with
 * every member changed.
 */
const CREATION = 'creation';
const REPLACEMENT = 'replacement';

/** Gives the states that pacts on a contract may name: `a user exists`, `a user can be created`. */
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

/** Finds the state of a name; `null` where it is not known. */
export function findState(known: readonly KnownState[], name: string): KnownState | null {
  return known.find((state) => state.name === name) ?? null;
}

/**
 * Brings states about and gives the values to be injected. Throws `Broken` or `NotExercised` where
 * the service does not let it, and then nothing may be sent.
 */
export async function prepare(
  stage: Scenario,
  make: ItemFactory,
  states: readonly GivenState[],
): Promise<JsonObject> {
  const { session } = stage;
  const known = knownStates(session.contract, session.schemas);
  const values: JsonObject[] = [];
  for (const [index, { name, params }] of states.entries()) {
    const wanted = { ...make.plain(), ...params };
    if (findState(known, name)?.kind === 'exists')
      values.push(await makeItem(stage, make, `state ${index}`, wanted));
    else values.push({ ...wanted, [CREATION]: pick(wanted, session.traits.createMembers) });
  }
  return Object.assign({}, ...values) as JsonObject;
}

async function makeItem(
  stage: Scenario,
  make: ItemFactory,
  label: string,
  wanted: JsonObject,
): Promise<JsonObject> {
  const { session } = stage;
  const sent = pick(wanted, session.traits.createMembers);
  if (!JSON.stringify(sent).includes(session.token)) {
    throw new NotExercised(
      'its parameters leave no text to Standin that would tell the item from those of others',
    );
  }
  await performMove(stage, { kind: 'create', item: label, values: wanted, manner: 'plain' });
  const item = stage.item(label);
  const changed = {
    ...recordOf(item, session.contract.id),
    ...make.plain(),
    ...session.fixedOf(item),
  };
  return {
    ...wanted,
    ...item.sent,
    [session.contract.id]: item.id,
    [REPLACEMENT]: replacementOf(session, changed),
  };
}

/** What of a changed item the service takes in a PUT, as the probe found out. */
function replacementOf({ contract, traits }: Session, changed: JsonObject): JsonObject {
  const members =
    traits.replaceId === 'sent' ? [contract.id, ...traits.replaceMembers] : traits.replaceMembers;
  return pick(changed, members);
}

function pick(values: JsonObject, members: readonly string[]): JsonObject {
  return objectOf(
    members.flatMap((member) => {
      const value = own(values, member);
      return value === undefined ? [] : [[member, value] as const];
    }),
  );
}
