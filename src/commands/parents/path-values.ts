// Which parameters of paths are the ids of what, and the ids that you give for those of which nothing
// says that: with them, the paths have no such parameters any more.

import { StandinError } from '../../base/errors.ts';
import { type Json, own } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import { bindPath, filledPath, parametersOf } from '../../contract/nested-path.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { pathText } from '../../model/parameters/write-parameter.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Returns the contract whose items have the ids that a parameter of a path stands for. */
export function parentOf(
  contracts: readonly Contract[],
  { scope = [], resource }: Contract,
  parameter: string,
): Contract | null {
  const name = scope.find((member) => member.parameter === parameter)?.parent;
  return contracts.find((one) => one.resource === name && one.resource !== resource) ?? null;
}

/** Returns the parameters of the path of a contract of which nothing says what they are the ids of. */
export function unknownParameters(
  contracts: readonly Contract[],
  contract: Contract,
): readonly string[] {
  return parametersOf(contract.path).filter((name) => parentOf(contracts, contract, name) === null);
}

/** The parameters that are ids of items which no operation makes: a run writes below those that you name. */
function unmadeParameters(contracts: readonly Contract[], contract: Contract): readonly string[] {
  return parametersOf(contract.path).filter((name) => {
    const parent = parentOf(contracts, contract, name);
    return parent !== null && parent.operations.create === undefined;
  });
}

/**
 * Returns contracts with ids in the place of parameters of which nothing says what they are the ids
 * of, or of items that no operation makes, by name: those that you give, else, where nothing says what
 * it is, the first value that the source names for one. All others
 * stay: a run makes or finds their items. Throws a StandinError if no path has such a parameter of
 * such a name.
 */
export function withPathValues(
  contracts: readonly Contract[],
  schemas: Schemas,
  given: Readonly<Record<string, string>> = {},
): readonly Contract[] {
  const values = new Map(Object.entries(given));
  const used = new Set<string>();
  const filled = contracts.map((contract) => {
    const unknown = [
      ...unknownParameters(contracts, contract),
      ...unmadeParameters(contracts, contract).filter((name) => values.has(name)),
    ];
    const named = new Map(
      unknown.flatMap((name): readonly [string, string][] => {
        const value = values.get(name) ?? namedValue(contract, schemas, name);
        return value === null ? [] : [[name, value]];
      }),
    );
    if (values.size === 0 && named.size === 0) return contract;
    const others = (contract.actions ?? []).map(({ path }) =>
      unknownOfOther(contracts, contract, path),
    );
    for (const name of [...unknown, ...unmadeParameters(contracts, contract), ...others.flat()])
      used.add(name);
    return withIds(contract, { own: named, others: others.map(onlyIn(values)) });
  });
  checkNames(values, [...used].sort());
  return filled;
}

/** The first value that the operations of a contract name for a parameter of its path. */
function namedValue({ operations }: Contract, schemas: Schemas, parameter: string): string | null {
  for (const { parameters = [] } of Object.values(operations)) {
    const found = parameters.find(({ in: place, name }) => place === 'path' && name === parameter);
    const parts = found?.schema == null ? [] : schemas.partsByName(found.schema);
    for (const part of parts) {
      const named = own(part, 'enum');
      const [first] = Array.isArray(named) ? (named as readonly Json[]) : [];
      const value = own(part, 'const') ?? own(part, 'default') ?? first;
      if (found !== undefined && value !== undefined) return pathText(found, value);
    }
  }
  return null;
}

/** The parameters of an action that are neither the ids of items nor of what is above. */
function unknownOfOther(
  contracts: readonly Contract[],
  contract: Contract,
  path: string,
): readonly string[] {
  const known = parametersOf(contract.path).filter(
    (name) => parentOf(contracts, contract, name) !== null,
  );
  return parametersOf(path).filter((name) => {
    const before = path.slice(0, path.indexOf(`/{${name}}`));
    const isOfItem = contracts.some((one) => one.path === before && one.isSingle !== true);
    return !isOfItem && !known.includes(name);
  });
}

type Values = ReadonlyMap<string, string>;

function only(values: Values, names: readonly string[]): Values {
  return new Map([...values].filter(([name]) => names.includes(name)));
}

function onlyIn(values: Values): (names: readonly string[]) => Values {
  return (names) => only(values, names);
}

interface Ids {
  readonly own: Values;
  /** In the order of the actions. */
  readonly others: readonly Values[];
}

function withIds(contract: Contract, { own, others }: Ids): Contract {
  const { template: _, ...bound } = bindPath(contract, own);
  const operations = kinds.flatMap((kind): readonly (readonly [Kind, Operation])[] => {
    const operation = contract.operations[kind];
    if (operation?.path === undefined) return operation === undefined ? [] : [[kind, operation]];
    return [[kind, { ...operation, path: filledPath(operation.path, own) }]];
  });
  return {
    ...bound,
    operations: Object.fromEntries(operations),
    ...(contract.actions === undefined
      ? {}
      : {
          actions: contract.actions.map((action, index) => ({
            ...action,
            path: filledPath(action.path, others[index] ?? own),
          })),
        }),
  };
}

function checkNames(values: Values, used: readonly string[]): void {
  for (const name of values.keys()) {
    if (used.includes(name)) continue;
    const near = suggest(name, used);
    throw new StandinError(
      'option-invalid',
      `no path of the source needs an id for {${name}}`,
      near === null
        ? `The parameters that need one: ${used.join(', ') || 'none'}.`
        : `Did you mean --param ${near}=<id>?`,
    );
  }
}
