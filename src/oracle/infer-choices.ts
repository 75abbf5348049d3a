// Infers from one answer how the service decided the choices that the contract leaves open. Pure:
// the caller says what was tried. A value that is not an option of its choice is kept unchanged.

import { isObject, type JsonObject, own } from '../base/json.ts';
import type { Choice, Option, Trial } from '../contract/choice-row.ts';
import { type ChoiceKey, choiceKeys, choices } from '../contract/choices.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import { toKey } from '../model/ids/ids.ts';
import { type Call, header } from '../model/message/call.ts';
import type { Received } from '../model/message/received.ts';
import { codeOf, fieldsShape, orderOf, refusalShape, writtenShape } from './body-shape.ts';

export interface Observed {
  readonly choice: ChoiceKey;
  readonly option: Option;
}

export interface TrialAnswer {
  /** The operation, if a success of the call is a usual success of it; otherwise `null`. */
  readonly operation: Kind | null;
  readonly trial: Trial;
  readonly call: Call;
  readonly received: Received;
  readonly known: KnownService;
}

/** What is known about the service when an answer is read. */
export interface KnownService {
  /** The member that identifies an item. */
  readonly id: string;
  /** The existing items, in the order of their creation. */
  readonly items: readonly KnownItem[];
  /** Whether the first answer of the list shows some of them. */
  readonly isListed: boolean;
  /** The status for an id that no item ever had. */
  readonly missing: number | null;
  /** The required members of the elements of the list. */
  readonly brief: readonly string[];
}

export interface KnownItem {
  readonly key: string;
  /** The members that a read of the item shows; `null` if it was not read. */
  readonly record: JsonObject | null;
}

/** The choice that a trial decides, and its option if the service refuses or grants the call. */
interface TrialReading {
  /** The choice that the status of a refusal decides. */
  readonly status?: ChoiceKey;
  readonly rule?: ChoiceKey;
  readonly refused?: Option;
  readonly granted?: Option;
}

/** What each trial shows, by the table of choices. */
const readings = new Map<string, TrialReading>();
for (const key of choiceKeys) {
  const { shownBy }: Choice = choices[key];
  for (const [trial, shown] of Object.entries(shownBy)) {
    const reading = shown === 'status' ? { status: key } : { rule: key, ...shown };
    readings.set(trial, { ...readings.get(trial), ...reading });
  }
}

const NOTHING: TrialReading = {};

function readingOf(trial: Trial): TrialReading {
  return readings.get(trial) ?? NOTHING;
}

/** Returns what an answer shows, each choice at most once. */
export function inferChoices(question: TrialAnswer): readonly Observed[] {
  const { received, trial } = question;
  const { status } = received;
  if (status === 429 || (status === 503 && received.headers['retry-after'] !== undefined))
    return [{ choice: 'limited.status', option: status }];
  const about = [...fromAnyAnswer(question)];
  if (status === 304)
    return trial === 'not-modified'
      ? [...about, { choice: 'cache.validator', option: 'etag' }]
      : about;
  if (status >= 200 && status < 300) return [...about, ...fromGranted(question)];
  // Missing credentials hide the outcome of the trial.
  if (status === 401 || (status === 403 && trial !== 'plain'))
    return trial === 'bare' ? [...about, ...fromChallenge(received)] : about;
  return status >= 400 ? [...about, ...fromRefused(question)] : about;
}

function fromAnyAnswer({ call, received }: TrialAnswer): readonly Observed[] {
  const version = received.headers['api-version'] === undefined ? 'none' : 'api-version';
  const about: Observed[] = [{ choice: 'version.header', option: version }];
  const origin = header(call.headers, 'origin');
  if (origin === undefined) return about;
  const allowed = header(received.headers, 'access-control-allow-origin');
  const option =
    allowed === undefined
      ? 'none'
      : allowed === '*'
        ? 'any'
        : allowed === origin
          ? 'reflect'
          : allowed;
  return [...about, { choice: 'cors.origin', option }];
}

function fromGranted(question: TrialAnswer): readonly Observed[] {
  const { trial, operation } = question;
  const { rule } = readingOf(trial);
  const option = rule === undefined ? undefined : grantedOption(question);
  const ruled: readonly Observed[] =
    rule === undefined || option === undefined ? [] : [{ choice: rule, option }];
  return operation === null ? ruled : [...ruled, ...fromSuccess(question, operation)];
}

/** A success shows an option only if the answer has the kind that it has without the trial. */
function grantedOption({ trial, received, known }: TrialAnswer): Option | undefined {
  const { granted } = readingOf(trial);
  const { body } = received;
  switch (trial) {
    case 'accept':
      return body.kind === 'json' ? granted : 'another media type';
    case 'root':
      return body.kind === 'json' ? granted : 'another page';
    case 'parameters': {
      const elements =
        known.isListed && body.kind === 'json' && Array.isArray(body.value) ? body.value : null;
      return elements !== null && findListed(elements, known).length === 0 ? 'filter' : granted;
    }
    default:
      return granted;
  }
}

function fromSuccess(question: TrialAnswer, operation: Kind): readonly Observed[] {
  const { known, received } = question;
  const { status, body, headers } = received;
  const found: Observed[] = [{ choice: `${operation}.status`, option: status }];
  const shape = writtenShape(body, known.id);
  switch (operation) {
    case 'list':
      if (body.kind === 'json' && Array.isArray(body.value))
        found.push(...inferListChoices(body.value, known));
      break;
    case 'read':
      found.push({
        choice: 'cache.validator',
        option: headers['etag'] === undefined ? 'none' : 'etag',
      });
      break;
    case 'create':
      found.push(
        { choice: 'create.body', option: shape },
        { choice: 'create.location', option: locationOf(received) },
      );
      if (question.trial === 'plain') found.push({ choice: 'access.writes', option: 'allow' });
      break;
    default:
      // 204 never has a body (RFC 9110 section 15.3.5).
      if (status !== 204) found.push({ choice: `${operation}.body`, option: shape });
  }
  return found;
}

function locationOf({ headers }: Received): string {
  const location = header(headers, 'location');
  if (location === undefined) return 'none';
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(location) ? 'absolute' : 'relative';
}

/** Returns what a list shows about its order and the fields of its elements, by the known items. */
export function inferListChoices(
  elements: readonly unknown[],
  known: KnownService,
): readonly Observed[] {
  const found: Observed[] = [];
  const places = findListed(elements, known);
  if (places.length >= ORDERED_LEAST)
    found.push({ choice: 'list.order', option: orderOf(places.map(({ place }) => place)) });
  for (const { item, element } of places) {
    const shape = item.record === null ? null : fieldsShape(element, item.record, known.brief);
    if (shape !== null) return [...found, { choice: 'list.fields', option: shape }];
  }
  return found;
}

/** Minimum number of items that show an order. */
const ORDERED_LEAST = 5;

export interface ListedItem {
  readonly item: KnownItem;
  readonly place: number;
  readonly element: JsonObject;
}

/** Returns the places of the known items among some elements of the list. */
export function findListed(
  elements: readonly unknown[],
  known: KnownService,
): readonly ListedItem[] {
  const byKey = new Map<string, { place: number; element: JsonObject }>();
  for (const [place, element] of elements.entries()) {
    const id = isObject(element) ? own(element, known.id) : undefined;
    if (isObject(element) && id !== undefined) byKey.set(toKey(id), { place, element });
  }
  return known.items.flatMap((item) => {
    const found = byKey.get(item.key);
    return found === undefined ? [] : [{ item, ...found }];
  });
}

function fromRefused(question: TrialAnswer): readonly Observed[] {
  const { trial, received, call, operation } = question;
  const { status: choice, rule, refused } = readingOf(trial);
  const found: Observed[] = [];
  if (choice !== undefined) found.push({ choice, option: statusOption(question, choice) });
  if (rule !== undefined && refused !== undefined) found.push({ choice: rule, option: refused });
  if (trial === 'plain' && operation === 'create' && CLOSED.has(received.status)) {
    found.push({ choice: 'access.writes', option: 'refuse' });
    if (received.status !== 403)
      found.push({ choice: 'disallowed.status', option: received.status });
  }
  if (call.method === 'HEAD' || call.method === 'OPTIONS') return found;
  found.push({ choice: 'error.shape', option: refusalShape(received) });
  const code = codeOf(received.body);
  return code === null ? found : [...found, { choice: 'error.code', option: code }];
}

/** A create refused with one of these is not offered at all. */
const CLOSED: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** A service that answers a removed id like an unknown one forgets removals: that means 404. */
function statusOption({ received, known }: TrialAnswer, choice: ChoiceKey): number {
  return choice === 'removed.status' && received.status === known.missing ? 404 : received.status;
}

function fromChallenge({ status, headers }: Received): readonly Observed[] {
  const challenge = header(headers, 'www-authenticate') ?? '';
  const scheme = /^\s*([\w-]+)/.exec(challenge)?.[1]?.toLowerCase();
  const found: Observed[] = [{ choice: 'unauthorized.status', option: status }];
  if (scheme === undefined) return found;
  const name = /\bheader="?([\w-]+)/i.exec(challenge)?.[1];
  found.push({ choice: 'auth.scheme', option: /^api-?key$/.test(scheme) ? 'api-key' : scheme });
  return name === undefined ? found : [...found, { choice: 'auth.header', option: name }];
}
