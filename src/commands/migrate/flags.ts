// What `standin migrate` can be told.

import { StandinError } from '../../base/errors.ts';
import { readStoreAddress, type StoreAddress } from '../recording/store-address.ts';
import type { CommandDeclaration, Environment } from '../shared/option.ts';

export const migrateCommand = {
  about: 'make the tables of a store, or upgrade them',
  argument: '[store]',
  options: {},
} as const satisfies CommandDeclaration;

/** Reads the address, or else STANDIN_STORE. Throws a StandinError. */
export function toMigrateOptions(
  [given]: readonly string[],
  environment: Environment,
): StoreAddress {
  const text = given ?? environment['STANDIN_STORE'] ?? '';
  const read = readStoreAddress(text);
  if ('value' in read) return read.value;
  const message = text === '' ? 'no store is named' : 'the address is wrong';
  throw new StandinError('option-invalid', message, read.why);
}
