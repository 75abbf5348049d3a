// By which of the values that a creation sent its item is recognised.

import { isObject, type Json, type JsonObject, objectOf } from '../../base/json.ts';
import { parsePointer, toPointer } from '../../base/pointer.ts';
import type { Received } from '../../model/message/received.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/**
 * Returns what was sent without the members that the answer shows with a value which breaks their
 * schema: such a value does not say whose item it is. All, if no text that is open to choice is left.
 */
export function withoutFlawed(
  { contract, checker }: Pick<ServiceKnowledge, 'contract' | 'checker'>,
  sent: JsonObject,
  { body }: Received,
): JsonObject {
  if (body.kind !== 'json' || !isObject(body.value)) return sent;
  const flawed = checker.check(contract.item, body.value).map(({ at }) => parsePointer(at)?.[0]);
  const rest = objectOf(Object.entries(sent).filter(([member]) => !flawed.includes(member)));
  const isOpen = ([member, value]: readonly [string, Json]): boolean =>
    typeof value === 'string' &&
    !checker
      .check(contract.item, { ...sent, [member]: `${value}x` })
      .some(({ at, keyword }) => at === toPointer([member]) && CLOSED.has(keyword));
  return Object.entries(rest).some(isOpen) ? rest : sent;
}

const CLOSED = new Set(['enum', 'const', 'oneOf', 'anyOf']);
