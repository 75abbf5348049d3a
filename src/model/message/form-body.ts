// Bodies of forms as JSON, and back: the values of the fields are read by the types in the schema.
// Files become data URLs, so that a row keeps them and an answer shows them.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { Operation } from '../../contract/contract.ts';
import { mergeSchemas } from '../../schema/merge.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Body, type Call, header } from './call.ts';
import { bytesOf, readFileCall, writeFileCall } from './file-body.ts';
import { readFields } from './form-fields.ts';
import { boundaryOf, type FormField, readMultipart } from './multipart.ts';

const JSON_TYPE = 'application/json';
const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Whether an operation takes forms, and no JSON. */
export function takesFormsAlone(operation: Pick<Operation, 'media'> | undefined): boolean {
  return operation?.media?.includes(JSON_TYPE) === false;
}

/**
 * Returns an operation with the schema that it declares for the form of a call. A form may have members
 * that JSON has not, such as a file.
 */
export function operationOfForm(
  schemas: Schemas,
  operation: Operation | undefined,
  { headers }: Call,
): Operation | undefined {
  const form = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  return operation === undefined || (form !== URL_ENCODED && form !== MULTIPART)
    ? operation
    : ofForm(schemas)(operation)(form);
}

/** The same operation each time: what is learned of it is kept by it. */
const ofForm = remember(
  (schemas: Schemas) =>
    remember(
      (operation: Operation) =>
        remember((form: string): Operation => {
          const { body, bodyEnvelope, request, file } = operation;
          const schema = request?.bodies.find(({ type }) => type === form)?.schema ?? body;
          // Forms alone have the schema of the operation, with names in brackets as members of members.
          const isPlain = body !== undefined && bodyEnvelope === undefined && file === undefined;
          if (!isPlain || schema === undefined || schema === body || takesFormsAlone(operation))
            return operation;
          const hasBrackets = [...schemas.membersOf(schema).keys()].some((one) =>
            one.includes('['),
          );
          return hasBrackets ? operation : { ...operation, body: schema };
        }),
      new WeakMap(),
    ),
  new WeakMap(),
);

/** Returns a call with JSON in place of a form that its operation takes. */
export function readFormCall(schemas: Schemas, operation: Operation | undefined, call: Call): Call {
  const { media, body: schema, file } = operation ?? {};
  if (file?.in === 'request') return readFileCall(file.types, call);
  if (media === undefined || schema === undefined) return call;
  const contentType = header(call.headers, 'content-type') ?? '';
  const form = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const { body } = call;
  // A form without fields is empty.
  if (body.kind === 'none' && takesFormsAlone(operation)) return { ...call, body: NO_FIELDS };
  if (!media.includes(form) || form === JSON_TYPE) return call;
  if (body.kind !== 'json' && body.kind !== 'broken') return call;
  const fields =
    form === URL_ENCODED
      ? [...new URLSearchParams(body.text)].map(([name, value]): FormField => ({ name, value }))
      : readMultipart(bytesOf(body), boundaryOf(contentType));
  const headers = { ...call.headers, 'content-type': JSON_TYPE };
  if (fields === null) return { ...call, headers, body: NO_PARTS };
  const whole = operation?.bodyEnvelope?.schema ?? schema;
  const value = readFields(fields, schemas, mergeSchemas(schemas.partsByName(whole)));
  const read: Body = { kind: 'json', value, text: JSON.stringify(value), duplicate: null, form };
  return { ...call, headers, body: read };
}

const NO_FIELDS: Body = { kind: 'json', value: {}, text: '{}', duplicate: null, form: URL_ENCODED };

const NO_PARTS: Body = {
  kind: 'broken',
  flaw: 'syntax',
  message: 'the body has no parts with the boundary that Content-Type names',
  text: '',
  form: MULTIPART,
};

/** Returns a call with a form in place of JSON, if its operation takes nothing else. */
export function writeFormCall(operation: Operation | undefined, call: Call): Call {
  const { body } = call;
  if (operation?.file !== undefined) return writeFileCall(call);
  if (!takesFormsAlone(operation) || body.kind !== 'json' || !isObject(body.value)) return call;
  const fields = fieldsOf(body.value, []);
  if (!takesParts(operation)) {
    const text = new URLSearchParams(
      fields.map(({ name, value }): [string, string] => [name, value]),
    ).toString();
    return formCall(call, URL_ENCODED, text);
  }
  const parts = [
    ...fields.map(({ name, value }) => partOf(name, '', value)),
    ...emptyIn(body.value, []).map((name) => partOf(name, JSON_PART, '{}')),
  ];
  const text = `${parts.join('')}--${BOUNDARY}--\r\n`;
  return formCall(call, `${MULTIPART}; boundary=${BOUNDARY}`, text);
}

const BOUNDARY = 'standin-part-of-a-form';

/** Objects are JSON in a part, if nothing else is said (OpenAPI 3.0, section 4.7.14). */
const JSON_PART = `content-type: ${JSON_TYPE}\r\n`;

function partOf(name: string, head: string, value: string): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n${head}\r\n${value}\r\n`;
}

/** Whether an operation gets a form in parts. */
function takesParts(operation: Pick<Operation, 'media'> | undefined): boolean {
  return operation?.media?.includes(URL_ENCODED) !== true;
}

/** The names of the members that are objects without members. */
function emptyIn(value: JsonObject, steps: readonly string[]): readonly string[] {
  return Object.entries(value).flatMap(([name, one]) => {
    if (!isObject(one)) return [];
    const below = [...steps, name];
    return Object.keys(one).length === 0 ? [fieldName(below)] : emptyIn(one, below);
  });
}

function formCall(call: Call, type: string, text: string): Call {
  const body: Body =
    text === '' ? { kind: 'none' } : { kind: 'broken', flaw: 'syntax', message: 'a form', text };
  return { ...call, headers: { ...call.headers, 'content-type': type }, body };
}

/** Returns what a service reads if a value is sent as the form that an operation takes. */
export function throughForm(
  schemas: Schemas,
  operation: Pick<Operation, 'media'> | undefined,
  schema: string,
  value: JsonObject,
): JsonObject {
  const empty = takesParts(operation) ? emptyIn(value, []) : [];
  const fields: readonly FormField[] = [
    ...fieldsOf(value, []),
    ...empty.map((name) => ({ name, value: { url: '', json: {} } })),
  ];
  return readFields(fields, schemas, mergeSchemas(schemas.partsByName(schema)));
}

/**
 * Whether the form that an operation takes can say a value: it has no null, and nothing that is
 * empty, but in a form in parts an object without members.
 */
export function isSayable(value: Json, operation: Pick<Operation, 'media'> | undefined): boolean {
  if (value === null) return false;
  if (typeof value !== 'object') return true;
  const parts = Object.values(value);
  if (parts.length === 0) return isObject(value) && takesParts(operation);
  return parts.every((part) => isSayable(part, operation) && !isEmptyIn(value, part));
}

/** An object without members in a list has no field of its own. */
function isEmptyIn(value: Json, part: Json): boolean {
  return Array.isArray(value) && isObject(part) && Object.keys(part).length === 0;
}

function fieldsOf(
  value: Json,
  steps: readonly string[],
): readonly { readonly name: string; readonly value: string }[] {
  if (value === null) return [];
  if (Array.isArray(value)) {
    const isPlain = (value as readonly Json[]).every((one) => typeof one !== 'object');
    return (value as readonly Json[]).flatMap((one, index) =>
      fieldsOf(one, isPlain ? steps : [...steps, String(index)]),
    );
  }
  if (isObject(value))
    return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, [...steps, name]));
  return [{ name: fieldName(steps), value: String(value) }];
}

function fieldName([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((step) => `[${step}]`).join('');
}
