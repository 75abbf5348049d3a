// The bodies of refusals: problem details (RFC 9457) and the plainer shapes that services use.

import { type Json, type JsonObject, objectOf } from '../../base/json.ts';
import type { Pointer } from '../../base/pointer.ts';
import type { Profile } from '../../contract/choices.ts';
import { type Refusal, refusals, situations } from '../../contract/situations.ts';
import type { Call } from '../message/call.ts';
import { reasonPhraseOf } from '../message/reason-phrases.ts';
import type { Content, RuledHeader } from '../ruling/ruling.ts';
import { prismContent } from './prism-problem.ts';

/** One thing wrong with a request body, in the form of the example in RFC 9457 section 3. */
export interface ProblemError {
  readonly pointer: Pointer;
  readonly detail: string;
  /** The keyword of the schema that it breaks; `body` where there is no body at all. */
  readonly keyword?: string;
  /** What the keyword asks for, without what was found: `must be string`. */
  readonly plain?: string;
}

/**
 * What stops a message before any rule book sees it: it is no HTTP, it does not arrive in time, or
 * Standin itself fails.
 */
export type Trouble = 'unreadable' | 'late' | 'failed';

export interface ProblemFacts {
  /** `directed` where a status was asked for that no situation has. */
  readonly situation: Refusal | Trouble | 'directed';
  /** In the place of the title of the situation. */
  readonly title?: string;
  readonly status: number;
  readonly detail: string;
  readonly remedy: string | null;
  readonly errors: readonly ProblemError[];
  /**
   * A few words for shapes that have no room for more; those of the status where there are none.
   */
  readonly brief?: string | undefined;
  /** The call that is refused; absent where there was none that could be read. */
  readonly call?: Call;
  /** The header fields that go with the refusal. */
  readonly headers?: readonly RuledHeader[];
  /** Where an id in the path cannot be one: its name, and the type that it should be of. */
  readonly malformedId?: { readonly name: string; readonly type: string };
}

/** The title of each problem, which is that of its page as well. */
export const problemTitles = {
  ...Object.fromEntries(refusals.map((refusal) => [refusal, situations[refusal].title])),
  unreadable: 'The request is not understood',
  late: 'The request did not arrive in time',
  failed: 'Standin failed',
} as Readonly<Record<Refusal | Trouble, string>>;

/** Where the description of a kind of problem is: its type, a path on the server that sent it. */
export const PROBLEM_PATH = '/__standin/problems/';

/** Gives the content of a refusal in the shape that the profile chose. */
export function problemContent(
  facts: ProblemFacts,
  shape: Profile['error.shape'],
  code: Profile['error.code'],
): Content {
  switch (shape) {
    case 'problem':
      return { kind: 'problem', value: problemDetails(facts, code) };
    case 'prism':
      return prismContent(facts);
    case 'message':
      return { kind: 'json', value: errorMember(sentence(facts), facts, code) };
    case 'reason':
      return {
        kind: 'json',
        value: errorMember(facts.brief ?? reasonPhraseOf(facts.status), facts, code),
      };
    case 'empty-object':
      return { kind: 'json', value: {} };
    case 'none':
      return { kind: 'none' };
  }
}

function errorMember(
  error: string,
  { situation }: ProblemFacts,
  code: Profile['error.code'],
): JsonObject {
  return code === 'none' || situation === 'directed' ? { error } : { error, code: situation };
}

function problemDetails(facts: ProblemFacts, code: Profile['error.code']): JsonObject {
  // A problem of which the status says all has no type of its own (RFC 9457 section 4.2.1).
  const isPlain = facts.situation === 'directed';
  const members: [string, Json][] = [
    ['type', isPlain ? 'about:blank' : PROBLEM_PATH + facts.situation],
    [
      'title',
      facts.title ?? (isPlain ? reasonPhraseOf(facts.status) : problemTitles[facts.situation]),
    ],
    ['status', facts.status],
    ['detail', facts.detail],
  ];
  if (facts.remedy !== null) members.push(['remedy', facts.remedy]);
  if (facts.errors.length > 0)
    members.push(['errors', facts.errors.map(({ pointer, detail }) => ({ pointer, detail }))]);
  if (code === 'situation' && !isPlain) members.push(['code', facts.situation]);
  return objectOf(members);
}

function sentence(facts: ProblemFacts): string {
  return [
    facts.detail,
    ...facts.errors.map((error) => `${error.pointer} ${error.detail}`.trim()),
  ].join('; ');
}
