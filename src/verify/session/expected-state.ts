// The state that the items of the run should have, and the rulings of the rule book on it.

import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { createRouter } from '../../contract/route.ts';
import { rowsKey } from '../../contract/rows.ts';
import type { Call } from '../../model/message/call.ts';
import type { Book } from '../../model/rules/scene.ts';
import { allRowsOf, inScope } from '../../model/state/rows-of.ts';
import { State, StoredRecord } from '../../model/state/state.ts';
import { type Admissible, admissibleRulings } from '../../oracle/rulings.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type OwnedItem, recordOf } from './owned-item.ts';

export class ExpectedState {
  private readonly contract: Contract;
  private readonly schemas: Schemas;
  private readonly checker: Checker;
  private readonly state: State;

  constructor({
    contract,
    schemas,
    checker,
  }: { contract: Contract; schemas: Schemas; checker: Checker }) {
    this.contract = contract;
    this.schemas = schemas;
    this.checker = checker;
    this.state = State.of([rowsKey(contract)]);
  }

  /** Returns the rulings that the contract admits for a call, if some options are settled. */
  rulings(call: Call, settled: Partial<Profile>): readonly Admissible[] {
    const book: Omit<Book, 'decide'> = {
      router: createRouter([this.contract], ''),
      schemas: this.schemas,
      checker: this.checker,
      state: this.state,
      parameters: 'added',
      draw: { random: () => 0, uuid: () => '', traffic: () => ({ calls: 1, secondsLeft: 60 }) },
    };
    return admissibleRulings(book, call, settled);
  }

  /** Records what an item should hold now, or that it is gone. */
  keep(item: OwnedItem): void {
    const { contract } = this;
    const collection = allRowsOf(this.state, contract);
    if (!item.isAlive) {
      collection.remove(item.key, 'forget');
      return;
    }
    // An item below another is found only with the id of its parent, which no request has.
    const row = inScope(contract, recordOf(item, contract.id));
    collection.put(new StoredRecord(item.key, row));
  }
}
