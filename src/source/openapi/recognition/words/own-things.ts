// What there is one of for who calls, by paths without a parameter: `GET /users` "Get user profile",
// `DELETE /user/delete-account`, `POST /update-settings`. For a mock alone.

import { type Kind, kindAtItem } from '../../../../contract/operation-kinds.ts';
import type { ApiOperation } from '../../operations.ts';
import { jsonBody, withSuccessBody } from '../../outcomes.ts';
import { isReceipt } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { isCallerStep, saysOwnProfile } from '../callers.ts';
import { type OperationIndex, type Resource, wordsOf } from '../resource.ts';
import { silentPlaceOf } from '../silence.ts';
import { isComputed, isDoing, isPlural, namesNoThings } from '../things-listed.ts';
import { saysCreation, verbIn } from './verbs.ts';

/** Finds the single items among operations that belong to no resource. */
export function ownThings(
  free: readonly ApiOperation[],
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const byPath = Map.groupBy(
    free.filter(({ path }) => !path.segments.some((one) => /[{}]/.test(one))),
    (one) => asServed(one).path.text,
  );
  const all = Map.groupBy(index.operations, (one) => asServed(one).path.text);
  const taken = new Set(resources.map(({ path }) => path));
  const caller = resources.find((one) => one.isCaller === true && one.isOne);
  return [...byPath].flatMap(([path, at]) => {
    const operations = kindsOf(at.map(asServed), all.get(path) ?? []);
    return operations.size === 0 || taken.has(path)
      ? []
      : [singleAt(path, operations, caller, index)];
  });
}

/** What operations at one path do to what there is one of; none if it may be something else. */
function kindsOf(
  free: readonly ApiOperation[],
  all: readonly ApiOperation[],
): ReadonlyMap<Kind, ApiOperation> {
  const kept = free.filter((one) => isOwn(one) || isKept(one, all));
  return new Map(
    kept.flatMap((one): readonly (readonly [Kind, ApiOperation])[] => {
      const kind = kindOf(one, all);
      return kind === null ? [] : [[kind, one]];
    }),
  );
}

function kindOf(one: ApiOperation, all: readonly ApiOperation[]): Kind | null {
  const { method, body } = one;
  if (method !== 'POST') return kindAtItem(method);
  const verb = verbIn(one.path.segments.at(-1) ?? '')?.verb;
  const isRead = all.some((other) => other.method === 'GET');
  const isOnly = !all.some((other) => other.method === 'PUT' || other.method === 'PATCH');
  const changes = verb === 'change' || (isRead && isOnly && body !== null && !saysCreation(one));
  return changes ? 'update' : null;
}

/** Whether the path or the words of an operation are about what the caller has one of. */
function isOwn({ path: { segments }, summary, method }: ApiOperation): boolean {
  const [last = '', above = ''] = segments.toReversed();
  if (SECRET.test(last)) return false;
  const called = verbIn(last);
  const isRead = method === 'GET';
  if (called !== null && (called.verb === 'change' || called.verb === 'remove') && !isRead) {
    const fits = called.verb === (method === 'DELETE' ? 'remove' : 'change');
    const [noun = above] = called.rest.length > 0 ? [called.rest.join('')] : [above];
    return fits && (OWN.test(noun) || isCallerStep(noun));
  }
  // `/pets/settings` may be about all pets.
  if (isDoing(last) || (isPlural(above) && !OWN.test(above.replace(/s$/i, '')))) return false;
  const isCalled = OWN.test(last) || isCallerStep(last) || (MINE.test(last) && isCallerStep(above));
  return (
    isCalled ||
    (isRead && saysOwnProfile({ summary })) ||
    (!isRead && OWN.test(above) && PART.test(last))
  );
}

const SECRET = /passw|token|otp|avatar|photo|picture|image/i;
const OWN = /^(?:user|account|profile|me|settings|preferences|wallet|cart|basket)$/i;
const MINE = /^(?:me|my|mine|own|self)$/i;
const PART =
  /^(?:privacy|settings|preferences|notifications?|address|bio|name|language|theme|info|details)$/i;

/** Whether a path without items below it is read, and changed or removed: `/team`. */
function isKept(
  { method, path: { segments } }: ApiOperation,
  all: readonly ApiOperation[],
): boolean {
  const has = (one: string) => all.some((other) => other.method === one);
  const isRemoved = has('GET') && has('DELETE') && all.some(({ body }) => body !== null);
  const last = segments.at(-1) ?? '';
  const isOpen =
    !isDoing(last) && !isPlural(last) && !all.some((one) => isComputed(one) || namesNoThings(one));
  return isRemoved && isOpen && method !== 'POST';
}

/** The single item at a path: that of the caller if one is known, or a new one. */
function singleAt(
  path: string,
  given: ReadonlyMap<Kind, ApiOperation>,
  owner: Resource | undefined,
  index: OperationIndex,
): Resource {
  const { answers } = index;
  const [first] = given.values();
  const segments = first?.path.segments ?? [];
  const words = [...wordsOf(segments), 'user', 'account', 'profile'];
  const shown = [...given.values()].map((one) => answers.itemOf(one, words));
  const sent = [...given.values()].map((one) => answers.itemSent(one, words));
  const item =
    owner?.item ??
    [...shown, ...sent].find((one) => one !== null && !isReceipt(one)) ??
    answers.anyItem(words);
  const operations = new Map(
    [...given].map(([kind, one]) => [kind, told(one, item.schema, index)]),
  );
  const id = owner?.id ?? { member: null, isGuess: false, why: '' };
  const why = `only its path says so: it is about what there is one of at ${owner?.path ?? path}`;
  const seen = new Map([...operations.keys()].map((kind) => [kind, why]));
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
