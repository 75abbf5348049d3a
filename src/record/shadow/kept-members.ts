// Which members a service stores exactly as sent. The contract leaves open which ones; a member
// that the service has stored must stay stored.

import { type JsonObject, own } from '../../base/json.ts';
import type { StoredForms, WriteKind } from '../../oracle/stored-forms.ts';

/** Number of different values that must come back as sent. */
const VALUES_MIN = 3;

export class KeptMembers {
  /** The values that came back, by operation and member; `null` if one did not. */
  private readonly kept = new Map<string, Set<string> | null>();

  keeps(kind: string, member: string): boolean {
    const values = this.kept.get(`${kind} ${member}`);
    // A flag has only two values.
    return (
      values !== undefined &&
      values !== null &&
      (values.size >= VALUES_MIN || (values.has('true') && values.has('false')))
    );
  }

  /**
   * Notes the first observation of an item after a write. A value in a normal form is kept as well.
   */
  note(kind: WriteKind, sent: JsonObject, seen: JsonObject, forms: StoredForms): void {
    for (const [member, value] of Object.entries(sent)) {
      const about = `${kind} ${member}`;
      const values = this.kept.get(about);
      if (values === null) continue;
      if (forms.compare(kind, member, value, own(seen, member)).kind === 'other') {
        // For a member that is known to be stored, this is a fault, not a habit.
        if (!this.keeps(kind, member)) this.kept.set(about, null);
      } else if (values === undefined) this.kept.set(about, new Set([JSON.stringify(value)]));
      else if (values.size < VALUES_MIN) values.add(JSON.stringify(value));
    }
  }
}
