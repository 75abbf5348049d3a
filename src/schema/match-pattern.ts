// Matches a text against a pattern of a schema in bounded time: schemas are your own, but texts
// come from clients. The engine of the language tries one way after the other, and for some
// patterns there are too many. It is used if there are few; otherwise the pattern runs on a
// machine.

import { compileRegex } from '../base/regex/machine.ts';
import { parseRegex, type RegexNode } from '../base/regex/parse.ts';
import { isFound } from '../base/regex/run-machine.ts';

/** How many ways the engine may have to try; each takes some nanoseconds. */
const WAYS_MAX = 50_000;
/**
 * How many states a machine may have. A pattern that needs more, or that looks behind or refers
 * back, is left to the engine, as long as that has few ways.
 */
const STATES_MAX = 10_000;
/** Steps that the machine takes for one text: under a second. A text that needs more fails. */
export const PATTERN_STEPS_MAX = 10_000_000;

/**
 * Prepares a pattern (ECMA-262 with the flag `u`). Throws a SyntaxError if it is not valid. A text
 * for which only the engine can tell, and may take too long, is taken to match: it is not judged.
 */
export function patternMatcher(pattern: string): (text: string) => boolean {
  const expression = new RegExp(pattern, 'u');
  const ways = waysIn(pattern);
  const few = charsOfFewWays(ways, WAYS_MAX);
  if (few === Number.POSITIVE_INFINITY) return (text) => expression.test(text);
  let search: ((text: string) => boolean) | null = null;
  return (text) => {
    if (text.length <= few) return expression.test(text);
    search ??= machineOf(pattern) ?? engineOf(expression, ways);
    return search(text);
  };
}

/** The engine of the language, up to the length from which it may take more than a second. */
function engineOf(expression: RegExp, ways: Ways): (text: string) => boolean {
  const most = charsOfFewWays(ways, PATTERN_STEPS_MAX);
  return (text) => text.length > most || expression.test(text);
}

function machineOf(pattern: string): ((text: string) => boolean) | null {
  const compiled = compileRegex(pattern, 'u', STATES_MAX);
  return compiled.kind === 'machine'
    ? (text) => isFound(compiled.machine, text, PATTERN_STEPS_MAX)
    : null;
}

/** How many ways there may be at most, by the length of the text. */
type Ways = (chars: number) => number;

/** Returns the length up to which a text leaves few ways; infinite if they grow no faster. */
function charsOfFewWays(ways: Ways, waysMax: number): number {
  let few = 0;
  for (let chars = 1; chars <= TEXT_CHARS_MAX; chars *= 2) {
    if (ways(chars) > Math.max(waysMax, WAYS_PER_CHAR * chars)) return few;
    few = chars;
  }
  return Number.POSITIVE_INFINITY;
}

const WAYS_PER_CHAR = 4;
/** More than any profile allows for a body. */
const TEXT_CHARS_MAX = 2 ** 25;

function waysIn(pattern: string): Ways {
  const readable = withoutLooks(pattern);
  const parsed = parseRegex(readable, 'u');
  // Nothing is known of it: each character may double the ways.
  if (parsed.kind === 'unreadable') return (chars) => 2 ** chars;
  const { tree } = parsed;
  const isAnchored = readable.startsWith('^') && tree.kind === 'either' && tree.nodes.length === 1;
  return (chars) => waysOf(tree, chars) * (isAnchored ? 1 : chars + 1);
}

/**
 * A pattern with as many ways that looks ahead where this one looks behind, and is empty where it
 * refers back: the group has decided what is there.
 */
function withoutLooks(pattern: string): string {
  return pattern.replaceAll(
    /\\k<[^>]*>|\\[1-9]\d*|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<[=!]/gsu,
    (part) => {
      if (part.startsWith('(')) return '(?=';
      return /^\\(?:k<|[1-9])/.test(part) ? '(?:)' : part;
    },
  );
}

function waysOf(node: RegexNode, chars: number): number {
  switch (node.kind) {
    case 'character':
    case 'place':
      return 1;
    case 'ahead':
      return waysOf(node.node, chars);
    case 'all':
      return node.nodes.reduce((product, one) => product * waysOf(one, chars), 1);
    case 'either':
      return node.nodes.reduce((sum, one) => sum + waysOf(one, chars), 0);
    case 'times': {
      const inner = waysOf(node.node, chars);
      const most = Math.min(node.max, Math.max(node.min, chars + 1));
      return inner > 1
        ? (inner + 1) ** most
        : Math.min(node.max, chars) - Math.min(node.min, chars) + 1;
    }
  }
}
