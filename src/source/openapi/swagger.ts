// Operations of Swagger 2.0 in the form of OpenAPI 3: bodies from parameters, media types from
// `consumes` and `produces`, schemas of parameters. Schemas themselves are read elsewhere.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';

/**
 * Returns an operation in the form of OpenAPI 3; one that has it already is returned as it is.
 * `resolve` follows a reference, and returns `null` if it leads nowhere.
 */
export function upgradeOperation(
  operation: JsonObject,
  around: JsonObject,
  document: JsonObject,
  resolve: (value: Json) => Json | null,
): JsonObject {
  if (own(document, 'swagger') === undefined) return operation;
  const consumes = mediaTypes(own(operation, 'consumes') ?? own(document, 'consumes'));
  const produces = mediaTypes(own(operation, 'produces') ?? own(document, 'produces'));
  const all = [...listOf(own(operation, 'parameters')), ...listOf(own(around, 'parameters'))];
  const resolved = all.map((one) => resolve(one)).filter((one) => isObject(one));
  const body = bodyOf(resolved, consumes);
  const named = resolved.filter((one) => own(one, 'in') === 'body');
  const responses = own(operation, 'responses');
  return {
    ...operation,
    ...(body === null ? {} : { requestBody: body }),
    ...(named.length === 1 ? { [BODY_NAME]: own(named[0] ?? {}, 'name') ?? null } : {}),
    ...(isObject(responses)
      ? {
          responses: objectOf(
            Object.entries(responses).map(([status, one]) => [
              status,
              upgraded(resolve(one) ?? one, produces),
            ]),
          ),
        }
      : {}),
  };
}

/** Generators write one parameter for each member of a body, though a body is one. */
function membersOf(parameters: readonly JsonObject[]): JsonObject {
  const required = parameters.filter((one) => own(one, 'required') === true);
  const nameOf = (one: JsonObject): string => String(own(one, 'name') ?? '');
  return {
    type: 'object',
    properties: objectOf(parameters.map((one) => [nameOf(one), own(one, 'schema') ?? {}])),
    ...(required.length === 0 ? {} : { required: required.map(nameOf) }),
  };
}

/** The member of an operation that names its body, as Swagger's own converters write it. */
export const BODY_NAME = 'x-codegen-request-body-name';

const JSON_TYPES: readonly string[] = ['application/json'];

function mediaTypes(given: Json | undefined): readonly string[] {
  const types = listOf(given).filter((one) => typeof one === 'string');
  return types.length === 0 ? JSON_TYPES : types;
}

/** A body and fields of a form exclude each other; where both are given, requests may have either. */
function bodyOf(parameters: readonly JsonObject[], consumes: readonly string[]): JsonObject | null {
  const bodies = parameters.filter((one) => own(one, 'in') === 'body');
  const fields = parameters.filter((one) => own(one, 'in') === 'formData');
  const content = { ...contentOf(bodies, consumes), ...formOf(fields, consumes) };
  return Object.keys(content).length === 0 ? null : { content };
}

function contentOf(bodies: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const [whole, ...others] = bodies;
  if (whole === undefined) return {};
  const schema = others.length === 0 ? (own(whole, 'schema') ?? {}) : membersOf(bodies);
  return objectOf(consumes.map((type) => [type, { schema }]));
}

function formOf(fields: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  if (fields.length === 0) return {};
  const isUpload = fields.some((one) => own(one, 'type') === 'file');
  const type = isUpload
    ? 'multipart/form-data'
    : (consumes.find((one) => one.includes('form')) ?? 'application/x-www-form-urlencoded');
  const required = fields
    .filter((one) => own(one, 'required') === true)
    .map((one) => own(one, 'name') as Json);
  const properties = fields.map((one): [string, Json] => {
    const { name, in: _, required: __, ...schema } = one;
    const isFile = own(schema, 'type') === 'file';
    return [String(name), isFile ? { ...schema, type: 'string', format: 'binary' } : schema];
  });
  const schema = { type: 'object', properties: objectOf(properties), required };
  return { [type]: { schema } };
}

function upgraded(answer: Json, produces: readonly string[]): Json {
  return isObject(answer) ? answersOf(answer)(produces.join('\n')) : answer;
}

/** The answers that many operations refer to stay one, so that they are read once. */
const answersOf = remember(
  (answer: JsonObject) => remember((produces: string) => answerOf(answer, produces.split('\n'))),
  new WeakMap<JsonObject, (produces: string) => JsonObject>(),
);

/** An answer without a schema has no body. */
function answerOf(answer: JsonObject, produces: readonly string[]): JsonObject {
  const schema = own(answer, 'schema');
  if (schema === undefined) return answer;
  const given = own(answer, 'examples');
  const examples = isObject(given) ? given : {};
  if (isObject(schema) && own(schema, 'type') === 'file')
    return { ...answer, content: fileContent(produces) };
  const content = produces.map((type): [string, Json] => {
    const example = own(examples, type);
    return [type, { schema, ...(example === undefined ? {} : { example }) }];
  });
  return { ...answer, content: objectOf(content) };
}

/** A file is of any type, unless types are named that are not JSON, which tools name without a reason. */
function fileContent(produces: readonly string[]): JsonObject {
  const types = produces.filter((type) => !type.includes('json'));
  const file = { schema: { type: 'string', format: 'binary' } };
  return types.length === 0 ? { '*/*': {} } : objectOf(types.map((type) => [type, file]));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
