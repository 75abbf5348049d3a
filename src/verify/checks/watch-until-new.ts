// Looks at one place again and again until it shows the last write, and then a few times more. Sends
// nothing itself.

/** What a look shows: the state before the last write, or any other. `failed`: no state at all. */
export type Sight = 'old' | 'new' | 'failed';

export type Watched =
  /**
   * `lagMs` is when the last look was sent that did not show the write, and `settledMs` when the
   * first one that did was answered; both are 0 if that was the first look. `isOnce`: the first
   * look alone did not show it, although it came late.
   */
  | {
      readonly kind: 'settled';
      readonly lagMs: number;
      readonly settledMs: number;
      readonly isOnce: boolean;
    }
  /** It never showed the write, or only once. */
  | { readonly kind: 'unsettled' }
  /** It showed an old state after the new one, and then the new one again. */
  | { readonly kind: 'unsteady'; readonly afterMs: number }
  | { readonly kind: 'failed' };

export interface WatchOptions {
  readonly look: () => Promise<Sight>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** When the write was answered. */
  readonly since: number;
  /** How long before the first look, in milliseconds since the write; 0 if no lag is known. */
  readonly firstMs: number;
  readonly lagMsMax: number;
}

/** Watches one place. */
export async function watchUntilNew(options: WatchOptions): Promise<Watched> {
  const { look, now, wait, since, firstMs, lagMsMax } = options;
  if (since + firstMs > now()) await wait(since + firstMs - now());
  let [olds, lagMs, sentMs] = [0, 0, now() - since];
  for (let sight = await look(); sight !== 'new'; sight = await look()) {
    if (sight === 'failed') return { kind: 'failed' };
    const elapsedMs = now() - since;
    lagMs = Math.max(1, sentMs);
    if (elapsedMs > lagMsMax + firstMs) return { kind: 'unsettled' };
    // The second look follows at once: that tells a lag from a service that is stale once.
    if (olds++ > 0) await wait(Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, elapsedMs / 10)));
    sentMs = now() - since;
  }
  const settledMs = olds === 0 ? 0 : Math.max(1, now() - since);
  return (
    (await keepsNew(options)) ?? {
      kind: 'settled',
      lagMs,
      settledMs,
      isOnce: olds === 1 && firstMs > 0,
    }
  );
}

/** Looks again: what was new once must stay so; `null` if it does. */
async function keepsNew({ look, now, since }: WatchOptions): Promise<Watched | null> {
  for (let times = 0; times < STEADY_LOOKS; times++) {
    const sight = await look();
    if (sight === 'failed') return { kind: 'failed' };
    if (sight === 'new') continue;
    const afterMs = now() - since;
    for (let more = 0; more < RETURN_LOOKS; more++)
      if ((await look()) === 'new') return { kind: 'unsteady', afterMs };
    return { kind: 'unsettled' };
  }
  return null;
}

/** How often it must show the write, after the first time. */
const STEADY_LOOKS = 8;
/** How often it is looked at for the write once it shows an old state again. */
const RETURN_LOOKS = 12;
/** The pause between two looks, in milliseconds: a tenth of the time since the write. */
const PAUSE_MS_MIN = 5;
const PAUSE_MS_MAX = 100;
