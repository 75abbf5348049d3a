// The interactions that match a filter in groups: by world (each parallel test has one), by client,
// by the page that called, or by the law that `verify` sent them for. Reads whole interactions, so
// their number is limited.

import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { Archive } from '../journal/archive.ts';
import { parseFilter } from '../journal/filter/parse-filter.ts';
import { percentile } from '../journal/interaction/latency.ts';
import type { Recorded } from '../journal/interaction/recorded.ts';
import { readWhole } from '../journal/read-whole.ts';
import { json, problem } from './request/reply.ts';
import type { GroupsView, GroupView } from './wire.ts';

/** The newest interactions that are grouped. */
export const GROUPED_MAX = 20_000;
/** The largest groups that are returned. */
const GROUPS_MAX = 200;
/** How many interactions are read before others get their turn. */
const TURN = 200;

interface Grouping {
  /** The group of an interaction; `null` if it belongs to none. */
  readonly of: (recorded: Recorded) => string | null;
  /** The filter term that selects a group. */
  readonly term: (value: string) => string;
}

const GROUPINGS: Readonly<Record<string, Grouping>> = {
  world: { of: ({ world }) => world ?? 'main', term: (value) => `world:${quoted(value)}` },
  client: {
    of: (recorded) => fieldOf(recorded, 'user-agent'),
    term: (value) => `header:user-agent=${quoted(value)}`,
  },
  page: {
    of: (recorded) => fieldOf(recorded, 'referer')?.replace(/[?#].*/s, '') ?? null,
    term: (value) => `header:referer=${quoted(value)}`,
  },
  law: { of: ({ law }) => law, term: (value) => `law:${quoted(value)}` },
};

/** Answers GET api/groups. */
export async function answerGroups(
  { query }: Pick<InternalCall, 'query'>,
  archive: Archive,
): Promise<InternalReply> {
  const parameters = new URLSearchParams(query);
  const by = parameters.get('by') ?? '';
  const grouping = Object.hasOwn(GROUPINGS, by) ? GROUPINGS[by] : undefined;
  if (grouping === undefined) {
    const remedy = `"by" must be one of ${Object.keys(GROUPINGS).join(', ')}.`;
    return problem(400, 'The interactions cannot be grouped', remedy);
  }
  const parsed = parseFilter(parameters.get('q') ?? '');
  if (parsed.kind === 'flawed') {
    const { detail, from, to } = parsed.flaw;
    return problem(400, 'The filter cannot be understood', detail, { from, to });
  }
  const { seqs, isCut } = await archive.search(parsed.filter, { limit: GROUPED_MAX });
  const groups = new Map<string | null, GroupCounts>();
  let count = 0;
  for await (const recorded of readWhole(archive, seqs, () => undefined)) {
    count += 1;
    if (count % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    const value = grouping.of(recorded);
    const group = groups.get(value) ?? {
      times: [],
      violating: 0,
      failed: 0,
      from: Number.POSITIVE_INFINITY,
      to: 0,
    };
    groups.set(value, group);
    countIn(group, recorded);
  }
  const views = [...groups]
    .map(([value, counts]) => groupView(value, counts, grouping))
    .sort((one, other) => other.count - one.count);
  return json({ groups: views.slice(0, GROUPS_MAX), isCut } satisfies GroupsView);
}

interface GroupCounts {
  readonly times: number[];
  violating: number;
  failed: number;
  from: number;
  to: number;
}

function countIn(group: GroupCounts, { at, elapsedMs, reply, verdict }: Recorded): void {
  group.times.push(elapsedMs);
  if (verdict === 'violates') group.violating += 1;
  if (reply === null || reply.status >= 500) group.failed += 1;
  group.from = Math.min(group.from, at);
  group.to = Math.max(group.to, at + elapsedMs);
}

function groupView(
  value: string | null,
  { times, ...counts }: GroupCounts,
  { term }: Grouping,
): GroupView {
  return {
    value,
    term: value === null ? null : term(value),
    count: times.length,
    ...counts,
    p50Ms: percentile(Float64Array.from(times).sort(), 0.5),
  };
}

function fieldOf({ request }: Recorded, name: string): string | null {
  return request.headers.find(([one]) => one === name)?.[1] ?? null;
}

/** Writes a value as a filter reads it. */
function quoted(value: string): string {
  return /^[\w./:-]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
