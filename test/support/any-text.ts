// Texts of any characters. fast-check's own (`unit: 'binary'`) first makes a table of all million
// of them, in every process, which takes a second and 170 MB.

import fc from 'fast-check';

/** Names that objects and functions have, which fast-check puts in too. */
const NAMES: readonly string[] = [
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
  'apply',
  'arguments',
  'bind',
  'call',
  'caller',
  'length',
  'name',
  'prototype',
  'key',
  'ref',
];

const SURROGATES = { first: 0xd800, count: 0x800 } as const;
const LAST = 0x10ffff;

/** Any character but a half of one. */
const character = fc
  .nat(LAST - SURROGATES.count)
  .map((code) => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count));

/** Returns texts of any characters, up to a length; as long as fast-check likes if absent. */
export function anyText(constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  const { maxLength = Number.POSITIVE_INFINITY } = constraints;
  const names = NAMES.filter((name) => name.length <= maxLength);
  const texts = fc.string({ unit: character, ...constraints });
  return fc.oneof(
    { arbitrary: texts, weight: 9 },
    { arbitrary: fc.constantFrom('', ...names), weight: 1 },
  );
}
