// Whether reads are refused without a parameter that they require, where the source declares how they are
// refused. A service that answers nonetheless breaks no client: it is named, and a finding if you pin it.

import { declaresInvalid, INVALID } from '../../contract/is-specified.ts';
import { methods } from '../../contract/operation-kinds.ts';
import { pathOf } from '../../contract/operation-way.ts';
import { templateOf } from '../../contract/rows.ts';
import { parametersToSend, withoutOne } from '../../model/parameters/required-parameters.ts';
import { done, type MoveResult } from '../scenario/move-result.ts';
import type { Session } from '../session/session.ts';

/** Reads the list, or the item with an id, without each parameter that it requires, three at most. */
export async function checkRequiredParameters(
  { service, sender }: Session,
  kind: 'list' | 'read',
  key: string | null,
): Promise<MoveResult> {
  const { contract, schemas } = service;
  const operation = contract.operations[kind];
  if (operation === undefined || !declaresInvalid(operation)) return done;
  const name = `${methods[kind].method} ${pathOf(templateOf(contract), kind, `{${contract.id}}`)}`;
  const declared = INVALID.find((one) => operation.answers?.[one] !== undefined);
  // What the user sends with each request cannot be left out.
  const { credentials } = sender.guard;
  const parameters = parametersToSend(operation).filter(
    (one) => !credentials.includes(one.in === 'query' ? `?${one.name}` : one.name.toLowerCase()),
  );
  for (const one of parameters.slice(0, PARAMETERS_MAX)) {
    const begun = sender.guard.mark();
    const call = withoutOne(schemas, operation, service.call(kind, key, null), one);
    const exchange = await sender.sendUnlessStopped(call);
    if (exchange.kind !== 'received') return done;
    const { status } = exchange.received;
    sender.guard.failures.judge(exchange.received, 'open');
    if (status >= 300 && (status < 400 || status >= 500)) continue;
    const option = status < 300 ? 'ignore' : 'refuse';
    service.unfitParameters = { option, evidence: sender.guard.since(begun) };
    if (option === 'refuse') continue;
    service.gaps.push({
      what: `${one.name} of ${name}`,
      why: `the document requires it and declares ${declared}, but the service answers ${status} without it`,
      remedy: 'Refuse such requests, or pin what you expect: --pin parameters.unfit=refuse.',
      about: 'source',
      costs: 'partly',
    });
    return done;
  }
  return done;
}

const PARAMETERS_MAX = 3;
