// When requests were open, in ticks, and what each may change. Overlapping ones have no order.

/** What a request may change. */
export type WriteTarget =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'item'; readonly resource: string; readonly key: string }
  /** A new item, with an unknown id. */
  | { readonly kind: 'new'; readonly resource: string }
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

  /** Returns what other requests may have changed in a resource while a request was open. */
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
