// Redacts whole interactions before they are stored or shown. Pure except for the key: an
// interaction always gives the same result, and redacting twice changes nothing. Pseudonyms replace
// credentials, e-mail addresses and values that a schema marks; they cannot be reversed.

import type { Contract } from '../../contract/contract.ts';
import type { Schemas } from '../../schema/schema.ts';
import type {
  RecordedBody,
  RecordedReply,
  RecordedRequest,
  StreamPart,
  Unnumbered,
} from '../interaction/recorded.ts';
import { redactBody } from './bodies.ts';
import { RedactionContext, type Tools } from './context.ts';
import { createEchoSearch, createRestSearch, nothing } from './echoes.ts';
import { redactFields } from './header-fields.ts';
import { createIdRedactor, type IdRedactor } from './ids.ts';
import { redactPairs, redactPath } from './pairs.ts';
import { createPseudonyms } from './pseudonyms.ts';
import { createSchemaLocations, type SchemaLocation } from './schema-locations.ts';
import { createNames } from './secret-names.ts';
import { declaredKeys, type RedactionSelection } from './selection.ts';
import { createSentences } from './sentences.ts';
import { redactText } from './text.ts';

export interface RedactorOptions extends RedactionSelection {
  readonly schemas: Schemas;
  readonly contracts: readonly Contract[];
  /** 32 bytes from `createRedactionKey`, or your own. Not stored in recordings. */
  readonly key: Uint8Array;
}

/** Returns an interaction, numbered or not, without secrets. */
export type Redact = <T extends Unnumbered>(recorded: T) => T;

/**
 * Creates a redactor. Equal values under equal bounds become equal pseudonyms; valid values stay
 * valid, if the schema leaves room. Content-Length and `bytes` stay unchanged.
 */
export function createRedactor({ schemas, contracts, key, redact, keep }: RedactorOptions): Redact {
  const names = createNames([...redact, ...declaredKeys(contracts)], keep);
  const places = createSchemaLocations(schemas, contracts);
  const selection = { redact, keep };
  const tools: Tools = { pseudonyms: createPseudonyms(key), names, places, selection };
  const ids = createIdRedactor(contracts, places, ({ id }, place) =>
    isHidden(id, place, new RedactionContext(tools)),
  );
  const byResource = new Map(contracts.map((contract) => [contract.resource, contract]));
  return (recorded) => {
    const pass = new RedactionContext(tools);
    const contract = byResource.get(recorded.resource ?? '');
    const sent = contract === undefined ? null : places.ofRequest(contract, recorded.operation);
    const answered = contract === undefined ? null : places.ofReply(contract, recorded.operation);
    const side = { pass, ids, isOfContract: contract !== undefined };
    const request = redactRequest(recorded.request, sent, side);
    const [reply, mock, original] = [recorded.reply, recorded.mock, recorded.original].map((one) =>
      redactReply(one, answered, side),
    );
    const parts = recorded.stream?.parts.map((part) => ({
      ...part,
      name: redactText(part.name, pass, 'raw'),
      body: redactBody(part.body, { headers: [], place: null, side: sideOf(part) }, pass),
    }));
    const sweep = createEchoSearch(pass.found);
    const rest = createRestSearch(pass.found);
    const sentences = createSentences(pass, ids, answered);
    return {
      ...recorded,
      request: {
        ...sweepMessage(request, sweep, rest),
        path: sweep(request.path),
        query: sweep(request.query),
      },
      reply: reply == null ? null : sweepMessage(reply, sweep, rest),
      mock: mock == null ? null : sweepMessage(mock, sweep, rest),
      original: original == null ? null : sweepMessage(original, sweep, rest),
      ...(recorded.stream === undefined || parts === undefined
        ? {}
        : {
            stream: {
              ...recorded.stream,
              parts: parts.map((part) => ({ ...part, body: sweepBody(part.body, sweep, rest) })),
            },
          }),
      trouble: recorded.trouble === null ? null : sentences.plain(recorded.trouble),
      world: recorded.world === null ? null : sentences.plain(recorded.world),
      law: recorded.law === null ? null : sentences.plain(recorded.law),
      history: recorded.history.map(sentences.plain),
      findings: recorded.findings.map(sentences.finding),
      ruled: recorded.ruled === null ? null : sentences.ruled(recorded.ruled),
    };
  };
}

function isHidden(id: string, place: SchemaLocation | null, pass: RedactionContext): boolean {
  const fate = pass.fateOf(id, place, 'reply', () => [id]);
  return fate === 'hidden' || fate === 'address';
}

interface Within {
  readonly pass: RedactionContext;
  readonly ids: IdRedactor;
  readonly isOfContract: boolean;
}

function redactRequest(
  request: RecordedRequest,
  place: SchemaLocation | null,
  within: Within,
): RecordedRequest {
  const { pass, ids, isOfContract } = within;
  return {
    ...request,
    path: redactPath(ids.inAddress(request.path, pass), isOfContract ? 'contract' : 'nobody', pass),
    query: redactPairs(request.query, pass),
    headers: redactFields(request.headers, pass, (text) => ids.inAddress(text, pass)),
    body: redactBody(request.body, { headers: request.headers, place, side: 'request' }, pass),
  };
}

function redactReply(
  reply: RecordedReply | null,
  place: SchemaLocation | null,
  { pass, ids }: Within,
): RecordedReply | null {
  if (reply === null) return null;
  return {
    ...reply,
    headers: redactFields(reply.headers, pass, (text) => ids.inAddress(text, pass)),
    body: redactBody(reply.body, { headers: reply.headers, place, side: 'reply' }, pass),
  };
}

function sweepMessage<T extends RecordedRequest | RecordedReply>(
  message: T,
  sweep: (text: string) => string,
  rest: (text: string) => string,
): T {
  if (sweep === nothing) return message;
  const { headers, body } = message;
  return {
    ...message,
    headers: headers.map(([name, value]) => [name, sweep(value)]),
    body: sweepBody(body, sweep, rest),
  };
}

function sweepBody(
  body: RecordedBody,
  sweep: (text: string) => string,
  rest: (text: string) => string,
): RecordedBody {
  if (body.kind !== 'text') return body;
  const text = sweep(body.text);
  return { ...body, text: body.cut ? rest(text) : text };
}

function sideOf({ from }: StreamPart): 'request' | 'reply' {
  return from === 'client' ? 'request' : 'reply';
}
