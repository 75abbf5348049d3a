// Readings of the log, each for all calls that wait. A reading covers the calls that came before it
// began; later ones wait for the next reading. It takes as long for many calls as for one.

/** A reading that has not begun. */
interface Reading extends PromiseWithResolvers<void> {
  readonly worlds: Set<string>;
  /** How many patient calls wait for it. */
  patient: number;
  isUrgent: boolean;
}

export class SharedReading {
  private readonly read: (worlds: ReadonlySet<string>) => Promise<void>;
  /** The reading for the calls that come now; `null` if none waits. */
  private next: Reading | null = null;
  private isReading = false;
  /**
   * How many calls the next reading waits for: as many as the last one answered and left waiting. A
   * client that gets its answer often asks again at once. If the next reading began without it, one
   * half of the clients would ask during the readings of the other half: twice as many readings.
   */
  private expected = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isDue = false;

  /** `read` takes in what is newest in the log of some worlds. */
  constructor(read: (worlds: ReadonlySet<string>) => Promise<void>) {
    this.read = read;
  }

  /**
   * Resolves once a reading of a world has ended that began after the call. An `urgent` one waits for
   * no other call; a `patient` one for `TOGETHER_MS` at most.
   */
  join(world: string, haste: 'patient' | 'urgent'): Promise<void> {
    this.next ??= {
      worlds: new Set(),
      patient: 0,
      isUrgent: false,
      ...Promise.withResolvers<void>(),
    };
    const { next } = this;
    next.worlds.add(world);
    if (haste === 'urgent') next.isUrgent = true;
    else next.patient++;
    this.beginSoon();
    return next.promise;
  }

  /** Calls that come in the same turn count, too. */
  private beginSoon(): void {
    if (this.isDue || this.isReading || this.next === null) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.beginOrWait();
    });
  }

  private beginOrWait(): void {
    const { next, expected } = this;
    if (next === null) return;
    if (next.isUrgent || next.patient >= expected) {
      if (this.timer !== null) clearTimeout(this.timer);
      this.timer = null;
      this.begin(next);
      return;
    }
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.expected = 0;
      this.beginSoon();
    }, TOGETHER_MS);
  }

  private begin({ worlds, patient, resolve, reject }: Reading): void {
    this.next = null;
    this.isReading = true;
    const end = (settle: () => void): void => {
      this.isReading = false;
      this.expected = patient + (this.next?.patient ?? 0);
      settle();
      this.beginSoon();
    };
    this.read(worlds).then(
      () => end(resolve),
      (error: unknown) => end(() => reject(error)),
    );
  }
}

/** How long a reading waits for calls that are likely to come, in milliseconds. */
const TOGETHER_MS = 1;
