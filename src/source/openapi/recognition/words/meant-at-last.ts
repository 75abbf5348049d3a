// What an operation is for of which schemas and words told other rules nothing: by its method and the
// nouns of its path, as a reader would guess it. For a mock alone.

import { lettersOf } from '../../../../base/names.ts';
import { type Kind, kindAtItem } from '../../../../contract/operation-kinds.ts';
import type { Schemas } from '../../../../schema/schema.ts';
import { isParameter } from '../../api-paths.ts';
import type { ApiOperation } from '../../operations.ts';
import { successOf } from '../../outcomes.ts';
import { listOfNames } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { isCallerStep, isRegistration, isRegistrationStep } from '../callers.ts';
import { singularOf, wordsOf } from '../resource.ts';
import { is201 } from '../role-rules.ts';
import {
  isAsking,
  isComputed,
  isDoing,
  isPlural,
  namesNoThings,
  saysList,
} from '../things-listed.ts';
import type { Meant } from './meant-roles.ts';
import { plainWords, saysCreation, saysQuestion, verbIn } from './verbs.ts';

/** The role that an operation has by its method and path; `null` if these name no rows. */
export function meantAtLast(given: ApiOperation, schemas: Schemas): Meant | null {
  const operation = plain(asServed(given));
  if (isOfNoRows(operation) || takesNoMembers(operation, schemas)) return null;
  const found = meantIn(operation, schemas);
  return found === null ? null : { ...found, operation: given };
}

/** Whether a change takes a text, a list or the like: no members of an item. */
function takesNoMembers({ method, body, assumed }: ApiOperation, schemas: Schemas): boolean {
  const isChange = method === 'PUT' || method === 'PATCH';
  const isDescribed = body?.schema != null && assumed !== 'answer-and-body';
  return isChange && isDescribed && schemas.membersOf(body.schema).size === 0;
}

function meantIn(operation: ApiOperation, schemas: Schemas): Meant | null {
  const { method, path } = operation;
  const { segments } = path;
  const last = segments.at(-1) ?? '';
  if (isParameter(last)) return atItem(operation);
  const part = isParameter(segments.at(-2)) ? partOfItem(operation, schemas) : null;
  if (part !== null) return part;
  if (method === 'GET') return listed(operation, schemas);
  if (isComputed(operation) || namesNoThings({ ...operation, method: 'GET' })) return null;
  return method === 'POST' ? made(operation, schemas) : atCollection(operation, schemas);
}

/** An operation at its path without a query that stands in that: `/search?query={query}`. */
function plain(operation: ApiOperation): ApiOperation {
  const { path } = operation;
  const at = path.segments.findIndex((one) => one.includes('?'));
  if (at < 0) return operation;
  const segments = [...path.segments.slice(0, at), path.segments[at]?.split('?')[0] ?? ''];
  return { ...operation, path: { ...path, segments } };
}

/** Steps of paths that lead to no rows: accesses, files, what is computed. */
const OF_NO_ROWS =
  /^(?:auth\w*|oauth2?|log-?ins?|relationships|log-?out|sign-?(?:in|out|up)|tokens?|sessions?|verif\w*|webhooks?|callback|uploads?|files?|images?|photos?|avatars?|pictures?|attachments?|downloads?|exports?|imports?|ws|socket|\w*stream|ping|echo|passw\w*|otp|[-\w]*recommend\w*|[-\w]*suggest\w*|statuses|types|enums?|leaderboards?|rankings?|schema|swagger|docs|reports?|relatorio\w*|[-\w]*analytics)$/i;

/** Steps behind a thing that tell who belongs to it, and are no things of their own. */
const RELATIONS =
  /^(?:(?:\w*[-_])?members?|\w*participants?|attendees|followers?|following|follows?|friends?|likes?|roles?|permissions?|tags)$/i;

const PREFIX = /^(?:api|rest|v\d[\d.]*)$/i;

function isOfNoRows(operation: ApiOperation): boolean {
  const { path, method } = operation;
  const { segments } = path;
  const isRelation = (one: string, index: number): boolean => {
    const before = segments[index - 1] ?? 'api';
    return (
      RELATIONS.test(one) && (isParameter(before) || (method === 'POST' && !PREFIX.test(before)))
    );
  };
  return (
    isRegistration(operation) ||
    segments.some(
      (one, index) =>
        !isParameter(one) &&
        (/[{}]/.test(one) ||
          OF_NO_ROWS.test(one) ||
          isRegistrationStep(one) ||
          isRelation(one, index)),
    )
  );
}

/** What GET, PUT, PATCH and DELETE do at a noun and a parameter. */
function atItem(operation: ApiOperation): Meant | null {
  const { method, path } = operation;
  const kind = kindAtItem(method);
  const literal = path.segments.at(-2) ?? '';
  const isNoun = !isParameter(literal) && !isDoing(literal) && verbIn(literal) === null;
  if (kind === null || !isNoun || RELATIONS.test(literal)) return null;
  if (isComputed(operation) || namesNoThings(operation)) return null;
  const isOne = isPlural(literal) && !saysList(operation) && answersJson(operation);
  if (method === 'GET' && !isOne) return null;
  // Where the answer is described and no body is, the change is in the words of the operation.
  const takesNothing = operation.body === null && successOf(operation, 200).body !== null;
  if (method === 'PATCH' && takesNothing) return null;
  return meant(operation, kind, path.segments.slice(0, -1));
}

/** What sets members of an item at a path below it: `PATCH /bookings/{id}/status`, `POST .../assign-role`. */
function partOfItem(operation: ApiOperation, schemas: Schemas): Meant | null {
  const { method, path, body, assumed } = operation;
  const { segments } = path;
  const above = segments.slice(0, -2);
  const last = segments.at(-1) ?? '';
  const verb = verbIn(last)?.verb ?? null;
  const isSetting = verb === 'change' || SETTING.test(last);
  const isNoun = verb === null && !isDoing(last) && !isPlural(last);
  const isChange = method === 'PUT' || method === 'PATCH';
  if (above.length === 0 || isParameter(above.at(-1)) || !(isSetting || (isNoun && isChange)))
    return null;
  const names = body?.schema == null ? [] : [...schemas.membersOf(body.schema).keys()];
  // What takes the whole item does something else with it: `PUT /todos/{id}/uncomplete`.
  const isPart = !names.some((name) => lettersOf(name) === 'id');
  const isOpen = assumed === 'answer-and-body' || body === null;
  const takes =
    (names.length > 0 && (isSetting || isPart)) ||
    (isOpen && method !== 'POST' && (PART.test(last) || isSetting));
  if (!takes || !(isChange || method === 'POST')) return null;
  return meant(operation, method === 'PUT' ? 'replace' : 'update', above);
}

const SETTING = /^(?:set|assign)(?=$|[A-Z_-])/;
const PART = /^(?:status|state|roles?|priority|name|title|progress|position|order|stage)$/i;

/** GET at a noun in the plural lists. */
function listed(operation: ApiOperation, schemas: Schemas): Meant | null {
  const { segments } = operation.path;
  const [last = '', above = ''] = segments.toReversed();
  const schema = successOf(operation, 200).body?.schema ?? null;
  if (!answersJson(operation) || isCallerStep(above)) return null;
  if (schema !== null && listOfNames(schemas, schema, wordsOf(segments)) !== null) return null;
  const isOfThings =
    isPlural(above) &&
    !isParameter(above) &&
    !namesNoThings({ ...operation, path: { ...operation.path, segments: segments.slice(0, -1) } });
  // `/messages/search`, `/bookings/me`: some of those above.
  if (isOfThings && (isAsking(operation) || WHOSE.test(last)) && !PEOPLE.test(above))
    return { ...meant(operation, 'list', segments.slice(0, -1)), needsOwner: true };
  const words = plainWords(last);
  const isMany = isPlural(words.at(-1) ?? '') || /^history$/i.test(last);
  if (/^dashboard$/i.test(above) && isMany && !namesNoThings(operation)) {
    const path = [...segments.slice(0, -2), words.at(-1) ?? ''];
    return { ...meant(operation, 'list', path), needsOwner: true };
  }
  if (isComputed(operation) || namesNoThings(operation)) return null;
  if (isDoing(last) || OF_ONE.test(last) || isCallerStep(last)) return null;
  return isMany || saysList(operation) ? meant(operation, 'list', segments) : null;
}

const WHOSE = /^(?:me|my|mine|own|current)$/i;
const PEOPLE = /^(?:users?|accounts?|members?|customers?|people|profiles?)$/i;
const OF_ONE = /^(?:info|details?|dados|obter)/i;

/** POST at a noun with a body makes one; where words ask for several, it lists. */
function made(operation: ApiOperation, schemas: Schemas): Meant | null {
  const { path, body } = operation;
  const { segments } = path;
  const last = segments.at(-1) ?? '';
  const sent = body?.schema == null ? 0 : schemas.membersOf(body.schema).size;
  const isMany = saysList(operation) && isPlural(last);
  if (body?.format === 'other' || (saysQuestion(operation) && !isMany)) return null;
  const [verb = '', ...rest] = plainWords(last);
  // `POST /chat/send-message` makes one of `/chat/messages`.
  if (MAKING.test(verb) && rest.length > 0 && sent > 0)
    return {
      ...meant(operation, 'create', [...segments.slice(0, -1), rest.join('-')]),
      needsOwner: true,
    };
  if (MAKING.test(last) && sent > 1 && segments.length > 1 && !segments.some(isParameter))
    return meant(operation, 'create', segments.slice(0, -1));
  if (segments.some((one) => !isParameter(one) && isDoing(one))) return null;
  if (saysList(operation)) return isMany ? meant(operation, 'list', segments) : null;
  const isNew = isPlural(last) || (sent > 1 && is201(operation)) || saysCreation(operation);
  return isNew && (sent > 0 || isPlural(last)) ? meant(operation, 'create', segments) : null;
}

/** Verbs of making that are no verbs of creation elsewhere. */
const MAKING = /^(?:send|post|record|place|book|log)$/;

/** PUT, PATCH and DELETE at the path of a collection, of the item that the request names. */
function atCollection(operation: ApiOperation, schemas: Schemas): Meant | null {
  const { method, path, body } = operation;
  const kind = kindAtItem(method);
  const last = path.segments.at(-1) ?? '';
  if (kind === null || isDoing(last) || verbIn(last) !== null) return null;
  const sent = body?.schema == null ? [] : [...schemas.membersOf(body.schema).keys()];
  const ids = ['id', ...wordsOf(path.segments).map((word) => `${word}id`)];
  // A body that names no item is of none.
  if (sent.length > 0 && !sent.some((name) => ids.includes(lettersOf(name)))) return null;
  return { ...meant(operation, kind, path.segments), needsOwner: true };
}

function answersJson(operation: ApiOperation): boolean {
  const { status, body } = successOf(operation, 200);
  if (status === 204 || status === 205) return false;
  return body === null || body.format === 'json' || /json/i.test(body.mediaType);
}

function meant(operation: ApiOperation, kind: Kind, segments: readonly string[]): Meant {
  const noun = singularOf(lettersOf(segments.at(-1) ?? ''));
  return { operation, kind, segments, noun, verb: null, isNamedInBody: false, isLast: true };
}
