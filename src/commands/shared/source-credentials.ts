// The credentials with which the address of a source is asked. They belong to one origin.

import { isAddress } from '../../project/source/find-source.ts';
import type { RulePaths } from '../../project/source/project-files.ts';
import type { Target, TargetOptions } from './target.ts';

/** Returns the credentials of the service if it is also where the source is, else none. */
export function sourceCredentials(
  contract: string,
  { baseUrl }: Pick<TargetOptions, 'baseUrl'>,
  { credentials }: Target,
): Pick<RulePaths, 'fields'> {
  const isSame = isAddress(contract) && new URL(contract).origin === new URL(baseUrl).origin;
  return isSame ? { fields: credentials.headers } : {};
}
