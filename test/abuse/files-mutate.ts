// Changes to a valid file before it is read: JSON is changed as a tree, so that keys can occur
// twice and numbers exceed all bounds, then as text, then as bytes. Each mutation is data, so that
// a failing case shrinks and prints.

import fc from 'fast-check';

type Tree =
  | readonly ['object', (readonly [key: string, value: Tree])[]]
  | readonly ['array', Tree[]]
  | readonly ['raw', string];

/** One change: where (a number that selects a place), what, and with what. */
export interface Change {
  readonly what: 'replace' | 'remove' | 'repeat' | 'insert' | 'rename' | 'deepen' | 'widen';
  readonly where: number;
  readonly value: string;
  readonly key: string;
}

export type Text =
  | 'as it is'
  | 'bom'
  | 'crlf'
  | 'utf-16'
  | 'latin-1'
  | 'cut'
  | 'flipped'
  | 'nul'
  | 'doubled'
  | 'bytes';

export interface Mutation {
  readonly sample: number;
  readonly changes: readonly Change[];
  readonly text: Text;
  readonly where: number;
  readonly bytes: Uint8Array;
}

const DEEP = 2_000;
const WIDE = 3_000;

/** Values of a wrong type, beyond bounds, or with a special meaning; as text of the file. */
const VALUES: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e308',
  '9007199254740993',
  '1e-400',
  '""',
  '[]',
  '{}',
  '[[]]',
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00a"',
  '"\\u202e"',
  '"\\u001b[31m"',
  '" "',
  '"/"',
  '"../../etc/passwd"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"$ref":"#"}',
  '{"$ref":"user.json"}',
  '{"$ref":"#/$defs/none"}',
  '{"$ref":"http://127.0.0.1:9/away.json"}',
  '{"$ref":"https://example.com/schema.json#/a"}',
  '{"$ref":"../../../etc/passwd"}',
  '{"$ref":"file:///etc/passwd"}',
  '{"$ref":"users.json"}',
  '{"$dynamicRef":"#x"}',
  '{"$id":"http://example.com/"}',
  '{"$anchor":"a"}',
  '{"$ref":5}',
  '{"allOf":[{"$ref":"#"}]}',
  '{"items":{"$ref":"#"}}',
  '{"not":{"$ref":"#"}}',
  '{"anyOf":[]}',
  '{"properties":{"__proto__":{}}}',
  '{"type":"string","pattern":"(a+)+$"}',
  '{"type":"string","pattern":"("}',
  '{"patternProperties":{"(x+x+)+y":{}}}',
  '{"type":"string","pattern":"^(?:a|a)*b$","minLength":50}',
  '{"pattern":"\\\\p{Nope}"}',
  '{"pattern":"a{2,1}"}',
  '{"type":"string","pattern":"^[\\\\s\\\\S]{1000000}$"}',
  '{"pattern":"(((((((((a{1,99}){1,99}){1,99}){1,99})))))))"}',
  '{"minLength":1e9}',
  '{"type":"array","minItems":1e9}',
  '{"type":"object","minProperties":1e9}',
  '{"type":"number","multipleOf":0}',
  '{"type":"string","minLength":-1}',
  '{"multipleOf":1e-300}',
  '{"enum":[]}',
  '{"const":{"a":[{}]}}',
  '{"format":"regex"}',
  '{"type":"string","minLength":5,"maxLength":1}',
  '{"type":"integer","minimum":1e300}',
  '{"uniqueItems":true,"type":"array"}',
  '{"enum":[1,1]}',
  '{"type":["string","nope"]}',
  '{"required":["a","a"]}',
  '{"dependentRequired":{"a":["b"]}}',
  '{"if":{},"then":false}',
  `{"$comment":"$\{process.exit()}"}`,
  '{"default":{"__proto__":1}}',
  '{"examples":[{"a":1}]}',
  '{"x-unique":true}',
  '{"prefixItems":[]}',
  '"2026-13-45T99:99:99Z"',
  '"http://[::1"',
  '"data:text/html,<script>"',
  '"\'; drop table interaction; --"',
  '"%00%ff%"',
  '"`id`$(id)"',
];

const KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '$ref',
  '$id',
  'pattern',
  'allOf',
  'items',
  'properties',
  'required',
  'type',
  'not',
  'length',
  '\ud800',
  '\u0000',
  '/',
  '~',
  '~1',
  'a/b',
  '0',
  '-1',
  '\u001b[2J',
  'then',
];

const changes = fc.record({
  what: fc.constantFrom<Change['what'][]>(
    'replace',
    'replace',
    'replace',
    'remove',
    'repeat',
    'insert',
    'insert',
    'rename',
    'deepen',
    'widen',
  ),
  where: fc.nat(100_000),
  value: fc.oneof(fc.constantFrom(...VALUES), fc.json({ maxDepth: 2 }), fc.constant('"long"')),
  key: fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 8 })),
});

/**
 * Mutations of some samples. Most change the tree alone: text that is not JSON is rejected at once.
 */
export function mutations(samples: number): fc.Arbitrary<Mutation> {
  return fc.record({
    sample: fc.nat(samples - 1),
    changes: fc.array(changes, { minLength: 0, maxLength: 2 }),
    text: fc.oneof(
      { weight: 12, arbitrary: fc.constant<Text>('as it is') },
      {
        weight: 4,
        arbitrary: fc.constantFrom<Text[]>(
          'bom',
          'crlf',
          'utf-16',
          'latin-1',
          'cut',
          'flipped',
          'nul',
          'doubled',
          'bytes',
        ),
      },
    ),
    where: fc.nat(1_000_000),
    bytes: fc.uint8Array({ maxLength: 60 }),
  });
}

/** Returns the bytes after a mutation of a sample, which is JSON, JSON lines, or any text. */
export function mutate(sample: string, { changes, text, where, bytes }: Mutation): Uint8Array {
  const lines = treesOf(sample);
  const changed = lines === null ? sample : printAll(lines, changes);
  return spoil(
    lines === null && changes.length > 0 ? scramble(changed, changes) : changed,
    text,
    where,
    bytes,
  );
}

function treesOf(sample: string): Tree[] | null {
  try {
    return [treeOf(JSON.parse(sample))];
  } catch {
    try {
      return sample
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => treeOf(JSON.parse(line)));
    } catch {
      return null;
    }
  }
}

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return ['array', value.map(treeOf)];
  if (typeof value !== 'object' || value === null) return ['raw', JSON.stringify(value)];
  return ['object', Object.entries(value).map(([key, member]) => [key, treeOf(member)] as const)];
}

function printAll(trees: Tree[], all: readonly Change[]): string {
  let changed: Tree = ['array', trees];
  for (const change of all) changed = applied(changed, change);
  const printed = changed[0] === 'array' ? changed[1].map(print) : [print(changed)];
  return trees.length === 1 ? printed.join('') : `${printed.join('\n')}\n`;
}

/**
 * Changes the place that a number picks: the tree is walked in order, and each value counts once.
 */
function applied(tree: Tree, change: Change): Tree {
  let left = 1 + (change.where % Math.max(1, count(tree) - 1));
  const walk = (node: Tree): Tree => {
    if (left-- === 0) return changedHere(node, change);
    if (node[0] === 'raw' || left < 0) return node;
    if (node[0] === 'array')
      return ['array', node[1].map((item) => (left < 0 ? item : walk(item)))];
    return [
      'object',
      node[1].flatMap(([key, value]) =>
        left < 0 ? [[key, value] as const] : membersOf(key, value),
      ),
    ];
  };
  const membersOf = (key: string, value: Tree): (readonly [string, Tree])[] => {
    const isHere = left === 0;
    const after = walk(value);
    if (!isHere) return [[key, after]];
    if (change.what === 'remove') return [];
    if (change.what === 'repeat')
      return [
        [key, value],
        [key, after],
      ];
    if (change.what === 'rename') return [[change.key, value]];
    return [[key, after]];
  };
  return walk(tree);
}

function changedHere(node: Tree, { what, value, key }: Change): Tree {
  const fresh: Tree = ['raw', value === '"long"' ? JSON.stringify('a'.repeat(100_000)) : value];
  if (what === 'insert' && node[0] === 'object')
    return ['object', [...node[1], [key, fresh] as const]];
  if (what === 'insert' && node[0] === 'array') return ['array', [fresh, ...node[1]]];
  if (what === 'deepen')
    return ['raw', `${'{"a":['.repeat(DEEP / 2)}${print(node)}${']}'.repeat(DEEP / 2)}`];
  if (what !== 'widen') return fresh;
  const many = Array.from(
    { length: WIDE },
    (_, index) => [`k${index}`, node[0] === 'raw' ? node : (['raw', 'true'] as const)] as const,
  );
  return node[0] === 'array'
    ? ['array', many.map(([, one]) => one)]
    : ['object', [...(node[0] === 'object' ? node[1] : []), ...many]];
}

function count(tree: Tree): number {
  if (tree[0] === 'raw') return 1;
  const below = tree[0] === 'array' ? tree[1] : tree[1].map(([, value]) => value);
  return below.reduce((sum, one) => sum + count(one), 1);
}

function print(tree: Tree): string {
  if (tree[0] === 'raw') return tree[1];
  if (tree[0] === 'array') return `[${tree[1].map(print).join(',')}]`;
  return `{${tree[1].map(([key, value]) => `${JSON.stringify(key)}:${print(value)}`).join(',\n')}}`;
}

/** A text that is not JSON, such as a certificate: moves or replaces pieces of it. */
function scramble(text: string, all: readonly Change[]): string {
  return all.reduce((whole, { where, value }) => {
    const at = where % Math.max(1, whole.length);
    return where % 2 === 0
      ? whole.slice(at) + whole.slice(0, at)
      : whole.slice(0, at) + value + whole.slice(at + value.length);
  }, text);
}

function spoil(text: string, how: Text, where: number, bytes: Uint8Array): Uint8Array {
  const plain = Buffer.from(text, 'utf8');
  const at = where % Math.max(1, plain.length);
  switch (how) {
    case 'as it is':
      return plain;
    case 'bom':
      return Buffer.concat([Buffer.from('\ufeff'), plain]);
    case 'crlf':
      return Buffer.from(text.replaceAll('\n', '\r\n'));
    case 'utf-16':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'latin-1':
      return Buffer.concat([plain.subarray(0, at), Buffer.from([0xe9, 0xff]), plain.subarray(at)]);
    case 'cut':
      return plain.subarray(0, at);
    case 'flipped': {
      const flipped = Buffer.from(plain);
      if (flipped.length > 0) flipped[at] = (flipped[at] ?? 0) ^ (1 << (where % 8));
      return flipped;
    }
    case 'nul':
      return Buffer.concat([plain.subarray(0, at), Buffer.alloc(4), plain.subarray(at)]);
    case 'doubled':
      return Buffer.concat([plain, plain]);
    case 'bytes':
      return bytes;
  }
}
