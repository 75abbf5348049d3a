// The address of a store, as `--store` and STANDIN_STORE have it.

import type { Read } from '../shared/option.ts';

export interface StoreAddress {
  /** For the driver: without what only Standin reads. */
  readonly connectionString: string;
  /** The schema of the tables. */
  readonly schema: string;
  /** Without the password. */
  readonly shown: string;
}

/** Reads `postgres://user@host/database?schema=name`. The password may be in PGPASSWORD or a .pgpass file. */
export function readStoreAddress(text: string): Read<StoreAddress> {
  // A user without a host, which then is a parameter, is no URL to the rest of the world.
  const usual = text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, '$1localhost');
  const url = URL.canParse(usual) ? new URL(usual) : null;
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:'))
    return { why: 'A store is a PostgreSQL database: postgres://user@host/database.' };
  const schema = url.searchParams.get('schema') ?? 'standin';
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    return {
      why: 'A schema has up to 40 lower-case letters, digits and underscores, for example schema=staging.',
    };
  url.searchParams.delete('schema');
  const connectionString = url.href;
  if (url.password !== '') url.password = '***';
  return { value: { connectionString, schema, shown: url.href } };
}
