// When requests were open, in ticks, and what each may change. Overlapping ones have no order.

/** What a request may change. */
export type WriteTarget =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'item';
      /** The resource that has the rows. */
      readonly rows: string;
      readonly key: string;
      /** Whether it asks to remove the item: what belongs to the item may go with it. */
      readonly isRemoval: boolean;
    }
  /** A new item, with an unknown id. */
  | { readonly kind: 'new'; readonly rows: string }
  /** One item, whose id is in the body. */
  | { readonly kind: 'any-item'; readonly rows: string }
  | { readonly kind: 'anything' };

/** An open request, from its first byte to the last byte of its reply. */
export interface RequestSpan {
  readonly touch: WriteTarget;
  readonly begun: number;
  /** Infinite while the request is open. */
  ended: number;
}

/** What other requests may have changed while a request was open. */
export interface OverlappingWrites {
  readonly isAll: boolean;
  readonly hasNew: boolean;
  readonly keys: ReadonlySet<string>;
  /** Whether an item of another resource may have been removed. */
  readonly hasRemovalElsewhere: boolean;
}

export class Timeline {
  private tick = 0;
  /** All unjudged requests, and all writes that may overlap one of them; oldest first. */
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

  /** Forgets a judged request, and the writes that no open request overlaps. */
  leave(span: RequestSpan): void {
    this.open.delete(span);
    const [oldest] = this.open;
    const begun = oldest?.begun ?? Number.POSITIVE_INFINITY;
    for (const write of this.writes) {
      if (this.open.has(write) || write.ended >= begun) break;
      this.writes.delete(write);
    }
  }

  /** Returns what other requests may have changed in some rows while a request was open. */
  shared(span: RequestSpan, rows: string): OverlappingWrites {
    const keys = new Set<string>();
    let [isAll, hasNew, hasRemovalElsewhere] = [false, false, false];
    for (const write of this.writes) {
      if (write === span || write.begun > span.ended || write.ended < span.begun) continue;
      const { touch } = write;
      if (touch.kind === 'anything') isAll = true;
      else if (touch.kind === 'any-item') isAll ||= touch.rows === rows;
      else if (touch.kind === 'new' && touch.rows === rows) hasNew = true;
      else if (touch.kind === 'item' && touch.rows === rows) keys.add(touch.key);
      else if (touch.kind === 'item' && touch.isRemoval) hasRemovalElsewhere = true;
    }
    return { isAll, hasNew, keys, hasRemovalElsewhere };
  }
}
