// Everything known of a refusal before its body is written.

import { type Pointer, parsePointer } from '../../base/pointer.ts';
import type { Refusal } from '../../contract/situations.ts';
import type { Call } from '../message/call.ts';
import type { ParameterError } from '../parameters/unfit-parameters.ts';
import type { RuledHeader } from '../ruling/ruling.ts';

/** One error in a request body, in the form of the example in RFC 9457 section 3. */
export interface ProblemError {
  readonly pointer: Pointer;
  readonly detail: string;
  /** The violated keyword of the schema; `body` if there is no body at all. */
  readonly keyword?: string;
  /** What the keyword requires, without the value found: `must be string`. */
  readonly plain?: string;
  /** The missing member, if one is missing. */
  readonly missing?: string | undefined;
}

/**
 * What stops a call apart from the rule book: bad HTTP, a timeout, a change that cannot be kept, or
 * a failure of Standin.
 */
export type ProtocolProblem = 'unreadable' | 'late' | 'unkept' | 'failed';

export interface ProblemFacts {
  /** `directed` if the client asked for a status that no situation has. */
  readonly situation: Refusal | ProtocolProblem | 'directed';
  /** Replaces the title of the situation. */
  readonly title?: string;
  readonly status: number;
  readonly detail: string;
  readonly remedy: string | null;
  readonly errors: readonly ProblemError[];
  /** A few words for shapes without room for more; the reason phrase by default. */
  readonly brief?: string | undefined;
  /** The refused call; absent if none could be read. */
  readonly call?: Call;
  /** The header fields of the refusal. */
  readonly headers?: readonly RuledHeader[];
  /** If the id in the path is invalid: its name, and the type that it should have. */
  readonly malformedId?: { readonly name: string; readonly type: string } | undefined;
  readonly parameters?: readonly ParameterError[] | undefined;
}

/** The sentence of a body whose errors are listed. */
export const INVALID_BODY = 'the body is invalid';

/** Names the first error of a body, since pages often show nothing else, and counts the others. */
export function invalidDetail(errors: readonly ProblemError[]): string {
  const [first, ...others] = errors;
  if (first === undefined) return INVALID_BODY;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${INVALID_BODY}: ${errorText(first)}${more}`;
}

/** Returns every error of a refusal in one sentence. */
export function sentenceOf({ detail, errors }: Pick<ProblemFacts, 'detail' | 'errors'>): string {
  if (errors.length === 0) return detail;
  return detail === invalidDetail(errors)
    ? `${INVALID_BODY}: ${errors.map(errorText).join('; ')}`
    : [detail, ...errors.map(errorText)].join('; ');
}

/** Returns the errors of a refusal in a sentence each; the only sentence if there are none. */
export function reasonsOf({
  detail,
  errors,
}: Pick<ProblemFacts, 'detail' | 'errors'>): readonly string[] {
  return errors.length === 0 ? [detail] : errors.map(errorText);
}

/** One error with its place: the part of the request, then the steps in it. */
export interface PlacedError {
  readonly place: readonly string[];
  readonly detail: string;
  readonly keyword?: string | undefined;
}

/** Returns the errors of a refusal that are about members of the body, or about parameters. */
export function placedErrors(facts: ProblemFacts): readonly PlacedError[] {
  const { errors, malformedId, parameters = [], detail } = facts;
  const ids = malformedId === undefined ? [] : [{ in: 'path', name: malformedId.name, detail }];
  return [
    ...errors.map(({ pointer, missing, ...error }) => ({
      ...error,
      place: [
        'body',
        ...(parsePointer(pointer) ?? []),
        ...(missing === undefined ? [] : [missing]),
      ],
    })),
    ...[...ids, ...parameters].map((one) => ({ place: [one.in, one.name], detail: one.detail })),
  ];
}

function errorText({ pointer, detail }: ProblemError): string {
  return `${pointer} ${detail}`.trim();
}
