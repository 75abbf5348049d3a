// Whether a record of the service is what a creation sent: by the mark, by its texts, or by all its
// values. Sends nothing.

import { isObject, type JsonObject, own, pick } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import { agrees } from '../../oracle/expectation.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import { isCut } from '../guard/whose-record.ts';
import { holdsMark } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** Whether an item that has no text to be known by shows the values that were sent. */
export function showsAll(item: JsonObject, sent: JsonObject, session: Session): boolean {
  const shown = showable(item, sent, session);
  const isKnown = shown.every((key) => typeof sent[key] !== 'string');
  return isKnown && shown.length > 0 && shown.every((key) => isStored(key, sent, item, session));
}

/** Whether an element shows no other value than was sent: a list may show few members, or ids alone. */
export function agreesWith(element: JsonObject, sent: JsonObject, session: Session): boolean {
  return showable(element, sent, session).every((key) => isStored(key, sent, element, session));
}

/** Whether an item shows a text that was sent cut, and else what was sent. */
export function showsCut(item: JsonObject, sent: JsonObject, session: Session): boolean {
  const shown = showable(item, sent, session);
  const isCutOff = (key: string): boolean => isCut(own(sent, key), own(item, key));
  return (
    shown.some(isCutOff) &&
    shown.every(
      (key) => isCutOff(key) || typeof sent[key] !== 'string' || isStored(key, sent, item, session),
    )
  );
}

/** Whether an element shows a value as it was sent, or in a normal form. */
function isStored(
  key: string,
  sent: JsonObject,
  element: JsonObject,
  { service }: Session,
): boolean {
  const [value, stored] = [own(sent, key), own(element, key)];
  if (value === undefined || agrees(value, stored)) return true;
  return service.forms.compare('create', key, value, stored).kind !== 'other';
}

/**
 * An element is the created item if it holds the mark, or, if it shows no mark at all, every text
 * that was sent; if all texts are inside objects, all values. Values that were sent without a
 * mark never match an element that has one: other items may be created at the same time.
 */
export function isOf(
  element: JsonObject,
  sent: JsonObject,
  mark: string,
  session: Session,
): boolean {
  const { items } = session;
  const isMarked = mark !== items.token || !markPattern(items.token).test(JSON.stringify(element));
  if (isMarked && holdsMark(element, mark)) return true;
  if (JSON.stringify(element).toLowerCase().includes(items.token)) return false;
  const shown = showable(element, sent, session);
  const texts = shown.filter((key) => typeof sent[key] === 'string');
  const hasParts = shown.some((key) => isObject(sent[key] ?? null));
  const compared = texts.length === 0 && hasParts ? shown : texts;
  return compared.length > 0 && compared.every((key) => isStored(key, sent, element, session));
}

/**
 * The members whose values an element shows: not those that services make, the id among them, or
 * items do not admit.
 */
function showable(element: JsonObject, sent: JsonObject, { service }: Session): readonly string[] {
  const shown = Object.keys(sent).filter(
    (key) =>
      key !== service.contract.id && Object.hasOwn(element, key) && !service.made.includes(key),
  );
  const flaws = service.checker.check(service.contract.item, { ...element, ...pick(sent, shown) });
  const unfit = new Set(flaws.flatMap(({ at }) => parsePointer(at)?.[0] ?? []));
  return shown.filter((key) => !unfit.has(key));
}
