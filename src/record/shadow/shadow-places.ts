// The shadow states of all contracts. A nested contract has one below each parent: the same id below
// two parents names two items. What one contract writes makes others of its rows uncertain.

import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { rowsKey, templateOf } from '../../contract/rows.ts';
import type { Received } from '../../model/message/received.ts';
import type { State } from '../../model/state/state.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type ContractRules, contractRulesOf } from './contract-rules.ts';
import { markUnsure, newIdIn } from './learn-items.ts';
import { type LearnedTraits, ShadowState, unlearnedTraits } from './shadow-state.ts';
import type { RequestSpan } from './timeline.ts';

/** Maximum number of parents whose items are remembered. The oldest ones are dropped. */
export const PLACES_MAX = 1_000;

interface Learned {
  readonly rules: ContractRules;
  readonly traits: LearnedTraits;
}

export class ShadowPlaces {
  private readonly places = new Map<string, ShadowState>();
  private readonly state: State;
  private readonly learned: (template: Contract) => Learned;

  constructor(schemas: Schemas, checker: Checker, state: State) {
    this.state = state;
    this.learned = remember((template: Contract): Learned => {
      const rules = contractRulesOf(template, schemas, checker);
      return { rules, traits: unlearnedTraits(rules) };
    }, new WeakMap<Contract, Learned>());
  }

  /** Returns what is known at the path of a contract, new if there is nothing. */
  at(contract: Contract): ShadowState {
    const found = this.places.get(contract.path);
    if (found !== undefined) return found;
    const { rules, traits } = this.learned(templateOf(contract));
    const made = new ShadowState({ ...rules, contract }, this.state, traits);
    this.places.set(contract.path, made);
    if (this.places.size > PLACES_MAX) this.dropOldest();
    return made;
  }

  /** Notes what a write that was not refused means for what other paths show. */
  noteWrite(at: ShadowState, { touch, ended }: RequestSpan, received: Received): void {
    const isRefused = received.status >= 400 && received.status < 500;
    if (touch.kind === 'nothing' || touch.kind === 'anything' || isRefused) return;
    const named = touch.kind === 'item' ? touch.key : null;
    const id = touch.kind === 'new' ? newIdIn(at, received) : named;
    const isRemoval = touch.kind === 'item' && touch.isRemoval;
    for (const other of this.places.values()) {
      const isOfRows = rowsKey(other.rules.contract) === touch.rows;
      if (isOfRows && other !== at && touch.kind === 'any-item') other.forget();
      else if (isOfRows && other !== at) markUnsure(other, id === null ? null : String(id));
      if (!isOfRows && isRemoval) other.removedElsewhere = ended;
    }
  }

  /** Marks what a request of unknown effect may have changed as uncertain. */
  doubt({ touch, ended }: RequestSpan): void {
    if (touch.kind === 'nothing') return;
    for (const place of this.places.values()) {
      if (touch.kind === 'anything') place.forget();
      else if (rowsKey(place.rules.contract) === touch.rows) {
        if (touch.kind === 'any-item') place.forget();
        else markUnsure(place, touch.kind === 'item' ? touch.key : null);
      } else if (touch.kind === 'item' && touch.isRemoval) place.removedElsewhere = ended;
    }
  }

  private dropOldest(): void {
    const [oldest] = this.places.keys();
    if (oldest !== undefined) this.places.delete(oldest);
  }
}
