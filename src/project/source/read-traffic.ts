// Reads HTTP Archives and recordings as sources: a file, or all those of a folder. Tells which
// credentials were sent, and leaves their values behind.

import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { type Json, type JsonObject, objectOf } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { HAR_CHARS_MAX, readHar } from '../../journal/export/har-import.ts';
import { openRecording } from '../../journal/file/open-recording.ts';
import type { Field, RecordedBody, Unnumbered } from '../../journal/interaction/recorded.ts';
import { readWhole } from '../../journal/read-whole.ts';
import type { SourceContracts } from '../../source/source-contracts.ts';
import type { Exchange, TrafficBody } from '../../source/traffic/exchange.ts';
import { contractsOfTraffic } from '../../source/traffic/read-traffic.ts';
import { isJsonType } from '../../source/traffic/select-exchanges.ts';
import { isFolder } from '../files/make-folder.ts';
import { readText } from '../files/read-file.ts';
import { OVERRIDES } from './find-source.ts';
import { checkGiven, type GivenMembers } from './given-members.ts';
import { FILE_DEPTH_MAX, unreadable } from './json-file.ts';
import { givenIn, readOverrides } from './overrides.ts';
import type { RulePaths } from './project-files.ts';
import type { RunTables } from './run-tables.ts';
import { trafficFilesIn, trafficKind } from './traffic-files.ts';

/** What traffic gives, and the files that it was read from. */
export interface ReadTraffic {
  readonly made: SourceContracts;
  /** The members that somebody wrote. */
  readonly given: readonly GivenMembers[];
  /** What `standin.json` says about runs; absent without that file. */
  readonly tables?: RunTables | undefined;
  readonly files: readonly string[];
}

/**
 * Reads a file of traffic, or all those of a folder. Rejects with a StandinError if a file or the
 * overrides are broken, or if no operation is left.
 */
export async function readTrafficFiles({
  contract: place,
  certainty = 'usual',
  values = 'made',
}: RulePaths): Promise<ReadTraffic> {
  const files = isFolder(place) ? trafficFilesIn(place) : [place];
  const exchanges: Exchange[] = [];
  const leftOut: string[] = [];
  for (const file of files) {
    for await (const { one, host } of interactionsIn(file, leftOut)) {
      const exchange = exchangeOf(one, host);
      if (exchange === null) leftOut.push('got no answer');
      else exchanges.push(exchange);
    }
  }
  const overrides = readOverrides(join(dirname(place), OVERRIDES));
  const given = overrides === null ? {} : { overrides: overrides.json };
  const made = contractsOfTraffic(exchanges, { name: place, certainty, values, leftOut, ...given });
  const members = givenIn(place, overrides, made);
  checkGiven(members, made);
  if (made.contracts.length === 0) throw nothingIn(place, made);
  return {
    made,
    given: members,
    tables: overrides?.tables,
    files: overrides === null ? files : [...files, overrides.file],
  };
}

/** Traffic of pages alone describes no interface. */
function nothingIn(place: string, { notes }: SourceContracts): StandinError {
  const why = notes.map(({ message }) => `; ${message}`).join('');
  return new StandinError(
    'project-invalid',
    `${place} shows no operation that speaks JSON${why}`,
    'Record a session in which a client calls the interface, and export it with the bodies of the answers.',
  );
}

interface FoundInteraction {
  readonly one: Unnumbered;
  readonly host: string;
}

async function* interactionsIn(file: string, leftOut: string[]): AsyncIterable<FoundInteraction> {
  if (trafficKind(file) !== 'recording') {
    const read = readHar(textOf(file), { file });
    leftOut.push(...read.leftOut.map(({ why }) => `cannot be read: ${why}`));
    for (const [index, one] of read.entries.entries()) yield { one, host: read.hosts[index] ?? '' };
    return;
  }
  const archive = await openRecording(file, { mode: 'read' });
  try {
    const { seqs } = await archive.search(EVERYTHING);
    const damaged = (): void => void leftOut.push('cannot be read: it is damaged');
    for await (const one of readWhole(archive, seqs, damaged))
      yield { one, host: serviceHostOf(one) };
  } finally {
    await archive.close();
  }
}

/** The host of the service: a recorder has another one in front of it, and may change its port. */
function serviceHostOf({ service, request }: Unnumbered): string {
  return service?.replace(/^https?:\/\//, '') ?? fieldOf(request.headers, 'host') ?? '';
}

const EVERYTHING = { terms: [] };

/** The text of an archive. A larger one is refused before it is read. */
function textOf(file: string): string {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= HAR_CHARS_MAX)
      return readText(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  throw new StandinError(
    'har-invalid',
    `${basename(file)} has more than ${HAR_CHARS_MAX} bytes`,
    'Export fewer requests: in the developer tools of a browser, show only those of the type "Fetch/XHR".',
  );
}

/** Returns `null` without an answer. */
function exchangeOf({ request, reply }: Unnumbered, host: string): Exchange | null {
  if (reply === null) return null;
  return {
    origin: host,
    method: request.method,
    path: request.path,
    query: request.query,
    sent: bodyOf(request.body, request.headers),
    credentials: credentialsOf(request.headers),
    status: reply.status,
    answer: bodyOf(reply.body, reply.headers),
  };
}

function bodyOf(body: RecordedBody, headers: readonly Field[]): TrafficBody | null {
  if (body.kind === 'none') return null;
  const [type = ''] = (fieldOf(headers, 'content-type') ?? '').split(';');
  const mediaType = type.trim().toLowerCase();
  const text = body.kind === 'text' && !body.cut ? body.text : '';
  if (mediaType === FORM) return { mediaType, json: objectOf(new URLSearchParams(text)) };
  if (isJsonType(mediaType)) return { mediaType, json: jsonOf(text) };
  // Some services answer JSON as plain text, or as nothing.
  const isRead = (mediaType === '' || mediaType === 'text/plain') && /^\s*[[{]/.test(text);
  const json = isRead ? jsonOf(text) : undefined;
  return { mediaType: json === undefined ? mediaType : JSON_TYPE, json };
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function jsonOf(text: string): Json | undefined {
  // A fraction that a service has answered is no fault of who recorded it.
  const parsed = parseJson(text, FILE_DEPTH_MAX, 'whole-kept');
  return parsed.kind === 'value' ? parsed.value : undefined;
}

/** The kind of the credentials of a request, as OpenAPI names it. */
function credentialsOf(headers: readonly Field[]): JsonObject | null {
  const [scheme = ''] = (fieldOf(headers, 'authorization') ?? '').toLowerCase().split(' ');
  if (scheme === 'bearer' || scheme === 'basic') return { type: 'http', scheme };
  const key = headers.find(([name]) => /^(?:x-)?api-?key$|^x-auth-token$/.test(name))?.[0];
  if (key !== undefined) return { type: 'apiKey', in: 'header', name: key };
  return scheme === '' ? null : { type: 'apiKey', in: 'header', name: 'Authorization' };
}

function fieldOf(headers: readonly Field[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
