// Reads what was sent to the API.

import type { Json } from '../base/json.ts';
import { parseJson } from '../base/parse.ts';
import { JSON_DEPTH_MAX } from '../model/call.ts';

/** Reads a body as JSON; `undefined` where it is none, or nests deeper than a body of the interface may. */
export function readJson(body: string | null): Json | undefined {
  if (body === null) return undefined;
  const parsed = parseJson(body, JSON_DEPTH_MAX);
  return parsed.kind === 'value' ? parsed.value : undefined;
}
