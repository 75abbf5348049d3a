// Whether the Location of a creation leads to the new item (RFC 9110 section 15.3.2). Asks only where it
// names another id below the same collection: elsewhere it may be a report, or an address of a proxy.

import { tryPercentDecode } from '../../base/percent.ts';
import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { astrayLocation } from '../../oracle/reply-findings.ts';
import { leadsTo } from '../scenario/id-from-evidence.ts';
import type { Scenario } from '../scenario/scenario.ts';

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
  if (received.status !== 201 || location === undefined || !service.offers('read')) return null;
  const named = idBelow(service.contract.path, location);
  if (named === null || named === key) return null;
  if ((await leadsTo(scenario, { id: named, at: { kind: 'location' } }, sent, mark)) !== null)
    return null;
  const exchange = await sender.sendUnlessStopped(service.call('read', named, null));
  if (exchange.kind !== 'received') return null;
  const { status } = exchange.received;
  const reply = { contract: service.contract, kind: 'create', received } as const;
  const finding = astrayLocation(reply, {
    expected: 'Location: the address of the new item',
    location,
    status,
  });
  return service.isReported(finding) ? null : finding;
}

/** The id in an address that ends with the path of a collection and one more segment. */
function idBelow(collection: string, location: string): string | null {
  const [path = ''] = location.split(/[?#]/);
  const parts = path.replace(/\/$/, '').split('/');
  const id = parts.pop() ?? '';
  const isBelow = parts.join('/').endsWith(collection);
  return isBelow && id !== '' ? tryPercentDecode(id) : null;
}
