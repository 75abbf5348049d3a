// The journal: a ring in memory that keeps the newest interactions within fixed bounds. Adding
// costs the same however full it is.

import type { Fate } from '../../model/message/delivery.ts';
import type { Interaction } from '../interaction/interaction.ts';

/** How many interactions are kept. */
export const JOURNAL_INTERACTIONS_MAX = 200;
/** How many characters of bodies are kept, all interactions together. */
export const JOURNAL_CHARS_MAX = 33_554_432;

/** The newest interactions of a mock, in memory. Both bounds hold at once; the oldest make room. */
export class Journal {
  private readonly ring: (Interaction | undefined)[] = [];
  /**
   * The characters of the body of each place in the ring, so that making room does not look at what
   * is long out of any cache.
   */
  private readonly charsOf: number[] = [];
  private first = 1;
  private next = 1;
  private chars = 0;
  private readonly interactionsMax: number;
  private readonly charsMax: number;

  constructor(bounds: { readonly interactionsMax?: number; readonly charsMax?: number } = {}) {
    this.interactionsMax = bounds.interactionsMax ?? JOURNAL_INTERACTIONS_MAX;
    this.charsMax = bounds.charsMax ?? JOURNAL_CHARS_MAX;
  }

  /** How many interactions there have been. */
  get total(): number {
    return this.next - 1;
  }

  /** The number of the oldest interaction that is kept; one above `total` where none is. */
  get oldest(): number {
    return this.first;
  }

  /** Takes an interaction in and gives it its number. The oldest make room. */
  add(interaction: Omit<Interaction, 'seq'>): Interaction {
    const { at, elapsedMs, source, call, reply, ruling, world, original } = interaction;
    const plain: Interaction = { seq: this.next, at, elapsedMs, source, call, reply, ruling };
    const numbered: Interaction =
      world === undefined && original === undefined
        ? plain
        : {
            ...plain,
            ...(world === undefined ? {} : { world }),
            ...(original === undefined ? {} : { original }),
          };
    if (this.next - this.first >= this.interactionsMax) this.drop();
    const position = this.next % this.interactionsMax;
    const chars = charsOf(numbered);
    this.ring[position] = numbered;
    this.charsOf[position] = chars;
    this.next++;
    this.chars += chars;
    while (this.chars > this.charsMax && this.first < this.next) this.drop();
    return numbered;
  }

  /**
   * Notes what became of the answer of an interaction. Gives it as it is known now, also where it
   * has made room.
   */
  conclude(interaction: Interaction, fate: Fate): Interaction {
    const known: Interaction = { ...interaction, fate };
    if (this.find(known.seq) !== undefined) this.ring[known.seq % this.interactionsMax] = known;
    return known;
  }

  /** Gives the newest interactions, newest first. */
  newest(count: number): readonly Interaction[] {
    const found: Interaction[] = [];
    for (let seq = this.next - 1; seq >= this.first && found.length < count; seq--) {
      const interaction = this.find(seq);
      if (interaction !== undefined) found.push(interaction);
    }
    return found;
  }

  /** Gives an interaction by its number, or `undefined` where it never was or has made room. */
  find(seq: number): Interaction | undefined {
    const interaction = this.ring[seq % this.interactionsMax];
    return interaction?.seq === seq ? interaction : undefined;
  }

  private drop(): void {
    const position = this.first % this.interactionsMax;
    this.chars -= this.charsOf[position] ?? 0;
    this.ring[position] = undefined;
    this.first++;
  }
}

function charsOf({ call, reply, ruling, original }: Interaction): number {
  const sent = call.body.kind === 'json' || call.body.kind === 'broken' ? call.body.text.length : 0;
  const answered = reply.body.kind === 'text' ? reply.body.text.length : 0;
  // The record that was stored is kept with the ruling; where it is the answer too, it is one text.
  const stored =
    ruling.effect.kind === 'put' && ruling.content.value.kind !== 'record'
      ? ruling.effect.record.charsHeld
      : 0;
  const before = original?.body.kind === 'text' ? original.body.text.length : 0;
  return sent + answered + stored + before;
}
