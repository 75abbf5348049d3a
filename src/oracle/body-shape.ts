// The shape of a body, by the names of options. Any other shape is described by its members.

import { describeType, isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { type Body, header } from '../model/message/call.ts';
import { reasonPhraseOf } from '../model/message/reason-phrases.ts';
import type { Received } from '../model/message/received.ts';
import { isOfPrism } from '../model/problems/prism-problem.ts';
import { NOT_AN_OBJECT } from '../model/rules/validate-body.ts';

/** Returns the shape of the answer to a write: an option of a choice, or a description. */
export function writtenShape(body: Body, idMember: string): string {
  if (body.kind === 'none') return 'none';
  if (body.kind !== 'json') return 'not JSON';
  const { value } = body;
  if (!isObject(value)) return describeType(value);
  const members = Object.keys(value);
  if (members.length === 0) return 'empty-object';
  if (Object.hasOwn(value, idMember)) return members.length === 1 ? 'id' : 'record';
  const data = own(value, 'data');
  if (
    members.length === 1 &&
    isObject(data) &&
    Object.hasOwn(data, idMember) &&
    Object.keys(data).length > 1
  )
    return 'wrapped';
  return membersOf(value);
}

/** Returns the shape of a refusal: an option of `error.shape`, or a description. */
export function refusalShape(received: Received): string {
  const { body, headers } = received;
  if (body.kind === 'none') return 'none';
  if (body.kind !== 'json')
    return body.kind === 'broken' && /^\s*</.test(body.text) ? 'a page' : 'a text';
  const { value } = body;
  if (!isObject(value)) return describeType(value);
  if (Object.keys(value).length === 0) return 'empty-object';
  if (isOfPrism(value)) return 'prism';
  if (isProblem(value, header(headers, 'content-type'))) return 'problem';
  const error = own(value, 'error');
  if (error === undefined) return membersOf(value);
  return error === reasonPhraseOf(received.status) || error === NOT_AN_OBJECT
    ? 'reason'
    : 'message';
}

/** Tells whether the body of a refusal has a code for programs; `null` if it has no members. */
export function codeOf(body: Body): 'situation' | 'none' | null {
  if (body.kind !== 'json' || !isObject(body.value) || Object.keys(body.value).length === 0)
    return null;
  // The problem details of Prism never have a code.
  if (isOfPrism(body.value)) return null;
  const inner = own(body.value, 'error');
  const codes = [own(body.value, 'code'), isObject(inner) ? own(inner, 'code') : undefined];
  return codes.some((code) => typeof code === 'string') ? 'situation' : 'none';
}

/** Some services send problem details without their media type (RFC 9457 section 3). */
function isProblem(value: JsonObject, type: string | undefined): boolean {
  if (type !== undefined && /^application\/problem\+json\b/i.test(type)) return true;
  const has = (member: string, kind: string): boolean => typeof own(value, member) === kind;
  return (
    has('type', 'string') &&
    (has('title', 'string') || has('detail', 'string')) &&
    has('status', 'number')
  );
}

function membersOf(value: JsonObject): string {
  return `{${Object.keys(value).slice(0, MEMBERS_SHOWN).join(', ')}}`;
}

const MEMBERS_SHOWN = 5;

/**
 * Returns which fields of its item an element of the list has: `all`, `brief`, or their names.
 * Returns `null` if the item does not tell the options apart.
 */
export function fieldsShape(
  element: JsonObject,
  item: JsonObject,
  brief: readonly string[],
): string | null {
  const members = Object.keys(item);
  const shown = members.filter((member) => Object.hasOwn(element, member));
  const isBrief = shown.every((member) => brief.includes(member));
  // The two options look alike if the item has no more than the required fields.
  if (members.every((member) => brief.includes(member))) return null;
  if (shown.length === members.length) return 'all';
  return isBrief ? 'brief' : shown.join(', ');
}

/** Returns the order of items that are given by their places in the list, oldest first. */
export function orderOf(places: readonly number[]): string {
  const steps = places.slice(1).map((place, index) => place - (places[index] as number));
  if (steps.every((step) => step > 0)) return 'oldest-first';
  return steps.every((step) => step < 0) ? 'newest-first' : 'another';
}

/** Tells how the service assigned numeric ids, in the order of the creations. */
export function numbersOf(ids: readonly Json[]): string {
  const numbers = ids.map(Number);
  const gaps = numbers.slice(1).map((id, index) => id - (numbers[index] as number));
  const isNear = gaps.every((gap) => Math.abs(gap) <= GAP_MAX);
  if (isNear && gaps.every((gap) => gap > 0)) return 'sequence';
  return isNear && gaps.every((gap) => gap < 0) ? 'downwards' : 'random';
}

/** Maximum distance of two ids in a row: other clients may create items in between. */
const GAP_MAX = 1_000;
