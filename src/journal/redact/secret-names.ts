// Names of secret values: those that the user selected, then the table of all. In lists of name and
// value a name is itself a value: `{"name": "password", "value": "x"}`, header fields as in HAR,
// patches (RFC 6902), `field=password&value=x`.

import {
  headerNamingOf,
  namingOf,
  type SecretNaming,
  stepsOf,
} from '../../base/secrets/secret-names.ts';
import type { Selector } from './selection.ts';

export type Naming = SecretNaming | 'kept';

export interface Names {
  of(name: string): Naming;
  ofHeader(name: string): Naming;
}

/** How many names are remembered. */
const REMEMBERED_MAX = 2_000;

/** Longer names are not remembered: they would take much memory. In characters. */
const REMEMBERED_CHARS_MAX = 200;

/** Classifies names, first by the selection, then by the table. */
export function createNames(redact: readonly Selector[], keep: readonly Selector[]): Names {
  const asked = (name: string, kind: 'member' | 'header'): Naming | null => {
    const isNamed = (one: Selector, given: string): boolean =>
      (one.kind === 'name' && normal(one.name) === normal(given)) ||
      (kind === 'header' && one.kind === 'header' && one.name === given.toLowerCase());
    if (keep.length + redact.length === 0) return null;
    const steps = stepsOf(name);
    const last = steps.at(-1) ?? name;
    if (keep.some((one) => isNamed(one, name) || isNamed(one, last))) return 'kept';
    return redact.some((one) => isNamed(one, name) || steps.some((step) => isNamed(one, step)))
      ? 'secret'
      : null;
  };
  return {
    of: remember((name) => asked(name, 'member') ?? namingOf(name)),
    ofHeader: remember((name) => asked(name, 'header') ?? headerNamingOf(name)),
  };
}

function remember(naming: (name: string) => Naming): (name: string) => Naming {
  const known = new Map<string, Naming>();
  return (name) => {
    if (name.length > REMEMBERED_CHARS_MAX) return naming(name.slice(0, REMEMBERED_CHARS_MAX));
    let found = known.get(name);
    if (found === undefined) {
      found = naming(name);
      if (known.size >= REMEMBERED_MAX) known.clear();
      known.set(name, found);
    }
    return found;
  };
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns whether a member holds the name of another one. */
export function holdsName(member: string): boolean {
  return NAMES.has(member.toLowerCase());
}

/** Returns whether a member holds the value of a name next to it. */
export function holdsValue(member: string): boolean {
  return VALUES.has(member.toLowerCase());
}

/** Returns whether a name that stands in data is that of a secret: of a member, or a header field. */
export function namesSecret(name: string, names: Names): boolean {
  if (name.length > NAME_CHARS_MAX) return false;
  return names.of(name) === 'secret' || (/\w-\w/.test(name) && names.ofHeader(name) === 'secret');
}

const NAMES: ReadonlySet<string> = new Set(
  'name key field fieldname param parameter header attribute property variable path k n'.split(' '),
);
const VALUES: ReadonlySet<string> = new Set(
  'value values val content v stringvalue newvalue oldvalue'.split(' '),
);
/** Longer texts are no names. */
const NAME_CHARS_MAX = 100;
