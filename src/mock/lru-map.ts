// Values by name, in the order of their last use. A Map alone keeps an order too, but removed
// entries leave holes at the front that each read skips: with thousands of entries that costs more
// than answering a call.

interface Link<T> {
  readonly name: string;
  readonly value: T;
  older: Link<T> | null;
  newer: Link<T> | null;
}

/** Finding, using, adding and removing the oldest value take the same time at any size. */
export class LruMap<T> {
  private readonly links = new Map<string, Link<T>>();
  private first: Link<T> | null = null;
  private last: Link<T> | null = null;

  get size(): number {
    return this.links.size;
  }

  /** The least recently used one; `null` if there is none. */
  get oldest(): { readonly name: string; readonly value: T } | null {
    return this.first;
  }

  has(name: string): boolean {
    return this.links.has(name);
  }

  /** Finds one without using it. */
  find(name: string): T | undefined {
    return this.links.get(name)?.value;
  }

  /** Finds one, which is the newest from then on. */
  use(name: string): T | undefined {
    const link = this.links.get(name);
    if (link === undefined || link === this.last) return link?.value;
    this.unlink(link);
    this.append(link);
    return link.value;
  }

  /** Adds one as the newest. There must be none of this name. */
  add(name: string, value: T): void {
    const link: Link<T> = { name, value, older: null, newer: null };
    this.links.set(name, link);
    this.append(link);
  }

  /** Returns whether there was one of this name. */
  remove(name: string): boolean {
    const link = this.links.get(name);
    if (link === undefined) return false;
    this.unlink(link);
    return this.links.delete(name);
  }

  clear(): void {
    this.links.clear();
    this.first = null;
    this.last = null;
  }

  /** Returns all values, least recently used first. */
  values(): readonly T[] {
    const values: T[] = [];
    for (let link = this.first; link !== null; link = link.newer) values.push(link.value);
    return values;
  }

  private append(link: Link<T>): void {
    link.older = this.last;
    link.newer = null;
    if (this.last === null) this.first = link;
    else this.last.newer = link;
    this.last = link;
  }

  private unlink({ older, newer }: Link<T>): void {
    if (older === null) this.first = newer;
    else older.newer = newer;
    if (newer === null) this.last = older;
    else newer.older = older;
  }
}
