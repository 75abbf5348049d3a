// What follows from a write that was accepted or refused.

import type { JsonObject } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import type { Received } from '../../model/message/received.ts';
import { type Expectation, expectAfterWrite } from '../../oracle/expectation.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import type { Scenario } from './scenario.ts';

/** Returns what an item should hold after a creation or a replacement. */
export function expectationAfter(
  scenario: Scenario,
  kind: 'create' | 'replace',
  sent: JsonObject,
  before: JsonObject | null,
  rulings: readonly Admissible[],
): Expectation {
  const { service } = scenario.session;
  return expectAfterWrite(
    {
      kind,
      sent,
      before,
      rulings,
      members: service.members,
      shown: kind === 'create' ? service.requiredMembers('create') : [],
      written: service.readOnlyMembers,
    },
    service.habits,
  );
}

/** Notes a refusal of values that a service need not accept. */
export function noteRefusal(
  scenario: Scenario,
  kind: 'create' | 'replace' | 'update',
  received: Received,
  sent: JsonObject,
  manner: 'plain' | 'unusual',
): void {
  if (manner === 'plain') return;
  const text = JSON.stringify(sent);
  scenario.session.service.notes.add(
    `${kind} refused ${truncate(text, 120)}: status ${received.status}`,
  );
}
