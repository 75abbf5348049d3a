// The collection that an operation of a likely role is about, by its path. For a mock alone.

import { lettersOf } from '../../../../base/names.ts';
import { type Kind, kindAtItem } from '../../../../contract/operation-kinds.ts';
import { isParameter } from '../../api-paths.ts';
import type { ApiOperation } from '../../operations.ts';
import { isLike } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { type OperationIndex, type Resource, singularOf, wordsOf } from '../resource.ts';
import { isPlural, saysList } from '../things-listed.ts';
import type { LikelyRole } from './likely-roles.ts';
import { isOfSingle, namesItem } from './likely-singles.ts';
import { type Meant, thingIn } from './meant-roles.ts';
import { plainWords } from './verbs.ts';

/** The collection that a likely role is about; `null` if it is about none. */
export function likelyMeant(
  given: ApiOperation,
  role: LikelyRole | undefined,
  known: readonly Resource[],
  index: OperationIndex,
): Meant | null {
  if (role === undefined) return null;
  const operation = asServed(given);
  const { kind, because } = role;
  const isOfCollection = known.some((one) => !one.isOne && one.path === operation.path.text);
  if (!isOfCollection && isOfSingle(given, kind, index)) return null;
  if (kind === 'read' && saysList(operation)) return null;
  // At `/fines/of/{caseId}` are several things: who changes one of them does not say which.
  const isOfMany = isOfCollection && isParameter(operation.path.segments.at(-1));
  if (isOfMany && kind !== 'list' && kind !== 'create') return null;
  if (kind === 'create' && makesNothing(operation, known, index)) return null;
  // What takes a whole item does something else with it: `PUT /todos/{id}/uncomplete`.
  const { segments } = operation.path;
  const isBelow = isParameter(segments.at(-2)) && !isParameter(segments.at(-1));
  if (isBelow && kind !== 'create' && kind !== 'list' && namesItem(operation, index)) return null;
  const place = placeOf(operation, kind);
  return place === null
    ? null
    : { ...place, operation: given, kind, isNamedInBody: false, because };
}

/**
 * Whether what looks like a creation would make a wrong row: it is at an item of what is made elsewhere,
 * or answers the item above it and takes other members than those of that.
 */
function makesNothing(
  operation: ApiOperation,
  known: readonly Resource[],
  { answers }: OperationIndex,
): boolean {
  const { segments } = operation.path;
  const words = wordsOf(segments);
  const resourceAt = (all: readonly string[]) =>
    known.find((one) => !one.isOne && one.path === `/${all.join('/')}`);
  const isAtItem = isParameter(segments.at(-1));
  if (isAtItem && resourceAt(segments.slice(0, -1))?.operations.has('create') === true) return true;
  const above = isParameter(segments.at(-2)) ? resourceAt(segments.slice(0, -2)) : undefined;
  const shown = answers.itemOf(operation, words)?.name ?? null;
  if (above === undefined || shown === null || shown !== above.item.name) return false;
  const sent = answers.itemSent(operation, words);
  return sent === null || !isLike(sent, above.item);
}

type Place = Pick<Meant, 'segments' | 'noun' | 'verb' | 'needsOwner'>;

/** Where the collection is that an operation is about, by its path. */
function placeOf(operation: ApiOperation, kind: Kind): Place | null {
  const { segments } = operation.path;
  const [last = '', before = '', ...above] = segments.toReversed();
  const isOfItem = kind !== 'create' && kind !== 'list';
  // `PATCH /bookings/{id}/status` changes a booking, and `PUT /bookings/{id}/guests` does not.
  if (isOfItem && kind !== 'read' && isParameter(before) && !isParameter(last)) {
    const isWhole = above.length > 0 && !isParameter(above[0]) && !isOfThings(operation);
    return isWhole ? placeAt(segments.slice(0, -2)) : null;
  }
  const isPlain = isParameter(last) && !isParameter(before) && isPlural(before);
  if (isOfItem && isPlain && kindAtItem(operation.method) !== null)
    return placeAt(segments.slice(0, -1));
  const thing = thingIn(operation, false);
  if (thing === null || kind !== 'create') return thing;
  // `POST /chat/send-message` makes one of `/chat/messages`, and `POST /drills/save` one of `/drills`.
  const [verb = '', ...rest] = plainWords(thing.segments.at(-1) ?? '');
  if (thing.verb === null && rest.length > 0 && MAKING.test(verb))
    return { ...placeAt([...thing.segments.slice(0, -1), rest.join('-')]), needsOwner: true };
  return MAKING.test(last) && segments.length > 1 ? placeAt(segments.slice(0, -1)) : thing;
}

/** Whether an operation below an item is about several other things. */
function isOfThings({ path: { segments } }: ApiOperation): boolean {
  const last = segments.at(-1) ?? '';
  return isPlural(last) && !OWN.test(last);
}

/** Plurals of what one item has. */
const OWN = /^(?:status|details?|settings|preferences|notes|address|progress)$/i;

/** Verbs of making that are no verbs of creation elsewhere. */
const MAKING = /^(?:send|post|record|place|book|log|submit|start|open|register|save|set)$/;

function placeAt(segments: readonly string[]): Place {
  return { segments, noun: singularOf(lettersOf(segments.at(-1) ?? '')), verb: null };
}
