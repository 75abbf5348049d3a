// Reads what was sent to the API.

import type { Json } from '../base/json.ts';

/** Reads a body as JSON; `undefined` where it is none. */
export function readJson(body: string | null): Json | undefined {
  try {
    return body === null ? undefined : (JSON.parse(body) as Json);
  } catch {
    return undefined;
  }
}
