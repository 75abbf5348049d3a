// Texts that match a regular expression, written from its tree. Places write nothing, and what lookahead
// wants stands at the end if a text without it does not match: each text is checked. Pure: the
// caller's serial selects the text.

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
  const { tree } = parsed;
  const matches = patternMatcher(pattern);
  const fits = (text: string): boolean => {
    const { length } = [...text];
    return length >= lengthMin && length <= lengthMax && matches(text);
  };
  const characters = remember(charactersOf);
  let first: string | undefined;
  for (let extra = 0; extra <= EXTRA_MAX; extra++) {
    // Open counts grow by `extra`, so that a text can become long enough, and tell serials apart.
    const { pick, isSpent } = pickerOf(serial);
    const text = textsOf(tree, { pick, extra, characters }).find(fits);
    if (text === undefined) continue;
    if (isSpent()) return text;
    first ??= text;
    if (extra >= DISTINCT_MAX) return first;
  }
  return first ?? lengthened();

  /** Adds letters after or before the text: `^[A-Z]` says only how it begins. */
  function lengthened(): string | undefined {
    const { pick } = pickerOf(serial);
    const texts = textsOf(tree, { pick, extra: 0, characters });
    return texts
      .flatMap((text) => {
        const short = Math.min(COUNT_MAX, Math.max(0, lengthMin - [...text].length));
        const more = Array.from({ length: short }, () => LETTERS[pick(LETTERS.length)]).join('');
        return [text + more, more + text];
      })
      .find(fits);
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The texts to try: as the tree has it, and with what lookahead wants in place of its end. */
function textsOf(tree: RegexNode, pen: Pen): readonly string[] {
  const text = write(tree, pen);
  const wanted = aheadIn(tree)
    .map((one) => write(one, { ...pen, extra: 0 }))
    .join('');
  const { length } = [...wanted];
  const ended = [...text].slice(0, -length).join('') + wanted;
  return length === 0 ? [text] : [text, ended, text + wanted, wanted + text];
}

/** What a text must have somewhere, as positive lookahead says. */
function aheadIn(node: RegexNode): readonly RegexNode[] {
  switch (node.kind) {
    case 'ahead':
      return node.wants ? [node.node] : [];
    case 'all':
      return node.nodes.flatMap(aheadIn);
    case 'either':
      return node.nodes.length === 1 ? node.nodes.flatMap(aheadIn) : [];
    case 'times':
      return node.min > 0 ? aheadIn(node.node) : [];
    default:
      return [];
  }
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
