// A list whose words name a mark, such as the news of whom you follow beside `POST /people/{name}/follow`:
// what it shows belongs to what is marked. Only reads are sent.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { filledPath, parametersOf } from '../../contract/nested-path.ts';
import { isMarked, stemOf } from '../../contract/relations/mark-names.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { isActionRead, isOpenWrite } from '../move.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { readCall } from './judge-read.ts';
import { isSetting, markIn } from './mark-in-answer.ts';

/**
 * Returns the finding about a list of what is marked that shows what is not: that belongs to two at
 * least, since one may be the user who asks.
 */
export async function unmarkedInList(
  scenario: Scenario,
  action: Action,
  { body }: Received,
): Promise<readonly Finding[]> {
  const { contract } = scenario.session.service;
  const elements = body.kind === 'json' ? elementsIn(body.value) : [];
  for (const mark of marksNamedBy(contract, action)) {
    const holders = holdersIn(elements, mark).slice(0, HOLDERS_MAX);
    const unmarked: Holder[] = [];
    for (const holder of holders) if (!(await isSet(scenario, mark, holder))) unmarked.push(holder);
    const [first, second] = unmarked;
    if (first !== undefined && second !== undefined) return [flawOf(action, mark, first)];
  }
  return [];
}

/** How many of those that elements belong to are looked at. */
const HOLDERS_MAX = 4;

/** What sets a mark, what it is called, and what shows whether it is set. */
interface Mark {
  readonly set: Action;
  readonly stem: string;
  readonly parameter: string;
  readonly shown: Action;
}

/** Whom an element belongs to, and whether the element says that it is marked. */
interface Holder {
  readonly name: string;
  readonly member: string;
  readonly value: boolean;
}

function marksNamedBy({ actions = [] }: Contract, list: Action): readonly Mark[] {
  return actions.flatMap((set) => {
    const names = parametersOf(set.path);
    const [parameter] = names;
    const isUnset = actions.some((one) => one.method === 'DELETE' && one.path === set.path);
    if (parameter === undefined || names.length > 1 || !isUnset || !isSetting(set)) return [];
    const above = set.path.slice(0, set.path.lastIndexOf('/'));
    const shown = actions.find((one) => isActionRead(one) && one.path === above);
    const stem = stemOf(set.path.split('/').at(-1) ?? '');
    if (shown === undefined || !isOpenWrite(set) || !isNamedBy(list, stem)) return [];
    return [{ set, stem, parameter, shown }];
  });
}

/** Whether the words of a list say that it is of what is marked. */
function isNamedBy({ summary }: Action, stem: string): boolean {
  const words = summary.split(/[^A-Za-z]+/);
  const at = words.findIndex((word) => word !== '' && isMarked(word, stem));
  return at > 0 && words[at - 1]?.toLowerCase() !== 'to' && !words.some((one) => OTHERS.test(one));
}

/** Words of lists of what is not marked. */
const OTHERS =
  /^(?:not|no|non|never|without|except|unless|yet|other|others|all|don|doesn|aren|isn|haven|hasn|suggest\w*|recommend\w*|discover\w*|explore\w*|un\w+)$/i;

/** The elements of the only list in an answer. */
function elementsIn(value: Json): readonly JsonObject[] {
  const lists = [value, ...(isObject(value) ? Object.values(value) : [])].filter(Array.isArray);
  const [list, ...more] = lists as (readonly Json[])[];
  return list === undefined || more.length > 0 ? [] : list.filter(isObject);
}

/** Whom the elements belong to, each once: an object in them that shows the mark and the name. */
function holdersIn(elements: readonly JsonObject[], { stem, parameter }: Mark): readonly Holder[] {
  const all = elements.flatMap((element) =>
    Object.values(element).flatMap((holder): Holder[] => {
      if (!isObject(holder)) return [];
      const members = Object.keys(holder);
      const named = members.find((one) => lettersOf(one) === lettersOf(parameter));
      const member = members.find(
        (one) => typeof own(holder, one) === 'boolean' && isMarked(one, stem),
      );
      const name = own(holder, named ?? '');
      if (typeof name !== 'string' || member === undefined) return [];
      return [{ name, member, value: own(holder, member) === true }];
    }),
  );
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** Whether who is named is marked: a read of it says so, else the element. */
async function isSet(
  { session: { sender } }: Scenario,
  { set, parameter, shown }: Mark,
  { name, value }: Holder,
): Promise<boolean> {
  const path = filledPath(shown.path, new Map([[parameter, name]]));
  const exchange = await sender.sendUnlessStopped(readCall(shown, path));
  if (exchange.kind !== 'received' || exchange.received.status !== 200) return value;
  return markIn(set, shown, exchange.received)?.value ?? value;
}

function flawOf({ method, path, source }: Action, { shown }: Mark, holder: Holder): Finding {
  return {
    code: 'filter-ignored',
    breach: 'violates',
    operation: 'read',
    route: `${method} ${path}`,
    clause: source,
    at: null,
    by: 'contract',
    message: `${method} ${path} shows what belongs to others than it names: "${holder.member}" of ${holder.name} is false`,
    expected: `what belongs to those whose "${holder.member}" is true, as its summary says`,
    actual: `what belongs to ${holder.name}, of whom GET ${shown.path} says "${holder.member}": false`,
    remedy: 'Leave out of the list what belongs to others.',
  };
}
