// What differs between two recordings, operation by operation, as data for the page, the terminal
// and scripts. Does not know how it was found.

/** One operation in both recordings. */
export interface ComparedOperation {
  /** `GET /users/{userId}`; for GraphQL with the name of the operation. */
  readonly operation: string;
  /** `null` if the recording has no such call. */
  readonly older: OperationFigures | null;
  readonly newer: OperationFigures | null;
  /** What differs, most important first; empty if nothing does. */
  readonly differences: readonly Difference[];
}

export interface OperationFigures {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** How often each status was answered, by number; `none` is no answer. */
  readonly statuses: readonly (readonly [status: string, count: number])[];
  /** An interaction of the recording, to look at. */
  readonly seq: number;
}

/**
 * `status`: other statuses, or more often. `finding`: violates the contract now. `answer`,
 * `request`: another shape of the body. `slower`, `faster`: the time until the answer.
 * `gone`, `new`: the operation is in one recording only.
 */
export const differenceKinds = [
  'status',
  'finding',
  'answer',
  'slower',
  'request',
  'gone',
  'new',
  'faster',
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  readonly text: string;
  /** Interactions that show it: one of each recording; `null` if there is none. */
  readonly older: number | null;
  readonly newer: number | null;
}

/** What was compared, and what differs. */
export interface Comparison {
  readonly older: ComparedSide;
  readonly newer: ComparedSide;
  /** Those that differ first. */
  readonly operations: readonly ComparedOperation[];
}

export interface ComparedSide {
  /** The name of the recording. */
  readonly name: string;
  /** How many interactions were compared. */
  readonly count: number;
  /** Whether there are more, which are older. */
  readonly isCut: boolean;
}

/** Returns the operations whose answers a client may have to handle differently. */
export function otherAnswers({ operations }: Comparison): readonly ComparedOperation[] {
  return operations.filter(({ differences }) =>
    differences.some(({ kind }) => kind === 'status' || kind === 'finding' || kind === 'answer'),
  );
}
