// Sends an action with credentials that it must refuse: without any, with wrong ones, and
// with a token that lacks its scopes. Only what the run has credentials for is tried.

import type { Action } from '../../contract/contract.ts';
import type { Call } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import { judgeProvoked, type Provocation } from '../../oracle/judge.ts';
import {
  leadsElsewhere,
  needsCredentials,
  needsScopes,
  withoutScopes,
  withWrongCredentials,
} from '../guard/declared-credentials.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import type { Scenario } from '../scenario/scenario.ts';

type Reply = Omit<Parameters<typeof judgeProvoked>[0], 'received'>;

/** Returns what is wrong with the refusals; `reply` has the operation as the only one. */
export async function tryWithoutAccess(
  scenario: Scenario,
  action: Action,
  call: Call,
  reply: Reply,
): Promise<readonly Finding[]> {
  return [
    ...(await withoutAccess(scenario, action, call, reply)),
    ...(await withoutItsScopes(scenario, action, call, reply)),
  ];
}

/** Sends without the credentials that the operation declares, and with wrong ones. */
async function withoutAccess(
  { session: { sender } }: Scenario,
  action: Action,
  call: Call,
  reply: Reply,
): Promise<readonly Finding[]> {
  const { sendBare, credentials } = sender.guard;
  if (sendBare === null || !needsCredentials(action, credentials)) return [];
  const without = { call, exchange: await sendBare(call) };
  const wrong = { call, exchange: await sendBare(withWrongCredentials(call, action)) };
  const situations = ['unauthorized'] as const;
  return [
    ...judged(without, reply, { situations, what: 'a request without credentials' }),
    ...judged(wrong, reply, {
      situations,
      what: 'a request with wrong credentials',
      refusal: 'any',
    }),
  ];
}

/** Sends with a token that lacks the scopes of the operation. */
async function withoutItsScopes(
  { session: { sender, service } }: Scenario,
  action: Action,
  call: Call,
  reply: Reply,
): Promise<readonly Finding[]> {
  if (!needsScopes(action) && action.outcomes.forbidden === undefined) return [];
  const trial = withoutScopes(action, `${action.method} ${action.path}`, sender.guard);
  if ('note' in trial) {
    service.notes.add(trial.note);
    return [];
  }
  const what = 'a token without its scopes';
  return judged({ call, exchange: await trial.send(call) }, reply, {
    situations: ['forbidden'],
    what,
  });
}

function judged(
  { call, exchange }: { readonly call: Call; readonly exchange: GuardedExchange },
  reply: Reply,
  provocation: Provocation,
): readonly Finding[] {
  return exchange.kind === 'received' && !leadsElsewhere(exchange, call)
    ? judgeProvoked({ ...reply, received: exchange.received }, provocation)
    : [];
}
