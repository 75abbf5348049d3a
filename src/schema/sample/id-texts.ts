// Texts that can be ids, made from the schema of an id by serial. The checker has the last word.

import { type JsonObject, own } from '../../base/json.ts';
import { keywordsWith } from '../keywords/keyword-table.ts';
import { numberAt } from '../keywords.ts';
import type { Schemas } from '../schema.ts';
import { sampleValue } from './sample.ts';

/** One way to draw ids. */
export interface IdDraw {
  /** Minimum length of texts, if the schema has none. */
  readonly lengthMin: number;
  readonly examples: 'left-out' | 'taken';
  /** Where to add characters: a pattern may leave open how a text begins or ends. */
  readonly more: 'nowhere' | 'before' | 'behind';
  /** Of several branches or types in the schema, the one to try first. */
  readonly branch: number;
}

/** The ways to try, in order: long texts first, as there are more of them; examples last. */
export const ID_DRAWS: readonly IdDraw[] = [
  ...ofEachBranch({ lengthMin: 8, examples: 'left-out', more: 'nowhere' }),
  ...ofEachBranch({ lengthMin: 0, examples: 'left-out', more: 'behind' }),
  ...ofEachBranch({ lengthMin: 0, examples: 'left-out', more: 'before' }),
  ...[4, 2, 0].flatMap((lengthMin) =>
    ofEachBranch({ lengthMin, examples: 'left-out', more: 'nowhere' }),
  ),
  { lengthMin: 0, examples: 'taken', more: 'nowhere', branch: 0 },
];

function ofEachBranch(draw: Omit<IdDraw, 'branch'>): readonly IdDraw[] {
  return [0, 1, 2, 3].map((branch) => ({ ...draw, branch }));
}

/** Returns the text with a serial; `undefined` if there is none. Serials differ in their texts. */
export function idText(
  schemas: Schemas,
  { name, schema }: { readonly name: string; readonly schema: JsonObject },
  { lengthMin, examples, more, branch }: IdDraw,
  serial: number,
): string | undefined {
  const draft = {
    serial,
    branch,
    token: 'id',
    marked: [],
    examples,
    charsMax: ID_CHARS_MAX,
    text: () => plainText(serial),
    email: () => `${plainText(serial)}@example.com`,
  };
  const wished =
    lengthMin > 0
      ? { ...schema, minLength: Math.max(lengthMin, numberAt(schema, 'minLength') ?? 0) }
      : schema;
  const value = sampleValue(schemas, name, wished, draft);
  if (typeof value !== 'string' || more === 'nowhere')
    return typeof value === 'string' ? value : undefined;
  return more === 'behind' ? value + plainText(serial) : plainText(serial) + value;
}

/** Longer ids fit in no request: node:http reads 16 KiB of its head. */
const ID_CHARS_MAX = 8_192;

/** Returns whether a text certainly fits a schema. Understands plain keywords only. */
export function surelyFits(schema: JsonObject, text: string): boolean {
  return Object.keys(schema).every((keyword) => {
    const value = own(schema, keyword);
    switch (keyword) {
      case 'type':
        return value === 'string';
      case 'minLength':
        return typeof value === 'number' && text.length >= value;
      case 'maxLength':
        return typeof value === 'number' && text.length <= value;
      case 'format':
        return value === 'uuid' && UUID.test(text);
      default:
        return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
    }
  });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The caller resolves `$ref` and `allOf`. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...keywordsWith(({ says }) => says === 'tells'),
  '$ref',
  'allOf',
]);

/** Letters and digits, the fastest changing first: short texts keep their beginning. */
function plainText(serial: number): string {
  return [...serial.toString(36)].reverse().join('').padEnd(PLAIN_CHARS, '0');
}

const PLAIN_CHARS = 8;
