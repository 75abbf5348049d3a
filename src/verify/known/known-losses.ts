// The members that writes were reported to store otherwise than they were sent. What items hold of them
// after such a write is open: it would break one law after the other, and tell nothing new.

import { parsePointer } from '../../base/pointer.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Finding } from '../../oracle/finding.ts';

export class KnownLosses {
  /** `replace note`. */
  private lost: ReadonlySet<string> = new Set();

  /** Notes a finding that was reported. One about a part of a member says nothing of its other parts. */
  note({ code, operation, at }: Finding): void {
    const [member, ...below] = parsePointer(at ?? '') ?? [];
    if (code === 'value-changed' && member !== undefined && below.length === 0)
      this.lost = new Set([...this.lost, `${operation} ${member}`]);
  }

  /** Those of the members that a write loses. */
  of(kind: Kind, members: readonly string[]): readonly string[] {
    return members.filter((member) => this.lost.has(`${kind} ${member}`));
  }

  /** Does something as if none were known: a replay has to show it again. */
  async forgotten<T>(use: () => Promise<T>): Promise<T> {
    const { lost } = this;
    this.lost = new Set();
    try {
      return await use();
    } finally {
      this.lost = new Set([...lost, ...this.lost]);
    }
  }
}
