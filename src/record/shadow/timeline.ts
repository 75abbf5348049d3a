// When requests were under way, in ticks, and what each of them may have changed: what overlaps
// cannot be put in an order.

/** What a request may change. */
export type WriteTarget =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'item'; readonly resource: string; readonly key: string }
  /** A new item, whichever that will be. */
  | { readonly kind: 'new'; readonly resource: string }
  | { readonly kind: 'anything' };

/** A request under way, from its first byte to the last one of its reply. */
export interface RequestSpan {
  readonly touch: WriteTarget;
  readonly begun: number;
  /** Infinite as long as it is under way. */
  ended: number;
}

/** What others may have changed while a request was under way. */
export interface OverlappingWrites {
  readonly isAll: boolean;
  readonly hasNew: boolean;
  readonly keys: ReadonlySet<string>;
}

export class Timeline {
  private tick = 0;
  /** All that were not judged yet, and all writes that one of them may overlap; oldest first. */
  private readonly open = new Set<RequestSpan>();
  private readonly writes = new Set<RequestSpan>();

  begin(touch: WriteTarget): RequestSpan {
    const span: RequestSpan = { touch, begun: ++this.tick, ended: Number.POSITIVE_INFINITY };
    this.open.add(span);
    if (touch.kind !== 'nothing') this.writes.add(span);
    return span;
  }

  end(span: RequestSpan): void {
    if (span.ended === Number.POSITIVE_INFINITY) span.ended = ++this.tick;
  }

  /** Forgets a span that was judged, and the writes that none overlaps any more. */
  leave(span: RequestSpan): void {
    this.open.delete(span);
    const [oldest] = this.open;
    const begun = oldest?.begun ?? Number.POSITIVE_INFINITY;
    for (const write of this.writes) {
      if (this.open.has(write) || write.ended >= begun) break;
      this.writes.delete(write);
    }
  }

  /** Gives what other requests may have changed in a resource while one was under way. */
  shared(span: RequestSpan, resource: string): OverlappingWrites {
    const keys = new Set<string>();
    let [isAll, hasNew] = [false, false];
    for (const write of this.writes) {
      if (write === span || write.begun > span.ended || write.ended < span.begun) continue;
      const { touch } = write;
      if (touch.kind === 'anything') isAll = true;
      else if (touch.kind === 'new' && touch.resource === resource) hasNew = true;
      else if (touch.kind === 'item' && touch.resource === resource) keys.add(touch.key);
    }
    return { isAll, hasNew, keys };
  }
}
