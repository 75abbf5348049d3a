// Refusals that no contract decides: of a call whose world has no valid name, and of a change that
// cannot be kept.

import type { Call } from '../model/message/call.ts';
import { WORLD_NAME_RULE } from '../model/message/world-name.ts';
import { problemContent } from '../model/problems/problem.ts';
import type { ProblemFacts } from '../model/problems/problem-facts.ts';
import { withCommonHeaders } from '../model/rules/common-headers.ts';
import { type Book, NO_EFFECT, NO_HEADERS } from '../model/rules/scene.ts';
import type { Ruling } from '../model/ruling/ruling.ts';

/** Refuses a text that is not a world name. */
export function refuseName(book: Book, call: Call, detail: string): Ruling {
  return refuse(book, call, 'malformed', {
    situation: 'unreadable',
    status: 400,
    detail: `${detail}, which is not a valid name`,
    remedy: WORLD_NAME_RULE,
    errors: [],
  });
}

/** Refuses a change that cannot be kept: nothing changes. */
export function refuseUnkept(book: Book, call: Call, ruling: Ruling, detail: string): Ruling {
  const { resource, operation } = ruling;
  const refused = refuse(book, call, 'directed', {
    situation: 'unkept',
    status: 507,
    detail,
    remedy: UNKEPT_REMEDY,
    errors: [],
  });
  return { ...refused, resource, operation };
}

/** Refuses a call because the store cannot be reached. A write may or may not have been made. */
export function refuseAway(book: Book, call: Call, ruling: Ruling, detail: string): Ruling {
  const { resource, operation } = ruling;
  const refused = refuse(book, call, 'directed', {
    situation: 'unkept',
    status: 503,
    detail,
    remedy: 'Try again in a moment. If this was a write, look first whether it was made.',
    errors: [],
  });
  const headers = [...refused.headers, { name: 'retry-after', value: '1', by: 'http' } as const];
  return { ...refused, resource, operation, headers };
}

/** What helps if a change cannot be kept. */
export const UNKEPT_REMEDY = 'Free some disk space. Until then the mock is read-only.';

function refuse(
  book: Book,
  call: Call,
  situation: 'malformed' | 'directed',
  facts: ProblemFacts,
): Ruling {
  const decisions = book.decide(null);
  const content = problemContent(
    facts,
    decisions['error.shape'].value,
    decisions['error.code'].value,
  );
  return withCommonHeaders({ book, call, contract: null, kind: null, decisions }, null, {
    resource: null,
    operation: null,
    situation: { value: situation, by: 'http' },
    status: { value: facts.status, by: 'http' },
    headers: NO_HEADERS,
    content: { value: content, by: decisions['error.shape'].by },
    effect: NO_EFFECT,
    detail: facts.detail,
  });
}
