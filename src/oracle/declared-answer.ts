// Judges a reply as an answer that the specification declares for its operation, whatever it means for
// rows: the status, the media type, the header fields, and a body that is what its media type says.
// Silent where nothing is declared.

import {
  type Answer,
  answerWith,
  type Body,
  bodyOfType,
  onlySwitches,
} from '../contract/declared.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { Situation } from '../contract/situations.ts';
import { flawOfMedia, isOfParts } from '../model/media/flaw-of-media.ts';
import { isStreamType } from '../model/media/streams.ts';
import { header } from '../model/message/call.ts';
import type { Checker } from '../schema/check.ts';
import { flawOfField } from '../schema/header-values.ts';
import type { SchemaName } from '../schema/schema.ts';
import type { Finding } from './finding.ts';
import {
  bodyFindings,
  bodyMissing,
  headerFinding,
  isJsonType,
  isSpecified,
  type OperationReply,
  statusFinding,
  undeclaredType,
  unlikeItsType,
} from './reply-findings.ts';
import { streamFindings } from './streams/stream-findings.ts';

export interface DeclaredOptions {
  readonly situation: Situation;
  readonly checker: Checker;
  /** The schema of the body in JSON, as the contract has it for rows; absent if it has none. */
  readonly schema?: SchemaName;
}

/** Returns the answer that is declared for the status of a reply; `null` if none is. */
export function declaredAnswer(reply: OperationReply): Answer | null {
  return answerWith(operationOf(reply) ?? {}, reply.received.status)?.answer ?? null;
}

/** Whether a status is declared for an operation by its number, or as a range, but not as `default`. */
export function isStatusDeclared(
  reply: Pick<OperationReply, 'contract' | 'kind'>,
  status: number,
): boolean {
  const key = answerWith(reply.contract.operations[reply.kind] ?? {}, status)?.key;
  return key !== undefined && key !== 'default';
}

/** Returns the finding about a success or a redirection that no answer declares, if there is one. */
export function statusFindings(reply: OperationReply, situation: Situation): readonly Finding[] {
  const { answers = {} } = operationOf(reply) ?? {};
  const { status } = reply.received;
  const declared = Object.keys(answers);
  const isOpen = status < 200 || status >= 400 || STANDARD.has(status);
  if (
    isOpen ||
    declared.length === 0 ||
    onlySwitches({ answers }) ||
    declaredAnswer(reply) !== null
  )
    return [];
  const wanted = declared.filter((one) => /^[23]/.test(one));
  // A document that names the refusals of a write on rows alone leaves its success open.
  if (wanted.length === 0 && WRITES.has(reply.kind) && status < 300) return [];
  return [statusFinding(reply, situation, wanted.length > 0 ? wanted : declared)];
}

const WRITES: ReadonlySet<Kind> = new Set(['create', 'replace', 'update', 'remove']);

/** What a request asks for, and no document repeats: a part, or nothing new (RFC 9110, 15.3.7, 15.4.5). */
const STANDARD: ReadonlySet<number> = new Set([206, 304]);

/** Returns the findings about required header fields that are missing, and about values that do not fit. */
export function fieldFindings(
  reply: OperationReply,
  { headers }: Answer,
  { situation, checker }: DeclaredOptions,
): readonly Finding[] {
  return Object.entries(headers).flatMap(([name, { required, schema }]): readonly Finding[] => {
    const text = header(reply.received.headers, name);
    if (text === undefined)
      return required ? [headerFinding(reply, situation, { name, value: 'it is required' })] : [];
    const flaw =
      schema === null
        ? null
        : flawOfField(
            checker,
            schema,
            text,
            (one) =>
              isSpecified(one, reply.contract) &&
              !(one.format === 'uri' && ADDRESSES.has(name) && isReference(text)),
          );
    return flaw === null ? [] : [headerFinding(reply, situation, { name, value: flaw })];
  });
}

/** HTTP lets these be relative (RFC 9110 sections 8.7 and 10.2.2), whatever a document calls them. */
const ADDRESSES: ReadonlySet<string> = new Set(['location', 'content-location']);

function isReference(text: string): boolean {
  return !/[\s<>"{}|\\^`]/.test(text.trim()) && URL.canParse(text, 'http://localhost/');
}

/** Returns the findings about the media type and the body of an answer that declares some. */
export function mediaFindings(
  reply: OperationReply,
  { bodies }: Pick<Answer, 'bodies'>,
  options: DeclaredOptions,
): readonly Finding[] {
  const { body, headers } = reply.received;
  const type = header(headers, 'content-type');
  if (body.kind === 'none') return missingBody(reply, bodies, options);
  const chosen = type === undefined ? unnamed(bodies) : bodyFor(bodies, type);
  if (type !== undefined && chosen === null) {
    const names = bodies.map((one) => one.type);
    const json = bodies.find((one) => isJsonType(one.type));
    const isJson = body.kind === 'json' && body.form === undefined && json !== undefined;
    return [
      undeclaredType(reply, type, names),
      // Under its right name the JSON may have flaws of its own.
      ...(isJson ? mediaFindings(underType(reply, json.type), { bodies }, options) : []),
    ];
  }
  const named = type ?? chosen?.type;
  if (chosen !== null && named !== undefined && isStreamType(named))
    return streamFindings(reply, chosen, plainType(named), options.checker);
  const isRows =
    options.schema !== undefined &&
    chosen?.type.includes('*') === true &&
    isOfParts(options.checker, options.schema);
  if (chosen === null || isRows || isJsonType(type ?? chosen.type))
    return jsonFindings(reply, bodies, chosen, options);
  if (body.kind === 'oversized') return [];
  const { situation, checker } = options;
  const flaw = flawOfMedia(type ?? chosen.type, body, {
    schema: chosen.schema,
    checker,
    counts: (one) => isSpecified(one, reply.contract),
  });
  return flaw === null ? [] : [unlikeItsType(reply, situation, flaw)];
}

function underType(reply: OperationReply, type: string): OperationReply {
  const { received } = reply;
  return {
    ...reply,
    received: { ...received, headers: { ...received.headers, 'content-type': type } },
  };
}

/** Texts may be empty, and the bytes that a write answers; JSON, XML and pictures may not. */
function missingBody(
  reply: OperationReply,
  bodies: readonly Body[],
  { situation, schema }: DeclaredOptions,
): readonly Finding[] {
  const { kind, received } = reply;
  const isRead = kind === 'list' || kind === 'read';
  const isBodiless = received.status === 204 || received.status === 205;
  const mayBeEmpty = bodies.some(
    ({ type }) =>
      /^text\/|^\*/.test(type) ||
      isStreamType(type) ||
      (!isRead && type === 'application/octet-stream'),
  );
  const isShown = bodies.some((one) => one.schema !== null || !isJsonType(one.type));
  const isRequired =
    schema !== undefined || (situation === 'ok' && !mayBeEmpty && (isRead || isShown));
  return isRequired && !isBodiless ? [bodyMissing(reply, situation)] : [];
}

/** A body without a media type is taken for JSON, or for the only one that there may be. */
function unnamed(bodies: readonly Body[]): Body | null {
  return (
    bodies.find(({ type }) => isJsonType(type)) ??
    (bodies.length === 1 ? (bodies[0] ?? null) : null)
  );
}

/**
 * Returns the declared body of a media type. JSON of a more special type is JSON (RFC 6839 section
 * 3.1), and both names of XML and of JPEG mean the same.
 */
function bodyFor(bodies: readonly Body[], type: string): Body | null {
  const plain = plainType(type);
  const names = [plain, ...(SAME_TYPE[plain] ?? [])];
  for (const name of names) {
    const found = bodyOfType(bodies, name);
    if (found !== null) return found;
  }
  return isJsonType(type) ? bodyOfType(bodies, 'application/json') : null;
}

/** A media type without its parameters. */
function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

const SAME_TYPE: Readonly<Record<string, readonly string[]>> = {
  'text/xml': ['application/xml'],
  'application/xml': ['text/xml'],
  'image/jpg': ['image/jpeg'],
  'image/jpeg': ['image/jpg'],
  'text/javascript': ['application/javascript'],
  'application/javascript': ['text/javascript'],
};

/** The rows of the contract are in the first body in JSON; every other one has a schema of its own. */
function jsonFindings(
  reply: OperationReply,
  bodies: readonly Body[],
  chosen: Body | null,
  { situation, checker, schema }: DeclaredOptions,
): readonly Finding[] {
  const first = bodies.find(({ type }) => isJsonType(type) || type.includes('*')) ?? null;
  if (chosen === null || chosen === first)
    return bodyFindings(reply, { situation, schema: schema ?? chosen?.schema ?? null, checker });
  const { contract, kind, received } = reply;
  const { envelope: _, ...operation } = contract.operations[kind] ?? {};
  const { body } = received;
  const whole =
    body.kind === 'json' && body.whole !== undefined ? { ...body, value: body.whole } : body;
  const bare = { ...contract, operations: { ...contract.operations, [kind]: operation } };
  return bodyFindings(
    { ...reply, contract: bare as typeof contract, received: { ...received, body: whole } },
    { situation, schema: chosen.schema, checker },
  );
}

function operationOf({ contract, kind }: Pick<OperationReply, 'contract' | 'kind'>) {
  return contract.operations[kind];
}
