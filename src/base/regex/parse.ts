// Reads a regular expression (ECMA-262) into a tree: characters, classes, groups, alternatives,
// counts, places and, with the flag `u`, lookahead. Lookbehind and references are not read.

/** `i`: case is ignored. `u`: as JSON Schema reads patterns. */
export type RegexFlag = 'i' | 'u';

export type RegexNode =
  /** One character: itself, an escape, a class or a dot, as the pattern writes it. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'place'; readonly place: RegexPlace }
  | { readonly kind: 'ahead'; readonly node: RegexNode; readonly wants: boolean }
  | { readonly kind: 'all' | 'either'; readonly nodes: readonly RegexNode[] }
  | {
      readonly kind: 'times';
      readonly node: RegexNode;
      readonly min: number;
      /** May be infinite. */
      readonly max: number;
    };

export type RegexPlace = '^' | '$' | '\\b' | '\\B';

export type ParsedRegex =
  | { readonly kind: 'tree'; readonly tree: RegexNode }
  /** `what` names the first part that is not read, as an object of "holds". */
  | { readonly kind: 'unreadable'; readonly what: string };

/** Parses a pattern. One that is not valid with its flag is unreadable, too. */
export function parseRegex(pattern: string, flag: RegexFlag): ParsedRegex {
  try {
    new RegExp(pattern, flag);
    return { kind: 'tree', tree: new Reader(pattern, flag).either() };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', what: error.what };
    if (error instanceof SyntaxError) return { kind: 'unreadable', what: 'an error' };
    throw error;
  }
}

class Unreadable {
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

class Reader {
  private readonly pattern: string;
  private readonly flag: RegexFlag;
  private at = 0;

  constructor(pattern: string, flag: RegexFlag) {
    this.pattern = pattern;
    this.flag = flag;
  }

  /** Reads up to the end of the group or of the pattern. */
  either(): RegexNode {
    const nodes: RegexNode[] = [this.all()];
    while (this.pattern[this.at] === '|') {
      this.at++;
      nodes.push(this.all());
    }
    return { kind: 'either', nodes };
  }

  private all(): RegexNode {
    const nodes: RegexNode[] = [];
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern[this.at] ?? ''))
      nodes.push(this.counted());
    return { kind: 'all', nodes };
  }

  private counted(): RegexNode {
    const node = this.one();
    const count = this.take(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y);
    if (count === null) return node;
    const [, sign, least = '', comma, most = ''] = count;
    if (sign !== undefined)
      return { kind: 'times', node, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const max = comma === '' ? Number(least) : most === '' ? Infinity : Number(most);
    return { kind: 'times', node, min: Number(least), max };
  }

  private one(): RegexNode {
    if (this.take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y) !== null) return this.group();
    const ahead = this.flag === 'u' ? this.take(/\(\?([=!])/y)?.[1] : undefined;
    if (ahead !== undefined) return { kind: 'ahead', node: this.group(), wants: ahead === '=' };
    if (this.pattern[this.at] === '(')
      throw new Unreadable('a lookaround, or a group that sets flags');
    const place = this.take(/[$^]|\\[bB]/y)?.[0];
    if (place !== undefined) return { kind: 'place', place: place as RegexPlace };
    if (this.take(/\\(?:[1-9]|0\d|k)/y) !== null)
      throw new Unreadable('a reference to a group, or a number after a backslash');
    const source = this.take(this.flag === 'u' ? ONE_POINT : ONE_UNIT)?.[0] ?? '';
    return { kind: 'character', source };
  }

  /** Reads to the end of a group, of which the beginning was read. */
  private group(): RegexNode {
    const node = this.either();
    this.at++;
    return node;
  }

  private take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const taken = sticky.exec(this.pattern);
    if (taken !== null) this.at = sticky.lastIndex;
    return taken;
  }
}

/** Matches what stands for one character. */
const ONE_UNIT =
  /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/y;
/** Two adjacent escapes of surrogates are one character. */
const ONE_POINT =
  /\\(?:x[\da-fA-F]{2}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\}|c[a-zA-Z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/uy;
