// Follows the pages of a list as the contract shows them: small ones, so that a few items have
// several. Items that were there the whole time must be on one page each.

import type { JsonObject } from '../../base/json.ts';
import type { Call } from '../../model/message/call.ts';
import { nextOf } from '../../model/message/next-page.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import {
  callFor,
  isCountedAlone,
  objectsIn,
  pagerOf,
  type ShownPager,
} from '../pages/pagination.ts';
import { inapplicable } from '../scenario/inapplicable.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { judgePage, readList } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** Follows them, and once more if something is wrong: others may write between two pages. */
export async function followPages(scenario: Scenario): Promise<MoveResult> {
  const { service } = scenario.session;
  const pager = pagerOf(service.contract);
  if (pager?.kind !== 'shown') return notExercised('the contract does not show how pages follow');
  if (!service.isListAffordable()) return notExercised('the list is too long to be followed');
  let found: Finding | null = null;
  for (let times = 0; times < ROUNDS; times++) {
    const followed = await followOnce(scenario, pager);
    if (followed.kind !== 'done') return followed;
    found = followed.value;
    if (found === null) return done;
  }
  return found === null ? done : broken([found]);
}

/** How many rounds must show something wrong. */
const ROUNDS = 2;

/** How many pages a list is cut into, about, and the least and the most that one has. */
const PAGES_WISHED = 6;
const SIZE_LEAST = 2;
const SIZE_MOST = 50;

/** How many pages are read, and how many in a row may be empty. */
const PAGES_FOLLOWED = 30;
const EMPTY_MOST = 3;

async function followOnce(
  scenario: Scenario,
  pager: ShownPager,
): Promise<MoveResult<Finding | null>> {
  const before = await keysListed(scenario);
  if (before.kind !== 'done') return before;
  const followed = await follow(scenario, pager, before.value.size);
  if (followed.kind !== 'done') return followed;
  const { seen, finding, pages } = followed.value;
  if (finding !== null) return doneWith(finding);
  if (pages === 1 && before.value.size <= seen.size) return notExercised(inapplicable.onePage);
  if (pages >= PAGES_FOLLOWED) return doneWith(null);
  const after = await keysListed(scenario);
  if (after.kind !== 'done') return after;
  const missed = [...before.value].find((key) => after.value.has(key) && !seen.has(key));
  return doneWith(missed === undefined ? null : notListed(scenario, missed, pages));
}

async function keysListed(scenario: Scenario): Promise<MoveResult<ReadonlySet<string>>> {
  const read = await readList(scenario, () => false);
  return read.kind === 'done' ? doneWith(new Set(keysIn(scenario, read.value.elements))) : read;
}

function keysIn({ session }: Scenario, elements: readonly JsonObject[]): readonly string[] {
  return elements.flatMap((element) => session.service.keyOf(element) ?? []);
}

interface Followed {
  /** The ids of the items of all pages. */
  readonly seen: ReadonlySet<string>;
  readonly pages: number;
  readonly finding: Finding | null;
}

async function follow(
  scenario: Scenario,
  pager: ShownPager,
  length: number,
): Promise<MoveResult<Followed>> {
  const seen = new Set<string>();
  const first = await firstPage(scenario, length);
  if (first.kind !== 'done') return first;
  let { call, received } = first.value;
  let empty = 0;
  for (let page = 1; ; page++) {
    const read = judgePage(scenario, received);
    if (read.kind === 'list-unread') return notExercised(read.why);
    if (read.kind !== 'done') return read;
    const keys = keysIn(scenario, objectsIn(read.value.elements ?? []));
    const ended = (finding: Finding | null): MoveResult<Followed> =>
      doneWith({ seen, pages: page, finding });
    const repeated = repeatedIn(scenario, keys, seen, page);
    if (repeated !== null) return ended(repeated);
    for (const key of keys) seen.add(key);
    if (page === 1 && isCountedAlone(pager, received)) return notExercised(inapplicable.onePage);
    const shown = nextOf(pager.next, received);
    if (shown === null || page >= PAGES_FOLLOWED) return ended(null);
    empty = keys.length === 0 ? empty + 1 : 0;
    if (empty > EMPTY_MOST) return ended(finding(scenario, 'page-endless', { page }));
    const next = callFor(pager, call, shown);
    const refused = (actual: string): MoveResult<Followed> =>
      ended(finding(scenario, 'page-refused', { page: page + 1, actual }));
    if (next === null || !leadsToList(scenario, pager, shown))
      return refused(JSON.stringify(shown));
    const reply = await scenario.receive('list', next);
    if (reply.kind !== 'done') return reply;
    if (reply.value.status >= 300) return refused(`status ${reply.value.status}`);
    call = next;
    received = reply.value;
  }
}

/** Reads the first page, with a size that gives some pages if the service takes it. */
async function firstPage(
  scenario: Scenario,
  length: number,
): Promise<MoveResult<{ readonly call: Call; readonly received: Received }>> {
  const { service } = scenario.session;
  const plain = service.call('list', null, null);
  const paging = service.contract.operations.list?.paging;
  const size = Math.min(Math.max(SIZE_LEAST, Math.ceil(length / PAGES_WISHED)), SIZE_MOST);
  const sized =
    paging?.size === undefined
      ? plain
      : {
          ...plain,
          query: new URLSearchParams({
            [paging.size]: `${Math.min(size, paging.most)}`,
          }).toString(),
        };
  for (const call of [sized, plain]) {
    const read = await scenario.receive('list', call);
    if (read.kind !== 'done') return read;
    if (read.value.status < 400 || call === plain) return doneWith({ call, received: read.value });
  }
  return notExercised('the list cannot be read');
}

/** Whether an address is one of the list, wherever the service believes to be. */
function leadsToList({ session }: Scenario, { next }: ShownPager, shown: unknown): boolean {
  if (next.in === 'body' && next.holds === 'cursor') return true;
  const { path } = session.service.contract;
  const [address, base] = [String(shown), `http://service${path}`];
  return URL.canParse(address, base) && `${new URL(address, base).pathname}/`.includes(`${path}/`);
}

/** Returns what is wrong with the items of a page; `null` if none was on a page before. */
function repeatedIn(
  scenario: Scenario,
  keys: readonly string[],
  seen: ReadonlySet<string>,
  page: number,
): Finding | null {
  const again = keys.filter((key, index) => seen.has(key) || keys.indexOf(key) < index);
  const [first] = again;
  if (first === undefined) return null;
  const { contract } = scenario.session.service;
  return again.length === keys.length
    ? finding(scenario, 'page-repeats', { page, actual: itemName(contract, first) })
    : itemFinding(
        contract,
        { code: 'listed-twice', operation: 'list' },
        { item: itemName(contract, first), times: 2 },
      );
}

function notListed({ session: { service } }: Scenario, key: string, pages: number): Finding {
  return itemFinding(
    service.contract,
    { code: 'not-listed', operation: 'list' },
    { item: itemName(service.contract, key), actual: `no item on ${pages} pages` },
  );
}

function finding<Code extends 'page-repeats' | 'page-refused' | 'page-endless'>(
  { session }: Scenario,
  code: Code,
  facts: Parameters<typeof itemFinding<Code>>[2],
): Finding {
  return itemFinding(session.service.contract, { code, operation: 'list' }, facts);
}
