// Whether the Location of a creation leads to the new item (RFC 9110 section 15.3.2). Asks where it
// names another id below the same collection, and wherever else it leads if the contract shows that
// answers have it: then something must be there. Another origin may be that of a proxy.

import { isObject } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import { answerWith } from '../../contract/declared.ts';
import { type Call, header, noBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { astrayLocation } from '../../oracle/reply-findings.ts';
import { leadsTo } from '../scenario/id-from-evidence.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { agreesWith } from '../scenario/shows-sent.ts';

/** What was created. */
export interface Created {
  readonly key: string;
  readonly sent: Parameters<typeof leadsTo>[2];
  readonly mark: string;
}

/** Returns the finding about a Location that leads to something else, or to nothing. */
export async function checkLocation(
  scenario: Scenario,
  received: Received,
  { key, sent, mark }: Created,
): Promise<Finding | null> {
  const { service, sender } = scenario.session;
  const location = header(received.headers, 'location');
  if (received.status !== 201 || location === undefined) return null;
  if (!service.offers('read')) return followDeclared(scenario, received, location, key);
  const named = idBelow(service.contract.path, location);
  if (named === null || named === key) return followDeclared(scenario, received, location, key);
  if ((await leadsTo(scenario, { id: named, at: { kind: 'location' } }, sent, mark)) !== null)
    return null;
  const exchange = await sender.sendUnlessStopped(service.call('read', named, null));
  if (exchange.kind !== 'received') return null;
  const { status, body } = exchange.received;
  const isOpen =
    key === '' &&
    body.kind === 'json' &&
    isObject(body.value) &&
    agreesWith(body.value, sent, scenario.session);
  // It shows nothing by which to tell it.
  if (status < 300 && isOpen) return null;
  // Nothing tells that there is an item that is read late: only what is there is another one.
  if (key === '' && status >= 300 && !(await isNowhere(scenario, named))) return null;
  return astray(scenario, received, location, status);
}

/** Whether nothing is at an id for as long as a service may take to show a new item. */
async function isNowhere({ session }: Scenario, id: string): Promise<boolean> {
  const { service, sender, clock, lag } = session;
  for (const until = clock.now() + lag.lagMsMax; clock.now() < until; ) {
    await clock.wait(PAUSE_MS);
    const exchange = await sender.sendUnlessStopped(service.call('read', id, null));
    if (exchange.kind !== 'received' || !GONE.has(exchange.received.status)) return false;
  }
  return true;
}

/** The pause between two looks, in milliseconds. */
const PAUSE_MS = 200;

function astray(
  { session: { service } }: Scenario,
  received: Received,
  location: string,
  status: number,
): Finding | null {
  const reply = { contract: service.contract, kind: 'create', received } as const;
  const expected = 'Location: the address of the new item';
  const finding = astrayLocation(reply, { expected, location, status });
  return service.isReported(finding) ? null : finding;
}

/** Follows a Location that the contract shows, as long as its form is new. */
async function followDeclared(
  scenario: Scenario,
  received: Received,
  location: string,
  key: string,
): Promise<Finding | null> {
  const { service, sender } = scenario.session;
  const { create } = service.contract.operations;
  const shown = create === undefined ? null : answerWith(create, received.status);
  if (shown === null || !Object.hasOwn(shown.answer.headers, 'location')) return null;
  const item = service.offers('read') ? service.call('read', key, null) : null;
  const leads = whereTo(location, sender.guard.baseUrl, service.contract.path);
  if (leads === 'elsewhere' || (leads !== 'outside' && leads.path === item?.path)) return null;
  if (leads === 'outside') {
    service.notes.add(
      `the Location of a creation was not followed, for it is not below the base address: ${location.replace(key, '<id>')}`,
    );
    return null;
  }
  const form = leads.path.replace(encodeURIComponent(key), '{id}');
  if (service.followed.has(form) || service.followed.size >= FORMS_MAX) return null;
  service.followed.add(form);
  const usual = item ?? service.call('create', null, null);
  const call: Call = { ...usual, ...leads, method: 'GET', body: noBody };
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received' || !GONE.has(exchange.received.status)) return null;
  // Where the item is not there yet, neither is what leads to it.
  const read = await sender.sendUnlessStopped(item ?? call);
  if (read.kind !== 'received') return null;
  const { status } = read.received;
  if (item === null ? !GONE.has(status) : status >= 300) return null;
  return astray(scenario, received, location, exchange.received.status);
}

/** How many forms of addresses are followed: each may name something else. */
const FORMS_MAX = 5;
/** Statuses that say that nothing is there. */
export const GONE: ReadonlySet<number> = new Set([404, 410]);

/** The place of a Location: below the base address, elsewhere at the same origin, or at another one. */
export function whereTo(
  location: string,
  baseUrl: string | null,
  path: string,
): Pick<Call, 'path' | 'query'> | 'outside' | 'elsewhere' {
  const base = baseUrl?.replace(/\/+$/, '') ?? '';
  if (!URL.canParse(location, base + path)) return 'elsewhere';
  const [url, own] = [new URL(location, base + path), new URL(base)];
  if (url.origin !== own.origin) return 'elsewhere';
  const prefix = own.pathname.replace(/\/+$/, '');
  if (!url.pathname.startsWith(`${prefix}/`)) return 'outside';
  return { path: url.pathname.slice(prefix.length), query: url.search.slice(1) };
}

/** The id in an address that ends with the path of a collection and one more segment. */
function idBelow(collection: string, location: string): string | null {
  const [path = ''] = location.split(/[?#]/);
  const parts = path.replace(/\/$/, '').split('/');
  const id = parts.pop() ?? '';
  const isBelow = parts.join('/').endsWith(collection);
  return isBelow && id !== '' ? tryPercentDecode(id) : null;
}
