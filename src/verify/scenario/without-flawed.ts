// By which of the values that a creation sent its item is recognised.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { parsePointer, toPointer } from '../../base/pointer.ts';
import type { Received } from '../../model/message/received.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/**
 * Returns what was sent without the members that the answer shows with a value which breaks their
 * schema: such a value does not say whose item it is, unless it was sent like that. All, if nothing is
 * left that tells: a text that is open to choice, or what the schema forbids.
 */
export function withoutFlawed(
  { contract, checker }: Pick<ServiceKnowledge, 'contract' | 'checker'>,
  sent: JsonObject,
  { body }: Received,
): JsonObject {
  if (body.kind !== 'json' || !isObject(body.value)) return sent;
  const shown = body.value;
  const flawed = membersAt(checker.check(contract.item, shown));
  const asSent = (member: string): boolean =>
    equal(own(sent, member) ?? null, own(shown, member) ?? null);
  const rest = objectOf(
    Object.entries(sent).filter(([member]) => !flawed.has(member) || asSent(member)),
  );
  // Nobody else has stored what no schema allows.
  const forbidden = membersAt(checker.check(contract.item, rest));
  const isOpen = ([member, value]: readonly [string, Json]): boolean =>
    typeof value === 'string' &&
    !checker
      .check(contract.item, { ...sent, [member]: `${value}x` })
      .some(({ at, keyword }) => at === toPointer([member]) && CLOSED.has(keyword));
  const tells = Object.entries(rest).some(
    ([member, value]) => (forbidden.has(member) && asSent(member)) || isOpen([member, value]),
  );
  return tells ? rest : sent;
}

/** The members in which something is. */
function membersAt(found: readonly { readonly at: string }[]): ReadonlySet<string> {
  return new Set(found.flatMap(({ at }) => parsePointer(at)?.[0] ?? []));
}

const CLOSED = new Set(['enum', 'const', 'oneOf', 'anyOf']);
