// Whether a member of a new item that is its address leads to it: `self`, `_links.self`, `href`. A `url`
// may be that of a page: it counts below the path of the interface. Judged are those that the service
// makes, at its own origin: another one may be that of a proxy. The collection is the address of none.

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
  for (const link of linksIn(body.value)) {
    const { steps } = link;
    const isSent = own(created.sent, steps[0] ?? '') !== undefined;
    const address = valueAt(body.value, steps);
    if (isSent || typeof address !== 'string') continue;
    const other = await whereElse(scenario, link, address, created);
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

interface OwnLink {
  readonly steps: readonly string[];
  /** Whether its name says that it is that of the item, or it may be that of a page about it as well. */
  readonly names: 'item' | 'anything';
}

/** The members that are the address of the item itself, by custom. */
function linksIn(item: JsonObject): readonly OwnLink[] {
  return Object.keys(item).flatMap((name): OwnLink[] => {
    const letters = lettersOf(name);
    if (OF_ITEM.has(letters)) return [{ steps: [name], names: 'item' }];
    if (OF_ANYTHING.has(letters)) return [{ steps: [name], names: 'anything' }];
    if (letters !== 'links') return [];
    return [
      { steps: [name, 'self'], names: 'item' },
      { steps: [name, 'self', 'href'], names: 'item' },
    ];
  });
}

const OF_ITEM: ReadonlySet<string> = new Set(['self', 'selflink', 'href']);
const OF_ANYTHING: ReadonlySet<string> = new Set(['url', 'uri', 'link']);

/** What is at the address if that is not the item; `null` if it is, or is not known. */
async function whereElse(
  scenario: Scenario,
  { steps, names }: OwnLink,
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
  if (names === 'anything' && !isOfInterface(scenario, leads.path, own)) return null;
  const item = service.call('read', key, null);
  const isAbout = lastStep(leads.path) === key;
  const around = leads.path.replace(/[^/]*\/*$/, '');
  const form = `${toPointer(steps)} ${around}${isAbout ? '{id}' : '{other}'}`;
  if (service.followed.has(form) || service.followed.size >= FORMS_MAX) return null;
  service.followed.add(form);
  if (leads.query !== '') return null;
  if (isSamePath(leads.path, collection) && service.offers('list'))
    return { what: 'that of the list' };
  const isFollowed = isAbout || (names === 'item' && !TEMPLATE.test(address));
  if (!isFollowed || mark === '') return null;
  const call: Call = { ...item, ...leads, body: noBody, sending: KEPT };
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received') return null;
  const { status, body } = exchange.received;
  const isOther = status === 200 && body.kind === 'json' && isAnother(body.value, mark);
  if (!GONE.has(status) && !isOther) return null;
  // Where the item is not there yet, neither is what leads to it.
  const read = await sender.sendUnlessStopped(item);
  if (read.kind !== 'received' || read.received.status >= 300) return null;
  const { body: shown } = read.received;
  if (isOther && (shown.kind !== 'json' || isAnother(shown.value, mark))) return null;
  const what = isOther ? 'another item is there' : `a GET is answered with ${status}`;
  return { what, received: exchange.received };
}

/** How many forms of addresses are followed, with those of `Location`. */
const FORMS_MAX = 8;
const KEPT = { redirection: 'kept', address: 'as-given', varied: [] } as const;

/** An address with what clients have to fill in (RFC 6570). */
const TEMPLATE = /[{}]/;

/**
 * Whether a path is surely one of the interface, and not that of a page: it is below the path that the
 * user gave, below the collection, below steps such as `/api/v1` of its path, or ends as the address of
 * the item after such steps.
 */
function isOfInterface({ session }: Scenario, path: string, own: string): boolean {
  const { service, sender } = session;
  const given = sender.guard.baseUrl;
  if (given !== null && new URL(given).pathname !== '/') return true;
  const collection = pathOf(service.contract, 'list', '').replace(/\/+$/, '');
  const [base = collection] = BASE.exec(collection) ?? [];
  return (
    path === collection || path.startsWith(`${base}/`) || (path.endsWith(own) && BASE.test(path))
  );
}

/** The first steps of a path, up to the last one that is by custom that of an interface. */
const BASE = /^\/(?:[^/{]+\/)*(?:api|rest|v\d[\w.]*)(?=\/)/i;

function isSamePath(one: string, other: string): boolean {
  return one.replace(/\/+$/, '') === other.replace(/\/+$/, '');
}

function isAnother(value: Json, mark: string): boolean {
  return isObject(value) && !holdsMark(value, mark);
}
