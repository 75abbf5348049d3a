// The parts of an OpenAPI document about the shape of an interface: parameters of paths, envelopes,
// and operations that are none of the six kinds.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type {
  Action,
  Contract,
  Envelope,
  Operation,
  SecurityScheme,
} from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import type { Schemas } from '../../schema/schema.ts';
import { declaredParameters } from './openapi-query.ts';

/** Returns the parameters of a path. */
export function pathParameters(path: string): readonly JsonObject[] {
  return parametersOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** Returns an operation of the document with the bodies as they are on the wire. */
export function inEnvelopes(
  contract: Contract,
  operation: Operation,
  document: JsonObject,
): JsonObject {
  const { envelope, bodyEnvelope, body } = operation;
  const responses = Object.entries(own(document, 'responses') as JsonObject).map(
    ([status, response]): [string, Json] => [
      status,
      status.startsWith('2') && envelope !== undefined
        ? ofForm(wrapped(response, [contract.item, contract.list], envelope), envelope)
        : response,
    ],
  );
  const request = own(document, 'requestBody');
  return {
    ...document,
    ...(request === undefined || bodyEnvelope === undefined || body === undefined
      ? {}
      : { requestBody: ofForm(wrapped(request, [body], bodyEnvelope), bodyEnvelope) }),
    responses: Object.fromEntries(responses),
  };
}

/** Names the whole body wherever a part of the document names what is inside. */
function wrapped(part: Json, inner: readonly string[], { schema }: Envelope): Json {
  const bare = inner.map((name) => `#/components/schemas/${name}`);
  return JSON.parse(JSON.stringify(part), (key, value: Json) =>
    key === '$ref' && bare.includes(String(value)) ? `#/components/schemas/${schema}` : value,
  ) as Json;
}

/** Gives a body the media type of the form that the contract names, whatever a profile would take. */
function ofForm(part: Json, { form, schema }: Envelope): Json {
  if (form === undefined || !isObject(part) || own(part, 'content') === undefined) return part;
  const whole = { schema: { $ref: `#/components/schemas/${schema}` } };
  return { ...part, content: { [form.mediaType]: whole } };
}

/** One of the credentials of which an operation needs one (OpenAPI 3.1 section 4.8.30). */
export function requirementOf(one: SecurityScheme): JsonObject {
  return { [securityName(one)]: one.scopes ?? [] };
}

/** Returns the operations of a contract that are none of the six kinds, by their paths. */
export function otherPaths(
  contract: Contract,
  schemas: Schemas,
): readonly (readonly [string, JsonObject])[] {
  return (contract.actions ?? []).map((action) => [
    action.path,
    {
      parameters: pathParameters(action.path),
      [action.method.toLowerCase()]: documentOf(contract, action, schemas),
    },
  ]);
}

/** The name of credentials among the security schemes of the document. */
export function securityName(one: SecurityScheme): string {
  if (one.scheme !== 'api-key') return one.scheme;
  return one.in === 'header' ? `api-key-${one.name}` : `api-key-${one.in}-${one.name}`;
}

/** The other statuses that a success may have, of which nothing else is specified. */
export function otherSuccesses(
  { outcomes: { ok } }: Pick<Operation, 'outcomes'>,
  answered: ReadonlySet<string>,
): readonly (readonly [string, JsonObject])[] {
  const others = (ok?.statuses ?? []).map(String).filter((status) => !answered.has(status));
  return others.map((status) => [status, { description: `ok (${ok?.source})` }]);
}

function documentOf(contract: Contract, action: Action, schemas: Schemas): JsonObject {
  const outcomes = Object.entries(action.outcomes);
  const responses = outcomes.map(([situation, outcome]): [string, Json] => {
    const { status = situation === 'ok' ? 200 : '4XX', body, examples } = outcome;
    const schema = { $ref: `#/components/schemas/${body}` };
    const named = Object.entries(examples ?? {}).map(([name, value]) => [name, { value }]);
    const media = named.length === 0 ? { schema } : { schema, examples: Object.fromEntries(named) };
    const content = typeof body === 'string' ? { content: { 'application/json': media } } : {};
    return [String(status), { description: `${situation} (${outcome.source})`, ...content }];
  });
  const { body, media = ['application/json'] } = action;
  const request =
    body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              media.map((type) => [type, { schema: { $ref: `#/components/schemas/${body}` } }]),
            ),
          },
        };
  const parameters = declaredParameters(action, schemas);
  const plain = {
    operationId: `${action.method.toLowerCase()}${action.path.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [contract.resource],
    summary: action.summary,
    description: `Specification: ${action.source}.`,
    security: (action.security ?? []).map(requirementOf),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...request,
    responses: Object.fromEntries(
      responses.length === 0
        ? [['200', { description: 'ok (unspecified)' }]]
        : [...responses, ...otherSuccesses(action, new Set(responses.map(([status]) => status)))],
    ),
  };
  return inEnvelopes(contract, action, plain);
}

/** Joins the operations of one path. */
export function joinPaths(paths: readonly (readonly [string, JsonObject])[]): JsonObject {
  const joined = new Map<string, JsonObject>();
  for (const [path, item] of paths) joined.set(path, { ...joined.get(path), ...item });
  return Object.fromEntries(
    [...joined].map(([path, item]) => {
      const { parameters, ...operations } = item;
      const has = Array.isArray(parameters) ? parameters.length > 0 : isObject(parameters ?? null);
      return [path, has ? { parameters: parameters as Json, ...operations } : operations];
    }),
  );
}
