// Redacts paths, and `name=value&name=value`: queries, and forms (application/x-www-form-urlencoded).

import { formDecode, percentDecode } from '../../base/percent.ts';
import { stepsOf } from '../../base/secrets/secret-names.ts';
import type { RedactionContext } from './context.ts';
import { redactValue } from './json-text.ts';
import { holdsName, holdsValue, namesSecret } from './secret-names.ts';
import { redactText } from './text.ts';

/** Replaces every secret value in a query or a form; the rest stays unchanged. */
export function redactPairs(text: string, pass: RedactionContext): string {
  if (text === '') return text;
  const parts = text.split(/([&;])/);
  const secret = groupsOfSecrets(parts, pass);
  return parts
    .map((pair, index) => (index % 2 === 0 ? redactPair(pair, secret, pass) : pair))
    .join('');
}

/** The groups of `fields[0][name]=password&fields[0][value]=x` whose value is secret. */
function groupsOfSecrets(parts: readonly string[], pass: RedactionContext): ReadonlySet<string> {
  const secret = new Set<string>();
  for (const pair of parts) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const [group, last] = placeOf(formDecode(pair.slice(0, equals)));
    if (holdsName(last) && namesSecret(formDecode(pair.slice(equals + 1)), pass.tools.names))
      secret.add(group);
  }
  return secret;
}

function placeOf(name: string): readonly [group: string, last: string] {
  const [, group = '', last = name] = /^(.*)[[.](\w+)\]?$/s.exec(name) ?? [];
  return [group, last];
}

function redactPair(pair: string, secret: ReadonlySet<string>, pass: RedactionContext): string {
  const equals = pair.indexOf('=');
  if (equals < 0)
    return changed(pair, formDecode(pair), redactValue(formDecode(pair), pass, 'request'));
  const [rawName, rawValue] = [pair.slice(0, equals), pair.slice(equals + 1)];
  const name = formDecode(rawName);
  const value = formDecode(rawValue);
  const [group, member] = placeOf(name);
  if (secret.has(group) && holdsValue(member))
    return `${rawName}=${changed(rawValue, value, pass.hide(value, null))}`;
  return `${changed(rawName, name, redactValue(name, pass, 'request'))}=${changed(rawValue, value, redactNamed(name, value, pass))}`;
}

/**
 * Returns the replacement of a named value: of a parameter, or of a form part. `search` redacts a
 * value whose name tells nothing.
 */
export function redactNamed(
  name: string,
  value: string,
  pass: RedactionContext,
  search = (text: string) => redactValue(text, pass, 'request'),
): string {
  // `filter[email]`, `user.email`, `ssn__exact`
  const last = /([^[\].]+?)(?:__\w+)?\]?$/.exec(name)?.[1] ?? name;
  const place = pass.tools.places.marked(last);
  switch (pass.fateOf(name, place, 'query', () => [])) {
    case 'kept':
      return value;
    case 'hidden':
      if (place?.bounds.isNumeric === true && /^-?\d{1,15}$/.test(value))
        return String(pass.hideNumber(Number(value), place));
      return pass.hide(value, place);
    case 'address':
      return pass.hideAddress(value, place);
    case 'searched':
      return pass.isCard(value, stepsOf(name)) ? pass.hide(value, place) : search(value);
  }
}

function changed(raw: string, value: string, shown: string): string {
  return shown === value ? raw : encodeURIComponent(shown.toWellFormed());
}

/**
 * Replaces secrets in a path by segment: addresses and tokens by their form and, in paths without a
 * contract, the segment after a telling name.
 */
export function redactPath(
  path: string,
  owner: 'contract' | 'nobody',
  pass: RedactionContext,
): string {
  if (owner === 'contract' && !/[@%=.]|[\w-]{14}/.test(path)) return path;
  let before = '';
  return path
    .split('/')
    .map((segment) => {
      const value = percentDecode(segment);
      const isNamed =
        owner === 'nobody' && before !== '' && pass.tools.names.of(before) === 'secret';
      before = value;
      const hidden = isNamed ? pass.hide(value, null) : redactText(value, pass, 'prose');
      return hidden === value ? segment : encodeURIComponent(hidden.toWellFormed());
    })
    .join('/');
}
