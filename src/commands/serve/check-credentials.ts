// Checks the credentials of `--credential` at the start, and says which are accepted.

import { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { demandsCredentials } from '../../contract/is-specified.ts';
import { WRONG_CREDENTIAL } from '../../model/message/credentials.ts';
import { declaredSchemes } from '../../project/load/declared-access.ts';
import type { Project } from '../../project/load/project.ts';
import type { FirstCall } from '../print/first-call.ts';

/** Throws a StandinError for credentials that no contract requires or no client could send. */
export function checkCredentials(
  { contracts, profile }: Project,
  credentials: readonly string[],
): void {
  if (credentials.length === 0) return;
  const schemes = new Set(contracts.flatMap((contract) => schemesOf(contract, profile)));
  if (schemes.size === 1 && schemes.has('none')) {
    const message = '--credential is given, but no contract requires credentials';
    const declared = [...declaredSchemes(contracts)];
    const remedy = `Add --pin auth.scheme=${declared.length === 0 ? 'bearer, basic or api-key' : declared.join(' or ')}.`;
    throw new StandinError('option-invalid', message, remedy);
  }
  const lame = credentials.findIndex(
    (text) => schemes.size === 1 && schemes.has('basic') && !text.includes(':'),
  );
  if (lame >= 0) {
    const message = `--credential number ${lame + 1} has no colon, but auth.scheme is basic`;
    throw new StandinError('option-invalid', message, 'Write it as user:password.');
  }
}

/** Returns which credentials the mock accepts; `null` if no contract has any, or you named them. */
export function acceptedCredentials(
  { contracts, profile, files }: Project,
  credentials: readonly string[],
): string | null {
  const required = contracts.flatMap((contract) => schemesOf(contract, profile));
  if (required.some((scheme) => scheme !== 'none'))
    return credentials.length > 0
      ? null
      : `any credentials but "${WRONG_CREDENTIAL}" will do; name others with --credential`;
  const [declared] = declaredSchemes(contracts);
  return declared === undefined
    ? null
    : `open; --pin auth.scheme=${declared} requires what ${files.source.kind === 'openapi' ? 'the document declares' : 'the contracts declare'}`;
}

/** What curl needs to send credentials. */
interface CurlCredentials {
  readonly options: readonly string[];
  /** `?key=any`, or empty. */
  readonly query: string;
}

/** Returns what curl sends with a call if credentials are required: `any`, or dots for your own. */
export function curlCredentials(
  { contract: { shown }, operation }: Pick<FirstCall, 'contract' | 'operation'>,
  profile: Profile,
  credentials: readonly string[],
): CurlCredentials {
  const secret = credentials.length === 0 ? 'any' : '...';
  const sent = (...options: readonly string[]): CurlCredentials => ({ options, query: '' });
  const chosen = shown['auth.scheme'] ?? profile['auth.scheme'];
  const { security } = operation;
  const isRequired = demandsCredentials(operation) || chosen !== 'none';
  const [declared] = isRequired ? (security ?? []) : [];
  const scheme = security === undefined ? chosen : declared?.scheme;
  if (scheme === 'bearer') return sent(`-H 'Authorization: Bearer ${secret}'`);
  if (scheme === 'basic') return sent(`-u ${secret}:${secret}`);
  if (scheme !== 'api-key') return sent();
  if (declared?.scheme !== 'api-key')
    return sent(`-H '${shown['auth.header'] ?? profile['auth.header']}: ${secret}'`);
  const { in: place, name } = declared;
  if (place === 'query') return { options: [], query: `?${encodeURIComponent(name)}=${secret}` };
  return sent(place === 'header' ? `-H '${name}: ${secret}'` : `-b '${name}=${secret}'`);
}

/** The schemes that a contract requires, or the profile in its place. */
function schemesOf(
  { shown, operations, actions = [] }: Contract,
  profile: Profile,
): readonly string[] {
  const declared = [...Object.values(operations), ...actions].flatMap(({ security, outcomes }) =>
    demandsCredentials({ outcomes }) ? (security ?? []) : [],
  );
  const chosen = shown['auth.scheme'] ?? profile['auth.scheme'];
  return [chosen, ...declared.map(({ scheme }) => scheme)];
}
