// Standin's own API below `/__standin/`: the journal, and what each problem type means. It only reads, and only for this machine:
// a page of another origin is refused, and so is a host name that is not this machine's (DNS rebinding).

import type { Json, JsonObject } from '../base/json.ts';
import { describe } from '../journal/describe.ts';
import type { Journal } from '../journal/journal.ts';
import { type Call, header, type Reply } from '../model/call.ts';
import { PROBLEM_PATH, problemTitles } from '../model/problem.ts';
import { textBody } from '../model/render.ts';
import type { Book } from '../model/scene.ts';

export interface AdminScope {
  readonly journal: Journal;
  readonly book: Book;
  /** Host names that are allowed beside those of this machine. */
  readonly adminHosts: readonly string[];
}

/** Says whether a path belongs to Standin itself. No contract can have such a path. */
export function isAdminPath(path: string): boolean {
  return path === '/__standin' || path.startsWith('/__standin/');
}

/** Answers a call to Standin's own API. */
export function answerAdmin(call: Call, scope: AdminScope): Reply {
  const flaw = findForeignness(call, scope.adminHosts);
  if (flaw !== null) return problem(403, 'This API is for this machine', flaw);
  if (call.method !== 'GET' && call.method !== 'HEAD') {
    return problem(405, 'This API only reads', `${call.method} is not offered here; use GET.`, ['allow', 'GET, HEAD']);
  }
  const steps = call.path
    .split('/')
    .slice(2)
    .filter((step) => step !== '');
  const [place, name] = steps;
  if (!isAdminPath(call.path)) return nothing();
  if (place === undefined) return json(200, overview(scope));
  if (place === 'interactions' && steps.length <= 2)
    return name === undefined ? interactions(call, scope.journal) : interaction(scope.journal, name);
  if (place === 'problems' && steps.length <= 2) return problems(name);
  return nothing();
}

function nothing(): Reply {
  return problem(
    404,
    'Nothing is at this path',
    'There is /__standin/interactions, /__standin/interactions/<seq> and /__standin/problems.',
  );
}

/** How many interactions one answer shows. */
export const INTERACTIONS_SHOWN_MAX = 1_000;
const INTERACTIONS_SHOWN = 100;

function overview(scope: AdminScope): JsonObject {
  const { state, router } = scope.book;
  const resources = router.contracts.map((contract): [string, Json] => [
    contract.resource,
    { path: router.basePath + contract.path, records: state.collection(contract.resource).size },
  ]);
  return {
    resources: Object.fromEntries(resources),
    interactions: { path: '/__standin/interactions', total: scope.journal.total },
    problems: { path: '/__standin/problems' },
  };
}

function interactions(call: Call, journal: Journal): Reply {
  const wanted = new URLSearchParams(call.query).get('limit') ?? String(INTERACTIONS_SHOWN);
  const limit = Number(wanted);
  if (!/^\d{1,4}$/.test(wanted) || limit < 1 || limit > INTERACTIONS_SHOWN_MAX) {
    return problem(400, 'The limit cannot be met', `limit must be a whole number from 1 to ${INTERACTIONS_SHOWN_MAX}.`);
  }
  return json(200, { total: journal.total, interactions: journal.newest(limit).map(describe) });
}

function interaction(journal: Journal, name: string): Reply {
  const found = /^\d{1,15}$/.test(name) ? journal.find(Number(name)) : undefined;
  if (found !== undefined) return json(200, describe(found));
  return problem(404, 'There is no such interaction', 'It never was, or it has made room for newer ones.');
}

function problems(name: string | undefined): Reply {
  if (name === undefined) return json(200, { problems: problemTitles });
  const title = Object.entries(problemTitles).find(([code]) => code === name)?.[1];
  if (title === undefined)
    return problem(404, 'There is no such problem', `The problems are ${Object.keys(problemTitles).join(', ')}.`);
  return json(200, { type: PROBLEM_PATH + name, code: name, title });
}

/** Gives why a call does not come from this machine's own pages and tools, or `null`. */
function findForeignness(call: Call, adminHosts: readonly string[]): string | null {
  const host = hostName(header(call.headers, 'host') ?? '');
  if (!LOOPBACK_NAMES.has(host) && !adminHosts.includes(host))
    return `The host name ${JSON.stringify(host)} is not one of this machine.`;
  const origin = header(call.headers, 'origin');
  if (origin === undefined) return null;
  const isSame = origin.replace(/^https?:\/\//, '') === header(call.headers, 'host');
  return isSame ? null : 'Pages of other origins may not read it.';
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function json(status: number, value: Json): Reply {
  const headers = ['content-type', 'application/json', 'cache-control', 'no-store', 'x-content-type-options', 'nosniff'];
  return { status, headers, body: textBody(JSON.stringify(value)) };
}

function problem(status: number, title: string, detail: string, headers: readonly string[] = []): Reply {
  const value = { type: 'about:blank', title, status, detail };
  return {
    status,
    headers: ['content-type', 'application/problem+json', ...headers],
    body: textBody(JSON.stringify(value)),
  };
}
