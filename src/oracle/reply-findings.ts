// Every finding about one reply, worded once: that an operation was refused or failed, and that a
// body does not have the form which the contract specifies.

import { describeType, type Json } from '../base/json.ts';
import { type Pointer, parsePointer, toPointer, valueAt } from '../base/pointer.ts';
import { truncate } from '../base/truncate.ts';
import type { Contract, Envelope } from '../contract/contract.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { Refusal, Situation } from '../contract/situations.ts';
import { type Body, header } from '../model/message/call.ts';
import type { Received } from '../model/message/received.ts';
import type { Checker } from '../schema/check.ts';
import { ASSERTED_FORMATS } from '../schema/keywords/formats.ts';
import type { SchemaName } from '../schema/schema.ts';
import type { Violation } from '../schema/violation.ts';
import { type ClauseSubject, clauseOf } from './clause.ts';
import type { Finding } from './finding.ts';
import { isOfRequests, shownMemberFindings } from './shown-members.ts';

/** A reply to an operation of a contract. */
export interface OperationReply {
  readonly contract: Contract;
  readonly kind: Kind;
  readonly received: Received;
  /** Whether a null at a place of the body stands for a member that was never set. */
  readonly isUnset?: (at: Pointer) => boolean;
  /** Whether a place of the body is in an item that holds what the client itself stored there. */
  readonly isOwnDoing?: (at: Pointer) => boolean;
}

/** Words that the service failed on a request that it has to answer with a success. */
export function failure(reply: OperationReply): Finding {
  return findingOf(reply, {
    code: 'failed',
    message: `${reply.kind} failed with status ${reply.received.status}`,
    expected: SUCCESS,
    actual: statusAndText(reply.received),
    remedy: 'Look at this request in the log of the service.',
  });
}

/** Words that the service failed on a request that it has to refuse. */
export function failureToRefuse(reply: OperationReply, situation: Refusal, what: string): Finding {
  const outcome = reply.contract.operations[reply.kind]?.outcomes[situation];
  return findingOf(reply, {
    code: 'failed',
    ...(outcome === undefined ? {} : { clause: outcome.source }),
    message: `${reply.kind} failed with status ${reply.received.status} on ${what}`,
    expected: outcome?.status === undefined ? 'a refusal, 4xx' : `status ${outcome.status}`,
    actual: statusAndText(reply.received),
    remedy: 'Refuse such a request with a status of its own.',
  });
}

/** Words that the service refused a request that it has to answer with a success. */
export function refusal(reply: OperationReply): Finding {
  return findingOf(reply, {
    code: 'refused',
    message: `${reply.kind} was refused with status ${reply.received.status}, although the request is valid`,
    expected: SUCCESS,
    actual: statusAndText(reply.received),
    remedy: ANSWER_WITH_SUCCESS,
  });
}

/** Words that the service does not offer an operation of the contract (405, 501). */
export function notOffered(reply: OperationReply): Finding {
  return findingOf(reply, {
    code: 'refused',
    message: `the service does not offer ${reply.kind}, although the contract specifies it`,
    expected: SUCCESS,
    actual: `status ${reply.received.status}`,
    remedy: ANSWER_WITH_SUCCESS,
  });
}

const SUCCESS = 'a success, 2xx';
const ANSWER_WITH_SUCCESS = 'Answer requests that the contract specifies with a success.';

/** Returns the status of an answer, and what the service itself says about it. */
export function statusAndText({ status, body }: Received): string {
  const text = body.kind === 'json' || body.kind === 'broken' ? body.text.trim() : '';
  return `status ${status}${text === '' ? '' : `: ${truncate(text, TEXT_CHARS_SHOWN)}`}`;
}

const TEXT_CHARS_SHOWN = 200;

export interface SpecifiedBody {
  readonly situation: Situation;
  /** The schema that the contract names; `null` if it names none. */
  readonly schema: SchemaName | null;
  readonly checker: Checker;
}

/** Returns what is wrong with a body: missing, not JSON, or not of the specified schema. */
export function bodyFindings(
  reply: OperationReply,
  { situation, schema, checker }: SpecifiedBody,
): readonly Finding[] {
  const { kind, received } = reply;
  const { body } = received;
  const isRead = kind === 'list' || kind === 'read';
  // The status of a write may be open, and 204 and 205 have no body (RFC 9110, 15.3.5 and 15.3.6).
  const isBodiless = !isRead && (received.status === 204 || received.status === 205);
  const isRequired = isRead || (schema !== null && !isBodiless);
  if (body.kind === 'none') return isRequired ? [bodyMissing(reply, situation)] : [];
  if (body.kind === 'oversized') return [tooLarge(reply, body.bytesMax)];
  if (body.kind === 'broken') return [notJson(reply, body)];
  const type = header(received.headers, 'content-type');
  const isFile = body.form !== undefined;
  if (type !== undefined && !isJsonType(type) && !isFile) return [mediaType(reply, type)];
  const inEnvelope = envelopeFindings(reply, situation, checker);
  if (inEnvelope.length > 0) return inEnvelope;
  const beside = situation === 'ok' ? shownMemberFindings(reply.contract, kind, body.value) : [];
  if (schema === null || beside.length > 0) return beside;
  const whole = body.whole ?? body.value;
  const before = body.whole === undefined ? '' : toPointer(envelopeOf(reply)?.at ?? []);
  return checker
    .check(schema, body.value)
    .filter(
      (violation) =>
        isSpecified(violation, reply.contract) &&
        !isUnset(reply, violation) &&
        reply.isOwnDoing?.(violation.at) !== true &&
        !isOfRequests(reply.contract, violation.missing),
    )
    .slice(0, VIOLATIONS_REPORTED_MAX)
    .map((violation) =>
      schemaFinding(reply, schema, { ...violation, at: before + violation.at }, whole),
    );
}

function envelopeOf({ contract, kind }: OperationReply): Envelope | undefined {
  return contract.operations[kind]?.envelope;
}

const VIOLATIONS_REPORTED_MAX = 3;

/** Returns what is wrong with the envelope around an item or a list, not with what is inside. */
function envelopeFindings(
  reply: OperationReply,
  situation: Situation,
  checker: Checker,
): readonly Finding[] {
  const envelope = envelopeOf(reply);
  const { body } = reply.received;
  if (envelope === undefined || situation !== 'ok' || body.kind !== 'json') return [];
  const whole = body.whole ?? body.value;
  const inside = toPointer(envelope.at);
  return checker
    .check(envelope.schema, whole)
    .filter(
      (violation) =>
        isSpecified(violation, reply.contract) &&
        (body.lacks !== undefined ||
          envelope.form !== undefined ||
          envelope.names !== undefined ||
          envelope.keyed !== undefined ||
          !violation.at.startsWith(inside)),
    )
    .slice(0, VIOLATIONS_REPORTED_MAX)
    .map((violation) => schemaFinding(reply, envelope.schema, violation, whole));
}

function isUnset(reply: OperationReply, { keyword, at }: Violation): boolean {
  return OF_NULL.has(keyword) && reply.isUnset?.(at) === true;
}

/** The keywords that a null may violate, and that do not rule it out by name. */
const OF_NULL: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'oneOf', 'anyOf']);

/** Whether a contract specifies what a violation breaks. Formats and bounds are left open, unless it asserts them or says that they are checked. */
export function isSpecified(
  { facet, format }: Violation,
  { shown, asserts = [] }: Contract,
): boolean {
  if (facet === 'shape' || facet === 'required') return true;
  const isMeant = format === undefined || ASSERTED_FORMATS.has(format);
  if (isMeant && asserts.includes(facet)) return true;
  return shown[facet === 'format' ? 'fields.format' : 'fields.bounds'] === 'refuse';
}

/** `application/json`, or a type with the suffix `+json` (RFC 6839 section 3.1). */
export function isJsonType(type: string): boolean {
  return /^\s*(?:(?:application|text)\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)\s*(?:;|$)/i.test(
    type,
  );
}

/** Words that a reply has no body, and the contract specifies one. */
export function bodyMissing(reply: OperationReply, situation: Situation): Finding {
  const { kind, received } = reply;
  const isRead = kind === 'list' || kind === 'read';
  const whole = kind === 'list' ? 'a JSON array' : kind === 'read' ? 'a JSON object' : 'JSON';
  return findingOf(reply, {
    code: 'body-missing',
    message: `${ended(kind, situation)} without a body`,
    expected: situation === 'ok' ? whole : 'JSON',
    actual: `status ${received.status} and no body`,
    remedy:
      situation === 'ok' && isRead
        ? 'Answer with the requested data.'
        : 'Answer with the body that the contract specifies.',
  });
}

/** Words that a reply has a body, and the contract specifies none. */
export function bodyUnexpected(reply: OperationReply, situation: Situation): Finding {
  const { kind, received } = reply;
  return findingOf(reply, {
    code: 'body-unexpected',
    message: `${ended(kind, situation)} with a body, and the contract specifies none`,
    expected: 'no body',
    actual: statusAndText(received),
    remedy: 'Answer without a body.',
  });
}

/** Words that a reply has another status than the contract specifies. */
export function statusFinding(
  reply: OperationReply,
  situation: Situation,
  statuses: readonly (number | string)[],
): Finding {
  const named = statuses.join(' or ');
  return findingOf(reply, {
    code: 'status',
    message: `${ended(reply.kind, situation)} with status ${reply.received.status} instead of ${named}`,
    expected: `status ${named}`,
    actual: situation === 'ok' ? `status ${reply.received.status}` : statusAndText(reply.received),
    remedy: `Answer with ${named}.`,
  });
}

/** Words that a replacement says that it created the item, which was there (RFC 9110 section 9.3.4). */
export function createdFinding(reply: OperationReply, statuses: readonly number[]): Finding {
  const named = statuses.join(' or ');
  return findingOf(reply, {
    code: 'status',
    message: `replace ended with status 201, as if it had created the item, instead of ${named}`,
    expected: `status ${named}: the item was there (RFC 9110 section 9.3.4)`,
    actual: 'status 201',
    remedy: 'Answer with 201 only if PUT created the item.',
  });
}

/** Words that a header field is missing or differs from the specified one. */
export function headerFinding(
  reply: OperationReply,
  situation: Situation,
  { name, value }: { readonly name: string; readonly value: string },
): Finding {
  const received = header(reply.received.headers, name.toLowerCase());
  return findingOf(reply, {
    code: 'header',
    message: `${ended(reply.kind, situation)} ${received === undefined ? `without the header ${name}` : `with another ${name} than the contract specifies`}`,
    expected: `${name}: ${value}`,
    actual:
      received === undefined
        ? `no header ${name}`
        : `${name}: ${truncate(received, TEXT_CHARS_SHOWN)}`,
    remedy: `Send ${name} as the contract specifies it.`,
  });
}

/** Words that a Location leads nowhere, or elsewhere. `status` is what its address answered. */
export function astrayLocation(
  reply: OperationReply,
  found: { readonly expected: string; readonly location: string; readonly status: number },
): Finding {
  const location = truncate(found.location, TEXT_CHARS_SHOWN);
  return findingOf(reply, {
    code: 'header',
    message: `the Location in the answer to ${reply.kind} leads nowhere, or to something else`,
    expected: found.expected,
    actual: `Location: ${location}, where a GET is answered with ${found.status}`,
    remedy: 'Send the address at which it is.',
  });
}

/** Words that `Allow` lacks the method of an operation that works. `allow` is what OPTIONS answered. */
export function lackedMethod(
  reply: OperationReply,
  found: { readonly method: string; readonly path: string; readonly allow: string },
): Finding {
  return findingOf(reply, {
    code: 'header',
    message: `Allow in the answer to OPTIONS ${found.path} lacks ${found.method}, which works there`,
    expected: `Allow: a list with ${found.method} (RFC 9110 section 10.2.1)`,
    actual: `Allow: ${truncate(found.allow, TEXT_CHARS_SHOWN)}`,
    remedy: 'List each method that works there, or send no Allow.',
  });
}

/** Words that the ETag of an item does not follow its state. */
export function validatorFinding(
  reply: OperationReply,
  {
    tag,
    is,
  }: { readonly tag: string; readonly is: 'unchanged' | 'always-matched' | 'never-matched' },
): Finding {
  const sentences = {
    unchanged: {
      message: 'the item has changed, and its ETag has not',
      expected: 'another ETag after a change (RFC 9110 section 8.8.3)',
      remedy: 'Make the ETag from what the answer shows, or count it up with each write.',
    },
    'always-matched': {
      message: 'a read on the condition that the item has changed is answered as if it had not',
      expected: 'status 200 and the item: If-None-Match has an older ETag',
      remedy: 'Compare If-None-Match with the ETag that the item has now.',
    },
    'never-matched': {
      message: 'a read on the condition that the item has changed is answered as if it had',
      expected: 'status 304, which is declared: If-None-Match has the ETag of the item',
      remedy: 'Compare If-None-Match with the ETag of the item (RFC 9110 section 13.1.2).',
    },
  };
  const code = is === 'unchanged' ? 'header' : 'status';
  const actual =
    is === 'unchanged'
      ? `ETag: ${truncate(tag, TEXT_CHARS_SHOWN)}`
      : `status ${reply.received.status}`;
  return findingOf(reply, { code, ...sentences[is], actual });
}

/** Words that the service did what the contract tells it to refuse. */
export function accepted(reply: OperationReply, situation: Refusal, what: string): Finding {
  const outcome = reply.contract.operations[reply.kind]?.outcomes[situation];
  const status = outcome?.status;
  return findingOf(reply, {
    code: 'accepted',
    ...(outcome === undefined ? {} : { clause: outcome.source }),
    message: `${reply.kind} accepted ${what}, although the contract specifies a refusal`,
    expected: status === undefined ? 'a refusal, 4xx' : `status ${status}`,
    actual: statusAndText(reply.received),
    remedy: 'Refuse such a request, and change nothing.',
  });
}

/** `create succeeded`, or `create was refused (invalid)`. */
function ended(kind: Kind, situation: Situation): string {
  return situation === 'ok' ? `${kind} succeeded` : `${kind} was refused (${situation})`;
}

function tooLarge(reply: OperationReply, bytesMax: number): Finding {
  return findingOf(reply, {
    code: 'body-too-large',
    message: `the answer to ${reply.kind} is too large`,
    expected: `at most ${bytesMax} bytes`,
    actual: 'more; the rest was not read',
    remedy: 'Answer with the requested data only.',
  });
}

function notJson(
  reply: OperationReply,
  { message, text }: Extract<Body, { readonly kind: 'broken' }>,
): Finding {
  const isPage = /^\s*<(?:!doctype|html|\?xml)/i.test(text);
  return findingOf(reply, {
    code: 'body-not-json',
    clause: clauseOf(reply.contract, 'json', reply.kind),
    message: `the answer to ${reply.kind} is ${isPage ? 'a page, not JSON' : 'not JSON'}`,
    expected: 'JSON',
    actual: isPage ? 'HTML or XML' : message,
    remedy: 'Answer with JSON in this case too.',
  });
}

function mediaType(reply: OperationReply, type: string): Finding {
  return findingOf(reply, {
    code: 'media-type',
    clause: clauseOf(reply.contract, 'json', reply.kind),
    message: `the Content-Type of the answer to ${reply.kind} is not JSON`,
    expected: 'Content-Type: application/json, or one that ends in +json',
    actual: `Content-Type: ${type}`,
    remedy: 'Send the media type of JSON: clients depend on it.',
  });
}

/** Words that a reply has a media type that the specification does not declare. */
export function undeclaredType(
  reply: OperationReply,
  type: string,
  declared: readonly string[],
): Finding {
  return findingOf(reply, {
    code: 'media-type',
    clause: clauseOf(reply.contract, 'json', reply.kind),
    message: `the answer to ${reply.kind} has the media type ${truncate(type, TYPE_CHARS_SHOWN)}, which is not declared`,
    expected: `Content-Type: ${declared.join(' or ')}`,
    actual: `Content-Type: ${truncate(type, TYPE_CHARS_SHOWN)}`,
    remedy: 'Answer with a media type that the specification declares, or declare this one.',
  });
}

const TYPE_CHARS_SHOWN = 100;

/** Words that the body of a reply is not what its media type says. */
export function unlikeItsType(
  reply: OperationReply,
  situation: Situation,
  { wanted, found }: { readonly wanted: string; readonly found: string },
): Finding {
  return findingOf(reply, {
    code: 'body-type',
    at: '',
    message: `${ended(reply.kind, situation)} with a body that is not ${wanted}`,
    expected: wanted,
    actual: found,
    remedy: 'Answer with the body that the media type and the schema say.',
  });
}

/** Words that the answer to a read is not an object. */
export function notAnObject(reply: OperationReply): Finding {
  return findingOf(reply, {
    code: 'body-type',
    message: `the answer to ${reply.kind} is not a JSON object`,
    expected: 'a JSON object',
    actual: `status ${reply.received.status}`,
    remedy: 'Answer with the requested data.',
  });
}

/** Words that a body does not match its schema in one place. */
export function schemaFinding(
  reply: OperationReply,
  schema: SchemaName,
  violation: Violation,
  value: Json,
): Finding {
  const { at, facet, message, missing } = violation;
  const words = message.replace(/^(must be .*?), is /s, '$1, but is ');
  const place = missing === undefined ? `${at || 'the body'} ` : at === '' ? '' : `${at}: `;
  return findingOf(reply, {
    code: facet === 'required' ? 'member-missing' : at === '' ? 'body-type' : 'member-type',
    clause: clauseOf(reply.contract, aboutOf(reply.kind, violation), reply.kind),
    at,
    message: `${place}${words} (the answer to ${reply.kind} does not match ${schema}.json)`,
    expected: missing === undefined ? wantedBy(message) : `a member "${missing}"`,
    actual: actualAt(value, violation),
    remedy: `Answer with data that matches ${schema}.json.`,
  });
}

const UNKNOWN = 'is not a known field';

/** `must be an array, is a string` becomes `an array`. */
function wantedBy(message: string): string {
  if (message.startsWith(UNKNOWN)) return 'no member that the schema does not name';
  return message.replace(/^must be /, '').replace(/, is .*$/, '');
}

/** Where an item stands in a stream. */
export interface ItemPlace {
  readonly index: number;
  readonly line: number;
}

/** Words that an item of a stream does not match its schema in one place. */
export function itemFinding(
  reply: OperationReply,
  place: ItemPlace,
  {
    schema,
    violation,
    value,
  }: { readonly schema: SchemaName; readonly violation: Violation; readonly value: Json },
): Finding {
  const finding = schemaFinding(reply, schema, violation, value);
  return inItem(place, { ...finding, message: finding.message.replace(/^the body /, 'it ') });
}

/** Words that an item of a stream cannot be read. `message` is a clause. */
export function brokenItem(reply: OperationReply, place: ItemPlace, message: string): Finding {
  return inItem(
    place,
    findingOf(reply, {
      code: 'body-type',
      at: '',
      message: `${message} (the answer to ${reply.kind})`,
      expected: 'an item as the media type and the schema say',
      actual: message,
      remedy: 'Send each item whole, as its media type says.',
    }),
  );
}

function inItem({ index, line }: ItemPlace, finding: Finding): Finding {
  return {
    ...finding,
    at: `/${index}${finding.at ?? ''}`,
    message: `item ${index + 1}, line ${line}: ${finding.message}`,
  };
}

/**
 * The list is the subject of its operation. Its elements, and their required members, have a clause
 * of their own; all else is about items.
 */
function aboutOf(kind: Kind, { at, facet }: Violation): ClauseSubject {
  const depth = at.split('/').length - 1;
  if (depth === 0) return kind;
  return kind === 'list' && (depth === 1 || facet === 'required') ? 'elements' : 'item';
}

function actualAt(value: Json, { at, missing }: Violation): string {
  if (missing !== undefined) return 'it is missing';
  const found = valueAt(value, parsePointer(at) ?? []);
  if (found === undefined) return 'nothing';
  return `${truncate(JSON.stringify(found), TEXT_CHARS_SHOWN)} (${describeType(found)})`;
}

type Details = Pick<Finding, 'code' | 'message' | 'expected' | 'actual' | 'remedy'> &
  Partial<Pick<Finding, 'clause' | 'at'>>;

function findingOf({ contract, kind }: OperationReply, details: Details): Finding {
  return {
    breach: 'violates',
    operation: kind,
    clause: clauseOf(contract, kind),
    at: null,
    by: 'contract',
    ...details,
  };
}
