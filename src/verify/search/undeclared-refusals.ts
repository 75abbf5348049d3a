// Refusals with a status that the source does not declare for their operation. Whether such a refusal is
// right is open; the report names each operation and status once.

import type { Contract, Operation } from '../../contract/contract.ts';
import { answerWith } from '../../contract/declared.ts';
import { kindOf } from '../../contract/operation-at.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { createRouter } from '../../contract/route.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Call } from '../../model/message/call.ts';
import type { Exchanged } from '../report.ts';

/** Returns the note about refusals that are not declared; none if all are, or nothing is declared. */
export function undeclaredRefusals(
  contract: Contract,
  exchanges: readonly Exchanged[],
): readonly string[] {
  const operationOf = operationFinder(templateOf(contract));
  const found = exchanges.flatMap(({ call, received }) => {
    const one = operationOf(call);
    const status = received?.status ?? 0;
    const isRefusal = status >= 400 && status < 500 && !OF_ANY.has(status);
    if (one === null || !isRefusal || Object.keys(one.operation.answers ?? {}).length === 0)
      return [];
    return answerWith(one.operation, status) === null ? [`${one.name} ${status}`] : [];
  });
  const names = [...new Set(found)];
  if (names.length === 0) return [];
  const rest = names.length - NAMES_MAX;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [`refusals that are not declared: ${names.slice(0, NAMES_MAX).join(', ')}${more}`];
}

const NAMES_MAX = 8;

/** Refusals of what stands before the operation: access, limits, methods. */
const OF_ANY: ReadonlySet<number> = new Set([401, 403, 405, 407, 408, 413, 429]);

interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
  /** `null` if it is an action. */
  readonly kind: Kind | null;
}

/** Returns a function that names the operation of a call; `null` if it is of another contract. */
export function operationFinder(template: Contract): (call: Call) => NamedOperation | null {
  const router = createRouter([template], '');
  return ({ method, path }) => {
    const other = router.findAction?.(method, path);
    if (other?.kind === 'action') {
      const { operation } = other;
      return { name: `${operation.method} ${operation.path}`, operation, kind: null };
    }
    const route = router.find(path);
    const kind = route === null ? null : kindOf(method, route, 'usual');
    const operation = kind === null ? undefined : template.operations[kind];
    if (kind === null || operation === undefined) return null;
    const name = `${wayOf(template, kind).method} ${pathOf(template, kind, `{${template.id}}`)}`;
    return { name, operation, kind };
  };
}
