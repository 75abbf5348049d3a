// The values that a run sent for each member. If an item shows one of them without having been sent
// it, the service took it from another item.

import { digest } from '../base/hash.ts';
import type { Json, JsonObject } from '../base/json.ts';

/** Number of values that are remembered of a member. */
const VALUES_MAX = 10_000;

export class SentValues {
  private readonly byMember = new Map<string, Set<string>>();
  private readonly texts = new Set<string>();

  /** Remembers the values of a write. */
  note(values: JsonObject): void {
    for (const text of longTextsIn(values)) if (this.texts.size < VALUES_MAX) this.texts.add(text);
    for (const [member, value] of Object.entries(values)) {
      const known = this.byMember.get(member) ?? new Set<string>();
      if (known.size < VALUES_MAX) known.add(keyOf(value));
      this.byMember.set(member, known);
    }
  }

  /** Whether a long text was sent, in any member. */
  hasText(text: string): boolean {
    return this.texts.has(text);
  }

  has(member: string, value: Json | undefined): boolean {
    return value !== undefined && this.byMember.get(member)?.has(keyOf(value)) === true;
  }
}

/** The texts in a value that are too long to be alike by chance. */
export function longTextsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return value.length >= LONG_CHARS ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value as JsonObject).flatMap((one) => longTextsIn(one));
}

const LONG_CHARS = 8;

/** A long text is remembered by its digest. */
function keyOf(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > PLAIN_CHARS_MAX ? digest(text).fingerprint : text;
}

const PLAIN_CHARS_MAX = 100;
