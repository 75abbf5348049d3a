// The credentials that an operation declares, and those that a run has: what to leave out, and what
// to send in their place.

import type { Operation, SecurityScheme } from '../../contract/contract.ts';
import type { Headers } from '../../model/message/call.ts';

type Secured = Pick<Operation, 'security'>;

/** Whether an operation declares that it needs no credentials. */
export function isPublic(operation: Secured | undefined): boolean {
  return operation?.security?.length === 0;
}

/**
 * Whether an operation declares credentials, and the run has some of them. `names` are the header
 * fields of the run with credentials, in lower case. Keys in a query are no header fields.
 */
export function needsCredentials(
  operation: Secured | undefined,
  names: readonly string[],
): boolean {
  return operation?.security?.some((scheme) => names.includes(fieldOf(scheme) ?? '')) ?? false;
}

/** Returns header fields with credentials that nobody has, one for each that is declared. */
export function wrongCredentials({ security = [] }: Secured): Headers {
  return Object.fromEntries(
    security.flatMap((scheme) => {
      const field = fieldOf(scheme);
      return field === null ? [] : [[field, wrong(scheme)]];
    }),
  );
}

function fieldOf(scheme: SecurityScheme): string | null {
  if (scheme.scheme !== 'api-key') return 'authorization';
  if (scheme.in === 'cookie') return 'cookie';
  return scheme.in === 'header' ? scheme.name.toLowerCase() : null;
}

function wrong(scheme: SecurityScheme): string {
  if (scheme.scheme === 'api-key')
    return scheme.in === 'cookie' ? `${scheme.name}=${NOBODY}` : NOBODY;
  return scheme.scheme === 'bearer' ? `Bearer ${NOBODY}` : `Basic ${btoa(`${NOBODY}:${NOBODY}`)}`;
}

const NOBODY = 'standin-wrong';
