// Whose turn it is to send, when several laws are under way. Moves that may leave something invalid for a
// while go on beside each other, and apart from all others, so that no other law reads what they leave.
// So do writes to ids of removed items, apart from creations, which may be given such an id again. Those
// that wait go in together, for each change of turns costs an answer or two of the service.

/** Moves that disturb the usual ones are `apart`. */
export type Side = 'usual' | 'apart';

/** Lets moves of one side go on together, and none beside a move of the other. */
export class Turns {
  private side: Side = 'usual';
  private underWay = 0;
  private readonly waiting: Readonly<Record<Side, (() => void)[]>> = { usual: [], apart: [] };

  /** Performs something beside moves of the same side alone. */
  async take<T>(side: Side, use: () => Promise<T>): Promise<T> {
    if (this.mayBegin(side)) this.enter(side);
    else await new Promise<void>((begin) => this.waiting[side].push(begin));
    try {
      return await use();
    } finally {
      this.leave();
    }
  }

  /** Usual moves also wait for those apart that wait, which would wait for ever. */
  private mayBegin(side: Side): boolean {
    if (side === 'usual' && this.waiting.apart.length > 0) return false;
    return this.underWay === 0 || this.side === side;
  }

  private enter(side: Side): void {
    this.side = side;
    this.underWay++;
  }

  private leave(): void {
    this.underWay--;
    if (this.underWay > 0) return;
    const side = this.waiting.apart.length > 0 ? 'apart' : 'usual';
    for (const begin of this.waiting[side].splice(0)) {
      this.enter(side);
      begin();
    }
  }
}
