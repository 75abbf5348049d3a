// The pact that Pact's core gets: one interaction, about the item that the states have set up.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import type { Contract } from '../../contract/contract.ts';
import { templateOf } from '../../contract/rows.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { memberAt, textAt } from './members.ts';
import { injectsPath, type PactInteraction } from './read-interaction.ts';
import type { Pact } from './read-pact-files.ts';

/** What the states of an interaction made. */
export interface SetUpPlace {
  /** With the ids of the parents that the run made. */
  readonly contract: Contract;
  readonly item: OwnedItem | null;
}

/** Returns a pact that holds the one interaction. */
export function servedPact(
  { document }: Pact,
  interaction: PactInteraction,
  place: SetUpPlace,
): JsonObject {
  return {
    ...document,
    interactions: [withJoinedFields(withMediaType(placed(interaction, place)))],
  };
}

/**
 * Expects a field with several values on one line, which means the same (RFC 9110 section 5.3): so
 * does the proxy of Pact pass it on, and the core compares line by line.
 */
function withJoinedFields(json: JsonObject): JsonObject {
  const response = own(json, 'response');
  if (response === undefined || !isObject(response)) return json;
  const headers = own(response, 'headers') ?? null;
  const rules = memberAt(memberAt(response, 'matchingRules'), 'header') ?? {};
  if (headers === null || !isObject(headers) || !isObject(rules)) return json;
  const joined = Object.entries(headers).map(([name, value]): readonly [string, Json] =>
    Array.isArray(value) && value.length > 1 && own(rules, name) === undefined
      ? [name, [value.join(', ')]]
      : [name, value],
  );
  return { ...json, response: { ...response, headers: objectOf(joined) } };
}

/** Names the media type of a body that has none in the pact: the proxy of Pact waits for it forever. */
function withMediaType(json: JsonObject): JsonObject {
  const request = own(json, 'request');
  if (request === undefined || !isObject(request)) return json;
  const [body = null, headers = null] = [own(request, 'body'), own(request, 'headers')];
  const fields = headers !== null && isObject(headers) ? headers : {};
  const isNamed = Object.keys(fields).some((name) => name.toLowerCase() === 'content-type');
  if (body === null || isNamed) return json;
  const type = textAt(body, 'contentType') ?? (typeof body === 'string' ? TEXT : JSON_TYPE);
  return { ...json, request: { ...request, headers: { ...fields, 'Content-Type': type } } };
}

const [TEXT, JSON_TYPE] = ['text/plain', 'application/json'];

/** The ids in the path of a pact are examples: those of the items of the run come in their place. */
function placed({ json, key, states }: PactInteraction, place: SetUpPlace): JsonObject {
  const request = own(json, 'request');
  const path = textAt(request, 'path');
  const isExample = states.length > 0 && !injectsPath(json);
  if (request === undefined || !isObject(request) || path === undefined || !isExample) return json;
  const below = belowParents(path.split('/'), place.contract);
  const at =
    key === null || place.item === null
      ? -1
      : below.findLastIndex((one) => tryPercentDecode(one) === key);
  const steps = below.map((one, index) =>
    index === at ? encodeURIComponent(place.item?.key ?? key ?? one) : one,
  );
  return { ...json, request: { ...request, path: steps.join('/') } };
}

/** Puts the ids of the parents of the run into a path below them. */
function belowParents(steps: readonly string[], contract: Contract): readonly string[] {
  const open = templateOf(contract).path.split('/');
  const bound = contract.path.split('/');
  const isBelow = open.every((one, index) => one.startsWith('{') || one === steps[index]);
  return isBelow ? [...bound, ...steps.slice(bound.length)] : steps;
}
