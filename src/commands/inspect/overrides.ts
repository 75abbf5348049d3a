// The overrides of a running mock: of the command line, and those added while it runs.

import { StandinError } from '../../base/errors.ts';
import type { Contract } from '../../contract/contract.ts';
import type { OverridesBackend } from '../../inspector/backend.ts';
import type { OverrideView } from '../../inspector/wire.ts';
import { type OverrideRule, printOverride } from '../../mock/directives/override-rule.ts';
import {
  type ActiveOverride,
  OVERRIDES_MAX,
  type Overrides,
} from '../../mock/directives/overrides.ts';
import { readOverrideRule } from '../../mock/directives/read-override-rule.ts';

/** Reads the rules of the command line. Throws a StandinError if one is invalid. */
export function readOverrides(
  texts: readonly string[],
  contracts: readonly Contract[],
): readonly OverrideRule[] {
  return texts.map((text) => {
    const read = readOverrideRule(text, contracts);
    if ('rule' in read) return read.rule;
    throw new StandinError(
      'option-invalid',
      `--override ${JSON.stringify(text)}: ${read.message}`,
      read.remedy,
    );
  });
}

/**
 * Creates the backend through which the page and scripts change overrides. `given` are those of the
 * command line, `contracts` the current ones.
 */
export function overridesBackend(
  overrides: Overrides,
  given: readonly OverrideRule[],
  contracts: () => readonly Contract[],
): OverridesBackend {
  return {
    list: () => overrides.list().map(viewOf),
    add(text) {
      if (overrides.isFull)
        return {
          message: `there are ${OVERRIDES_MAX} overrides already`,
          remedy: 'Remove some: DELETE api/overrides.',
        };
      const read = readOverrideRule(text, contracts());
      return 'rule' in read ? viewOf({ override: overrides.add(read.rule), answered: 0 }) : read;
    },
    remove(id) {
      overrides.remove(id);
      return null;
    },
    clear() {
      overrides.clear();
      return null;
    },
    restart() {
      overrides.clear();
      for (const rule of given) overrides.add(rule, 'start');
      return null;
    },
  };
}

function viewOf({ override, answered }: ActiveOverride): OverrideView {
  const { id, on, does, times, rate } = override;
  return { id, rule: printOverride(override), times, rate, answered, on, does };
}
