// The values that a run sent for each member. If an item shows one of them without having been sent
// it, the service took it from another item.

import type { Json, JsonObject } from '../base/json.ts';

/** Number of values that are remembered of a member. */
const VALUES_MAX = 10_000;

export class SentValues {
  private readonly byMember = new Map<string, Set<string>>();

  /** Remembers the values of a write. */
  note(values: JsonObject): void {
    for (const [member, value] of Object.entries(values)) {
      const known = this.byMember.get(member) ?? new Set<string>();
      if (known.size < VALUES_MAX) known.add(JSON.stringify(value));
      this.byMember.set(member, known);
    }
  }

  has(member: string, value: Json | undefined): boolean {
    return value !== undefined && this.byMember.get(member)?.has(JSON.stringify(value)) === true;
  }
}
