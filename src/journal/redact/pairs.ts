// Redacts `name=value&name=value`: queries, and forms (application/x-www-form-urlencoded).

import { formDecode } from '../../base/percent.ts';
import type { RedactionContext } from './context.ts';
import { redactValue } from './json-text.ts';

/** Replaces every secret value in a query or a form; the rest stays unchanged. */
export function redactPairs(text: string, pass: RedactionContext): string {
  if (text === '') return text;
  return text
    .split(/([&;])/)
    .map((pair, index) => (index % 2 === 0 ? redactPair(pair, pass) : pair))
    .join('');
}

function redactPair(pair: string, pass: RedactionContext): string {
  const equals = pair.indexOf('=');
  if (equals < 0)
    return changed(pair, formDecode(pair), redactValue(formDecode(pair), pass, 'request'));
  const [rawName, rawValue] = [pair.slice(0, equals), pair.slice(equals + 1)];
  const name = formDecode(rawName);
  const value = formDecode(rawValue);
  return `${changed(rawName, name, redactValue(name, pass, 'request'))}=${changed(rawValue, value, redactNamed(name, value, pass))}`;
}

/** Returns the replacement of a named value: of a parameter, or of a form part. */
export function redactNamed(name: string, value: string, pass: RedactionContext): string {
  // `filter[email]`, `user.email`, `ssn__exact`
  const last = /([^[\].]+?)(?:__\w+)?\]?$/.exec(name)?.[1] ?? name;
  const place = pass.tools.places.marked(last);
  switch (pass.fateOf(last, place, 'query', () => [])) {
    case 'kept':
      return value;
    case 'hidden':
      if (place?.bounds.isNumeric === true && /^-?\d{1,15}$/.test(value))
        return String(pass.hideNumber(Number(value), place));
      return pass.hide(value, place);
    case 'address':
      return pass.hideAddress(value, place);
    case 'searched':
      return redactValue(value, pass, 'request');
  }
}

function changed(raw: string, value: string, shown: string): string {
  return shown === value ? raw : encodeURIComponent(shown.toWellFormed());
}
