// What a client of an operation accepts: the media types that it declares for a success.

import type { Declared } from '../../contract/declared.ts';
import { isJsonType } from '../message/choose-body.ts';

/** Returns the Accept field for an operation: JSON, unless it declares only other media types. */
export function acceptOf({ answers = {} }: Declared): string {
  const types = Object.entries(answers)
    .filter(([status]) => /^(?:2|default)/.test(status))
    .flatMap(([, { bodies }]) => bodies.map(({ type }) => type));
  const isJson = types.length === 0 || types.some((one) => isJsonType(one) || one.startsWith('*'));
  return isJson ? 'application/json' : [...new Set(types)].join(', ');
}
