// Texts that match a regular expression, written from its tree. Places and lookahead write nothing:
// each text is checked. Pure: the caller's serial selects the text.

import { parseRegex, type RegexNode } from '../../base/regex/parse.ts';
import { remember } from '../../base/remember.ts';
import { patternMatcher } from '../match-pattern.ts';
import { charactersOf } from './characters.ts';

/** Which text is wanted. */
export interface TextWish {
  /** Two serials give two texts, as long as there are that many. */
  readonly serial: number;
  /** In code points. */
  readonly lengthMin: number;
  readonly lengthMax: number;
}

/** Returns a text that matches, or `undefined` if none was found. */
export function textMatching(
  pattern: string,
  { serial, lengthMin, lengthMax }: TextWish,
): string | undefined {
  const parsed = parseRegex(pattern, 'u');
  if (parsed.kind === 'unreadable') return undefined;
  const matches = patternMatcher(pattern);
  const characters = remember(charactersOf);
  let first: string | undefined;
  for (let extra = 0; extra <= EXTRA_MAX; extra++) {
    // Open counts grow by `extra`, so that a text can become long enough, and tell serials apart.
    const { pick, isSpent } = pickerOf(serial);
    const text = write(parsed.tree, { pick, extra, characters });
    const { length } = [...text];
    if (length < lengthMin || length > lengthMax || !matches(text)) continue;
    if (isSpent()) return text;
    first ??= text;
    if (extra >= DISTINCT_MAX) return first;
  }
  return first;
}

/** By how much open counts grow at most to tell serials apart. */
const DISTINCT_MAX = 8;

/** How often an open count repeats at most, beyond its minimum. */
const EXTRA_MAX = 64;
/** A part that must be repeated more often is not written. */
const COUNT_MAX = 1_000;

interface Pen {
  readonly pick: (count: number) => number;
  readonly extra: number;
  /** By the source of a class. */
  readonly characters: (source: string) => readonly string[];
}

/** Reads a serial digit by digit, each in the base that is asked for. */
function pickerOf(serial: number): Pick<Pen, 'pick'> & { readonly isSpent: () => boolean } {
  let rest = serial;
  const pick: Pen['pick'] = (count) => {
    // A class may have no characters.
    if (count === 0) return 0;
    const picked = rest % count;
    rest = Math.floor(rest / count);
    return picked;
  };
  return { pick, isSpent: () => rest === 0 };
}

function write(node: RegexNode, pen: Pen): string {
  switch (node.kind) {
    case 'character': {
      const characters = pen.characters(node.source);
      return characters[pen.pick(characters.length)] ?? '';
    }
    case 'place':
    case 'ahead':
      return '';
    case 'all':
      return node.nodes.map((one) => write(one, pen)).join('');
    case 'either':
      return write(node.nodes[pen.pick(node.nodes.length)] as RegexNode, pen);
    case 'times': {
      const count = Math.min(node.max, node.min + pen.extra);
      if (node.min > COUNT_MAX) return '';
      return Array.from({ length: count }, () => write(node.node, pen)).join('');
    }
  }
}
