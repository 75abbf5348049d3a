// Which members a service stores exactly as sent. The contract leaves open which ones; a member
// that the service has stored must stay stored.

import type { Json, JsonObject } from '../../base/json.ts';

/** Number of different values that must come back as sent. */
const VALUES_MIN = 3;

export class KeptMembers {
  /** The values that came back, by member and kind of write; `null` if one did not. */
  private readonly kept = new Map<string, Map<string, Set<string> | null>>();

  keeps(kind: string, member: string): boolean {
    const values = this.kept.get(member)?.get(kind);
    // A flag has only two values.
    return (
      values !== undefined &&
      values !== null &&
      (values.size >= VALUES_MIN || (values.has('true') && values.has('false')))
    );
  }

  /** Tells whether some member of a kind of write is stored as sent. */
  takesAny(kind: string): boolean {
    return [...this.kept.keys()].some((member) => this.keeps(kind, member));
  }

  /** Tells whether clients set a member: all values of it that were sent came back. */
  takes(member: string): boolean {
    const all = [...(this.kept.get(member)?.values() ?? [])];
    return all.length > 0 && !all.includes(null);
  }

  /** Notes the first observation of an item after a write, and which values were stored. */
  note(kind: string, sent: JsonObject, isStored: (member: string, value: Json) => boolean): void {
    for (const [member, value] of Object.entries(sent)) {
      const kinds = this.kept.get(member) ?? new Map<string, Set<string> | null>();
      this.kept.set(member, kinds);
      const values = kinds.get(kind);
      if (values === null) continue;
      if (!isStored(member, value)) {
        // For a member that is known to be stored, this is a fault, not a habit.
        if (!this.keeps(kind, member)) kinds.set(kind, null);
      } else if (values === undefined) kinds.set(kind, new Set([JSON.stringify(value)]));
      else if (values.size < VALUES_MIN) values.add(JSON.stringify(value));
    }
  }
}
