// A parameter of a list with the name of a mark, and a text for its value: `?favorited=jane`. What the
// text has to be is not said: a name that items show, or nothing that any account has. With none of these
// may the list have items that it shows without the mark.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Action } from '../../contract/contract.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { noBody } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { pathFor } from '../actions/read-actions.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import { readFiltered } from './filtered-list.ts';

interface MarkedList {
  readonly parameter: string;
  readonly member: string;
  readonly mark: Action;
  readonly unmark: Action;
}

/** Marks an item, and reads the list by it. Returns the finding if no value makes a difference. */
export async function filterMarked(
  scenario: Scenario,
  item: OwnedItem,
  record: JsonObject,
): Promise<Finding | null> {
  const { service } = scenario.session;
  const list = markedLists(service)[0];
  if (list === undefined || !(await send(scenario, item, list.mark))) return null;
  scenario.wrote('update', item);
  const finding = await ignoredBy(scenario, item, { list, record });
  await send(scenario, item, list.unmark);
  return finding;
}

/** The parameters that ask for marked items, and are no filters that the contract shows. */
function markedLists({ contract, schemas }: ServiceKnowledge): readonly MarkedList[] {
  const { actions = [], operations } = contract;
  const { parameters = [], filters = {} } = operations.list ?? {};
  return actions.flatMap((mark) => {
    const { does, member = '' } = mark;
    const unmark = actions.find((one) => one.does === 'unmark' && one.member === member);
    const found = parameters.find(
      ({ in: place, name, schema }) =>
        place === 'query' &&
        lettersOf(name) === lettersOf(member) &&
        !Object.hasOwn(filters, name) &&
        schema !== null &&
        own(schemas.memberAt(schema, []) ?? {}, 'type') === 'string',
    );
    if (does !== 'mark' || unmark === undefined || found === undefined) return [];
    return [{ parameter: found.name, member, mark, unmark }];
  });
}

/** Whether an action for an item succeeds. */
async function send({ session }: Scenario, item: OwnedItem, action: Action): Promise<boolean> {
  const path = pathFor(session.service.contract, action, item);
  if (path === null) return false;
  const headers = { accept: acceptOf(action) };
  const call = { method: action.method, path, query: '', headers, body: noBody };
  const exchange = await session.sender.guard.sendIfAllowed(call);
  return exchange.kind === 'received' && exchange.received.status < 300;
}

async function ignoredBy(
  scenario: Scenario,
  { key }: OwnedItem,
  { list, record }: { readonly list: MarkedList; readonly record: JsonObject },
): Promise<Finding | null> {
  const { service, items } = scenario.session;
  const { contract } = service;
  const { parameter, member } = list;
  const texts = [...namesIn(record).slice(0, NAMES_MAX), 'true', `${items.token}nobody`];
  let first: { readonly query: string; readonly actual: string } | null = null;
  for (const text of texts) {
    const query = [parameter, text].map(encodeURIComponent).join('=');
    const read = await readFiltered(scenario, query, () => true);
    if (read.kind !== 'done' || read.value === null) return null;
    const { elements } = read.value;
    const marked = elements.find((one) => service.keyOf(one) === key);
    const stray = elements.find((one) => own(one, member) === false);
    // A list that does not know who asks shows no marks.
    if (stray === undefined || marked === undefined || own(marked, member) !== true) return null;
    first ??= { query, actual: `${itemName(contract, service.keyOf(stray) ?? '')} as well` };
  }
  const blame = { code: 'filter-ignored', operation: 'list', at: toPointer([member]) } as const;
  return first === null ? null : itemFinding(contract, blame, first);
}

const NAMES_MAX = 3;

/** Texts in objects of an item, those first that have the name of a name. */
function namesIn(record: JsonObject): readonly string[] {
  const all = Object.values(record).flatMap((value): readonly [string, Json][] =>
    isObject(value) ? Object.entries(value) : [],
  );
  const texts = all.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const isName = ([name]: readonly [string, string]): boolean => NAME.test(name);
  return [...texts.filter(isName), ...texts.filter((one) => !isName(one))].map(([, text]) => text);
}

const NAME = /name|login|handle|^id$/i;
