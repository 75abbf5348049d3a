// The version of the Pact specification that a file is written in. Older tools name it under other
// keys, or not at all.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { arrayAt, memberAt, textAt } from './members.ts';

/** The versions that Pact's core reads, as it names them. */
export const VERSIONS = { 1: '1.0.0', 2: '2.0.0', 3: '3.0.0', 4: '4.0' } as const;

export type PactVersion = keyof typeof VERSIONS;

/** Returns the version of a pact; the text that names it if it is none of those that are known. */
export function versionOf(document: JsonObject): PactVersion | string {
  const metadata = memberAt(document, 'metadata');
  const named =
    textAt(memberAt(metadata, 'pactSpecification'), 'version') ??
    textAt(memberAt(metadata, 'pact-specification'), 'version') ??
    textAt(metadata, 'pactSpecificationVersion') ??
    textAt(document, 'pactSpecificationVersion');
  if (named === undefined || named.trim() === '') return versionByForm(document);
  const [, major] = /^v?([1-4])(?:\.\d+)*$/i.exec(named.trim()) ?? [];
  return major === undefined ? named : (Number(major) as PactVersion);
}

/** The oldest version that has what the interactions have. */
function versionByForm(document: JsonObject): PactVersion {
  const all = arrayAt(document, 'interactions');
  if (all.some((one) => textAt(one, 'type')?.includes('/'))) return 4;
  if (all.some(hasFormOf3)) return 3;
  return 2;
}

function hasFormOf3(interaction: Json): boolean {
  const [request, response] = [memberAt(interaction, 'request'), memberAt(interaction, 'response')];
  const rules = [request, response].map((one) => memberAt(one, 'matchingRules') ?? {});
  const query = memberAt(request, 'query');
  return (
    memberAt(interaction, 'providerStates') !== undefined ||
    (query !== undefined && isObject(query)) ||
    rules.some((one) => isObject(one) && Object.keys(one).some((key) => !key.startsWith('$')))
  );
}
