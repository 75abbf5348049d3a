// Whether a choice of access fits what a document declares: it requires what each operation declares,
// so credentials that none declares would protect nothing.

import { StandinError } from '../../base/errors.ts';
import type { Contract, SecurityScheme } from '../../contract/contract.ts';
import type { SourceFacts } from '../source/project-files.ts';
import type { Project } from './project.ts';

/** Returns the schemes of the credentials that operations declare, the first one first. */
export function declaredSchemes(
  contracts: readonly Contract[],
): ReadonlySet<SecurityScheme['scheme']> {
  return new Set(
    contracts.flatMap(({ operations, actions = [] }) =>
      [...Object.values(operations), ...actions].flatMap(({ security = [] }) =>
        security.map(({ scheme }) => scheme),
      ),
    ),
  );
}

/** Throws a StandinError if access by credentials is chosen that a document declares nowhere. */
export function checkAccess({ contracts, profile, files }: Project): void {
  const { kind, place } = files.source;
  const scheme = profile['auth.scheme'];
  if (kind !== 'openapi' || scheme === 'none') return;
  const declared = declaredSchemes(contracts);
  if (declared.has(scheme)) return;
  const [first] = declared;
  const message = `auth.scheme is ${scheme}, but no operation of ${place} declares such credentials in "security"`;
  const remedy =
    first === undefined
      ? `Add "security" to the document, or in standin.json beside it: ${exampleOf(files.source, scheme)}.`
      : `Use --pin auth.scheme=${first}: each operation then requires what it declares.`;
  throw new StandinError('option-invalid', message, remedy);
}

/** An override with credentials, as somebody would write it for this document. */
function exampleOf({ taken }: SourceFacts, scheme: string): string {
  const { method = 'GET', path = '/users' } = taken.find(({ resource }) => resource !== null) ?? {};
  const one = scheme === 'api-key' ? { in: 'header', name: 'X-API-Key' } : scheme;
  return JSON.stringify({ [`${method} ${path}`]: { security: [one] } });
}
