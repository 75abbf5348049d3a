// Whose turn it is to send, when several laws are under way: many moves at once, or one alone. A move
// that may leave something invalid for a while is alone, so that no other law reads it.

/** Lets moves go on together, and some alone. */
export class Turns {
  private underWay = 0;
  private isAlone = false;
  /** Those that wait, the first one first. */
  private readonly waiting: { readonly isForAlone: boolean; readonly begin: () => void }[] = [];

  /** Performs what may have others beside it. */
  together<T>(use: () => Promise<T>): Promise<T> {
    return this.take(false, use);
  }

  /** Performs something while nothing else is under way. */
  alone<T>(use: () => Promise<T>): Promise<T> {
    return this.take(true, use);
  }

  private async take<T>(isForAlone: boolean, use: () => Promise<T>): Promise<T> {
    if (this.waiting.length > 0 || !this.mayBegin(isForAlone))
      await new Promise<void>((begin) => this.waiting.push({ isForAlone, begin }));
    else this.enter(isForAlone);
    try {
      return await use();
    } finally {
      this.leave();
    }
  }

  private mayBegin(isForAlone: boolean): boolean {
    return !this.isAlone && (!isForAlone || this.underWay === 0);
  }

  private enter(isForAlone: boolean): void {
    this.underWay++;
    this.isAlone = isForAlone;
  }

  private leave(): void {
    this.underWay--;
    this.isAlone = false;
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (!this.mayBegin(next.isForAlone)) return;
      this.waiting.shift();
      this.enter(next.isForAlone);
      next.begin();
    }
  }
}
