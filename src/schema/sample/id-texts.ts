// Texts that can be ids, drawn from the schema of an id by serial. Which of them fit everything
// that is said of an id, the checker knows.

import { type JsonObject, own } from '../../base/json.ts';
import type { Schemas } from '../schema.ts';
import { sampleValue } from './sample.ts';

/** One way to draw ids. */
export interface IdDraw {
  /** How long texts are at least, where the schema leaves that open. */
  readonly lengthMin: number;
  readonly examples: 'left-out' | 'taken';
  /**
   * Where more characters are put to what the schema asks for: a pattern may say nothing of how a
   * text begins, or ends.
   */
  readonly more: 'nowhere' | 'before' | 'behind';
  /** Where the schema offers several schemas or types, which of them is tried first. */
  readonly branch: number;
}

/**
 * The ways that are worth trying: long texts first, for there are more of them; what people gave as
 * examples last.
 */
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

/**
 * Gives the text with a serial; `undefined` where the schema has none of this way. Two serials give
 * two texts as long as there are that many.
 */
export function idText(
  schemas: Schemas,
  { name, schema }: { readonly name: string; readonly schema: JsonObject },
  { lengthMin, examples, more, branch }: IdDraw,
  serial: number,
): string | undefined {
  const least = own(schema, 'minLength');
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
      ? { ...schema, minLength: Math.max(lengthMin, typeof least === 'number' ? least : 0) }
      : schema;
  const value = sampleValue(schemas, name, wished, draft);
  if (typeof value !== 'string' || more === 'nowhere')
    return typeof value === 'string' ? value : undefined;
  return more === 'behind' ? value + plainText(serial) : plainText(serial) + value;
}

/** Longer ones fit no request: node:http reads 16 KiB of its head. */
const ID_CHARS_MAX = 8_192;

/**
 * Says whether a text is sure to fit a schema, of which nothing but plain keywords is understood
 * here.
 */
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
/** `$ref` and `allOf` are followed by whoever asks. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  '$comment',
  'examples',
  'default',
  'readOnly',
  'writeOnly',
  'deprecated',
  '$ref',
  'allOf',
]);

/** Letters and digits, what differs most first: what a short text keeps is its beginning. */
function plainText(serial: number): string {
  return [...serial.toString(36)].reverse().join('').padEnd(PLAIN_CHARS, '0');
}

const PLAIN_CHARS = 8;
