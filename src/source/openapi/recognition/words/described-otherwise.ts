// What a document describes of an operation that speaks against the role that it would have by its path.

import { isObject, own } from '../../../../base/json.ts';
import { lettersOf } from '../../../../base/names.ts';
import { remember } from '../../../../base/remember.ts';
import { isParameter } from '../../api-paths.ts';
import type { ApiOperation } from '../../operations.ts';
import { successOf } from '../../outcomes.ts';
import { type ItemShape, isLike, isReceipt, listsInside, thingCalled } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { type OperationIndex, type Resource, wordsOf } from '../resource.ts';
import { is201 } from '../role-rules.ts';
import { silentPlaceOf } from '../silence.ts';
import type { Meant } from './meant-roles.ts';
import { saysCreation } from './verbs.ts';

/** Whether what is described of an operation is that of no row. `owner`: `null` if its rows are new ones. */
export function isDescribedOtherwise(
  { kind, operation, noun }: Meant,
  owner: Resource | null,
  index: OperationIndex,
): boolean {
  if (kind === 'list') return listsOther(operation, owner, index);
  if (kind === 'create') return makesOther(operation, owner, index);
  const shown = index.answers.itemOf(operation, wordsOf(operation.path.segments));
  return kind === 'read' && owner === null && (shown === null || !isCalled(shown, noun, operation));
}

/** Whether a thing has the name of the path, or what the path names it by. */
function isCalled({ name, members }: ItemShape, noun: string, { path }: ApiOperation): boolean {
  const own = [noun, lettersOf(path.lastParameter ?? '')];
  const names = [...members.keys()].map((one) => lettersOf(one));
  return thingCalled(name ?? '').includes(noun) || names.some((one) => own.includes(one));
}

/** Whether the answer of a list is described, and is no item and no envelope. */
function listsOther(given: ApiOperation, owner: Resource | null, index: OperationIndex): boolean {
  const { answers, schemas } = index;
  const operation = asServed(given);
  const { segments } = operation.path;
  const { body } = successOf(given, 200);
  if (body !== null && body.format !== 'json') return false;
  const isOpen = silentPlaceOf(given, schemas) !== null;
  // Where an item is a text, what is listed above has none.
  if (isOpen || body === null) return pathsOfTexts(index).has(operation.path.text);
  const shows = body.examples.some(({ value }) => value !== '' && value !== null);
  if (body.schema === null) return !shows;
  const words = wordsOf(segments);
  const item = answers.itemOf(given, words);
  const parts = schemas.partsByName(body.schema);
  const isMap = parts.some((part) => isObject(own(part, 'additionalProperties') ?? null));
  const list = answers.listOf(given, words) ?? answers.listOfAny(given, words);
  if (list !== null && operation.method === 'POST') return owner !== null;
  const inside = listsInside(schemas, { schema: body.schema, at: [] });
  const isNamed = [...(item?.members.keys() ?? [])].some((name) => /id$/i.test(name));
  const isList = list !== null || (inside.length > 0 && !isNamed);
  if (item === null || isMap || isList || answers.isText(given)) return true;
  // Below an item, what is shown may be the one above.
  if (segments.slice(0, -1).some(isParameter)) return true;
  return owner !== null && !isReceipt(item) && !isLike(item, owner.item);
}

/** Whether a creation takes or answers something else than a new row. */
function makesOther(
  operation: ApiOperation,
  owner: Resource | null,
  index: OperationIndex,
): boolean {
  const { answers, byPath } = index;
  const { path, body } = operation;
  const words = wordsOf(path.segments);
  const isMute = !operation.answers.some(({ status }) => status.startsWith('2'));
  const listed =
    answers.listOf(operation, words) !== null || answers.listSent(operation, words) !== null;
  const sent = answers.itemSent(operation, words);
  if (listed || (body !== null && answers.flawOfBody(operation) !== null)) return true;
  if (body === null) return !isMute;
  const answered = answers.itemOf(operation, words);
  const isTold = answered !== null && !isReceipt(answered);
  if (owner === null) {
    const get = byPath.get(path.text)?.get('GET');
    const names = [...(sent?.members.keys() ?? [])];
    const shares = answered === null || names.some((name) => answered.members.has(name));
    return (
      get !== undefined || (isTold && !shares && !is201(operation) && !saysCreation(operation))
    );
  }
  if (isTold && !isLike(answered, owner.item)) return true;
  const names = [...(sent?.members.keys() ?? [])];
  const common = names.filter((name) => owner.item.members.has(name)).length;
  const isKnown = owner.item.members.size > 1;
  return isKnown && !isMute && common * 2 < names.length;
}

/** The paths of collections at whose items GET answers a text. */
const pathsOfTexts = remember(
  ({ operations, answers }: OperationIndex): ReadonlySet<string> =>
    new Set(
      operations
        .filter((one) => one.method === 'GET' && isParameter(one.path.segments.at(-1)))
        .filter((one) => answers.isText(one))
        .map(({ path }) => `/${path.segments.slice(0, -1).join('/')}`),
    ),
  new WeakMap(),
);
