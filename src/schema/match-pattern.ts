// Whether a text matches a pattern of a schema, in bounded time: schemas are the user's own, but
// texts come from whoever sends a request. The engine of the language tries one way after the
// other, which for some patterns are more than there is time for. It is used where the ways are
// few; where they may be many, the pattern runs on a machine that is in all its states at once.

import { type Node, readMachine, readNode, Unread } from '../base/pattern-machine.ts';
import { isFound } from '../base/run-machine.ts';

/** How many ways the engine may have to try; each takes some nanoseconds. */
const WAYS_MAX = 50_000;
/** How many states a machine may have. A pattern that needs more, or that looks behind or back, is
 * left to the engine: whoever writes it has to see to it that it comes to an end. */
const STATES_MAX = 10_000;
/**
 * How many steps the machine takes for one text, below a second. A text that needs more does not
 * match.
 */
export const PATTERN_STEPS_MAX = 10_000_000;

/**
 * Prepares a pattern (ECMA-262 with the flag `u`, as JSON Schema has it). Throws a SyntaxError
 * where it is none.
 */
export function patternMatcher(pattern: string): (text: string) => boolean {
  const expression = new RegExp(pattern, 'u');
  const chars = charsOfFewWays(pattern);
  if (chars === Number.POSITIVE_INFINITY) return (text) => expression.test(text);
  let search: ((text: string) => boolean) | null = null;
  return (text) => {
    if (text.length <= chars) return expression.test(text);
    search ??= machineOf(pattern) ?? ((long) => expression.test(long));
    return search(text);
  };
}

function machineOf(pattern: string): ((text: string) => boolean) | null {
  const read = readMachine(pattern, 'u', STATES_MAX);
  return read.kind === 'machine' ? (text) => isFound(read.machine, text, PATTERN_STEPS_MAX) : null;
}

/**
 * Gives the length up to which a text leaves the engine few ways. Ways that grow no faster than the
 * text are few whatever its length.
 */
function charsOfFewWays(pattern: string): number {
  const ways = waysIn(pattern);
  if (ways === null) return Number.POSITIVE_INFINITY;
  let few = 0;
  for (let chars = 1; chars <= TEXT_CHARS_MAX; chars *= 2) {
    if (ways(chars) > Math.max(WAYS_MAX, WAYS_PER_CHAR * chars)) return few;
    few = chars;
  }
  return Number.POSITIVE_INFINITY;
}

const WAYS_PER_CHAR = 4;
/** Above the bodies that any profile admits. */
const TEXT_CHARS_MAX = 2 ** 25;

/**
 * Gives how many ways there may be at most to try a pattern on a text of so many characters; `null`
 * where it cannot be read.
 */
function waysIn(pattern: string): ((chars: number) => number) | null {
  try {
    const node = readNode(pattern, 'u');
    const isAnchored = pattern.startsWith('^') && node.kind === 'either' && node.nodes.length === 1;
    return (chars) => waysOf(node, chars) * (isAnchored ? 1 : chars + 1);
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}

function waysOf(node: Node, chars: number): number {
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
