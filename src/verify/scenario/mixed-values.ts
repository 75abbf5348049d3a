// Writes that mix the values of two items in members that a service may compare with each other: the
// beginning and the end of something, a least and a most. No schema says what it compares, so such a
// write may be refused with a status that its operation declares.

import { equal } from '../../base/equal.ts';
import { type JsonObject, own } from '../../base/json.ts';
import { isStatusDeclared } from '../../oracle/declared-answer.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

interface MixedWrite {
  readonly kind: 'replace' | 'update';
  readonly before: JsonObject;
  readonly sent: JsonObject;
  readonly manner: 'plain' | 'unusual';
}

/** How an answer to a write is judged: a declared refusal of mixed values is open. */
export function mannerOf(
  service: ServiceKnowledge,
  { kind, before, sent, manner }: MixedWrite,
  status: number,
): 'plain' | 'unusual' {
  const { contract, traits } = service;
  // It was told that the service refuses what its schema allows.
  if (traits.isPicky && PICKY.has(status)) return 'unusual';
  if (status < 400 || status >= 500 || !isStatusDeclared({ contract, kind }, status)) return manner;
  const writable = service.membersOf(kind);
  const groups = Map.groupBy(writable, (member) => comparedAs(service, member));
  groups.delete(null);
  const isMixed = [...groups.values()].some((members) => {
    const changed = members.filter((member) => {
      const value = own(sent, member);
      return value !== undefined && !equal(value, own(before, member) ?? null);
    });
    return changed.length > 0 && changed.length < members.length;
  });
  return isMixed ? 'unusual' : manner;
}

/** Refusals of values. */
const PICKY: ReadonlySet<number> = new Set([400, 409, 422]);

/** What can be compared: numbers, days and moments; `null` for all else. */
function comparedAs({ contract, schemas }: ServiceKnowledge, member: string): string | null {
  const schema = schemas.membersOf(contract.item).get(member);
  const format = schema === undefined ? undefined : own(schema, 'format');
  if (format === 'date' || format === 'date-time') return format;
  const types = schemas.typesOf(contract.item, member);
  return types.some((type) => type === 'number' || type === 'integer') ? 'number' : null;
}
