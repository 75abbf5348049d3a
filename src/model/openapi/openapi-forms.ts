// The members of items inside the bodies of JSON:API and HAL. The schemas that run check them apart
// from what stands around; a document has them together.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Contract, Envelope } from '../../contract/contract.ts';
import type { ItemForm } from '../../contract/envelopes/item-form.ts';
import type { SchemaName } from '../../schema/schema.ts';

/** Returns the schemas of whole bodies with the schemas of the items in them. */
export function describedForms(
  contracts: readonly Contract[],
  schemas: ReadonlyMap<SchemaName, Json>,
): ReadonlyMap<SchemaName, Json> {
  const described = new Map<SchemaName, Json>();
  for (const { operations, item } of contracts)
    for (const { envelope, bodyEnvelope, body } of Object.values(operations))
      for (const [one, inner] of [
        [envelope, item],
        [bodyEnvelope, body ?? item],
      ] as const) {
        const whole = one === undefined ? undefined : schemas.get(one.schema);
        if (one?.form === undefined || whole === undefined) continue;
        described.set(one.schema, withItems(whole, one, one.form, { inner, schemas }));
      }
  return described;
}

interface Inner {
  readonly inner: SchemaName;
  readonly schemas: ReadonlyMap<SchemaName, Json>;
}

function withItems(whole: Json, { at }: Envelope, form: ItemForm, inner: Inner): Json {
  const steps = at.flatMap((step) => ['properties', step]);
  const isList = own((valueAt(whole, steps) ?? {}) as JsonObject, 'type') === 'array';
  return changedAt(whole, isList ? [...steps, 'items'] : steps, (shape) =>
    withMembers(shape, form, inner),
  );
}

/** Adds the members of an item to what its form says of it. */
function withMembers(shape: Json, form: ItemForm, { inner, schemas }: Inner): Json {
  if (form.rest.length === 0) return { allOf: [{ $ref: `#/components/schemas/${inner}` }, shape] };
  const item = (schemas.get(inner) ?? {}) as JsonObject;
  const isMoved = (name: Json): boolean => form.moved.some(({ member }) => member === name);
  const [properties, required] = [own(item, 'properties'), own(item, 'required')];
  const rest = {
    ...item,
    ...(properties !== undefined && isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).filter(([name]) => !isMoved(name)),
          ),
        }
      : {}),
    ...(Array.isArray(required)
      ? { required: (required as readonly Json[]).filter((name) => !isMoved(name)) }
      : {}),
  };
  return changedAt(
    shape,
    form.rest.flatMap((step) => ['properties', step]),
    () => rest,
  );
}

function changedAt(whole: Json, steps: readonly string[], change: (inner: Json) => Json): Json {
  const [step, ...others] = steps;
  if (step === undefined) return change(whole);
  const object = isObject(whole) ? whole : {};
  return { ...object, [step]: changedAt(own(object, step) ?? {}, others, change) };
}
