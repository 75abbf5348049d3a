// An interaction as text, as it was recorded, which others may have damaged since.

import { isObject, type Json, own } from '../../base/json.ts';
import { nestsDeeper } from '../../base/parse.ts';
import type { Recorded } from './recorded.ts';

/** Maximum depth of an interaction: bodies are texts in it, so Standin's own stay far below. */
const LEVELS_MAX = 1_000;

/** Returns `null` for a damaged entry: it is not JSON, or not an interaction. */
export function readRecorded(text: string): Recorded | null {
  try {
    if (nestsDeeper(text, LEVELS_MAX)) return null;
    const recorded = JSON.parse(text) as Json;
    const isWhole =
      isObject(recorded) &&
      typeof own(recorded, 'seq') === 'number' &&
      isObject(own(recorded, 'request') ?? null);
    // Unchanged; old recordings have neither worlds nor the address of the service.
    return isWhole ? ({ world: null, service: null, ...recorded } as unknown as Recorded) : null;
  } catch {
    return null;
  }
}
