// Which members a service stores exactly as sent. The contract leaves open which ones; a member
// that the service has stored must stay stored. A value that would be there anyway shows nothing.

import { type Json, type JsonObject, own } from '../../base/json.ts';

/** Number of different values that must come back as sent. */
const VALUES_MIN = 3;

export class KeptMembers {
  /** The values that came back, by member and kind of write; `null` if one did not. */
  private readonly kept = new Map<string, Map<string, Set<string> | null>>();
  /** The value that creations without a member show, as JSON; `null` if it is not always the same. */
  private readonly filled = new Map<string, string | null>();

  keeps(kind: string, member: string): boolean {
    const values = this.kept.get(member)?.get(kind);
    // A flag has only two values.
    return (
      values !== undefined &&
      values !== null &&
      (values.size >= VALUES_MIN || (values.has('true') && values.has('false')))
    );
  }

  /** Tells whether a kind of write was seen to store a value of a member. */
  stores(kind: string, member: string): boolean {
    return (this.kept.get(member)?.get(kind)?.size ?? 0) > 0;
  }

  /** Tells whether some member of a kind of write is stored as sent. */
  takesAny(kind: string): boolean {
    return [...this.kept.keys()].some((member) => this.keeps(kind, member));
  }

  /** Tells whether clients set a member: values of it that were sent came back, and all did. */
  takes(member: string): boolean {
    return this.kept.has(member) && !this.writes(member);
  }

  /** Tells whether the service writes a member: a value did not come back, or items without it differ. */
  writes(member: string): boolean {
    const all = [...(this.kept.get(member)?.values() ?? [])];
    return all.includes(null) || this.filled.get(member) === null;
  }

  /**
   * Notes the first observation of an item after a write, and which values were stored. `before` are
   * the values that the item certainly had; `null` if the write made it.
   */
  note(
    kind: string,
    { sent, before }: { readonly sent: JsonObject; readonly before: JsonObject | null },
    isStored: (member: string, value: Json) => boolean,
  ): void {
    for (const [member, value] of Object.entries(sent)) {
      const kinds = this.kept.get(member) ?? new Map<string, Set<string> | null>();
      const values = kinds.get(kind);
      if (values === null) continue;
      const text = JSON.stringify(value);
      if (!isStored(member, value)) {
        // For a member that is known to be stored, this is a fault, not a habit.
        if (!this.keeps(kind, member)) this.kept.set(member, kinds.set(kind, null));
      } else if (this.isThereAnyway(member, text, before)) continue;
      else if (values === undefined) this.kept.set(member, kinds.set(kind, new Set([text])));
      else if (values.size < VALUES_MIN) values.add(text);
    }
  }

  /** Notes what an item shows of the members that its creation left out. */
  noteFilled(shown: JsonObject): void {
    for (const [member, value] of Object.entries(shown)) {
      const [text, before] = [JSON.stringify(value), this.filled.get(member)];
      this.filled.set(member, before === undefined || before === text ? text : null);
    }
  }

  /** Whether the item may have had a value before, or the service fills it in. */
  private isThereAnyway(member: string, text: string, before: JsonObject | null): boolean {
    if (before === null) return this.filled.get(member) === text;
    const value = own(before, member);
    return value === undefined || JSON.stringify(value) === text;
  }
}
