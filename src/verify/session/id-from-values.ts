// Whether a service makes the id of an item of what a request sends, such as its name. Then equal
// values cannot be there twice, and a new value may move the item to another address.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import type { OwnedItems } from './owned-items.ts';
import type { ServiceTraits } from './service-traits.ts';

/** Learns from a creation; what one creation contradicts is not so. */
export function learnIdFrom(traits: ServiceTraits, sent: JsonObject, key: string): void {
  const { idFrom } = traits;
  if (idFrom === null) return;
  if (idFrom !== undefined) {
    // Each service has its own way to write other letters and signs in an id: those tell nothing.
    const texts = textsIn(own(sent, idFrom));
    const isOther = !texts.some((text) => isIn(text, key));
    if (isOther && texts.every((text) => /^[\w -]*$/.test(text))) traits.idFrom = null;
    return;
  }
  // Shorter texts may be in an id by chance.
  const tells = (text: string): boolean => folded(text).length >= CHARS_LEAST && isIn(text, key);
  traits.idFrom = Object.keys(sent).find((name) => textsIn(own(sent, name)).some(tells)) ?? null;
}

/** Whether a creation sends what an item of the run has that is there, and its id is made of. */
export function isIdTaken({ idFrom }: ServiceTraits, sent: JsonObject, items: OwnedItems): boolean {
  if (idFrom == null) return false;
  const texts = new Set(textsIn(own(sent, idFrom)).map(folded));
  return [...items.byKey.values()].some((item) =>
    textsIn(own(item.sent, idFrom)).some((text) => texts.has(folded(text))),
  );
}

/** A write of what the id of an item is made of, which may move the item. */
export interface Rename {
  readonly member: string;
  /** The id that it would have, where ids hold the value as it was sent; `null` in another form. */
  readonly id: string | null;
  /** Whether the value is the same: the service may still make a new id of it. */
  readonly isSame: boolean;
}

/** Returns how a write may move an item; `null` if it does not. */
export function renameBy(
  { idFrom }: ServiceTraits,
  { key, sent }: { readonly key: string; readonly sent: JsonObject },
  values: JsonObject,
): Rename | null {
  if (idFrom == null) return null;
  const [from, to] = [own(sent, idFrom), own(values, idFrom)];
  if (typeof from !== 'string' || to === undefined) return null;
  if (typeof to !== 'string') return { member: idFrom, id: null, isSame: false };
  if (folded(from) === folded(to)) return { member: idFrom, id: null, isSame: true };
  const place = key.toLowerCase().indexOf(from.toLowerCase());
  const id = place < 0 ? null : key.slice(0, place) + to + key.slice(place + from.length);
  return { member: idFrom, id, isSame: false };
}

function isIn(text: string, key: string): boolean {
  return folded(key).includes(folded(text));
}

/** How long a text must be to tell that an id is made of it. */
const CHARS_LEAST = 4;

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Without case and signs: ids are often texts for addresses. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
