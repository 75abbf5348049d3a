// Which members a service keeps as they are sent. The contract leaves open which it takes; one that
// it was seen to keep, it has to keep on.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import { agrees } from '../../oracle/expectation.ts';

/** How many different values have to come back as they were sent. */
const VALUES_MIN = 3;

export class KeptMembers {
  /** The values that came back, by operation and member; `null` where one did not. */
  private readonly kept = new Map<string, Set<string> | null>();

  keeps(kind: string, member: string): boolean {
    const values = this.kept.get(`${kind} ${member}`);
    // Of a flag there are but two.
    return (
      values !== undefined &&
      values !== null &&
      (values.size >= VALUES_MIN || (values.has('true') && values.has('false')))
    );
  }

  /** Notes how an item looks for the first time after a write. */
  note(kind: string, sent: JsonObject, seen: JsonObject): void {
    for (const [member, value] of Object.entries(sent)) {
      const about = `${kind} ${member}`;
      const values = this.kept.get(about);
      if (values === null) continue;
      if (!isKept(value, own(seen, member))) {
        // Once it is known that it is kept, this is a fault, and no habit.
        if (!this.keeps(kind, member)) this.kept.set(about, null);
      } else if (values === undefined) this.kept.set(about, new Set([JSON.stringify(value)]));
      else if (values.size < VALUES_MIN) values.add(JSON.stringify(value));
    }
  }
}

function isKept(sent: Json, seen: Json | undefined): boolean {
  return agrees(sent, seen);
}
