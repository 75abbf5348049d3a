// What follows from a write that was accepted or refused.

import type { JsonObject } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import type { Received } from '../../model/message/received.ts';
import { type Expectation, expectAfterWrite, openUntilSeen } from '../../oracle/expectation.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { showable } from '../../oracle/shown-members.ts';
import type { Scenario } from './scenario.ts';

/** What an item held before a write: the likeliest values, and all that it may have held. */
export interface Before {
  readonly record: JsonObject;
  readonly prior: Expectation;
}

/** Returns what an item should hold after a creation or a replacement. */
export function expectationAfter(
  scenario: Scenario,
  kind: 'create' | 'replace',
  sent: JsonObject,
  before: Before | null,
  rulings: readonly Admissible[],
): Expectation {
  const { service } = scenario.session;
  // No creation shows which members a single item takes: its replacement must.
  const isShown = kind === 'create' || service.contract.isSingle === true;
  const expected = expectAfterWrite(
    {
      kind,
      sent: showable(service.contract, sent),
      before: before?.record ?? null,
      ...(before === null ? {} : { prior: before.prior }),
      rulings,
      members: service.members,
      shown: isShown ? service.requiredMembers(kind) : [],
      written: [...service.made, ...service.unshowableMembers(kind, sent)],
    },
    service.habits,
  );
  return openUntilSeen(expected, service.losses.of(kind, [...expected.keys()]));
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
  const example = `${truncate(text, 120)} (status ${received.status})`;
  scenario.session.service.noteLeftOpen(kind, 'unusual values', 'refused', example);
}
