// Whether a member of a new item that is its address leads to it: `url`, `_links.self`. Judged are those
// that the service makes, at its own origin: another one may be that of a proxy, or of a page. What ends
// with the id is followed if it is not the address of the item; the collection is the address of none.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { toPointer, valueAt } from '../../base/pointer.ts';
import { pathOf } from '../../contract/operation-way.ts';
import { type Call, noBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { lastStep } from '../session/issued-ids.ts';
import { holdsMark } from '../session/owned-item.ts';
import { type Created, GONE, whereTo } from './location.ts';

/** Returns the findings about addresses of a new item that end its creation: where flaws do. */
export async function checkOwnLinks(
  scenario: Scenario,
  received: Received,
  created: Created,
): Promise<readonly Finding[]> {
  const { service } = scenario.session;
  const { body } = received;
  if (!service.offers('read') || body.kind !== 'json' || !isObject(body.value)) return [];
  for (const steps of linksIn(body.value)) {
    const isSent = own(created.sent, steps[0] ?? '') !== undefined;
    const address = valueAt(body.value, steps);
    if (isSent || typeof address !== 'string') continue;
    const other = await whereElse(scenario, steps, address, created);
    if (other === null) continue;
    const { contract } = service;
    const blame = { code: 'wrong-link', operation: 'create', at: toPointer(steps) } as const;
    const facts = {
      item: itemName(contract, created.key),
      expected: 'the address at which it can be read',
      actual: `${show(address)}: ${other.what}`,
    };
    const finding = itemFinding(contract, blame, facts);
    return service.decisive([finding], other.received ?? received);
  }
  return [];
}

interface Elsewhere {
  readonly what: string;
  /** What is at the address, if that was asked. */
  readonly received?: Received;
}

/** The members that are the address of the item itself, by custom. */
function linksIn(item: JsonObject): readonly (readonly string[])[] {
  const names = Object.keys(item);
  const within = names.filter((name) => lettersOf(name) === 'links');
  return [
    ...names.filter((name) => OWN.has(lettersOf(name))).map((name) => [name]),
    ...within.flatMap((name) => [
      [name, 'self'],
      [name, 'self', 'href'],
    ]),
  ];
}

const OWN: ReadonlySet<string> = new Set(['url', 'uri', 'href', 'link', 'self', 'selflink']);

/** What is at the address if that is not the item; `null` if it is, or is not known. */
async function whereElse(
  scenario: Scenario,
  steps: readonly string[],
  address: string,
  { key, mark }: Created,
): Promise<Elsewhere | null> {
  const { service, sender } = scenario.session;
  const { contract } = service;
  const collection = pathOf(contract, 'list', '');
  const own = pathOf(contract, 'read', encodeURIComponent(key));
  const leads = whereTo(address, sender.guard.baseUrl, collection);
  if (leads === 'elsewhere' || leads === 'outside') return null;
  // A proxy may serve it below another path, which relative addresses do not know.
  const isRelative = !URL.canParse(address);
  if (isSamePath(leads.path, own) || (isRelative && leads.path.endsWith(own))) return null;
  const item = service.call('read', key, null);
  const form = `${toPointer(steps)} ${leads.path.replace(encodeURIComponent(key), '{id}')}`;
  if (service.followed.has(form) || service.followed.size >= FORMS_MAX) return null;
  service.followed.add(form);
  if (isSamePath(leads.path, collection) && service.offers('list') && leads.query === '')
    return { what: 'that of the list' };
  const isAbout = lastStep(leads.path) === key && leads.query === '';
  if (!isAbout || mark === '') return null;
  const call: Call = { ...item, ...leads, body: noBody, sending: KEPT };
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received') return null;
  const { status, body } = exchange.received;
  const isOther = status === 200 && body.kind === 'json' && isAnother(body.value, mark);
  if (!GONE.has(status) && !isOther) return null;
  // Where the item is not there yet, neither is what leads to it.
  const read = await sender.sendUnlessStopped(item);
  if (read.kind !== 'received' || read.received.status >= 300) return null;
  const what = isOther ? 'another item is there' : `a GET is answered with ${status}`;
  return { what, received: exchange.received };
}

/** How many forms of addresses are followed, with those of `Location`. */
const FORMS_MAX = 8;
const KEPT = { redirection: 'kept', address: 'as-given', varied: [] } as const;

function isSamePath(one: string, other: string): boolean {
  return one.replace(/\/+$/, '') === other.replace(/\/+$/, '');
}

function isAnother(value: Json, mark: string): boolean {
  return isObject(value) && !holdsMark(value, mark);
}
