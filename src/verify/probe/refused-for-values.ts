// Whether requests are refused for their values, as the source declares, and not for their form: then
// it is not known which values an operation takes. Sends nothing.

import { isObject } from '../../base/json.ts';
import { answerWith } from '../../contract/declared.ts';
import { wayOf } from '../../contract/operation-way.ts';
import { statusAndText } from '../../oracle/reply-findings.ts';
import type { Exchanged } from '../report.ts';
import type { Session } from '../session/session.ts';
import { type Refusal, reasonOf } from './refusal-reasons.ts';

/** Statuses for values that a service does not accept. */
export const REFUSING_VALUES: ReadonlySet<number> = new Set([400, 403, 409, 412, 422]);

/** How a body was refused; `null` if it was not. */
export function refusalOf(exchange: Exchanged | undefined): Refusal | null {
  const received = exchange?.received;
  if (exchange === undefined || received == null || received.status < 400) return null;
  const { body, status } = received;
  const { body: sent } = exchange.call;
  const text = body.kind === 'json' || body.kind === 'broken' ? body.text : '';
  return {
    status,
    text,
    sent: sent.kind === 'json' && isObject(sent.value) ? sent.value : {},
  };
}

/**
 * Why no PATCH changed anything since a mark, for a note; `null` if that is a fault. A service that
 * gives one reason for all bodies, or a status that its source does not declare, takes no PATCH. A PUT
 * holds what a creation took: it has no such excuse.
 */
export function whyUpdateRefused({ service, sender }: Session, mark: number): string | null {
  const { contract, isIdAssumed } = service;
  const { method } = wayOf(contract, 'update');
  const operation = contract.operations.update;
  const sent = sender.guard.since(mark).filter(({ call }) => call.method === method);
  const refusals = sent.map(refusalOf);
  const isForValues = refusals.every(
    (one) =>
      one !== null &&
      REFUSING_VALUES.has(one.status) &&
      operation !== undefined &&
      answerWith(operation, one.status) !== null,
  );
  const members = service.membersOf('update');
  const reasons = new Set(
    refusals.flatMap((one) => (one === null ? [] : [reasonOf(one, members)])),
  );
  const first = sent[0]?.received ?? null;
  if (!isIdAssumed || !isForValues || reasons.size < 2 || first === null) return null;
  return `${method}: every one was refused for its values (first answer: ${statusAndText(first)})`;
}
