// What to redact in addition, and what to keep, from the command line.

import { StandinError } from '../../base/errors.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';

export type Selector =
  /**
   * A member at any depth, a parameter, a field of a form or a header field; in any case, `-` and
   * `_` do not count.
   */
  | { readonly kind: 'name'; readonly name: string }
  /** A place in a body, or in each element of a body that is a list. The step `*` is any. */
  | { readonly kind: 'place'; readonly steps: readonly string[] }
  /** A header field alone, in lower case. */
  | { readonly kind: 'header'; readonly name: string }
  /** E-mail addresses of a domain, in lower case; of all domains if empty. */
  | { readonly kind: 'emails'; readonly domain: string };

export interface RedactionSelection {
  readonly redact: readonly Selector[];
  readonly keep: readonly Selector[];
}

/** Returns the keys that contracts declare: secret, whatever their names are. Cookies always are. */
export function declaredKeys(contracts: readonly Contract[]): RedactionSelection['redact'] {
  const declared = contracts.flatMap(({ operations, actions = [] }) =>
    [...Object.values(operations), ...actions].flatMap(({ security = [] }) => security),
  );
  return declared.flatMap((one): RedactionSelection['redact'] => {
    if (one.scheme !== 'api-key' || one.in === 'cookie') return [];
    return one.in === 'header'
      ? [{ kind: 'header', name: one.name.toLowerCase() }]
      : [{ kind: 'name', name: one.name }];
  });
}

export interface RedactionTexts {
  readonly redact: readonly string[];
  readonly keep: readonly string[];
}

/**
 * Reads the values of `--redact` and `--keep`: a name (`salary`), a pointer (`/address/city`), a
 * header field (`X-Customer:`), or e-mail addresses (`@example.com`, `@` for all). Throws a
 * StandinError if a value is none of these or is given to both.
 */
export function readRedaction(given: RedactionTexts): RedactionSelection {
  const both = given.redact.find((text) => given.keep.includes(text));
  if (both !== undefined) {
    throw invalid(`${quoted(both)} is given to --redact and to --keep`, 'Remove one of them.');
  }
  return {
    redact: given.redact.map((text) => readSelector(text, '--redact')),
    keep: given.keep.map((text) => readSelector(text, '--keep')),
  };
}

function readSelector(text: string, option: '--redact' | '--keep'): Selector {
  const shown = `${option} ${quoted(text)}`;
  if (text.startsWith('/')) {
    const steps = parsePointer(text);
    if (steps !== null && steps.length > 0 && steps.every((step) => step !== ''))
      return { kind: 'place', steps };
    throw invalid(
      `${shown} is not a JSON Pointer to a member`,
      'Write it like /address/city. * matches any step; ~1 means a slash in a name, ~0 a tilde.',
    );
  }
  if (text.startsWith('@')) {
    if (/^@(?:[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*)?$/u.test(text))
      return { kind: 'emails', domain: text.slice(1).toLowerCase() };
    throw invalid(`${shown} is not a domain`, 'Write @example.com, or @ for every address.');
  }
  if (/^[\w!#$%&'*+.^`|~-]+:$/.test(text))
    return { kind: 'header', name: text.slice(0, -1).toLowerCase() };
  if (
    text !== '' &&
    text.length <= NAME_CHARS_MAX &&
    /^[\p{L}\p{N}$_][\p{L}\p{N}$_. -]*$/u.test(text)
  )
    return { kind: 'name', name: text };
  throw invalid(
    `${shown} is neither a name, a pointer nor a header field`,
    'Write a name like salary, a pointer like /address/city, a header field like X-Customer: with its colon, or the domain of e-mail addresses like @example.com.',
  );
}

/** Characters of a name. */
const NAME_CHARS_MAX = 100;

function invalid(message: string, remedy: string): StandinError {
  return new StandinError('option-invalid', message, remedy);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > NAME_CHARS_MAX ? `${text.slice(0, NAME_CHARS_MAX)}…` : text);
}
