// `serve --store`: the database whose rows several mocks share.

import { StandinError } from '../../base/errors.ts';
import { StoreError } from '../../database/database.ts';
import type { CollectionImage, State } from '../../model/state/state.ts';
import { MeasuredStore, type StoreFigures } from '../../store/measured-store.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { Replica, type ReplicaRows } from '../../store/replica.ts';
import type { StoreAddress } from '../recording/store-address.ts';
import { CONDITIONS_WORLD, conditionsState } from './shared-conditions.ts';

/** A store whose rows a mock serves. */
export interface SharedStore {
  /** Makes a mock one of those that share the rows. */
  readonly share: (rows: ReplicaRows) => Replica;
  readonly figures: StoreFigures;
  readonly conditions: State;
  /** Called after the conditions have changed. */
  onConditions: () => void;
  close(): Promise<void>;
}

/**
 * Opens the store, and puts its rows in the place of those of the seed file, which count only for an
 * empty store. Rejects with a StandinError if that is not possible.
 */
export async function openStore(
  { connectionString, schema, shown }: StoreAddress,
  state: State,
  reads: 'confirmed' | 'local' = 'confirmed',
): Promise<SharedStore> {
  try {
    const store = new MeasuredStore(
      await openPostgresStore({ connection: { connectionString }, schema }),
    );
    const seed = await store.begin(JSON.stringify(state.image()));
    const image = JSON.parse(seed) as Record<string, CollectionImage>;
    const [there, here] = [Object.keys(image), state.resources()].map((all) =>
      all.toSorted().join(', '),
    );
    if (there !== here) {
      await store.close();
      const message = `the store has rows of ${there}, and the contracts have ${here}`;
      throw new StandinError('store-unusable', message, otherSchema(schema));
    }
    state.become(image);
    const shared: SharedStore = {
      figures: store.figures,
      conditions: conditionsState(),
      onConditions: () => undefined,
      share: (rows) =>
        new Replica({
          ...rows,
          store,
          reads,
          conditions: {
            world: CONDITIONS_WORLD,
            state: shared.conditions,
            onChange: () => shared.onConditions(),
          },
        }),
      close: () => store.close(),
    };
    return shared;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const remedy = `Check --store: ${shown} must name a PostgreSQL database that this user may make tables in.`;
    throw new StandinError('store-unusable', error.message, remedy);
  }
}

function otherSchema(schema: string): string {
  return `Serve the contracts that the store was made with, or name another schema than ${schema}: ?schema=<name>.`;
}
