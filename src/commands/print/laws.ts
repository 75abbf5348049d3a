// `standin laws`: prints every law of `verify`, by operation, with budget, clause and meaning.

import { printable } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import { clauseOf } from '../../oracle/clause.ts';
import { loadContracts } from '../../project/load/project.ts';
import { laws } from '../../verify/laws/all-laws.ts';
import type { Law } from '../../verify/laws/law.ts';
import { nameOf } from '../../verify/print/coverage.ts';
import type { LawsOptions } from './flags.ts';

/** Returns what `standin laws` prints. Rejects with a StandinError if the contracts are broken. */
export async function describeLaws({ contract, form }: LawsOptions): Promise<string> {
  const { contracts } = await loadContracts(contract, 'sure');
  if (form === 'text') return contracts.map(toText).join('\n');
  const told = contracts.map((one) => ({
    resource: one.resource,
    laws: laws.map((law) => factsOf(law, one)),
  }));
  return `${JSON.stringify(told, null, 2)}\n`;
}

function factsOf(
  law: Law,
  contract: Contract,
): Readonly<Record<'name' | 'operation' | 'clause' | 'meaning' | 'budget', string>> {
  const { name, operation, meaning, budget } = law;
  return { name, operation, clause: clauseOf(contract, law.about ?? operation), meaning, budget };
}

function toText(contract: Contract): string {
  const width = Math.max(...laws.map(({ name }) => name.length));
  const blocks = kinds.flatMap((kind) => {
    const own = laws
      .filter(({ operation }) => operation === kind)
      .map((law) => factsOf(law, contract));
    if (own.length === 0) return [];
    const lines = own.map(({ name, budget, clause, meaning }) => {
      return `  ${name.padEnd(width)}  ${budget.padEnd(BUDGET_COLUMNS)}  ${printable(clause)}\n      ${meaning}\n`;
    });
    return [`${nameOf(kind)}\n${lines.join('')}`];
  });
  return `${printable(`${contract.title}: ${contract.path}`)}, ${laws.length} laws\n\n${blocks.join('\n')}`;
}

const BUDGET_COLUMNS = 'standard'.length;
