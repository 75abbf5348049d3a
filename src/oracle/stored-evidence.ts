// What became of the values that a run sent: for each write and member, whether reads showed them.
// Decides when a member counts as not stored. Knows no service and sends nothing.

import type { Json } from '../base/json.ts';
import { parsePointer } from '../base/pointer.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import { type Expectation, isOpen } from './expectation.ts';
import type { Finding } from './finding.ts';
import type { WriteKind } from './stored-forms.ts';

/** One value that was sent and accepted, and what the item showed of it then. */
export interface Attempt<Witness> {
  readonly kind: WriteKind;
  readonly member: string;
  readonly sent: Json;
  /** `undefined` if the member is absent. */
  readonly read: Json | undefined;
  readonly isStored: boolean;
  /** Whether a read that shows the sent value tells that it was stored: it was not there before. */
  readonly isNew: boolean;
  /** Whether the member shows the id of the item. */
  readonly isId: boolean;
  readonly witness: () => Witness;
}

/** A value that was not stored, and the exchanges that show it. */
export interface Lost<Witness> {
  readonly sent: Json;
  readonly read: Json | undefined;
  readonly witness: Witness;
}

export interface NotStored<Witness> {
  readonly kind: WriteKind;
  readonly member: string;
  /** Two of the values, different if there are two such. */
  readonly lost: readonly [Lost<Witness>, Lost<Witness>];
}

interface Evidence<Witness> {
  /** The values that were new and are there. */
  readonly stored: Set<string>;
  /** Flags that are as they were sent, and show nothing: they may have been so before. */
  readonly flags: Set<string>;
  /** The values that are not, and what was read in their place. */
  readonly sent: Set<string>;
  readonly read: Set<string>;
  readonly lost: Lost<Witness>[];
  /** Whether the member showed the id of its item in place of each value that was lost. */
  isId: boolean;
}

export class StoredEvidence<Witness> {
  private readonly byWrite = new Map<string, Evidence<Witness>>();
  private readonly shown = new Set<string>();

  /** Records which members an item shows, with any value. */
  noteShown(members: Iterable<string>): void {
    for (const member of members) this.shown.add(member);
  }

  note({ kind, member, sent, read, isStored, isNew, isId, witness }: Attempt<Witness>): void {
    const found = this.of(kind, member);
    if (isStored) {
      if (isNew && found.stored.size < VALUES_MAX) found.stored.add(textOf(sent));
      if (!isNew && typeof sent === 'boolean') found.flags.add(textOf(sent));
      return;
    }
    found.isId &&= isId;
    const text = textOf(sent);
    if (found.lost.length < 2 || (found.sent.size === 1 && !found.sent.has(text)))
      found.lost.splice(1, 1, { sent, read, witness: witness() });
    if (found.sent.size < VALUES_MAX) found.sent.add(text);
    if (found.read.size < VALUES_MAX) found.read.add(textOf(read));
  }

  /** Whether a write was seen to store a new value of any member. */
  moves(kind: WriteKind): boolean {
    return [...this.byWrite].some(
      ([key, found]) => key.startsWith(`${kind} `) && isEverStored(found),
    );
  }

  /** Whether any value of a write was looked for. */
  hasTried(kind: WriteKind): boolean {
    return [...this.byWrite.keys()].some((key) => key.startsWith(`${kind} `));
  }

  /** What is known of a member: `open` if too little. */
  verdict(kind: WriteKind, member: string): 'stored' | 'not-stored' | 'never-shown' | 'open' {
    const found = this.byWrite.get(keyOf(kind, member));
    if (found === undefined) return 'open';
    if (isEverStored(found)) return 'stored';
    if (found.lost.length > 0 && !this.shown.has(member)) return 'never-shown';
    return isNeverStored(found) ? 'not-stored' : 'open';
  }

  /** Whether a value of a member was lost and none was stored. */
  isDoubtful(kind: WriteKind, member: string): boolean {
    const found = this.byWrite.get(keyOf(kind, member));
    return found !== undefined && found.lost.length > 0 && !isEverStored(found);
  }

  /** The member, with what was lost of it; `null` if it is not certain that it is not stored. */
  notStored(kind: WriteKind, member: string): NotStored<Witness> | null {
    if (this.verdict(kind, member) !== 'not-stored') return null;
    const [first, second] = this.of(kind, member).lost;
    return first === undefined || second === undefined
      ? null
      : { kind, member, lost: [first, second] };
  }

  /** What was read in place of the values of a member that were lost. */
  readInstead(kind: WriteKind, member: string): readonly string[] {
    return [...(this.byWrite.get(keyOf(kind, member))?.read ?? [])];
  }

  /** Whether values of a member were lost, and it showed the id of its item in place of each. */
  showsId(kind: WriteKind, member: string): boolean {
    const found = this.byWrite.get(keyOf(kind, member));
    return found !== undefined && found.lost.length > 0 && found.isId;
  }

  private of(kind: WriteKind, member: string): Evidence<Witness> {
    const key = keyOf(kind, member);
    const known = this.byWrite.get(key);
    if (known !== undefined) return known;
    const made: Evidence<Witness> = {
      stored: new Set(),
      flags: new Set(),
      sent: new Set(),
      read: new Set(),
      lost: [],
      isId: true,
    };
    this.byWrite.set(key, made);
    return made;
  }
}

/**
 * The members that writes were reported to store otherwise than they were sent. What items hold of them
 * after such a write is open: it would break one law after the other, and tell nothing new.
 */
export class KnownLosses {
  /** `replace note`. */
  private lost: ReadonlySet<string> = new Set();

  /**
   * Notes a finding that was reported about a PUT or PATCH: what creations lose, each item shows from its
   * beginning. One about a part of a member says nothing of its other parts.
   */
  note({ code, operation, at }: Finding): void {
    const [member, ...below] = parsePointer(at ?? '') ?? [];
    const isOfChange = operation === 'replace' || operation === 'update';
    if (code === 'value-changed' && isOfChange && member !== undefined && below.length === 0)
      this.lost = new Set([...this.lost, `${operation} ${member}`]);
  }

  /** Those of the members that a write loses. */
  of(kind: Kind, members: readonly string[]): readonly string[] {
    return members.filter((member) => this.lost.has(`${kind} ${member}`));
  }

  /** Whether a member of an item is still open because of one of them: no read has shown it since. */
  leave(expected: Expectation): boolean {
    return [...this.lost].some((write) =>
      isOpen(expected.get(write.slice(write.indexOf(' ') + 1))),
    );
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

/** How many different values are kept of each member. */
const VALUES_MAX = 16;

/** A service that always shows one value shows it also for those who send it. */
function storedBeside({ stored, read }: Evidence<unknown>): readonly string[] {
  const [only] = read;
  return [...stored].filter((value) => read.size !== 1 || value !== only);
}

function isEverStored(found: Evidence<unknown>): boolean {
  return storedBeside(found).length > 0;
}

/**
 * Two different values must have come to nothing. Of a flag there are only two, and one of them is
 * what a service shows that does not take it.
 */
function isNeverStored(found: Evidence<unknown>): boolean {
  const different = new Set([...found.sent, ...found.stored, ...found.flags]);
  return found.lost.length > 1 && different.size > 1 && !isEverStored(found);
}

function keyOf(kind: WriteKind, member: string): string {
  return `${kind} ${member}`;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
