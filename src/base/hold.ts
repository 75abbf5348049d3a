// Calls that wait on their way until somebody decides: the words between who holds them and who
// sends them on. Types alone; journal/breakpoints decides what is held.

/** Names and values as sent. */
export type MessageFields = readonly (readonly [name: string, value: string])[];

export interface HeldRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly fields: MessageFields;
  readonly body: Uint8Array;
}

export interface HeldAnswer {
  readonly status: number;
  readonly fields: MessageFields;
  readonly body: Uint8Array;
}

export type HoldSide = 'request' | 'answer';

/** How a held message goes on, and what was done, in a clause: `held 320 ms at a breakpoint`. */
export type HoldDecision<T> =
  | { readonly kind: 'pass'; readonly heldMs: number; readonly note: string }
  | {
      readonly kind: 'change';
      readonly message: T;
      readonly heldMs: number;
      readonly note: string;
    }
  | { readonly kind: 'drop'; readonly heldMs: number; readonly note: string };

/** Longest body of a message that is held, in bytes. Longer ones pass. */
export const HELD_BYTES_MAX = 1_048_576;

export interface Hold {
  /** Whether a message with this head may be held: its body is gathered then. */
  mayHold(request: Omit<HeldRequest, 'body'>, answer: Omit<HeldAnswer, 'body'> | null): boolean;
  /** Holds a request, until a decision or until `gone`; `null` if it is not to be held. */
  holdRequest(request: HeldRequest, gone: AbortSignal): Promise<HoldDecision<HeldRequest>> | null;
  /** Holds an answer likewise. */
  holdAnswer(
    request: HeldRequest,
    answer: HeldAnswer,
    gone: AbortSignal,
  ): Promise<HoldDecision<HeldAnswer>> | null;
}

/** Where a server looks for breakpoints: `null` while there are none, so that calls cost nothing. */
export interface HoldSlot {
  current: Hold | null;
}
