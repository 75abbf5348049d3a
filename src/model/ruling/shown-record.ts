// A record as an answer shows it: null for members that were never set, no hidden members, and in the
// form that the contract has on the wire.

import { type JsonObject, objectOf, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { type ItemForm, toWire } from '../../contract/envelopes/item-form.ts';
import { type Steps, withoutSteps } from '../../schema/walk/write-only.ts';

/** What an answer adds to a record, and leaves out of it. */
export interface ShownAs {
  /** The members that are shown as null if the record lacks them; absent if none are. */
  readonly unset?: readonly string[];
  /** Members with what is shown if the record lacks them; absent if none are. */
  readonly added?: JsonObject;
  /** Shows an item as an element of the list of this schema; absent if elements are like items. */
  readonly listed?: { readonly name: string; readonly show: (item: JsonObject) => JsonObject };
  /** The members that are not shown; absent if all are. */
  readonly hidden?: readonly string[];
  /** The steps to members below others that are not shown; absent if all are. */
  readonly hiddenBelow?: readonly Steps[];
  /** The form on the wire; absent if records stand as they are. */
  readonly form?: ShownForm;
  /** The member whose value stands for a record in a list; absent if the record does. */
  readonly sole?: string;
  /** The member by whose value a list has each record, in an object; absent if it is an array. */
  readonly keyed?: string;
}

export interface ShownForm {
  readonly form: ItemForm;
  /** The address of the collection, and the member with the id; `null` if there is one item. */
  readonly address: string;
  readonly id: string | null;
}

/** Whether an answer shows records just as they are. */
export function isPlain(as: ShownAs): boolean {
  const { unset, added, listed, hidden, hiddenBelow, form, sole } = as;
  const isWhole = isNone(unset) && isNone(hidden) && isNone(hiddenBelow);
  return (
    isWhole &&
    added === undefined &&
    listed === undefined &&
    form === undefined &&
    sole === undefined
  );
}

function isNone(all: readonly unknown[] | undefined): boolean {
  return all === undefined || all.length === 0;
}

/** What no answer about the rows of a contract shows. */
export function hiddenIn({
  hidden = [],
  hiddenBelow = [],
}: Pick<Contract, 'hidden' | 'hiddenBelow'>): Required<Pick<ShownAs, 'hidden' | 'hiddenBelow'>> {
  return { hidden, hiddenBelow };
}

/** Returns a record as an answer shows it. */
export function shownRecord(
  record: JsonObject,
  { unset = [], added = {}, listed, hidden = [], hiddenBelow = [], form }: ShownAs,
): JsonObject {
  const absent = [
    ...unset.map((member) => [member, null] as const),
    ...Object.entries(added),
  ].filter(([member]) => !Object.hasOwn(record, member) && !hidden.includes(member));
  const kept = Object.entries(record).filter(([member]) => !hidden.includes(member));
  const members =
    absent.length === 0 && kept.length === Object.keys(record).length
      ? record
      : objectOf([...kept, ...absent]);
  const whole = withoutSteps(members, hiddenBelow) as JsonObject;
  const shown = listed === undefined ? whole : listed.show(whole);
  return form === undefined ? shown : inForm(form, record, shown);
}

function inForm(
  { form, address, id }: ShownForm,
  record: JsonObject,
  shown: JsonObject,
): JsonObject {
  const key = id === null ? '' : `/${encodeURIComponent(String(own(record, id)))}`;
  return toWire(form, shown, address + key);
}
