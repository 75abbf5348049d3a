// Fills in what a contract file omits of an operation: its source, where its bodies have the item,
// and the schemas that stand in it.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import { mergeSchemas } from '../../schema/merge.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type {
  Action,
  Contract,
  Envelope,
  Operation,
  Outcome,
  SecurityScheme,
} from '../contract.ts';
import type { NamedForm } from '../envelopes/named-forms.ts';
import { parametersOf } from '../nested-path.ts';
import { type Kind, kinds, methods } from '../operation-kinds.ts';
import { actionKey } from './action-key.ts';
import { defineDeclared } from './define-declared.ts';
import type {
  GivenAction,
  GivenOperation,
  GivenOperations,
  GivenOutcome,
  GivenSecurity,
} from './given-contract.ts';
import { type GivenResource, propertiesOf } from './given-resource.ts';

/** Returns the operations of a contract by kind. */
export function defineOperations(resource: GivenResource): Contract['operations'] {
  const given = (own(resource.document, 'operations') ?? {}) as unknown as GivenOperations;
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const operation = given[kind];
      return operation === undefined ? [] : [[kind, defineOperation(resource, kind, operation)]];
    }),
  );
}

/** Returns the operations that are of no kind. An answer with the item is like that of a read. */
export function defineActions(resource: GivenResource): readonly Action[] {
  const given = (own(resource.document, actionKey(resource.document)) ??
    []) as unknown as readonly GivenAction[];
  return given.map((one) => {
    const { method, path, summary = `${method} ${path}` } = one;
    const kind = kinds.find((each) => each === one.does) ?? 'read';
    const { file: _, ...operation } = defineOperation(resource, kind, { ...one, summary });
    const { ok } = operation.outcomes;
    // No choice decides among several statuses: it is the first.
    const status = ok?.statuses?.[0];
    const outcomes =
      ok === undefined || status === undefined
        ? operation.outcomes
        : { ...operation.outcomes, ok: { ...ok, status } };
    return { ...operation, outcomes, method, path };
  });
}

function defineOperation(
  resource: GivenResource,
  kind: Kind,
  {
    on,
    security,
    query,
    bodyAt: _,
    bodyIs,
    parameters,
    request,
    answers,
    ...given
  }: GivenOperation,
): Operation {
  const { document, form, list, parts } = resource;
  const source = given.source ?? (own(document, 'source') as string);
  const outcomes = outcomesOf(resource, given, source);
  const refusals = refusalsOf(resource, given, source);
  const envelope = envelopeOf(resource, kind, outcomes['ok']?.body);
  if (form !== null && envelope !== null)
    outcomes['ok'] = typed(outcomes['ok'] ?? { source }, form.item.mediaType);
  const ok = outcomes['ok'];
  if (ok !== undefined && envelope !== null && ok.body === envelope.schema)
    outcomes['ok'] = {
      ...ok,
      body: kind === 'list' ? resource.listInside() : parts.inside(envelope),
    };
  const usual = methods[kind].method;
  const { method = usual, ...others } = given;
  return {
    ...others,
    ...(method === usual ? {} : { method }),
    ...(on === 'collection' ? { idInBody: resource.idType() } : {}),
    ...securityOf(document, security),
    ...defineDeclared(resource, { parameters: withQuery(parameters, query), request, answers }),
    summary: given.summary ?? `${method} ${String(own(document, 'path'))}`,
    source,
    outcomes,
    ...(refusals.length === 0 ? {} : { refusals: Object.fromEntries(refusals) }),
    ...(envelope === null ? {} : { envelope }),
    ...(kind !== 'list' || list.paging === undefined
      ? {}
      : { paging: { ...(form === null ? {} : { next: form.next }), ...list.paging } }),
    ...(kind !== 'list' || list.filters === undefined ? {} : { filters: list.filters }),
    ...(on === 'item' && kind === 'create'
      ? bodyWithId(resource, given.body, parameters)
      : bodyIs !== undefined && given.body !== undefined
        ? soleBody(resource, given.body, bodyIs)
        : bodyOf(resource, given.body)),
    ...fileOf(resource, kind),
  };
}

function outcomesOf(
  resource: GivenResource,
  given: GivenOperation,
  source: string,
): Record<string, Outcome> {
  const refusal = usualRefusal(resource, source);
  return Object.fromEntries(
    Object.entries(given.outcomes).map(([situation, one]) => {
      const outcome = defineOutcome(resource, one as GivenOutcome, source);
      const isOpen = situation !== 'ok' && outcome.body === undefined;
      return [situation, isOpen ? { ...refusal, ...outcome } : outcome];
    }),
  );
}

function refusalsOf(
  resource: GivenResource,
  given: GivenOperation,
  source: string,
): readonly (readonly [string, Outcome])[] {
  const usual = usualRefusal(resource, source);
  const refusals = given.refusals ?? (usual === null ? {} : { default: usual });
  return Object.entries(refusals).map(([status, outcome]) => [
    status,
    {
      ...defineOutcome(resource, outcome, source),
      ...(/^\d/.test(status) && !status.endsWith('XX') ? { status: Number(status) } : {}),
    },
  ]);
}

/** What a named form says of refusals; `null` if nothing does. */
function usualRefusal({ form, name, parts }: GivenResource, source: string): Outcome | null {
  const errors = form?.errors;
  if (form === null || errors == null) return null;
  return { ...typed({ source }, form.item.mediaType), body: parts.add(`${name}.errors`, errors) };
}

function defineOutcome(
  resource: GivenResource,
  { headers = {}, status, ...given }: GivenOutcome,
  source: string,
): Outcome {
  const fields = Object.entries(headers);
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  const schemas = fields.flatMap(([name, value]): [string, SchemaName][] =>
    typeof value === 'string' ? [] : [[name, headerSchema(resource, name, value.schema)]],
  );
  return {
    ...given,
    ...(status === undefined ? {} : typeof status === 'number' ? { status } : { statuses: status }),
    source: given.source ?? source,
    ...(texts.length === 0 ? {} : { headers: Object.fromEntries(texts) }),
    ...(schemas.length === 0 ? {} : { headerSchemas: Object.fromEntries(schemas) }),
  };
}

/** A schema that stands in the contract gets a name of its own. */
function headerSchema(
  { name, parts }: GivenResource,
  field: string,
  given: SchemaName | JsonObject,
): SchemaName {
  return typeof given === 'string' ? given : parts.addInline(name, field.toLowerCase(), given);
}

/** The credentials of an operation; those of the contract unless it names some. */
function securityOf(
  document: JsonObject,
  given: GivenSecurity | undefined,
): Pick<Operation, 'security'> {
  const all = given ?? (own(document, 'security') as unknown as GivenSecurity | undefined);
  if (all === undefined) return {};
  const security = all.map((one): SecurityScheme => {
    if (typeof one === 'string') return { scheme: one };
    return 'scopes' in one ? one : { scheme: 'api-key', ...one };
  });
  return { security };
}

/** Adds the parameters that older files have in `query`. */
function withQuery(
  parameters: GivenOperation['parameters'],
  query: GivenOperation['query'],
): GivenOperation['parameters'] {
  if (query === undefined) return parameters;
  const given = parameters ?? [];
  const others = Object.entries(query)
    .filter(([name]) => !given.some((one) => one.in === 'query' && one.name === name))
    .map(([name, schema]) => ({ in: 'query', name, schema }) as const);
  return [...given, ...others];
}

/** The envelope of the answer to a success; `null` if it has none. */
function envelopeOf(
  resource: GivenResource,
  kind: Kind,
  body: SchemaName | null | undefined,
): Envelope | null {
  const { form, item, list } = resource;
  if (kind === 'list' && form === null) {
    const isUsual = body === undefined || body === list.schema;
    return isUsual ? resource.listEnvelope() : null;
  }
  const usual = kind === 'list' ? list : item;
  const isUsual = body === undefined || body === usual.schema;
  if (form !== null && kind !== 'remove' && body !== null)
    return isUsual ? formed(resource, form, kind === 'list' ? 'list' : 'item') : null;
  if (usual.at.length === 0 || body === null) return null;
  if (isUsual) return usual;
  // An answer may have a schema of its own, with the item in the same place.
  const isItem = kind !== 'list' && kind !== 'remove' && resource.isWrapped(body as SchemaName);
  return isItem ? { schema: body as SchemaName, at: usual.at } : null;
}

/** The envelope of a named form, and its schema under a name of its own. */
function formed(
  { name, parts }: GivenResource,
  form: NamedForm,
  place: 'item' | 'list' | 'body',
): Envelope {
  const schema = parts.add(`${name}.${place}-on-the-wire`, form.schemas[place]);
  return { schema, at: form.at[place], form: form.item };
}

/** The body of a request, and its envelope if it has one. */
function bodyOf(
  resource: GivenResource,
  schema: SchemaName | undefined,
): Pick<Operation, 'body' | 'bodyEnvelope'> {
  if (schema === undefined) return {};
  const { form, parts } = resource;
  const given = resource.bodyOf(schema);
  const envelope =
    form === null
      ? given.at.length > 0 && given
      : form.at.body.length > 0 && formed(resource, form, 'body');
  return { body: parts.inside(given), ...(envelope === false ? {} : { bodyEnvelope: envelope }) };
}

/** The body of a request that is one member of the item: inside, it is an object with this member. */
function soleBody(
  { name, parts }: GivenResource,
  schema: SchemaName,
  sole: string,
): Pick<Operation, 'body' | 'bodyEnvelope'> {
  const properties = { [sole]: { $ref: `${schema}.json` } };
  const inside = { type: 'object', properties, required: [sole] };
  return {
    body: parts.addInline(name, 'sent', inside),
    bodyEnvelope: { schema, at: [], sole },
  };
}

/**
 * The body of a creation that has its id in the path: inside, it is a member like the others, within
 * what the parameter of the path says of it.
 */
function bodyWithId(
  resource: GivenResource,
  schema: SchemaName | undefined,
  parameters: GivenOperation['parameters'],
): Pick<Operation, 'body' | 'bodyEnvelope' | 'idInPath'> {
  const { id, name, parts } = resource;
  const given = bodyOf(resource, schema);
  const inPath = idInPath(resource, parameters);
  const { readOnly: _, ...member } = within(resource.member([id]) ?? inPath, inPath);
  const known = schema === undefined ? undefined : resource.bodyOf(schema);
  if (known === undefined) {
    const alone = { type: 'object', properties: { [id]: member }, required: [id] };
    return { body: parts.addInline(name, 'created', alone), idInPath: 'no-body' };
  }
  const inside = resource.schemas.memberAt(known.schema, known.at) ?? {};
  const sent = resource.schemas.memberAt(known.schema, [...known.at, id]);
  const properties = propertiesOf(inside);
  const isThere = sent !== undefined;
  const required = [id, ...namesIn(own(inside, 'required')).filter((one) => one !== id)];
  const both = isThere ? within(sent, inPath) : member;
  const whole = { ...inside, properties: { [id]: both, ...properties, [id]: both } };
  return {
    ...given,
    body: parts.addInline(name, 'created', { ...whole, required }),
    idInPath: isThere ? 'body-too' : 'path-alone',
  };
}

/** The schema of the parameter that has the id of a creation in its path. */
function idInPath(
  { document, schemas }: GivenResource,
  parameters: GivenOperation['parameters'] = [],
): JsonObject {
  const above = parametersOf(String(own(document, 'path')));
  const found = parameters.find((one) => one.in === 'path' && !above.includes(one.name))?.schema;
  if (found === undefined) return { type: 'string' };
  return mergeSchemas(
    typeof found === 'string' ? schemas.partsByName(found) : schemas.partsOf(found),
  );
}

/** The schema of an id, within what its parameter says, unless that is of another type. */
function within(id: JsonObject, parameter: JsonObject): JsonObject {
  const joined = mergeSchemas([id, parameter]);
  return [own(joined, 'type') ?? []].flat().length === 0 ? id : joined;
}

function namesIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(String) : [];
}

/** A file is what a read answers, and what a replacement sends. */
function fileOf(
  { file: types, item }: GivenResource,
  kind: Kind,
): Pick<Operation, 'file' | 'body' | 'media'> {
  if (types === null) return {};
  if (kind !== 'replace') return { file: { in: kind === 'read' ? 'answer' : 'neither', types } };
  return { file: { in: 'request', types }, body: item.schema, media: types };
}

/** Adds the media type to an outcome that names none. */
function typed(outcome: Outcome, mediaType: string): Outcome {
  const { headers = {}, headerSchemas = {} } = outcome;
  const names = [...Object.keys(headers), ...Object.keys(headerSchemas)];
  return names.some((name) => name.toLowerCase() === 'content-type')
    ? outcome
    : { ...outcome, headers: { ...headers, 'Content-Type': mediaType } };
}
