// The values that a run sent for each member. If an item shows one of them without having been sent
// it, the service took it from another item.

import { digest } from '../base/hash.ts';
import type { Json, JsonObject } from '../base/json.ts';

/** Number of values that are remembered of a member. */
const VALUES_MAX = 10_000;

export class SentValues {
  private readonly byMember = new Map<string, Set<string>>();

  /** Remembers the values of a write. */
  note(values: JsonObject): void {
    for (const [member, value] of Object.entries(values)) {
      const known = this.byMember.get(member) ?? new Set<string>();
      if (known.size < VALUES_MAX) known.add(keyOf(value));
      this.byMember.set(member, known);
    }
  }

  has(member: string, value: Json | undefined): boolean {
    return value !== undefined && this.byMember.get(member)?.has(keyOf(value)) === true;
  }
}

/** A long text is remembered by its digest. */
function keyOf(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > PLAIN_CHARS_MAX ? digest(text).fingerprint : text;
}

const PLAIN_CHARS_MAX = 100;
