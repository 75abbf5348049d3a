// Whether Allow in the answer to OPTIONS lists the methods that worked (RFC 9110 section 10.2.1). A
// service need not answer OPTIONS, nor send Allow; methods that the contract lacks are its own.

import { kinds, methods } from '../../contract/operation-kinds.ts';
import { wayOf } from '../../contract/operation-way.ts';
import { header } from '../../model/message/call.ts';
import { lackedMethod } from '../../oracle/reply-findings.ts';
import { broken, done, type MoveResult } from '../scenario/move-result.ts';
import type { Session } from '../session/session.ts';

/** Asks for the methods of the list, or of an item if `key` is given. */
export async function checkAllowedMethods(
  { service, sender }: Session,
  key: string | null,
): Promise<MoveResult> {
  const { contract } = service;
  const { path } = service.call(key === null ? 'list' : 'read', key, null);
  const below = contract.path.split('/').length + 1;
  const isHere = (one: string): boolean =>
    key === null
      ? one === contract.path
      : one.startsWith(`${contract.path}/`) && one.split('/').length === below;
  const sent = sender.guard.since(0);
  const worked = kinds.filter((kind) => {
    const way = wayOf(contract, kind);
    const isUsual = way.on === methods[kind].on && way.path === undefined;
    return (
      isUsual &&
      contract.operations[kind] !== undefined &&
      way.on === (key === null ? 'collection' : 'item') &&
      sent.some(
        ({ call, received }) =>
          call.method === methods[kind].method &&
          isHere(call.path) &&
          received !== null &&
          received.status < 300,
      )
    );
  });
  if (worked.length === 0) return done;
  const call = { ...service.call('read', key, null), method: 'OPTIONS', path };
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received') return done;
  const { received } = exchange;
  sender.guard.failures.judge(received, 'open');
  const allow = header(received.headers, 'allow');
  if (received.status >= 300 || allow === undefined) return done;
  const allowed = allow
    .toUpperCase()
    .split(',')
    .map((one) => one.trim());
  const lacking = worked.find((kind) => !allowed.includes(wayOf(contract, kind).method));
  if (lacking === undefined) return done;
  const method = wayOf(contract, lacking).method;
  return broken([lackedMethod({ contract, kind: lacking, received }, { method, path, allow })]);
}
