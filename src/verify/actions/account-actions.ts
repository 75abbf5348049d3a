// Operations whose path names an account that the run has registered: `GET /profiles/{username}`, and what
// marks it for the account that calls, `POST /profiles/{username}/follow` beside DELETE. The mark is set
// and taken back. A read that shows no mark may not know who asks: then the answers alone tell.

import { lettersOf } from '../../base/names.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { filledPath, parametersOf } from '../../contract/nested-path.ts';
import type { Received } from '../../model/message/received.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { isActionRead, isOpenWrite } from '../move.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Account } from './accounts.ts';
import { readCall } from './judge-read.ts';
import { isSetting, markIn, type ShownMark } from './mark-in-answer.ts';
import { readAction } from './read-actions.ts';

/** An operation, and its path with what names the account. */
export interface AccountAction {
  readonly action: Action;
  readonly path: string;
}

/** Returns the operations whose paths an account fills by names of its members, and nothing else does. */
export function accountActions(
  { actions = [] }: Contract,
  account: Account,
): readonly AccountAction[] {
  return actions.flatMap((action) => {
    const names = parametersOf(action.path);
    const values = names.flatMap((name): [string, string][] => {
      const found = [...account].find(([member]) => lettersOf(member) === lettersOf(name));
      return found === undefined ? [] : [[name, found[1]]];
    });
    const isFilled = names.length > 0 && values.length === names.length;
    return isFilled ? [{ action, path: filledPath(action.path, new Map(values)) }] : [];
  });
}

/** What came of an operation: its answer, if that is a success, and what is wrong with it. */
export interface Marked {
  readonly answer: Received | null;
  readonly findings: readonly Finding[];
}

type Send = (action: AccountAction) => Promise<Marked>;

/** Reads the account, and marks it. Returns what is wrong. */
export async function tryAccountActions(
  scenario: Scenario,
  all: readonly AccountAction[],
  send: Send,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { action, path } of all) {
    if (!isActionRead(action)) continue;
    const read = await readAction(scenario, action, { path, mayRefuse: false, item: null });
    if (read.kind === 'broken') findings.push(...read.findings);
  }
  for (const set of all) {
    const { path } = set.action;
    const unset = all.find(({ action }) => action.method === 'DELETE' && action.path === path);
    if (unset === undefined || !isSetting(set.action) || !isOpenWrite(unset.action)) continue;
    const shown = all.find(({ action }) => isReadAbove(action, path));
    findings.push(...(await tryMark(scenario, { set, unset, shown: shown ?? null }, send)));
  }
  return findings;
}

function isReadAbove(action: Action, path: string): boolean {
  const above = path.slice(0, path.lastIndexOf('/'));
  return action.method === 'GET' && action.path === above;
}

interface Mark {
  readonly set: AccountAction;
  readonly unset: AccountAction;
  /** What shows the account; `null` if nothing does. */
  readonly shown: AccountAction | null;
}

async function tryMark(
  scenario: Scenario,
  { set, unset, shown }: Mark,
  send: Send,
): Promise<readonly Finding[]> {
  const marked = await send(set);
  const findings = [...marked.findings];
  if (marked.answer === null) return findings;
  const [isSet, isSeen] = [
    markIn(set.action, set.action, marked.answer),
    await markRead(scenario, set.action, shown),
  ];
  // A read may not know who asks; it does if it shows a mark.
  const isLost = isSeen?.value === false && isSet === null;
  if (isSet?.value === false || isLost) findings.push(flawOf(set.action, isSet ?? isSeen, true));
  const back = await send(unset);
  findings.push(...back.findings);
  if (back.answer === null) return findings;
  const told = markIn(set.action, unset.action, back.answer);
  const left = await markRead(scenario, set.action, shown);
  const isKept = isSeen?.value === true && left?.value === true;
  if (told?.value === true || isKept)
    findings.push(flawOf(unset.action, told?.value === true ? told : left, false));
  return findings;
}

async function markRead(
  { session: { sender } }: Scenario,
  set: Action,
  shown: AccountAction | null,
): Promise<ShownMark | null> {
  if (shown === null) return null;
  const exchange = await sender.sendUnlessStopped(readCall(shown.action, shown.path));
  if (exchange.kind !== 'received' || exchange.received.status !== 200) return null;
  return markIn(set, shown.action, exchange.received);
}

function flawOf(action: Action, shown: ShownMark | null, isSet: boolean): Finding {
  const { method, path, source } = action;
  const member = JSON.stringify(shown?.member ?? '');
  return {
    code: 'not-replaced',
    breach: 'violates',
    operation: 'update',
    route: `${method} ${path}`,
    clause: source,
    at: null,
    by: 'contract',
    message: `${method} ${path} succeeded and did not ${isSet ? 'set' : 'take back'} ${member}`,
    expected: `${member}: ${show(isSet)}`,
    actual: `${member}: ${show(shown?.value)}`,
    remedy: 'Change what the path names each time the operation succeeds.',
  };
}
