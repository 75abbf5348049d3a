// The address of a store, as `--store`, STANDIN_STORE and `--record` have it.

import { StandinError } from '../../base/errors.ts';
import { withOneHost } from '../../database/addresses.ts';
import type { RecordingPlace } from '../../journal/database/questions.ts';
import type { Read } from '../shared/option.ts';

export interface StoreAddress {
  /** For the driver: without what only Standin reads. */
  readonly connectionString: string;
  /** The schema of the tables. */
  readonly schema: string;
  /** Without the password. */
  readonly shown: string;
  /** The recording that is named; absent without. */
  readonly recording?: RecordingPlace;
  /** The whole text, with the password. */
  readonly text: string;
}

/**
 * Reads `postgres://user@host/database?schema=name`, and `recording`, `days` and `megabytes` of a
 * recording. The password may be in PGPASSWORD or a .pgpass file.
 */
export function readStoreAddress(text: string): Read<StoreAddress> {
  // A user without a host, which then is a parameter, is no URL to the rest of the world.
  const [single, withAllHosts] = withOneHost(text);
  const usual = single.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, '$1localhost');
  const url = URL.canParse(usual) ? new URL(usual) : null;
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:'))
    return { why: 'A store is a PostgreSQL database: postgres://user@host/database.' };
  const { searchParams } = url;
  const schema = searchParams.get('schema') ?? 'standin';
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    return {
      why: 'A schema has up to 40 lower-case letters, digits and underscores, for example schema=staging.',
    };
  const recording = searchParams.get('recording');
  if (recording !== null && !/^[\w.-]{1,60}$/.test(recording))
    return {
      why: 'A recording has up to 60 letters, digits, dots, hyphens and underscores, for example recording=staging.',
    };
  const [days, megabytes] = ['days', 'megabytes'].map((name) => limitIn(searchParams.get(name)));
  if (days === undefined || megabytes === undefined)
    return { why: 'What a recording keeps is a number above 0: days=30, megabytes=5000.' };
  for (const name of OWN) searchParams.delete(name);
  const connectionString = withAllHosts(url.href);
  if (url.password !== '') url.password = '***';
  if (searchParams.has('password')) searchParams.set('password', '***');
  const shown = withAllHosts(url.href);
  const address = { connectionString, schema, shown };
  if (recording === null) return { value: { ...address, text } };
  return {
    value: { ...address, text, recording: { ...address, recording, days, megachars: megabytes } },
  };
}

/** What only Standin reads. */
const OWN = ['schema', 'recording', 'days', 'megabytes'];

/** Whether a name is the address of a store, not a file. */
export function isStoreAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

/** Reads the recording that an address names; `null` for a file. Throws a StandinError. */
export function readRecordingPlace(text: string): RecordingPlace | null {
  if (!isStoreAddress(text)) return null;
  const read = readStoreAddress(text);
  if ('why' in read) throw new StandinError('option-invalid', 'the address is wrong', read.why);
  const { recording, shown } = read.value;
  if (recording !== undefined) return recording;
  const remedy = 'Name it at the end of the address: ?recording=<name>.';
  throw new StandinError('option-invalid', `${shown} names no recording`, remedy);
}

/** Returns a number; `null` without one, `undefined` if it is none. */
function limitIn(text: string | null): number | null | undefined {
  if (text === null) return null;
  return /^\d{1,7}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
