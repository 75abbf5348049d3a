// JSON:API and HAL by name: the form of their items, and the schemas of whole bodies on the wire. See
// jsonapi.org/format/1.1 and draft-kelly-json-hal.

import type { Json, JsonObject } from '../../base/json.ts';
import type { FormName, ItemForm, MovedMember } from './item-form.ts';
import type { NextPlace } from './pages.ts';

/** What a form has to know of a contract. */
export interface FormFacts {
  readonly resource: string;
  readonly id: string;
  readonly ids: 'number' | 'string';
  readonly references: readonly (Omit<MovedMember, 'at' | 'to'> & { readonly to: string })[];
}

/** A form of whole bodies. */
export interface NamedForm {
  readonly item: ItemForm;
  /** The steps to the item and to the list in their bodies, and those to the item in a request. */
  readonly at: Readonly<Record<'item' | 'list' | 'body', readonly string[]>>;
  /** Where a page leads to the next one. */
  readonly next: NextPlace;
  /** The schemas of whole bodies. */
  readonly schemas: Readonly<Record<'item' | 'list' | 'body', JsonObject>>;
  /** The schema of a refusal; `null` if the form says nothing of them. */
  readonly errors: JsonObject | null;
}

/** Returns a form by its name. */
export function namedForm(name: FormName, facts: FormFacts): NamedForm {
  return name === 'hal' ? hal(facts) : jsonApi(facts);
}

function jsonApi({ resource, id, ids, references }: FormFacts): NamedForm {
  const related = references.map(
    (one): MovedMember => ({
      ...one,
      at: ['relationships', one.member.replace(/_?ids?$/i, '') || one.member, 'data'],
    }),
  );
  const shape = (required: readonly string[]): JsonObject =>
    object({ type: { const: resource }, id: TEXT, attributes: OBJECT, ...relations }, required);
  const relations: JsonObject =
    related.length === 0
      ? {}
      : {
          relationships: object(
            Object.fromEntries(
              related.map(({ at, to, holds }): [string, Json] => [
                at[1] ?? '',
                object({ data: linkage(to ?? '', holds) }, ['data']),
              ]),
            ),
            [],
          ),
        };
  const whole = (data: Json): JsonObject =>
    object({ data, links: LINKS, meta: OBJECT, jsonapi: OBJECT }, ['data']);
  const item = shape(['type', 'id', 'attributes']);
  return {
    item: {
      name: 'json:api',
      mediaType: 'application/vnd.api+json',
      moved: [{ member: id, at: ['id'], to: null, holds: 'one', ids }, ...related],
      rest: ['attributes'],
      foreign: [],
      fixed: [{ at: ['type'], value: resource }],
      self: ['links', 'self'],
    },
    at: { item: ['data'], list: ['data'], body: ['data'] },
    next: { in: 'body', at: ['links', 'next'], holds: 'address' },
    schemas: {
      item: whole(item),
      list: whole({ type: 'array', items: item }),
      body: whole(shape(['type'])),
    },
    errors: object({ errors: { type: 'array', minItems: 1, items: ERROR } }, ['errors']),
  };
}

function linkage(type: string, holds: 'one' | 'list'): JsonObject {
  const one = object({ type: { const: type }, id: TEXT }, ['type', 'id']);
  return holds === 'one' ? { anyOf: [one, { type: 'null' }] } : { type: 'array', items: one };
}

function hal({ resource }: FormFacts): NamedForm {
  const link = object({ href: { ...TEXT, minLength: 1 } }, ['href']);
  const item = object({ _links: object({ self: link }, ['self']) }, ['_links']);
  const links = object({ self: link, first: link, prev: link, next: link, last: link }, []);
  return {
    item: {
      name: 'hal',
      mediaType: 'application/hal+json',
      moved: [],
      rest: [],
      foreign: ['_links', '_embedded'],
      fixed: [],
      self: ['_links', 'self', 'href'],
    },
    at: { item: [], list: ['_embedded', resource], body: [] },
    next: { in: 'body', at: ['_links', 'next', 'href'], holds: 'address' },
    schemas: {
      item,
      list: object(
        {
          _links: links,
          _embedded: object({ [resource]: { type: 'array', items: item } }, [resource]),
        },
        ['_embedded'],
      ),
      body: OBJECT,
    },
    errors: null,
  };
}

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', required: [...required], properties };
}

const TEXT: JsonObject = { type: 'string' };
const OBJECT: JsonObject = { type: 'object' };
const ADDRESS: Json = { type: ['string', 'null'] };
const LINKS = object(
  { self: ADDRESS, first: ADDRESS, prev: ADDRESS, next: ADDRESS, last: ADDRESS },
  [],
);
const ERROR = object({ status: TEXT, title: TEXT, detail: TEXT }, ['status', 'title']);
