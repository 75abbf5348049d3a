// The item that a finding is about, as the service showed it last: in a list it is one of many.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { ReportedFinding } from '../report.ts';

/** Returns the item as JSON; `null` if the message names none, or no reply shows it. */
export function shownItem(
  { message, at, trace }: Pick<ReportedFinding, 'message' | 'at' | 'trace'>,
  resource: string,
): string | null {
  const key = keyIn(message, resource);
  if (key === null || at !== null) return null;
  for (const { call, received } of trace.toReversed()) {
    const body = received?.body;
    if (call.method !== 'GET' || body?.kind !== 'json') continue;
    const item = itemIn(body.value, key);
    if (item !== undefined) return JSON.stringify(item);
  }
  return null;
}

/** Finds the key in `users/7 is still there`. */
function keyIn(message: string, resource: string): string | null {
  const start = message.indexOf(`${resource}/`);
  const [word = ''] = start < 0 ? [] : message.slice(start + resource.length + 1).split(' ');
  try {
    return word === '' ? null : decodeURIComponent(word);
  } catch {
    return null;
  }
}

function itemIn(value: Json, key: string): JsonObject | undefined {
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  return items
    .filter(isObject)
    .find((item) => Object.values(item).some((one) => String(one) === key));
}
