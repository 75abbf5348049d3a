// The journal of a mock: its newest interactions, in memory.

import type { Reply } from '../../model/message/call.ts';
import type { DeliveryFate, HeldChange } from '../../model/message/delivery.ts';
import type { Interaction } from '../interaction/interaction.ts';
import { Ring } from './ring.ts';

/** How many interactions are kept. */
export const JOURNAL_INTERACTIONS_MAX = 200;
/** How many characters of bodies are kept, in all interactions together. */
export const JOURNAL_CHARS_MAX = 33_554_432;

/** The newest interactions of a mock. The oldest make room. */
export class Journal extends Ring<Interaction> {
  constructor(bounds: { readonly interactionsMax?: number; readonly charsMax?: number } = {}) {
    super(bounds.interactionsMax ?? JOURNAL_INTERACTIONS_MAX, bounds.charsMax ?? JOURNAL_CHARS_MAX);
  }

  /** Adds an interaction and returns it with its number. */
  add(interaction: Omit<Interaction, 'seq'>): Interaction {
    const { at, elapsedMs, source, call, reply, ruling, world, original } = interaction;
    const plain: Interaction = { seq: this.upcoming, at, elapsedMs, source, call, reply, ruling };
    const numbered: Interaction =
      world === undefined && original === undefined
        ? plain
        : {
            ...plain,
            ...(world === undefined ? {} : { world }),
            ...(original === undefined ? {} : { original }),
          };
    this.push(numbered, charsOf(numbered));
    return numbered;
  }

  /**
   * Records what became of a reply, and what the client got in its place. Returns the interaction
   * with it, even if it has made room.
   */
  conclude(
    interaction: Interaction,
    fate: 'sent' | DeliveryFate,
    change: HeldChange<Reply> | null = null,
  ): Interaction {
    const { reply, original = reply } = interaction;
    const known: Interaction = {
      ...interaction,
      ...(fate === 'sent' ? {} : { fate }),
      ...(change === null ? {} : { held: change.note }),
      ...(change?.sent ? { reply: change.sent, original } : {}),
    };
    this.replace(known);
    return known;
  }

  /** Returns the newest interactions, newest first. */
  newest(count: number): readonly Interaction[] {
    const found: Interaction[] = [];
    for (let seq = this.total; seq >= this.oldest && found.length < count; seq--) {
      const interaction = this.find(seq);
      if (interaction !== undefined) found.push(interaction);
    }
    return found;
  }
}

function charsOf({ call, reply, ruling, original }: Interaction): number {
  const sent = call.body.kind === 'json' || call.body.kind === 'broken' ? call.body.text.length : 0;
  const answered = reply.body.kind === 'text' ? reply.body.text.length : 0;
  // The stored record is kept with the ruling; if the reply is that record, both share one text.
  const stored =
    ruling.effect.kind === 'put' && ruling.content.value.kind !== 'record'
      ? ruling.effect.record.charsHeld
      : 0;
  const before = original?.body.kind === 'text' ? original.body.text.length : 0;
  return sent + answered + stored + before;
}
