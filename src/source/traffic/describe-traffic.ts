// Writes traffic as an OpenAPI document, so that it is recognised as documents are. It has types,
// formats and names, and no value that was sent or answered.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { type Certainty, schemaOf, shapeOf } from '../shape-of-values.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { type AnswerBodies, shareItems } from './item-shapes.ts';
import type { PathTemplate } from './path-templates.ts';

/** The exchanges of one operation, in order. */
export interface SeenOperation {
  readonly method: string;
  readonly template: PathTemplate;
  /** The path of each exchange, with the values of its parameters. */
  readonly inPath: readonly PathTemplate[];
  readonly exchanges: readonly Exchange[];
}

/** Describes operations. `certainty` is that of the answers. */
export function describeTraffic(
  operations: readonly SeenOperation[],
  certainty: Certainty,
): JsonObject {
  const answers = operations.flatMap((operation) => answersOf(operation));
  const shared = shareItems(
    answers.filter(({ isItem }) => isItem),
    certainty,
  );
  const schemes = schemesOf(operations);
  const paths = Map.groupBy(operations, ({ template }) => template.text);
  return {
    openapi: '3.1.0',
    paths: objectOf(
      [...paths].map(([path, all]) => [
        path,
        objectOf(
          all.map((operation): [string, Json] => [
            operation.method.toLowerCase(),
            {
              ...parametersOf(operation),
              ...bodyOf(operation),
              ...(schemes.size === 0 ? {} : { security: securityOf(operation) }),
              responses: objectOf(
                answers
                  .filter((one) => one.operation === operation)
                  .map((one) => [
                    one.status,
                    one.values.length === 0
                      ? {}
                      : contentOf(
                          one.mediaType,
                          shared.schemas.get(one) ?? refusalSchema(one.values, certainty),
                        ),
                  ]),
              ),
            },
          ]),
        ),
      ]),
    ),
    components: { schemas: shared.items, securitySchemes: objectOf([...schemes]) },
  };
}

interface SeenAnswer extends AnswerBodies {
  readonly operation: SeenOperation;
  readonly status: string;
  readonly mediaType: string;
  /** Whether it may show an item: refusals do not. */
  readonly isItem: boolean;
}

function answersOf(operation: SeenOperation): readonly SeenAnswer[] {
  const byStatus = Map.groupBy(operation.exchanges, ({ status }) => status);
  return [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, all]) => ({
      operation,
      status: String(status),
      segments: operation.template.segments,
      values: all.flatMap(({ answer }) => (answer?.json === undefined ? [] : [answer.json])),
      mediaType: all.find(({ answer }) => answer !== null)?.answer?.mediaType ?? JSON_TYPE,
      isItem: status < 300,
    }));
}

const JSON_TYPE = 'application/json';

function contentOf(mediaType: string, schema: JsonObject): JsonObject {
  return { content: { [mediaType]: { schema } } };
}

/** A refusal has no members but those that were seen: a mock would add those of its own. */
function refusalSchema(values: readonly Json[], certainty: Certainty): JsonObject {
  const isEmpty = values.every((one) => isObject(one) && Object.keys(one).length === 0);
  if (isEmpty) return { const: {} };
  const schema = schemaOf(shapeOf(values), certainty);
  const isClosed = certainty !== 'sure' && values.every(isObject);
  return isClosed ? { ...schema, additionalProperties: false } : schema;
}

/** Parameters of the path and of the query, with whole numbers where all values are. */
function parametersOf(operation: SeenOperation): JsonObject {
  const { template, inPath, exchanges } = operation;
  const inQuery = new Map<string, string[]>();
  for (const { query } of exchanges)
    for (const [name, value] of new URLSearchParams(query))
      inQuery.set(name, [...(inQuery.get(name) ?? []), value]);
  const parameters = [
    ...[...template.values.keys()].map((name) =>
      parameterOf(
        name,
        'path',
        inPath.flatMap((one) => one.values.get(name) ?? []),
      ),
    ),
    ...[...inQuery].map(([name, values]) => parameterOf(name, 'query', values)),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function parameterOf(name: string, where: 'path' | 'query', values: readonly string[]): JsonObject {
  const isWhole = values.every((one) => /^-?\d{1,15}$/.test(one));
  const zero = isWhole && values.includes('0') ? { minimum: 0 } : {};
  return { name, in: where, schema: { type: isWhole ? 'integer' : 'string', ...zero } };
}

/** The bodies that were accepted say what may be sent; those that were refused, what must be. */
function bodyOf({ exchanges }: SeenOperation): JsonObject {
  const sentIn = (all: readonly Exchange[]): readonly Json[] =>
    all.flatMap(({ sent }) => (sent?.json === undefined ? [] : [sent.json]));
  const accepted = sentIn(exchanges.filter(isSuccess));
  const refused = sentIn(exchanges.filter(({ status }) => status === 400 || status === 422));
  const values = accepted.length > 0 ? accepted : sentIn(exchanges);
  const mediaType = exchanges.find(({ sent }) => sent !== null)?.sent?.mediaType;
  if (mediaType === undefined) return {};
  const schema = schemaOf(shapeOf(values), 'private');
  const needed = accepted.length === 0 ? [] : refused;
  return {
    requestBody:
      values.length === 0
        ? { content: { [mediaType]: {} } }
        : contentOf(mediaType, withNeeded(schema, accepted, needed)),
  };
}

/** A member is required if every accepted body had it, and a refused one lacked it. */
function withNeeded(
  { required: _, ...schema }: JsonObject,
  accepted: readonly Json[],
  refused: readonly Json[],
): JsonObject {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return schema;
  const valuesOf = (all: readonly Json[], name: string): readonly (Json | undefined)[] =>
    all.filter(isObject).map((one) => own(one, name));
  const names = Object.keys(properties).filter(
    (name) =>
      accepted.length > 0 &&
      valuesOf(accepted, name).every((one) => one !== undefined) &&
      valuesOf(refused, name).some((one) => one === undefined),
  );
  const inside = Object.entries(properties).map(([name, member]): [string, Json] => [
    name,
    isObject(member)
      ? withNeeded(
          member,
          valuesOf(accepted, name).filter((one) => one !== undefined),
          valuesOf(refused, name).filter((one) => one !== undefined),
        )
      : member,
  ]);
  return {
    ...schema,
    properties: objectOf(inside),
    ...(names.length === 0 ? {} : { required: names }),
  };
}

/** The kinds of credentials that were sent, by name. */
function schemesOf(operations: readonly SeenOperation[]): ReadonlyMap<string, JsonObject> {
  const schemes = operations.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ credentials }) => (credentials === null ? [] : [credentials])),
  );
  return new Map(schemes.map((one) => [schemeName(one), one]));
}

function schemeName(scheme: JsonObject): string {
  return String(own(scheme, 'scheme') ?? own(scheme, 'name'));
}

/** An operation that succeeded without credentials is public. */
function securityOf({ exchanges }: SeenOperation): Json {
  const succeeded = exchanges.filter(isSuccess);
  const sent = succeeded.flatMap(({ credentials }) => (credentials === null ? [] : [credentials]));
  if (sent.length < succeeded.length || sent.length === 0) return [];
  return [...new Set(sent.map(schemeName))].map((name) => ({ [name]: [] }));
}
