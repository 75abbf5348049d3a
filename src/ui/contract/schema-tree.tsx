// A JSON Schema as people read it: each member with its type, whether it must be there, and what
// bounds it has.

import type { JSX } from 'preact';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';

export interface SchemaTreeProps {
  readonly name: string;
  /** What is shown of the name. */
  readonly title: string;
  readonly schemas: Readonly<Record<string, Json>>;
}

/** Schemas may name each other in a ring. */
const DEPTH_MAX = 6;
/** What says nothing about a value, or is shown otherwise. */
const unlisted = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  'title',
  'description',
  'type',
  'properties',
  'required',
  'items',
  'examples',
  'x-ref',
]);

export function SchemaTree({ name, title, schemas }: SchemaTreeProps): JSX.Element {
  const schema = schemas[name];
  return (
    <details class="schema" open>
      <summary>
        <code>{title}</code>{' '}
        {isObject(schema) && typeof own(schema, 'title') === 'string' && (
          <span class="quiet">{String(own(schema, 'title'))}</span>
        )}
      </summary>
      <ul>
        {isObject(schema) ? (
          <Members schema={schema} schemas={schemas} depth={0} />
        ) : (
          <li>{JSON.stringify(schema) ?? 'missing'}</li>
        )}
      </ul>
    </details>
  );
}

interface NodeProps {
  readonly schema: JsonObject;
  readonly schemas: Readonly<Record<string, Json>>;
  readonly depth: number;
}

function Members({ schema, schemas, depth }: NodeProps): JSX.Element | null {
  const { properties, required, items } = resolve(schema, schemas) as Readonly<
    Record<string, Json | undefined>
  >;
  if (depth > DEPTH_MAX) return <li class="quiet">…</li>;
  if (isObject(items))
    return (
      <Member
        name="each element"
        schema={items}
        schemas={schemas}
        depth={depth}
        isRequired={false}
      />
    );
  if (!isObject(properties)) return null;
  const needed = Array.isArray(required) ? required : [];
  return (
    <>
      {Object.entries(properties).map(([name, member]) => (
        <Member
          key={name}
          name={name}
          schema={isObject(member) ? member : {}}
          schemas={schemas}
          depth={depth}
          isRequired={needed.includes(name)}
        />
      ))}
    </>
  );
}

function Member({
  name,
  schema,
  schemas,
  depth,
  isRequired,
}: NodeProps & { readonly name: string; readonly isRequired: boolean }): JSX.Element {
  const whole = resolve(schema, schemas);
  const ref = own(schema, '$ref');
  const refersTo = own(whole, 'x-ref');
  const inner = own(whole, 'properties') !== undefined || own(whole, 'items') !== undefined;
  const bounds = Object.entries(whole).filter(([keyword]) => !unlisted.has(keyword));
  return (
    <li>
      <code class="j-name">{name}</code> <span class="type">{typeText(whole)}</span>
      {isRequired && <b class="required">required</b>}
      {typeof refersTo === 'string' && <span class="bound">refers to {refersTo}</span>}
      {typeof ref === 'string' && <span class="quiet"> as in {ref.replace(/\.json$/, '')}</span>}
      {bounds.map(([keyword, value]) => (
        <span class="bound" key={keyword}>
          {keyword} {JSON.stringify(value)}
        </span>
      ))}
      {typeof own(whole, 'description') === 'string' && (
        <span class="quiet"> {String(own(whole, 'description'))}</span>
      )}
      {inner && (
        <ul>
          <Members schema={whole} schemas={schemas} depth={depth + 1} />
        </ul>
      )}
    </li>
  );
}

/** Returns a schema with what it refers to, and with the members of all its parts. */
function resolve(
  schema: JsonObject,
  schemas: Readonly<Record<string, Json>>,
  depth = 0,
): JsonObject {
  if (depth > DEPTH_MAX) return schema;
  const ref = own(schema, '$ref');
  const target = typeof ref === 'string' ? schemas[ref.replace(/\.json$/, '')] : undefined;
  const { allOf, ...rest } = schema as Readonly<Record<string, Json>>;
  const parts = [target, ...(Array.isArray(allOf) ? (allOf as readonly Json[]) : [])]
    .filter(isObject)
    .map((part) => resolve(part, schemas, depth + 1));
  return parts.length === 0 ? schema : [...parts, rest].reduce(both);
}

/** What two parts of a schema say together, as far as it is shown. */
function both(one: JsonObject, other: JsonObject): JsonObject {
  const [properties, more] = [own(one, 'properties'), own(other, 'properties')];
  const [required, needed] = [own(one, 'required'), own(other, 'required')];
  return {
    ...one,
    ...other,
    ...(isObject(properties) && isObject(more) ? { properties: { ...properties, ...more } } : {}),
    ...(Array.isArray(required) && Array.isArray(needed)
      ? { required: [...new Set([...required, ...needed])] as Json[] }
      : {}),
  };
}

function typeText(schema: JsonObject): string {
  const type = own(schema, 'type');
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any';
}
