// Which members an operation takes of its body, where the contract leaves that open.

import { leavesTakenOpen, membersNotTaken } from '../../contract/item-members.ts';
import type { Observed } from '../../oracle/infer-choices.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/** Returns the options that the values which a run sent show, once reads have shown them. */
export function takenMembers({
  contract,
  schemas,
  stored,
  members,
}: ServiceKnowledge): readonly Observed[] {
  return (['create', 'replace'] as const).flatMap((kind) => {
    if (!leavesTakenOpen(contract, kind) || !stored.hasTried(kind)) return [];
    const left = members.filter((member) => stored.isDoubtful(kind, member));
    const optional = [...membersNotTaken(schemas)(contract)];
    const isRequired =
      left.every((member) => optional.includes(member)) &&
      optional.every((member) => stored.verdict(kind, member) !== 'stored');
    const option =
      left.length === 0 ? 'all' : isRequired ? 'required' : `all but ${left.join(', ')}`;
    return [{ choice: `${kind}.takes` as const, option }];
  });
}
