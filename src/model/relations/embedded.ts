// Items in answers about others: those that refer to an item, or the one that it refers to.

import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import type { Contract, Reference } from '../../contract/contract.ts';
import {
  idsReferredTo,
  namedReference,
  referredContract,
} from '../../contract/relations/references.ts';
import { toKey } from '../ids/ids.ts';
import type { FindShown } from '../ids/shown-values.ts';
import type { EmbedWish } from '../query/relations.ts';
import { hiddenIn, shownRecord } from '../ruling/shown-record.ts';
import { allRowsOf, rowsOf } from '../state/rows-of.ts';
import { StoredRecord } from '../state/state.ts';
import { collectionNamed, relationsTo } from './json-server.ts';
import type { Related } from './related.ts';

/** Adds related items to a row. */
type Embed = (row: JsonObject, key: string) => JsonObject;

/** Returns records with the items that are asked for. A name that means nothing adds nothing. */
export function withEmbedded(
  related: Related,
  contract: Contract,
  wishes: readonly EmbedWish[],
  records: readonly StoredRecord[],
): readonly StoredRecord[] {
  const embeds = wishes.flatMap((wish) => embedOf(related, contract, wish) ?? []);
  if (embeds.length === 0) return records;
  return records.map((record) => {
    const value = embeds.reduce((row, embed) => embed(row, record.key), record.value);
    return new StoredRecord(record.key, value);
  });
}

function embedOf(related: Related, contract: Contract, { name, of }: EmbedWish): Embed | null {
  const those = of === 'that' ? null : thoseThatRefer(related, contract, name);
  return those ?? (of === 'those' ? null : thatReferredTo(related, contract, name));
}

/** The items of a collection that refer to an item, in a list. */
function thoseThatRefer(related: Related, contract: Contract, name: string): Embed | null {
  const { contracts } = related.router;
  const child = collectionNamed(name, contracts);
  if (child === undefined) return null;
  const references = relationsTo(child, contract, contracts);
  const byKey = new Map<string, Json[]>();
  for (const { value } of rowsOf(related.state, child).records()) {
    const keys = references.flatMap((reference) => idsReferredTo(value, reference).map(toKey));
    for (const key of new Set(keys)) {
      const same = byKey.get(key);
      const shown = shownRecord(value, hiddenIn(child));
      if (same === undefined) byKey.set(key, [shown]);
      else same.push(shown);
    }
  }
  return (row, key) => withMember(row, name, byKey.get(key) ?? []);
}

/** The item that a member refers to, or all of a list. Nothing is added if it is not there. */
function thatReferredTo(related: Related, contract: Contract, name: string): Embed | null {
  const found = referenceNamed(related, contract, name);
  if (found === null) return null;
  const { reference, to } = found;
  const rows = rowsOf(related.state, to);
  return (row) => {
    const items = idsReferredTo(row, reference).flatMap((id) => {
      const record = rows.find(toKey(id));
      return record === undefined ? [] : [shownRecord(record.value, hiddenIn(to))];
    });
    if (reference.holds === 'list') return withMember(row, name, items);
    const [item] = items;
    return item === undefined ? row : withMember(row, name, item);
  };
}

/** The reference that a name means: `author` for `authorId`, also for a mark that leads elsewhere. */
function referenceNamed(
  { router }: Related,
  { references = [] }: Contract,
  name: string,
): { readonly reference: Reference; readonly to: Contract } | null {
  const { contracts } = router;
  const isMeant = ({ member, to }: Reference): boolean =>
    member === `${name}Id` || member === name || singularOf(to) === name;
  const marked = references.find(isMeant);
  const named = contracts.find(
    ({ resource }) => singularOf(resource) === name && resource !== name,
  );
  const reference = marked ?? (named === undefined ? undefined : namedReference(named));
  const to = reference === undefined ? undefined : referredContract(reference, contracts);
  return reference === undefined || to === undefined ? null : { reference, to };
}

/**
 * Finds the item that a member shows where a request sends its id: that of the resource whose schema the
 * member has, or whose name.
 */
export function shownById({ router, schemas, state }: Related, contract: Contract): FindShown {
  return (member, shown, id) => {
    const file = schemas.fileAt(contract.item, [member]);
    const to =
      router.contracts.find(({ item }) => item === file) ??
      router.contracts.find(({ resource }) => [resource, singularOf(resource)].includes(member));
    const row = to === undefined ? undefined : allRowsOf(state, to).find(toKey(id))?.value;
    if (to === undefined || row === undefined || own(row, to.id) !== id) return undefined;
    const members = own(shown, 'properties');
    const item = Object.entries(shownRecord(row, hiddenIn(to)));
    return isObject(members) && Object.hasOwn(members, to.id)
      ? objectOf(item.filter(([name]) => Object.hasOwn(members, name)))
      : undefined;
  };
}
