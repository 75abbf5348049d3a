// What tells items apart whose id is in no member: the address of itself that each shows. Sends nothing.

import type { JsonObject } from '../../base/json.ts';
import type { Session } from '../session/session.ts';

/**
 * Learns the members of an item that hold its address. From the first one on the list tells the items
 * of others apart, too: they are watched, and protected.
 */
export function learnLinks(
  { service, bystanders, sender }: Session,
  record: JsonObject,
  sent: JsonObject,
  key: string,
): void {
  const knew = service.showsIds;
  service.learnLinks(record, sent, key);
  if (knew || !service.showsIds) return;
  bystanders.beginNameless();
  sender.guard.protect(bystanders.keys());
}
