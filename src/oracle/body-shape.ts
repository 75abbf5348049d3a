// Shapes of bodies, by the names that the options of choices have. A body of no such shape is named
// by its members.

import { describeType, isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { type Body, header } from '../model/message/call.ts';
import { reasonPhraseOf } from '../model/message/reason-phrases.ts';
import type { Received } from '../model/message/received.ts';
import { isOfPrism } from '../model/problems/prism-problem.ts';
import { NO_OBJECT } from '../model/rules/validate-body.ts';

/**
 * Gives the shape of the answer to a write: `record`, `id`, `wrapped`, `empty-object`, `none`, or
 * in words what it holds.
 */
export function writtenShape(body: Body, idMember: string): string {
  if (body.kind === 'none') return 'none';
  if (body.kind !== 'json') return 'no JSON';
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

/**
 * Gives the shape of a refusal: `problem`, `prism`, `message`, `reason`, `empty-object`, `none`, or
 * in words what it holds.
 */
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
  return error === reasonPhraseOf(received.status) || error === NO_OBJECT ? 'reason' : 'message';
}

/**
 * Says whether the body of a refusal has a code for programs; `null` where it has no members at
 * all.
 */
export function codeOf(body: Body): 'situation' | 'none' | null {
  if (body.kind !== 'json' || !isObject(body.value) || Object.keys(body.value).length === 0)
    return null;
  // The problems of Prism have no place for one.
  if (isOfPrism(body.value)) return null;
  const inner = own(body.value, 'error');
  const codes = [own(body.value, 'code'), isObject(inner) ? own(inner, 'code') : undefined];
  return codes.some((code) => typeof code === 'string') ? 'situation' : 'none';
}

/**
 * Problem details (RFC 9457 section 3) say so in their media type; some services send them as plain
 * JSON.
 */
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
 * Gives the fields that an element of a list has, among those that its item has: `all`, `brief`, or
 * their names.
 */
export function fieldsShape(
  element: JsonObject,
  item: JsonObject,
  brief: readonly string[],
): string | null {
  const members = Object.keys(item);
  const shown = members.filter((member) => Object.hasOwn(element, member));
  const isBrief = shown.every((member) => brief.includes(member));
  // Where an item has nothing more than a list must show, the two options look alike.
  if (members.every((member) => brief.includes(member))) return null;
  if (shown.length === members.length) return 'all';
  return isBrief ? 'brief' : shown.join(', ');
}

/**
 * Gives the order in which items stand, by their places in the list, in the order in which they
 * were made.
 */
export function orderOf(places: readonly number[]): string {
  const isRising = places.every(
    (place, index) => index === 0 || place > (places[index - 1] as number),
  );
  const isFalling = places.every(
    (place, index) => index === 0 || place < (places[index - 1] as number),
  );
  return isRising ? 'oldest-first' : isFalling ? 'newest-first' : 'another';
}

/**
 * Says how numbers were given out as ids, in the order of the creations: `sequence`, `random`, or
 * in words.
 */
export function numbersOf(ids: readonly Json[]): string {
  const numbers = ids.map(Number);
  const gaps = numbers.slice(1).map((id, index) => id - (numbers[index] as number));
  const isNear = gaps.every((gap) => Math.abs(gap) <= GAP_MAX);
  if (isNear && gaps.every((gap) => gap > 0)) return 'sequence';
  return isNear && gaps.every((gap) => gap < 0) ? 'downwards' : 'random';
}

/**
 * How far apart ids are that were given out one after the other, while others may create as well.
 */
const GAP_MAX = 1_000;
