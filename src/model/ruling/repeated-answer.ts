// The answers to requests with an idempotency key: how the first one is kept, and given again.

import { fingerprint } from '../../base/hash.ts';
import { jsonText, parseExact } from '../../base/json.ts';
import type { Operation } from '../../contract/contract.ts';
import { type Call, header } from '../message/call.ts';
import type { KeptAnswer } from '../state/kept-answers.ts';
import { render } from './render.ts';
import type { By, Content, Ruling } from './ruling.ts';

/** Returns the name of the header field that has the key of a creation. */
export function keyHeaderOf(create: Pick<Operation, 'idempotencyKey'> | undefined): string {
  return create?.idempotencyKey ?? 'Idempotency-Key';
}

/** A request that is to be done once. */
export type KeyedRequest = Pick<KeptAnswer, 'key' | 'request'>;

/** Returns the idempotency key of a call; `undefined` if it has none, or an empty one. */
export function idempotencyKeyIn({ headers }: Call, name: string): string | undefined {
  return header(headers, name.toLowerCase())?.trim() || undefined;
}

/**
 * Identifies a request by its key. Two that have the same key are the same if method, target and
 * body are. Clients do not share keys: `credentials` is what they are known by.
 */
export function keyedRequest(
  { method, path, query, body }: Call,
  key: string,
  credentials: readonly string[],
): KeyedRequest {
  const sent = body.kind === 'json' || body.kind === 'broken' ? body.text : body.kind;
  return {
    key: fingerprint(JSON.stringify([method, path, ...credentials, key])),
    request: fingerprint(jsonText([query, sent])),
  };
}

/** Returns what calls with the same key are answered, once a call was ruled on. */
export function answerKept(ruling: Ruling, keyed: KeyedRequest, at: number): KeptAnswer {
  const { status, body } = render(ruling, 'silent');
  const headers = ruling.headers.map(({ name, value }) => [name, value] as const);
  return { ...keyed, at, status, headers, body: body.kind === 'text' ? body.text : null };
}

/** Rules that a creation is answered as before, and that nothing changes. */
export function repeatedAnswer(
  { status, headers, body }: KeptAnswer,
  resource: string,
  by: By,
): Ruling {
  const content: Content =
    body === null ? { kind: 'none' } : { kind: 'json', value: parseExact(body) };
  return {
    resource,
    operation: 'create',
    situation: { value: 'ok', by },
    status: { value: status, by },
    headers: headers.map(([name, value]) => ({ name, value, by })),
    content: { value: content, by },
    effect: { kind: 'none' },
    detail: 'the idempotency key was used before: this is the first answer again',
    isReplay: true,
  };
}
