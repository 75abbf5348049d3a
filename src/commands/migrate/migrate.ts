// `standin migrate`: makes or upgrades the tables of a store with the rights of their owner, so that
// mocks need only those to read and write.

import { StandinError } from '../../base/errors.ts';
import { openDatabase, StoreError } from '../../database/database.ts';
import { findsWords, LAYOUT, prepareTables } from '../../database/layout.ts';
import type { StoreAddress } from '../recording/store-address.ts';

/** Returns what was done, in lines. Rejects with a StandinError. */
export async function migrateStore({
  connectionString,
  schema,
  shown,
}: StoreAddress): Promise<string> {
  const told = { made: 'made', upgraded: 'upgraded', there: 'there already' };
  try {
    const database = await openDatabase({ connection: { connectionString }, schema });
    try {
      const done = await prepareTables(database, 'whole');
      const words = (await findsWords(database))
        ? 'Texts of recordings are found by an index.'
        : 'The extension pg_trgm is missing: searching texts reads whole recordings.';
      return `${shown}: the tables of layout ${LAYOUT} in the schema ${schema} are ${told[done]}.\n${words}\n`;
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const remedy = `Check the address: ${shown} must name a PostgreSQL database that this user may make tables in.`;
    throw new StandinError('store-unusable', error.message, remedy);
  }
}
