// What consumers depend on, read leniently from pacts to be shown. `verify` judges them.

import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { toPointer } from '../base/pointer.ts';
import type { Contract } from '../contract/contract.ts';
import { kindOf } from '../contract/operation-at.ts';
import { createRouter } from '../contract/route.ts';
import type { ConsumerView } from './wire.ts';

/** Maximum number of fields that are listed for one interaction. */
const FIELDS_MAX = 200;

/** Returns what consumers depend on, interaction by interaction, of one contract. */
export function consumersOf(contract: Contract, pacts: readonly string[]): readonly ConsumerView[] {
  return pacts.flatMap((text) => {
    const pact = parsed(text);
    const consumer = textAt(pact, ['consumer', 'name']) ?? 'unnamed';
    const interactions = own(pact, 'interactions');
    return (Array.isArray(interactions) ? (interactions as readonly Json[]) : []).flatMap(
      (interaction) => (isObject(interaction) ? viewOf(contract, consumer, interaction) : []),
    );
  });
}

function parsed(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function viewOf(
  contract: Contract,
  consumer: string,
  interaction: JsonObject,
): readonly ConsumerView[] {
  const path = textAt(interaction, ['request', 'path']) ?? '';
  const method = textAt(interaction, ['request', 'method']) ?? 'GET';
  const route = createRouter([contract], '').find(path);
  const isOurs = route !== null && route.kind !== 'root';
  if (!isOurs && !path.startsWith(`${contract.path}/`)) return [];
  const operation = route === null ? null : kindOf(method.toUpperCase(), route);
  const description = textAt(interaction, ['description']) ?? '';
  return [
    { consumer, interaction: description, operation, fields: leavesOf(replyBodyOf(interaction)) },
  ];
}

/** Pacts of version 4 wrap the body; older ones do not. */
function replyBodyOf(interaction: JsonObject): Json | undefined {
  const response = own(interaction, 'response');
  const body = response !== undefined && isObject(response) ? own(response, 'body') : undefined;
  return body !== undefined && isObject(body) && Object.hasOwn(body, 'content')
    ? own(body, 'content')
    : body;
}

function leavesOf(body: Json | undefined): readonly string[] {
  const found: string[] = [];
  const visit = (value: Json, steps: readonly string[]): void => {
    if (found.length >= FIELDS_MAX) return;
    const members = Array.isArray(value)
      ? (value as readonly Json[]).slice(0, 1).map((element): [string, Json] => ['0', element])
      : isObject(value)
        ? Object.entries(value)
        : [];
    if (members.length === 0) found.push(toPointer(steps));
    for (const [step, member] of members) visit(member, [...steps, step]);
  };
  if (body !== undefined) visit(body, []);
  return found;
}

function textAt(object: JsonObject, steps: readonly string[]): string | null {
  let at: Json | undefined = object;
  for (const step of steps) at = at !== undefined && isObject(at) ? own(at, step) : undefined;
  return typeof at === 'string' ? at : null;
}
