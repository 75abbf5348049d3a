// Requests of a run on the wire: the run knows calls in their usual form, and without the parameters
// that their operations require.

import type { Contract, Operation } from '../../contract/contract.ts';
import { kindOf } from '../../contract/operation-at.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type ActionRoute, createRouter } from '../../contract/route.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Call } from '../message/call.ts';
import { wireCall } from '../message/usual-call.ts';
import { withRequired } from './required-parameters.ts';

/** A call as it is sent, and its operation; `item` is one of the six kinds, whose answers are unwrapped. */
interface Wired {
  readonly sent: Call;
  readonly operation: Operation | undefined;
  readonly item: Operation | undefined;
}

/** What it takes to write the requests of a contract. */
export interface Wire {
  readonly contract: Contract;
  readonly schemas: Schemas;
}

/** Returns what shows a call as it is sent. */
export function wireShower(wire: Wire): (call: Call) => Call {
  const wired = wireWriter(wire);
  return (call) => wired(call).sent;
}

/** Returns what writes the requests of a contract. */
export function wireWriter({ contract, schemas }: Wire): (call: Call) => Wired {
  const kindIn = kindFinder(contract);
  const { findAction } = createRouter([templateOf(contract)], '');
  return (call) => {
    if (call.sending?.address === 'as-given')
      return { sent: call, operation: undefined, item: undefined };
    const kind = kindIn(call);
    const item = kind === null ? undefined : contract.operations[kind];
    const other = findAction?.(call.method, call.path) ?? null;
    const operation = other !== null && isNarrower(other, item, contract) ? other.operation : item;
    const wire = kind === null ? call : wireCall(contract, kind, call);
    const sent = withSlash(operation, withRequired(schemas, operation, wire));
    return { sent, operation, item };
  };
}

/** Some services answer at paths with a slash at the end alone. */
function withSlash(operation: Operation | undefined, call: Call): Call {
  const isDue = operation?.endsInSlash === true && !call.path.endsWith('/');
  return isDue ? { ...call, path: `${call.path}/` } : call;
}

/** Whether the path of an action names more than that of the items, or nothing else is there. */
function isNarrower(
  { operation }: ActionRoute,
  item: Operation | undefined,
  { path }: Contract,
): boolean {
  return item === undefined || literalsIn(operation.path) > literalsIn(path);
}

function literalsIn(path: string): number {
  return path.split('/').filter((step) => step !== '' && !step.includes('{')).length;
}

function kindFinder(contract: Contract): (call: Call) => Kind | null {
  // The list below another parent has an envelope as well.
  const router = createRouter([templateOf(contract)], '');
  return ({ method, path }) => {
    const route = router.find(path.replace(/(?<=.)\/$/, ''));
    return route === null ? null : kindOf(method, route, 'usual');
  };
}
