// A ring in memory of numbered entries. Both bounds hold at once; the oldest entries make room.
// Adding costs the same however full it is.

/** Entries by number, of which the oldest make room. */
export interface RingSource<T> {
  /** How many entries were added. */
  readonly total: number;
  /** The number of the oldest entry that is kept; one above `total` if there is none. */
  readonly oldest: number;
  find(seq: number): T | undefined;
}

/** Numbers count from 1. */
export class Ring<T extends { readonly seq: number }> implements RingSource<T> {
  private readonly entries: (T | undefined)[] = [];
  /** By position in the ring: dropping an entry does not read it, as it has long left any cache. */
  private readonly charsAt: number[] = [];
  private first = 1;
  private next = 1;
  private chars = 0;
  private readonly entriesMax: number;
  private readonly charsMax: number;

  constructor(entriesMax: number, charsMax: number) {
    this.entriesMax = entriesMax;
    this.charsMax = charsMax;
  }

  get total(): number {
    return this.next - 1;
  }

  get oldest(): number {
    return this.first;
  }

  /** The number that the next entry must have. */
  get upcoming(): number {
    return this.next;
  }

  /** Adds the entry whose number is `upcoming`; `chars` is the length of what it holds. */
  push(entry: T, chars: number): void {
    if (this.next - this.first >= this.entriesMax) this.drop();
    const position = this.next % this.entriesMax;
    this.entries[position] = entry;
    this.charsAt[position] = chars;
    this.next++;
    this.chars += chars;
    while (this.chars > this.charsMax && this.first < this.next) this.drop();
  }

  /** Puts an entry in place of the one with its number, unless that has made room. */
  replace(entry: T): void {
    if (this.find(entry.seq) !== undefined) this.entries[entry.seq % this.entriesMax] = entry;
  }

  find(seq: number): T | undefined {
    const entry = this.entries[seq % this.entriesMax];
    return entry?.seq === seq ? entry : undefined;
  }

  private drop(): void {
    const position = this.first % this.entriesMax;
    this.chars -= this.charsAt[position] ?? 0;
    this.entries[position] = undefined;
    this.first++;
  }
}
