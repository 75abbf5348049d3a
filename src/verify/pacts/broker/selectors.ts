// Consumer version selectors: which pacts to verify, as options and as a broker expects them.

import { isObject, type JsonObject } from '../../../base/json.ts';
import { parseJson } from '../../../base/parse.ts';
import { suggest } from '../../../base/suggest.ts';

/** The default that Pact recommends: everything that would break if the service were deployed. */
export const recommendedSelectors: readonly JsonObject[] = [
  { mainBranch: true },
  { deployedOrReleased: true },
];

/** Words without a value. */
const FLAGS: ReadonlySet<string> = new Set([
  'mainBranch',
  'matchingBranch',
  'deployedOrReleased',
  'deployed',
  'released',
  'latest',
]);

/** Words with a value. `tag` means the latest version with it; use JSON for all versions. */
const VALUED: Readonly<Record<string, (value: string) => JsonObject>> = {
  branch: (branch) => ({ branch }),
  tag: (tag) => ({ tag, latest: true }),
  environment: (environment) => ({ environment }),
  consumer: (consumer) => ({ consumer }),
};

const KNOWN = [...FLAGS, ...Object.keys(VALUED).map((name) => `${name}=<name>`)];

/**
 * Reads a selector: `mainBranch`, `branch=feature/x`, several words joined by commas,
 * `deployed,environment=test`, or the JSON that brokers accept. Returns why if it is invalid.
 */
export function readSelector(
  text: string,
): { readonly selector: JsonObject } | { readonly why: string } {
  if (text.trimStart().startsWith('{')) return readJson(text);
  let selector: JsonObject = {};
  for (const part of text.split(',')) {
    const read = readPart(part.trim());
    if ('why' in read) return read;
    const twice = Object.keys(read.part).find(
      (name) => Object.hasOwn(selector, name) && name !== 'latest',
    );
    if (twice !== undefined) return { why: `${twice} occurs twice. Give one selector for each.` };
    selector = { ...selector, ...read.part };
  }
  const hasCriterion = Object.keys(selector).some((name) => name !== 'consumer');
  return hasCriterion
    ? { selector }
    : { why: `Also name versions of the consumer, for example "mainBranch,${text.trim()}".` };
}

function readPart(part: string): { readonly part: JsonObject } | { readonly why: string } {
  const at = part.indexOf('=');
  const name = at < 0 ? part : part.slice(0, at);
  const value = at < 0 ? null : part.slice(at + 1).trim();
  if (value === null && FLAGS.has(name)) return { part: { [name]: true } };
  if (value === '' || (value === null && Object.hasOwn(VALUED, name)))
    return { why: `${name} needs a name: ${name}=<name>.` };
  if (value !== null && FLAGS.has(name)) return { why: `${name} takes no value.` };
  const make = Object.hasOwn(VALUED, name) ? VALUED[name] : undefined;
  if (make !== undefined && value !== null) return { part: make(value) };
  const near = suggest(name, [...FLAGS, ...Object.keys(VALUED)]);
  return {
    why: near === null ? `A selector is one of ${KNOWN.join(', ')}.` : `Did you mean ${near}?`,
  };
}

function readJson(text: string): { readonly selector: JsonObject } | { readonly why: string } {
  const parsed = parseJson(text, 8);
  if (parsed.kind === 'broken') return { why: `It is not JSON: ${parsed.broken.message}.` };
  return isObject(parsed.value) && Object.keys(parsed.value).length > 0
    ? { selector: parsed.value }
    : { why: 'In JSON a selector is an object, for example {"branch":"main"}.' };
}
