// Actions that may change something: sent once each at the end of a run, if you said so, and
// before that with credentials that they must refuse. Only the answer is judged; a refusal of the
// right ones is none of the contract's business unless it shows one.

import { equal } from '../../base/equal.ts';
import type { Json } from '../../base/json.ts';
import type { Action, ActionRole } from '../../contract/contract.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import { type Call, noBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { aboutAction, alone } from '../../oracle/action.ts';
import type { Finding } from '../../oracle/finding.ts';
import { judgeProvoked } from '../../oracle/judge.ts';
import { failure } from '../../oracle/reply-findings.ts';
import { shownFindings, shownFindingsOfAny } from '../../oracle/shown-outcome.ts';
import { createsMany, isOpenWrite, removesAll } from '../move.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import {
  type AccountAction,
  accountActions,
  type Marked,
  tryAccountActions,
} from './account-actions.ts';
import { type Account, accountIn, logInBody, registeredBody } from './accounts.ts';
import { withBody } from './body-of-action.ts';
import { lackingIds } from './lacking-ids.ts';
import { pathFor } from './read-actions.ts';
import { tryWithoutAccess } from './try-without-access.ts';

/** Sends each such operation, those below an item to `item`. */
export async function writeActions(
  scenario: Scenario,
  item: OwnedItem | null,
): Promise<MoveResult> {
  const { contract, notes } = scenario.session.service;
  const findings: Finding[] = [];
  const all = (contract.actions ?? []).filter(isOpenWrite);
  const writes = all.filter((one) => whatItDoes(one) === undefined);
  // They would harm the items of others, or leave items that the run does not know.
  for (const one of all) {
    const what = whatItDoes(one);
    const isOfLaw = createsMany(one) || removesAll(one);
    if (what !== undefined && !isOfLaw) notes.add(`${one.method} ${one.path} is not sent: ${what}`);
  }
  let why = lackingIds(contract, writes);
  let count = 0;
  // What registers an account comes before what logs it in.
  const isAccount = ({ suggests }: Action): boolean => suggests?.account === 'register';
  const account: AccountSeen = { registered: null };
  for (const action of [...writes.filter(isAccount), ...writes.filter((one) => !isAccount(one))]) {
    const path = pathFor(contract, action, item);
    if (path === null) continue;
    const sent = await writeAction(scenario, { action, path, account });
    if (sent.kind === 'broken') findings.push(...sent.findings);
    if (sent.kind === 'not-exercised') ({ why } = sent);
    else count++;
  }
  const { registered } = account;
  if (registered !== null) {
    const about = accountActions(contract, registered);
    const send = async (one: AccountAction): Promise<Marked> => {
      let answer: Received | null = null;
      const onSuccess = (received: Received): void => {
        answer = received;
      };
      const sent = await writeAction(scenario, { ...one, account, onSuccess });
      return { answer, findings: sent.kind === 'broken' ? sent.findings : [] };
    };
    findings.push(...(await tryAccountActions(scenario, about, send)));
  }
  if (findings.length > 0) return broken(findings);
  return count > 0 ? done : notExercised(why);
}

/** What an action does with rows; `undefined` if it changes none, or no more than one item. */
function whatItDoes({ does }: Action): string | undefined {
  return does === undefined ? undefined : WHOLE[does];
}

const WHOLE: Readonly<Partial<Record<ActionRole, string>>> = {
  create: 'it creates an item at a path of its own',
  read: 'it reads an item',
  replace: 'it replaces an item at a path of its own',
  update: 'it changes an item at a path of its own',
  remove: 'it removes an item by another member than its id',
  'list-ids': 'it lists ids',
  copy: 'it creates an item from another',
  'create-many': 'it creates several items at once',
  'remove-all': 'it removes all items',
};

interface AccountSeen {
  /** What the registration of an account sent; `null` if there was none, or it was refused. */
  registered: Account | null;
}

interface ActionToSend {
  readonly action: Action;
  readonly path: string;
  readonly account: AccountSeen;
  readonly onSuccess?: (received: Received) => void;
}

async function writeAction(
  scenario: Scenario,
  { action, path, account, onSuccess }: ActionToSend,
): Promise<MoveResult> {
  const { service, sender } = scenario.session;
  const { registered } = account;
  const bare = { method: action.method, path, query: '', body: noBody };
  const plain = { ...bare, headers: { accept: acceptOf(action) } };
  let body: Json = null;
  const call = withBody(scenario, action, plain, (sample) => {
    body = sample;
    const role = action.suggests?.account;
    if (role === 'register') body = registeredBody(scenario, action, sample);
    else if (role === 'log-in' && registered !== null)
      body = logInBody(scenario, action, { body, account: registered, how: 'right' }) ?? body;
    return body;
  });
  const contract = alone(service.contract, action, 'update');
  const access = { contract, kind: 'update', checker: service.checker } as const;
  const open = await tryWithoutAccess(scenario, action, call, access);
  // What was accepted may have taken effect: its success would tell nothing new.
  if (open.some(({ code }) => code === 'accepted'))
    return broken(open.map((one) => aboutAction(one, action)));
  const exchange = await sender.guard.sendIfAllowed(call);
  // A login may refuse the values of the run: that says nothing about its own credentials.
  const isDenied =
    exchange.kind === 'received' &&
    (exchange.received.status === 401 || exchange.received.status === 403);
  const sent = isDenied
    ? doneWith(exchange.received)
    : await scenario.receive('read', call, () => Promise.resolve(exchange));
  if (sent.kind !== 'done')
    return open.length === 0 || sent.kind === 'broken'
      ? sent
      : broken(open.map((one) => aboutAction(one, action)));
  const received = bareReply(action, sent.value);
  const reply = { contract, kind: 'update', received } as const;
  const isRefused = received.status >= 400 && received.status < 500;
  const found = isRefused
    ? shownFindingsOfAny(reply, [], service.checker)
    : shownFindings(reply, 'ok', service.checker);
  // By its number it is declared as an answer; a range or `default` only says what it looks like.
  const isDeclared = action.answers?.[received.status] !== undefined;
  const isFailed = received.status >= 500 && found.length === 0 && !isDeclared;
  const isDone = received.status < 300;
  const isRegistered = isDone && action.suggests?.account === 'register';
  if (isRegistered) account.registered = accountIn(body);
  const again = isRegistered ? await registerAgain(scenario, action, call) : [];
  const granted = isDone && registered !== null ? { body, account: registered } : null;
  const entered =
    granted === null ? [] : await tryWrongPassword(scenario, { action, plain, ...granted });
  const own = isFailed ? [failure(reply)] : [...found, ...again, ...entered];
  const findings = [...open, ...own];
  if (isRefused)
    service.notes.add(
      `${action.method} ${action.path} was refused with ${received.status}, so its success was not judged`,
    );
  if (isDone) onSuccess?.(received);
  return findings.length === 0 ? done : broken(findings.map((one) => aboutAction(one, action)));
}

/** Registers an account that is there: that may be refused or not, but it does not fail. */
async function registerAgain(
  { session: { service, sender } }: Scenario,
  action: Action,
  call: Call,
): Promise<readonly Finding[]> {
  const exchange = await sender.guard.sendIfAllowed(call);
  if (exchange.kind !== 'received') return [];
  const contract = alone(service.contract, action, 'update');
  const { checker } = service;
  const reply = { contract, kind: 'update', received: exchange.received, checker } as const;
  const isDeclared = action.answers?.[TAKEN] !== undefined;
  if (exchange.received.status < 300 && !isDeclared) return [];
  const what = 'the name of an account that is there';
  return judgeProvoked(reply, { situations: ['taken'], what });
}

const TAKEN = '409';

interface LogIn {
  readonly action: Action;
  readonly plain: Call;
  readonly body: Json;
  readonly account: Account;
}

/** Logs in an account that just did, with another password. */
async function tryWrongPassword(
  scenario: Scenario,
  { action, plain, ...known }: LogIn,
): Promise<readonly Finding[]> {
  const { service, sender } = scenario.session;
  if (action.suggests?.account !== 'log-in') return [];
  const wrong = logInBody(scenario, action, { ...known, how: 'wrong' });
  if (wrong === null || equal(wrong, known.body)) return [];
  const call = withBody(scenario, action, plain, () => wrong);
  const exchange = await sender.guard.sendIfAllowed(call);
  if (exchange.kind !== 'received') return [];
  const { received } = exchange;
  const contract = alone(service.contract, action, 'update');
  const reply = { contract, kind: 'update', received, checker: service.checker } as const;
  const situations = ['unauthorized'] as const;
  return judgeProvoked(reply, { situations, what: 'a wrong password', refusal: 'any' });
}
