// Finds the members within others that a service shows only if nothing else is sent beside them: of
// `text` and `file` in one object it takes one. And flags that it shows only if they are false.
// Further requests leave them out. What it shows in no case is not among them: the comparison finds it.

import { isEmpty } from '../../base/is-empty.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer, valueAt, withValueAt } from '../../base/pointer.ts';
import { agrees } from '../../oracle/expectation.ts';
import { type Place, without } from '../../oracle/member-places.ts';
import { readBackItem } from '../checks/read-back.ts';
import { performMove } from '../moves/perform-move.ts';
import { discard, type Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/** How many such members are looked for: each takes a creation and a read. */
const EXCLUDED_MAX = 4;

/**
 * Whether there are any. If so, no item of the scenario is left: none was kept whole. The items may
 * have no other flaw.
 */
export async function findExcludedMembers(scenario: Scenario, make: ItemFactory): Promise<boolean> {
  const { service, items } = scenario.session;
  if (items.areScarce || !service.offers('read')) return false;
  const made = scenario.alive;
  const lost = new Map<string, Lost>();
  for (const item of made) {
    const shown = await shownOf(scenario, item);
    for (const one of shown === null ? [] : placesLost(item.sent, shown))
      if (isNamed(service, one.place)) lost.set(toPointer(one.place), one);
  }
  const places = [...lost.values()].map(({ place }) => place);
  const isFew = places.length > 0 && places.length <= EXCLUDED_MAX;
  if (!isFew || !mayLack(service, make, places)) return false;
  const alone: OwnedItem[] = [];
  let areKept = true;
  for (const place of places) areKept &&= await isKeptAlone(scenario, make, place, alone);
  for (const item of areKept ? [...made, ...alone] : alone) {
    scenario.items.delete(item.label);
    await discard(scenario.session, item);
  }
  if (!areKept) return false;
  service.traits.excluded = places;
  for (const [member] of places) service.habits.delete(`create ${member} sent`);
  for (const [pointer, { value }] of lost)
    service.notes.add(
      `${pointer}: shown only if ${value === true ? 'it is false' : 'nothing else is sent beside it'}; the run leaves it out`,
    );
  return true;
}

/** Whether the source names a member: of the entries of a map none excludes another. */
function isNamed({ contract, schemas }: ServiceKnowledge, place: Place): boolean {
  return schemas.memberAt(contract.operations.create?.body ?? contract.item, place) !== undefined;
}

async function shownOf(scenario: Scenario, item: OwnedItem): Promise<JsonObject | null> {
  const read = await readBackItem(scenario, item);
  return read.kind === 'done' && read.value.kind === 'there' ? read.value.record : null;
}

interface Lost {
  readonly place: Place;
  readonly value: Json;
}

/** The places within members of which something was sent, and nothing is shown. */
function placesLost(sent: JsonObject, shown: JsonObject): readonly Lost[] {
  const within = (one: Json, other: Json | undefined, at: Place): readonly Lost[] => {
    if (!isObject(one) || other === undefined || !isObject(other)) return [];
    return Object.entries(one).flatMap(([name, value]) => {
      const place = [...at, name];
      if (Object.hasOwn(other, name)) return within(value, own(other, name), place);
      return at.length === 0 || isEmpty(value) ? [] : [{ place, value }];
    });
  };
  return within(sent, shown, []);
}

/** Whether creations may lack some members. */
function mayLack(service: ServiceKnowledge, make: ItemFactory, places: readonly Place[]): boolean {
  const values = make.plain();
  const fewer = without(values, places) ?? values;
  return flawsOf(service, fewer).length <= flawsOf(service, values).length;
}

/** Whether an item shows a member, a flag as false, if what it need not have beside it is not sent. */
async function isKeptAlone(
  scenario: Scenario,
  make: ItemFactory,
  place: Place,
  made: OwnedItem[],
): Promise<boolean> {
  const { service } = scenario.session;
  const values = withAlone(service, make.plain({ flag: false }), place);
  const item = `alone${made.length}`;
  const move = { kind: 'create', item, values, manner: 'unusual' } as const;
  const creation = await performMove(scenario, move);
  const one = scenario.items.get(item);
  if (creation.kind !== 'done' || one === undefined) return false;
  made.push(one);
  const shown = await shownOf(scenario, one);
  return shown !== null && agrees(valueAt(values, place), valueAt(shown, place));
}

/** Values with one member of an object, and those that the schema requires beside it. */
function withAlone(service: ServiceKnowledge, values: JsonObject, place: Place): JsonObject {
  const above = place.slice(0, -1);
  const whole = valueAt(values, above);
  if (whole === undefined || !isObject(whole)) return values;
  const names = new Set(place.slice(-1));
  const some = (): JsonObject => {
    const beside = Object.entries(whole).filter(([name]) => names.has(name));
    const placed = withValueAt(values, above, Object.fromEntries(beside));
    return isObject(placed) ? placed : values;
  };
  for (let size = 0; size < names.size; ) {
    size = names.size;
    for (const { at, missing } of flawsOf(service, some()))
      if (missing !== undefined && at === toPointer(above)) names.add(missing);
  }
  return some();
}

function flawsOf({ contract, checker }: ServiceKnowledge, values: Json) {
  return checker.check(contract.operations.create?.body ?? contract.item, values);
}
