// The contracts as the page shows them: what each operation specifies, which options are chosen for
// the rest and why, and what consumers depend on.

import type { Json } from '../base/json.ts';
import { choiceKeys, choices, type Profile } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { kinds } from '../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../contract/operation-way.ts';
import { tableOf } from '../model/openapi/table.ts';
import type { SchemaName, Schemas } from '../schema/schema.ts';
import { isMadeUp } from '../source/made-up-names.ts';
import { consumersOf } from './consumers.ts';
import type { ChoiceView, ContractView, OperationView, ResourceView } from './wire.ts';

/** The rules of a project. */
export interface RulesView {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly profile: Profile;
  readonly profileName: string;
  /** The pins of the command line. */
  readonly pins: Partial<Profile>;
  /** The texts of the pacts next to the contracts. */
  readonly pacts: readonly string[];
}

/** Returns what the page shows of the contracts. */
export function contractView(rules: RulesView): ContractView {
  return {
    resources: rules.contracts.map((contract) => resourceView(contract, rules)),
    schemas: Object.fromEntries(
      rules.schemas.names().map((name) => [name, (rules.schemas.get(name) ?? true) as Json]),
    ),
  };
}

function resourceView(contract: Contract, rules: RulesView): ResourceView {
  const { resource, path, id, item, list } = contract;
  return {
    resource,
    path,
    id,
    item,
    list,
    names: namesOf(contract),
    operations: operationsOf(contract, rules),
    choices: choicesOf(contract, rules),
    consumers: consumersOf(contract, rules.pacts),
  };
}

/** What schemas without a name of their own are for, by the name that they were given. */
function namesOf(contract: Contract): ResourceView['names'] {
  const { resource, item, list, operations } = contract;
  const named: (readonly [SchemaName, string])[] = [
    [item, `item of ${resource}`],
    [list, `list of ${isMadeUp(item) ? resource : item}`],
    ...kinds.flatMap((kind): (readonly [SchemaName, string])[] => {
      const { body, outcomes = {} } = operations[kind] ?? {};
      const answers = Object.entries(outcomes).flatMap(([situation, outcome]) =>
        typeof outcome.body === 'string'
          ? [[outcome.body, `answer to ${kind}, ${situation}`] as const]
          : [],
      );
      return [...(body === undefined ? [] : [[body, `body of ${kind}`] as const]), ...answers];
    }),
  ];
  // The first one stays.
  return Object.fromEntries(named.filter(([name]) => isMadeUp(name)).toReversed());
}

function operationsOf(
  contract: Contract,
  { schemas, profile }: RulesView,
): readonly OperationView[] {
  const cells = tableOf(contract, schemas, (key) => profile[key]);
  return kinds.flatMap((operation) => {
    const shown = contract.operations[operation];
    if (shown === undefined) return [];
    const { method } = wayOf(contract, operation);
    const arising = cells.filter((cell) => cell.kind === operation && cell.ruledOut === null);
    const view: OperationView = {
      operation,
      method,
      clause: shown.source,
      body: shown.body ?? null,
      path: pathOf(contract, operation, `{${contract.id}}`),
      outcomes: arising.map(({ situation, status, content, shown: outcome }) => ({
        situation,
        status,
        body: {
          value: typeof outcome?.body === 'string' ? outcome.body : content.value,
          by: content.by,
        },
      })),
    };
    return [view];
  });
}

function choicesOf(
  contract: Contract,
  { profile, profileName, pins }: RulesView,
): readonly ChoiceView[] {
  return choiceKeys.map((key) => {
    const { what, options, why, default: usual } = choices[key];
    const shown = contract.shown[key];
    const chosen = shown ?? profile[key];
    const open = contract.open.find((entry) => entry.choices.includes(key));
    return {
      choice: key,
      about: what,
      chosen,
      by:
        shown !== undefined
          ? 'contract'
          : pins[key] !== undefined
            ? '--pin'
            : chosen === usual
              ? 'default'
              : `profile ${profileName}`,
      options: options.map((option) => ({
        option,
        meaning: option === usual ? `the default: ${why}` : '',
      })),
      clause: open === undefined ? '' : `${open.clause}: ${open.what}`,
    };
  });
}
