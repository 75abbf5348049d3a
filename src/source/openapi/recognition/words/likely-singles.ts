// What there most likely is one of: it is read and changed at one path without a parameter at its end.
// For a mock alone.

import { lettersOf } from '../../../../base/names.ts';
import type { Kind } from '../../../../contract/operation-kinds.ts';
import { isParameter } from '../../api-paths.ts';
import type { ApiOperation } from '../../operations.ts';
import { jsonBody, withSuccessBody } from '../../outcomes.ts';
import { isLike, isReceipt } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { takesMembers, takesWhole } from '../answers.ts';
import { isCallerStep } from '../callers.ts';
import { type OperationIndex, type Resource, wordsOf } from '../resource.ts';
import { silentPlaceOf } from '../silence.ts';
import type { LikelyRole, LikelyRoles } from './likely-roles.ts';
import { verbIn } from './verbs.ts';

/** Finds the single items that likely roles are about, at paths where nothing else is. */
export function likelySingles(
  likely: LikelyRoles,
  known: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const taken = new Set(known.map(({ path }) => path));
  const caller = known.find((one) => one.isCaller === true && one.isOne);
  const single = [...likely].filter(
    ([one, { kind }]) => isOfSingle(one, kind, index) && isKept(one, kind, index),
  );
  const byPath = Map.groupBy(single, ([one]) => asServed(one).path.text);
  return [...byPath].flatMap(([path, all]) =>
    taken.has(path) ? [] : [singleAt(path, all, ownerOf(all, caller, index), index)],
  );
}

/** Whether what a change sends can be kept: a file or a text has no members. */
function isKept(one: ApiOperation, kind: Kind, { schemas }: OperationIndex): boolean {
  const isChange = kind === 'replace' || kind === 'update';
  return !isChange || one.body === null || takesMembers(schemas, one);
}

/**
 * The caller, if operations at a path are about it: by its last word, and changes by the word above,
 * too. `DELETE /users/subscription` removes no user.
 */
function ownerOf(
  all: readonly (readonly [ApiOperation, LikelyRole])[],
  caller: Resource | undefined,
  { answers }: OperationIndex,
): Resource | undefined {
  if (caller === undefined) return undefined;
  const isOfCaller = ([one, { kind }]: readonly [ApiOperation, LikelyRole]): boolean => {
    const [last = '', above = ''] = asServed(one).path.segments.toReversed();
    const isChange = kind === 'replace' || kind === 'update';
    const named = [...(verbIn(last)?.rest ?? []), last, ...(isChange ? [above] : [])];
    const shown = answers.itemOf(one, ['user', 'account', 'profile']);
    const isOther = shown !== null && !isReceipt(shown) && !isLike(shown, caller.item);
    return !isOther && named.some((step) => isCallerStep(step) || OF_CALLER.test(step));
  };
  return all.every(isOfCaller) ? caller : undefined;
}

const OF_CALLER = /^(?:users?|accounts?|profile)$/i;

/** Whether what is done to an item is done to the only one at a path. */
export function isOfSingle(given: ApiOperation, kind: Kind, index: OperationIndex): boolean {
  const operation = asServed(given);
  const { path } = operation;
  const { segments } = path;
  const isOdd = segments.some((one) => !isParameter(one) && /[{}*]/.test(one));
  if (kind === 'list' || kind === 'create' || isParameter(segments.at(-1)) || isOdd) return false;
  // What answers all methods is one function for all: `/error`.
  const at = index.byPath.get(path.text);
  if (at?.has('OPTIONS') === true && at.has('DELETE')) return false;
  const isRead = kind === 'read' || at?.has('GET') === true;
  // `PATCH /bookings/{id}/status` changes the booking, where nothing reads the status.
  if (!isRead) return !segments.some(isParameter) && !namesItem(operation, index);
  return kind !== 'read' || !namesItem(operation, index);
}

/** Whether a request has the id of an item in its query or its body. */
export function namesItem(
  { path: { segments }, parameters, body }: ApiOperation,
  { schemas }: OperationIndex,
) {
  const ids = ['id', ...wordsOf(segments).map((word) => `${word}id`)];
  const sent = body?.schema == null ? [] : [...schemas.membersOf(body.schema).keys()];
  const asked = parameters.flatMap((one) => (one.in === 'query' ? one.name : []));
  return [...asked, ...sent].some((name) => ids.includes(lettersOf(name)));
}

/** The single item at a path: that of the caller if one is known, or a new one. */
function singleAt(
  path: string,
  given: readonly (readonly [ApiOperation, LikelyRole])[],
  owner: Resource | undefined,
  index: OperationIndex,
): Resource {
  const { answers } = index;
  const all = given.map(([one]) => one);
  const segments = all[0] === undefined ? [] : asServed(all[0]).path.segments;
  const words = [...wordsOf(segments), 'user', 'account', 'profile'];
  const shown = all.map((one) => answers.itemOf(one, words));
  const sent = all.map((one) => answers.itemSent(one, words));
  const item =
    owner?.item ??
    [...shown, ...sent].find((one) => one !== null && !isReceipt(one)) ??
    answers.anyItem(words);
  const id = owner?.id ?? { member: null, isGuess: false, why: '' };
  const ofKind = new Map<Kind, readonly [ApiOperation, LikelyRole]>();
  for (const one of given) {
    const isPart = owner !== undefined && !takesWhole(index.schemas, one[0], { item, id });
    const kind = one[1].kind === 'replace' && isPart ? 'update' : one[1].kind;
    if (!ofKind.has(kind)) ofKind.set(kind, one);
  }
  const operations = new Map(
    [...ofKind].map(([kind, [one]]) => [kind, told(one, item.schema, index)]),
  );
  const seen = new Map(
    [...ofKind].map(([kind, [, { because }]]) => [
      kind,
      `${because}: it is about what there is one of at ${owner?.path ?? path}`,
    ]),
  );
  const isCaller = owner?.isCaller === true ? { isCaller: true } : {};
  const rows = owner?.rows ?? null;
  return { path, segments, isOne: true, item, list: null, id, operations, seen, rows, ...isCaller };
}

/** A read of which nothing is said answers the item. */
function told(one: ApiOperation, item: string, { schemas, answers }: OperationIndex): ApiOperation {
  const isChange = one.method !== 'GET' && one.method !== 'DELETE';
  if (isChange && one.body === null)
    return { ...one, body: jsonBody(answers.anyObject()), served: one };
  const place = silentPlaceOf(one, schemas);
  const isSilent = place !== null && place.at.length === 0 && one.method === 'GET';
  return isSilent && item !== '' ? { ...withSuccessBody(one, jsonBody(item)), served: one } : one;
}
