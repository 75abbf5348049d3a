// The first answers to requests with an idempotency key, bounded in number, size and age. Part of a
// state: forks, images and the log of changes have them.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';

/** The answer that calls with the same key get again. */
export interface KeptAnswer {
  /** Identifies the key, and whose it is: no client learns or names it. */
  readonly key: string;
  /** Identifies the request: method, target and body. */
  readonly request: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON text; `null` without a body. */
  readonly body: string | null;
}

/** Number of answers that one world keeps. The oldest make room. */
export const KEPT_ANSWERS_MAX = 1_000;
/** Number of characters of their bodies together. */
export const KEPT_CHARS_MAX = 4_194_304;
/** How long an answer is kept, in milliseconds: one day. */
export const KEPT_ANSWER_MS = 86_400_000;

/** Answers by key, oldest first. A fork costs nothing until one of both changes. */
export class KeptAnswers {
  private answers: Map<string, KeptAnswer> | null = null;
  private chars = 0;
  private isShared = false;

  /** Returns the answer of a key; `undefined` if there is none, or if it has expired. */
  find(key: string, nowMs: number): KeptAnswer | undefined {
    const answer = this.answers?.get(key);
    return answer === undefined || nowMs - answer.at >= KEPT_ANSWER_MS ? undefined : answer;
  }

  /** Keeps an answer. Those that have expired when it was made, or have no room, are forgotten. */
  keep(answer: KeptAnswer): void {
    if (this.answers === null || this.isShared) this.answers = new Map(this.answers);
    this.isShared = false;
    this.forget(answer.key);
    this.answers.set(answer.key, answer);
    this.chars += charsOf(answer);
    for (const old of this.answers.values()) {
      const isTooMany = this.answers.size > KEPT_ANSWERS_MAX || this.chars > KEPT_CHARS_MAX;
      if (!isTooMany && answer.at - old.at < KEPT_ANSWER_MS) break;
      if (old !== answer) this.forget(old.key);
    }
  }

  /** Returns all answers, oldest first. */
  all(): readonly KeptAnswer[] {
    return this.answers === null ? [] : [...this.answers.values()];
  }

  fork(): KeptAnswers {
    const fork = new KeptAnswers();
    fork.answers = this.answers;
    fork.chars = this.chars;
    this.isShared = fork.isShared = this.answers !== null;
    return fork;
  }

  /** Replaces all answers. */
  become(answers: readonly KeptAnswer[]): void {
    this.answers = null;
    this.chars = 0;
    for (const answer of answers) this.keep(answer);
  }

  private forget(key: string): void {
    const old = this.answers?.get(key);
    if (old === undefined) return;
    this.chars -= charsOf(old);
    this.answers?.delete(key);
  }
}

function charsOf({ body }: KeptAnswer): number {
  return body === null ? 0 : body.length;
}

/** Returns an answer as JSON. */
export function keptAnswerJson(answer: KeptAnswer): JsonObject {
  const { headers, ...members } = answer;
  return { ...members, headers: headers.map(([name, value]) => [name, value]) };
}

/** Reads an answer from JSON; `null` if it is none. */
export function readKeptAnswer(value: Json | undefined): KeptAnswer | null {
  if (value === undefined || !isObject(value)) return null;
  const [key, request, at, status, headers, body] = MEMBERS.map((name) => own(value, name));
  if (typeof key !== 'string' || typeof request !== 'string') return null;
  if (typeof at !== 'number' || typeof status !== 'number') return null;
  if (body !== null && typeof body !== 'string') return null;
  return isFields(headers) ? { key, request, at, status, headers, body } : null;
}

const MEMBERS = ['key', 'request', 'at', 'status', 'headers', 'body'] as const;

function isFields(value: Json | undefined): value is [string, string][] {
  return (
    Array.isArray(value) &&
    value.every(
      (field) =>
        Array.isArray(field) && field.length === 2 && field.every((one) => typeof one === 'string'),
    )
  );
}
