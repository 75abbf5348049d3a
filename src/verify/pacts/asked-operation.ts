// The operation of the contracts that the request of a pact asks for.

import type { Action, Contract } from '../../contract/contract.ts';
import { kindOf } from '../../contract/operation-at.ts';
import { type Kind, kinds, methods } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { createRouter, type Route, type Router } from '../../contract/route.ts';

export interface AskedOperation {
  readonly contract: Contract;
  /** Of an operation that is none of the six, the kind with its method. */
  readonly kind: Kind;
  /** The operation if it is none of the six; else `null`. */
  readonly action: Action | null;
  /** The id of the item in the path; `null` if there is none. */
  readonly key: string | null;
}

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
}

/** Finds operations in contracts. */
export class OperationFinder {
  readonly contracts: readonly Contract[];
  private readonly router: Router;

  constructor(contracts: readonly Contract[]) {
    this.contracts = contracts;
    this.router = createRouter(contracts, '');
  }

  /** Returns the operation of a request; `null` if no contract has it. */
  find({ method, path }: AskedRequest): AskedOperation | null {
    const other = this.router.findAction?.(method, path) ?? null;
    if (other?.kind === 'action') {
      const { operation, key } = other;
      return { contract: this.named(other), kind: kindLike(method), action: operation, key };
    }
    const route = this.router.find(path);
    const kind = route === null ? null : kindOf(method, route);
    if (route === null || route.kind === 'root' || kind === null) return null;
    const contract = this.named(route);
    if (contract.operations[kind] === undefined) return null;
    return { contract, kind, action: null, key: route.kind === 'item' ? route.key : null };
  }

  /** Returns what the contracts have: of the one with the path, or all paths. */
  offered({ path }: AskedRequest): string {
    const route = this.router.find(path);
    if (route === null || route.kind === 'root')
      return `The contracts have ${this.contracts.map((one) => one.path).join(', ')}.`;
    const contract = this.named(route);
    const operations = kinds
      .filter((kind) => contract.operations[kind] !== undefined)
      .map((kind) => `${wayOf(contract, kind).method} ${pathOf(contract, kind, '<id>')}`);
    return `There are ${operations.join(', ')}.`;
  }

  /** The contract itself: that of a route is bound to the ids in the path. */
  private named(route: Exclude<Route, { readonly kind: 'root' }>): Contract {
    const { resource } = route.contract;
    return this.contracts.find((one) => one.resource === resource) ?? route.contract;
  }
}

function kindLike(method: string): Kind {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return kinds.find((kind) => methods[kind].method === method) ?? 'create';
}
