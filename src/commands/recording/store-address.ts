// The address of a store, as `--store`, STANDIN_STORE and `--record` have it.

import { StandinError } from '../../base/errors.ts';
import { secretsInAddress } from '../../base/secrets/address-secrets.ts';
import { suggestOr } from '../../base/suggest.ts';
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
  /** The run of verify that several machines share; absent without. */
  readonly run?: SharedRun;
  /** The whole text, with the password. */
  readonly text: string;
}

/** A run of verify that several machines share. */
export interface SharedRun {
  readonly name: string;
  /** After how many seconds of silence another machine takes a part over. */
  readonly leaseSeconds: number;
}

/**
 * Reads `postgres://user@host/database?schema=name`, and `recording`, `days` and `megabytes` of a
 * recording, and `run` and `lease` of a run. The password may be in PGPASSWORD or a .pgpass file.
 */
export function readStoreAddress(text: string): Read<StoreAddress> {
  // A user without a host, which then is a parameter, is no URL to the rest of the world.
  const [single, withAllHosts] = withOneHost(text);
  const usual = single.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, '$1localhost');
  const url = URL.canParse(usual) ? new URL(usual) : null;
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:'))
    return { why: 'A store is a PostgreSQL database: postgres://user@host/database.' };
  const { searchParams } = url;
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) {
    const remedy = suggestOr(unknown, PARAMETERS, `Standin reads ${OWN.join(', ')}.`);
    return { why: `An address has no parameter ${JSON.stringify(unknown)}. ${remedy}` };
  }
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
  const [run, lease] = [searchParams.get('run'), searchParams.get('lease') ?? '30'];
  if (run !== null && !/^[\w.-]{1,60}$/.test(run))
    return {
      why: 'A run has up to 60 letters, digits, dots, hyphens and underscores, for example run=4711.',
    };
  if (!/^\d{1,4}$/.test(lease) || Number(lease) < 2)
    return { why: 'A lease is a number of seconds from 2 to 9999.' };
  const [days, megabytes] = ['days', 'megabytes'].map((name) => limitIn(searchParams.get(name)));
  if (days === undefined || megabytes === undefined)
    return { why: 'What a recording keeps is a number above 0: days=30, megabytes=5000.' };
  for (const name of OWN) searchParams.delete(name);
  const connectionString = withAllHosts(url.href);
  if (url.password !== '') url.password = '***';
  if (searchParams.has('password')) searchParams.set('password', '***');
  const shown = withAllHosts(url.href);
  const address = { connectionString, schema, shown };
  const place = { ...address, recording: recording ?? '', days, megachars: megabytes };
  return {
    value: {
      ...address,
      text,
      ...(recording === null ? {} : { recording: place }),
      ...(run === null ? {} : { run: { name: run, leaseSeconds: Number(lease) } }),
    },
  };
}

/** What only Standin reads. */
const OWN = ['schema', 'recording', 'days', 'megabytes', 'run', 'lease'];

/** What drivers and the programs of PostgreSQL read (libpq, "Parameter Key Words"), too. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...OWN,
  ...(
    'host hostaddr port user password dbname database options application_name fallback_application_name client_encoding encoding ' +
    'connect_timeout connectionTimeoutMillis statement_timeout lock_timeout query_timeout idle_in_transaction_session_timeout ' +
    'keepAlive keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout target_session_attrs ' +
    'load_balance_hosts channel_binding require_auth requirepeer gssencmode krbsrvname passfile replication service ' +
    'ssl sslmode sslcert sslkey sslrootcert sslpassword sslnegotiation sslcompression sslcrl sslcrldir sslsni ' +
    'ssl_min_protocol_version ssl_max_protocol_version uselibpqcompat'
  ).split(' '),
]);

/** Whether a name is the address of a store, not a file. */
export function isStoreAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

/** Reads the recording that an address names; `null` for a file. Throws a StandinError. */
export function readRecordingPlace(text: string): RecordingPlace | null {
  if (!isStoreAddress(text)) {
    if (secretsInAddress(text).length === 0) return null;
    const remedy = 'A recording in a database is postgres://user@host/database?recording=<name>.';
    throw new StandinError('option-invalid', 'this is neither a file nor an address', remedy);
  }
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

/** A run in a store. */
export interface QueueAddress extends Pick<StoreAddress, 'connectionString' | 'schema' | 'shown'> {
  readonly run: SharedRun;
}

/** Reads the address of a run. Throws a StandinError if it names none. */
export function readQueueAddress(text: string): QueueAddress {
  const read = readStoreAddress(text);
  if ('why' in read) throw new StandinError('option-invalid', 'the address is wrong', read.why);
  return toQueueAddress(read.value);
}

/** Returns the run that an address names. Throws a StandinError if it names none. */
export function toQueueAddress({ run, shown, ...address }: StoreAddress): QueueAddress {
  if (run !== undefined) return { ...address, shown, run };
  const remedy = 'Name it at the end of the address: ?run=<name>, a new one for each pipeline.';
  throw new StandinError('option-invalid', `${shown} names no run`, remedy);
}
