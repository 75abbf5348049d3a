// Watches the items that do not belong to the run, through the list: they must not change. Others
// may write at the same time. So the service is blamed only for changes that come with one kind of
// write and never without it. An item that holds the mark of the run is the guard's to see.

import { type JsonObject, objectOf, own } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';

/** What the run wrote between two checks of the list, and since when. */
export interface Window {
  readonly kinds: Set<Kind>;
  readonly since: number;
}

/** How many items are watched. */
export const WATCHED_MAX = 2_000;

/** Maximum probability that chance alone made changes come with one kind of write. */
const CHANCE_MAX = 0.001;

export class Bystanders {
  private readonly baseline = new Map<string, string>();
  private readonly last = new Map<string, string>();
  private readonly harm = new Map<Kind, { windows: number; ms: number; harmedWindows: number }>();
  private readonly changedKeys = new Set<string>();
  private readonly vanishedKeys = new Set<string>();
  private readonly readKeys = new Set<string>();
  /** The items that were there without an id that is known. */
  private nameless: readonly JsonObject[] = [];
  private isBegun = false;
  private harmedWindows = 0;
  private quietHarm = 0;
  private totalMs = 0;
  private readonly members: readonly string[];
  private readonly keyOf: (element: JsonObject) => string | null;
  private readonly isOwned: (key: string) => boolean;
  private readonly isOfRun: (element: JsonObject) => boolean;
  private readonly comparable: (value: JsonObject) => JsonObject;
  private readonly now: () => number;

  constructor(options: {
    readonly members: readonly string[];
    readonly keyOf: (element: JsonObject) => string | null;
    readonly isOwned: (key: string) => boolean;
    /** Whether another machine of the run made an element: it comes and goes. Never if absent. */
    readonly isOfRun?: (element: JsonObject) => boolean;
    /** What elements must have in common to be the same. All if absent. */
    readonly comparable?: (value: JsonObject) => JsonObject;
    readonly now: () => number;
  }) {
    this.members = options.members;
    this.keyOf = options.keyOf;
    this.isOwned = options.isOwned;
    this.isOfRun = options.isOfRun ?? (() => false);
    this.comparable = options.comparable ?? ((value) => value);
    this.now = options.now;
  }

  /** Records the items that exist before anything is written. */
  begin(elements: readonly JsonObject[]): void {
    this.isBegun = true;
    const watched = elements.slice(0, WATCHED_MAX);
    this.nameless = watched.filter((element) => this.keyOf(element) === null);
    for (const element of watched) {
      const key = this.keyOf(element);
      if (key === null || this.isOfRun(element)) continue;
      this.baseline.set(key, this.textOf(element));
      this.last.set(key, this.textOf(element));
    }
  }

  /** Records those of which no id was known, now that one may be. */
  beginNameless(): void {
    this.begin(this.nameless);
  }

  /** Records that an item was also read by itself. */
  countRead(key: string): void {
    if (this.baseline.has(key)) this.readKeys.add(key);
  }

  keys(): readonly string[] {
    return [...this.baseline.keys()];
  }

  /** The items that were in the list once and are not any more. */
  gone(): ReadonlySet<string> {
    return this.vanishedKeys;
  }

  /** How many items were changed or removed by anyone. */
  get harmed(): number {
    return this.changedKeys.size + this.vanishedKeys.size;
  }

  /** Returns an item that is not in a list, if none was ever missing or changed before. */
  firstLost(elements: readonly JsonObject[]): string | null {
    if (this.vanishedKeys.size + this.changedKeys.size > 0) return null;
    const keys = new Set(elements.map((element) => this.keyOf(element)));
    return [...this.last.keys()].find((key) => !keys.has(key)) ?? null;
  }

  knows(key: string): boolean {
    return this.baseline.has(key);
  }

  /** Compares the whole list with the last check. */
  see(elements: readonly JsonObject[], window: Window): void {
    const there = new Map<string, string>();
    for (const element of elements) {
      const key = this.keyOf(element);
      if (key === null || !this.last.has(key) || this.isOwned(key)) continue;
      there.set(key, this.textOf(element));
    }
    let isHarmed = false;
    for (const [key, text] of this.last) {
      const now = there.get(key);
      if (now === text) continue;
      isHarmed = true;
      if (now === undefined) {
        this.vanishedKeys.add(key);
        this.last.delete(key);
      } else {
        this.changedKeys.add(key);
        this.last.set(key, now);
      }
    }
    this.count(window, isHarmed);
  }

  /** The kind of write that every change came with; `null` if chance may explain it. */
  culprit(): { readonly kind: Kind; readonly windows: number } | null {
    if (this.quietHarm > 0) return null;
    const suspects = [...this.harm].filter(
      ([, { harmedWindows }]) => harmedWindows > 0 && harmedWindows === this.harmedWindows,
    );
    const shares = suspects.map(([kind, { ms }]) => ({
      kind,
      share: Math.min(0.9, ms / Math.max(1, this.totalMs)),
    }));
    const [likeliest] = shares.toSorted((a, b) => a.share - b.share);
    if (likeliest !== undefined && likeliest.share ** this.harmedWindows < CHANCE_MAX) {
      return { kind: likeliest.kind, windows: this.harmedWindows };
    }
    return null;
  }

  report(): {
    watched: number;
    changed: number;
    vanished: number;
    readSingly: number;
    verdict: 'untouched' | 'inconclusive' | 'not-watched';
  } {
    const [watched, changed, vanished] = [
      this.baseline.size,
      this.changedKeys.size,
      this.vanishedKeys.size,
    ];
    const seen = changed + vanished > 0 ? 'inconclusive' : 'untouched';
    const verdict = this.isBegun ? seen : 'not-watched';
    return { watched, changed, vanished, readSingly: this.readKeys.size, verdict };
  }

  private count(window: Window, isHarmed: boolean): void {
    const ms = Math.max(1, this.now() - window.since);
    this.totalMs += ms;
    if (isHarmed) this.harmedWindows++;
    if (window.kinds.size === 0 && isHarmed) this.quietHarm++;
    for (const kind of window.kinds) {
      const counted = this.harm.get(kind) ?? { windows: 0, ms: 0, harmedWindows: 0 };
      counted.windows++;
      counted.ms += ms;
      if (isHarmed) counted.harmedWindows++;
      this.harm.set(kind, counted);
    }
  }

  /** Compares only the members that the schema names: what a service adds may change by itself. */
  private textOf(element: JsonObject): string {
    const named = this.members.map((member) => [member, own(element, member) ?? null] as const);
    return JSON.stringify(this.comparable(objectOf(named)));
  }
}
