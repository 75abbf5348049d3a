// The success that an operation declares: its status and its body. Refusals are in refusals.ts.

import type { MediaBody } from './media.ts';
import type { ApiAnswer, ApiOperation } from './operations.ts';

/** The declared success of an operation. */
export interface Success {
  /** `null` if the document names none, or several. */
  readonly status: number | null;
  readonly body: MediaBody | null;
  /** How many successes the document names. */
  readonly declared: number;
}

/**
 * Returns the success of an operation: the only 2xx, else the lowest one; `2XX`, or `default` where
 * nothing else is a success. `usual` is the status that the mock answers if the document leaves it
 * open.
 */
export function successOf({ answers }: ApiOperation, usual: number): Success {
  const named = answers
    .filter(({ status }) => /^2\d\d$/.test(status))
    .toSorted((one, other) => Number(one.status) - Number(other.status));
  const [first] = named;
  if (first !== undefined) {
    const chosen = named.find(({ status }) => Number(status) === usual) ?? first;
    return {
      status: Number(chosen.status),
      body: bodyOf(chosen),
      declared: named.length,
    };
  }
  const range = answers.find(({ status }) => /^2XX$/i.test(status));
  const open = range ?? answers.find(({ status }) => status === 'default');
  const hasRedirect = answers.some(({ status }) => /^3/.test(status));
  if (open === undefined || (range === undefined && hasRedirect))
    return { status: null, body: null, declared: 0 };
  return { status: null, body: bodyOf(open), declared: 1 };
}

function bodyOf({ status, body }: ApiAnswer): MediaBody | null {
  return status === '204' || status === '205' ? null : body;
}
