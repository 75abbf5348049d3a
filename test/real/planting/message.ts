// A request and a reply as they pass the proxy: whole, and as bytes.

import type { Json } from '../../../src/base/json.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Returns a body as JSON; `undefined` if it is none. */
export function asJson({ body }: { readonly body: Buffer }): Json | undefined {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Returns a reply with another body; the same reply if that changes nothing. */
export function withJson(reply: Reply, value: Json): Reply {
  const text = JSON.stringify(value);
  return text === JSON.stringify(asJson(reply)) ? reply : { ...reply, body: Buffer.from(text) };
}

/** Whether two replies are the same to a client. */
export function isSame(one: Reply, other: Reply): boolean {
  const typeOf = ({ headers }: Reply): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return (
    one.status === other.status && one.body.equals(other.body) && typeOf(one) === typeOf(other)
  );
}
