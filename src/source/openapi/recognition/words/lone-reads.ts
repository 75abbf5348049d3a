// Items that one operation reads, and that nothing lists, makes or changes: `GET /wallet`, `GET
// /profile/{username}`. For a mock alone.

import type { Kind } from '../../../../contract/operation-kinds.ts';
import { isParameter } from '../../api-paths.ts';
import { type FoundId, identify, parameterSchema } from '../../identify.ts';
import type { ApiOperation } from '../../operations.ts';
import { type ItemShape, isReceipt, thingCalled } from '../../shapes.ts';
import { type ActionUse, type OperationIndex, type Resource, wordsOf } from '../resource.ts';
import { isComputed, isDoing, isPlural, namesNoThings, saysList } from '../things-listed.ts';
import { plainWords } from './verbs.ts';

/** Single items, and collections without a list, that reads alone show; and the reads of the latter. */
interface ReadAlone {
  readonly resources: readonly Resource[];
  readonly uses: ReadonlyMap<ApiOperation, Pick<ActionUse, 'does' | 'why'>>;
}

/** Finds what the reads among some operations show that belong to no resource. */
export function readsAlone(
  free: readonly ApiOperation[],
  resources: readonly Resource[],
  index: OperationIndex,
): ReadAlone {
  const found: Resource[] = [];
  const uses = new Map<ApiOperation, Pick<ActionUse, 'does' | 'why'>>();
  for (const read of free) {
    const shown = readIn(read, index);
    if (shown === null) continue;
    const taken = [...resources, ...found].filter(({ path }) => path === shown.path);
    // What is only listed has rows, and the read shows those.
    const listed = shown.isOne ? undefined : taken.find(isOnlyListed);
    if (listed !== undefined) uses.set(read, readOf(listed));
    if (taken.length > 0) continue;
    found.push(shown);
    if (shown.isOne) continue;
    const does = { role: 'read', resource: shown, missing: 'sample' } as const;
    uses.set(read, { does, why: whyOf(read, shown.id) });
  }
  return { resources: found, uses };
}

/** What a read shows: one thing by its key, or the only one. `null` if it may be no thing. */
function readIn(read: ApiOperation, { answers }: OperationIndex): Resource | null {
  const { segments } = read.path;
  const isOne = !segments.some(isParameter);
  const above = isOne ? segments : segments.slice(0, -1);
  const step = above.at(-1) ?? '';
  const isWhole = segments.every((one) => isParameter(one) || !/[{}]/.test(one));
  const isPlaced = step !== '' && !isParameter(step) && (isOne || isParameter(segments.at(-1)));
  if (read.method !== 'GET' || !isPlaced || !isWhole || isOfNoThing(read, step)) return null;
  const words = wordsOf(above);
  const item = answers.listOf(read, words) === null ? answers.itemOf(read, words) : null;
  if (item === null || isReceipt(item)) return null;
  const id = idOf(read, item, words);
  const thing = thingCalled(item.name ?? '');
  // `/location/user/{userId}` has the location of a user.
  const names = isOne ? words : above.filter((one) => !isParameter(one)).flatMap(namesOf);
  const isCalled = names.some((word) => word.length > 2 && thing.includes(word));
  if (!isCalled && (id.member === null || id.isGuess || saysList(read))) return null;
  const known = { path: `/${above.join('/')}`, segments: above, item, list: null, rows: null };
  if (!isOne) return { ...known, isOne, id, operations: NO_OPERATIONS };
  // What a query asks for is one of several, and so is what is called in the plural.
  if (isPlural(step) || read.parameters.some((one) => one.in === 'query')) return null;
  return {
    ...known,
    isOne,
    id: { member: null, isGuess: false, why: ONLY_READ },
    operations: new Map([['read', read]]),
    seen: new Map([['read', ONLY_READ]]),
  };
}

/** `GET /profile/{username}`: why it reads an item, and what it answers where none is. */
function whyOf({ path: { lastParameter } }: ApiOperation, { member, why }: FoundId): string {
  const saw = member === null ? `it reads one by {${lastParameter}}` : why;
  return `${saw}; nothing lists or makes what it reads, so it answers a sample where no row is`;
}

function isOnlyListed({ isOne, rows, operations }: Resource): boolean {
  return !isOne && rows === null && [...operations.keys()].join() === 'list';
}

/** The read of what is only listed: of a row by its id, if the list shows that, else of a sample. */
function readOf(listed: Resource): Pick<ActionUse, 'does' | 'why'> {
  const does = { role: 'read', resource: listed } as const;
  const saw = `it reads one of ${listed.path}, which are only listed otherwise`;
  return listed.id.member === null
    ? { does: { ...does, missing: 'sample' }, why: `${saw}: a sample, for the list shows no ids` }
    : { does, why: saw };
}

const NO_OPERATIONS: ReadonlyMap<Kind, ApiOperation> = new Map();
const ONLY_READ = 'it reads the one item at this path, which nothing changes';

function namesOf(step: string): readonly string[] {
  return wordsOf([step]);
}

function idOf(read: ApiOperation, { members }: ItemShape, words: readonly string[]): FoundId {
  const parameter = read.path.lastParameter;
  return identify({ members, parameter, schema: parameterSchema(read), words, isCalled: true });
}

/** Whether the words of a path say that the read shows no kept item: it computes, lists or gives access. */
function isOfNoThing(read: ApiOperation, step: string): boolean {
  return (
    isComputed(read) ||
    namesNoThings(read) ||
    isDoing(step) ||
    plainWords(step).some((word) => UNKEPT.test(word))
  );
}

/** Words of what no service keeps as an item: what the world says, what is left, what opens a door. */
const UNKEPT =
  /^(?:weather|forecasts?|quotes?|prices?|availability|eligib\w+|usage|quotas?|limits?|random|today|now|uptime|(?:pre)?sign(?:ed)?|urls?|links?|captcha|challenge|keys?|nonce|qr|expired?|tests?|hello|preview|search|query|find)$/;
