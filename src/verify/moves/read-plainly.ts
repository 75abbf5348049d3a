// Reads without anything to compare with: only the answer itself is judged.

import { shownFindings } from '../../oracle/shown-outcome.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** Reads the list, or the only item at a path, which need not be there. */
export async function readPlainly(scenario: Scenario, kind: 'list' | 'read'): Promise<MoveResult> {
  const { service } = scenario.session;
  const { contract, checker } = service;
  if (kind === 'read' && contract.one !== true) return notExercised('there are many items');
  const read = await scenario.receive(kind, service.call(kind, null, null));
  if (read.kind !== 'done') return read;
  const received = read.value;
  const isGone = received.status === 404 && kind === 'read';
  const findings = shownFindings({ contract, kind, received }, isGone ? 'missing' : 'ok', checker);
  if (findings.length > 0) return broken(findings);
  if (isGone) service.notes.add(`GET ${contract.path}: nothing was there, so no item was judged`);
  return done;
}
