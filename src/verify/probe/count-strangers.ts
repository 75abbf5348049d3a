// Whether each creation brings items into the list that nothing shows to be the run's: then the run
// cannot remove what it makes. Items that come without a creation are those of a neighbour.

import { StandinError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { holdsFamily } from '../guard/whose-record.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { Session } from '../session/session.ts';

export class Strangers {
  private readonly session: Session;
  private readonly pager: unknown;
  private readonly known = new Set<string>();
  /** The ids that each creation brought. */
  private readonly brought: string[][] = [];
  /** When the list was last looked at, in the milliseconds of the clock of the run. */
  private lookedAt: number;
  /** Whether all is explained: nothing came, or others make items. */
  private isOver = false;

  constructor(session: Session) {
    this.session = session;
    this.pager = session.service.traits.pager;
    this.lookedAt = session.clock.now();
  }

  /** Looks after a creation. Throws a StandinError if it is the third that brought as many items. */
  async look(): Promise<void> {
    const { service, isShared, bystanders } = this.session;
    const isKnown = bystanders.report().verdict !== 'not-watched';
    // Without a whole list before, what is new is not known.
    if (this.isOver || isShared || !isKnown || service.traits.pager !== this.pager) return;
    const elements = this.brought.length === 0 ? service.latestList : await this.read();
    const fresh = this.freshIn(elements ?? []);
    const [first] = this.brought;
    this.isOver = fresh.length === 0 || (first !== undefined && first.length !== fresh.length);
    if (this.isOver) return;
    this.brought.push(fresh);
    // Nothing is created for as long as the creation took: what comes then is a neighbour's.
    await this.session.clock.wait(Math.max(PAUSE_MS, this.session.clock.now() - this.lookedAt));
    this.isOver = this.freshIn((await this.read()) ?? []).length > 0;
    this.lookedAt = this.session.clock.now();
    if (!this.isOver && this.brought.length >= TIMES) throw this.stop();
  }

  private async read(): Promise<readonly JsonObject[] | null> {
    const read = await readListIfSound(new Scenario(this.session), () => false);
    return read.kind === 'done' ? (read.value?.elements ?? null) : null;
  }

  private freshIn(elements: readonly JsonObject[]): string[] {
    const { service, items, bystanders } = this.session;
    const fresh = elements.flatMap((element) => {
      const key = service.keyOf(element);
      const isTold = key === null || this.known.has(key) || bystanders.knows(key);
      return isTold || items.everOwned.has(key) || holdsFamily(element, items.token) ? [] : [key];
    });
    for (const key of fresh) this.known.add(key);
    return fresh;
  }

  private stop(): StandinError {
    const { items, service } = this.session;
    const keys = this.brought.flat();
    for (const key of keys) items.strangers.add(key);
    const { path } = service.contract;
    const count = this.brought[0]?.length ?? 0;
    const shown = keys.map((key) => `${path}/${encodeURIComponent(key)}`).join(', ');
    return new StandinError(
      'target-creates-more',
      `Each POST to ${path} brings ${count === 1 ? 'an item' : `${count} items`} more that nothing shows to be the run's: ${shown}; nothing more was made`,
      'Look at these items, and remove them. --read-only verifies without creating any.',
    );
  }
}

/** How many creations must bring as many items. */
const TIMES = 3;

/** For how long at least nothing may come without a creation, in milliseconds. */
const PAUSE_MS = 150;
