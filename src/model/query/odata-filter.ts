// Expressions that select items: `$filter` of OData 4.01, part 2, section 5.1.1, as far as it compares
// members with values. Functions of numbers and moments, lambdas and arithmetic are not read.

import type { Condition, Scalar, ValueTest } from './query.ts';

/** An expression that was read, or where reading ended. */
export type ReadExpression =
  | { readonly kind: 'condition'; readonly where: Condition }
  | { readonly kind: 'flawed'; readonly at: string };

const TOKEN =
  /\s*('(?:[^']|'')*'|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w:-])|[(),]|[A-Za-z_@][\w@.]*(?:\/[A-Za-z_@][\w@.]*)*|[\w:.+-]+)/y;

/** Reads an expression. Names are members of items; slashes lead into one. */
export function readExpression(text: string): ReadExpression {
  const tokens: string[] = [];
  let end = 0;
  while (text.slice(end).trim() !== '') {
    TOKEN.lastIndex = end;
    const [whole = '', token = ''] = TOKEN.exec(text) ?? [];
    if (token === '' || tokens.length === TOKENS_MAX)
      return { kind: 'flawed', at: text.slice(end) };
    tokens.push(token);
    end += whole.length;
  }
  const reader = new ExpressionReader(tokens);
  const where = reader.either(0);
  return where === null || !reader.isDone
    ? { kind: 'flawed', at: reader.rest }
    : { kind: 'condition', where };
}

/** Longer and deeper expressions are not read. */
const TOKENS_MAX = 500;
const DEPTH_MAX = 20;

const COMPARISONS: Readonly<Record<string, (value: Scalar) => ValueTest>> = {
  eq: (value) => ({ op: 'is', operands: [value] }),
  ne: (value) => ({ op: 'is-not', operands: [value] }),
  gt: (value) => ({ op: '>', operands: [value] }),
  ge: (value) => ({ op: '>=', operands: [value] }),
  lt: (value) => ({ op: '<', operands: [value] }),
  le: (value) => ({ op: '<=', operands: [value] }),
};

const FUNCTIONS: Readonly<Record<string, 'contains' | 'starts' | 'ends'>> = {
  contains: 'contains',
  startswith: 'starts',
  endswith: 'ends',
};

class ExpressionReader {
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  get isDone(): boolean {
    return this.at === this.tokens.length;
  }

  get rest(): string {
    return this.tokens.slice(Math.max(0, this.at - 1)).join(' ');
  }

  /** Parts with `or` between them. */
  either(depth: number): Condition | null {
    return this.joined('or', 'any', () => this.both(depth));
  }

  private both(depth: number): Condition | null {
    return this.joined('and', 'all', () => this.one(depth));
  }

  private joined(
    word: string,
    kind: 'any' | 'all',
    read: () => Condition | null,
  ): Condition | null {
    const of: Condition[] = [];
    do {
      const part = read();
      if (part === null) return null;
      of.push(part);
    } while (this.takes(word));
    const [only] = of;
    return only !== undefined && of.length === 1 ? only : { kind, of };
  }

  private one(depth: number): Condition | null {
    if (depth > DEPTH_MAX) return null;
    if (this.takes('not')) {
      const of = this.one(depth + 1);
      return of === null ? null : { kind: 'not', of };
    }
    if (this.takes('(')) {
      const inside = this.either(depth + 1);
      return this.takes(')') ? inside : null;
    }
    const name = this.next();
    if (name === undefined || !/^[A-Za-z_@]/.test(name)) return null;
    return this.takes('(') ? this.call(name) : this.comparison(pathOf(name));
  }

  private comparison(path: string): Condition | null {
    const word = this.next() ?? '';
    if (word === 'in') return this.among(path);
    const compare = Object.hasOwn(COMPARISONS, word) ? COMPARISONS[word] : undefined;
    const value = compare === undefined ? undefined : literalOf(this.next());
    if (compare === undefined || value === undefined) return null;
    const has = { kind: 'field', path, test: compare(value), counts: 'always' } as const;
    // What is not there is null (OData 4.01, part 2, section 5.1.1.1.1).
    const isThere = { kind: 'field', path, test: COMPARISONS['ne']?.(null) ?? has.test } as const;
    if (word === 'eq' && value === null)
      return { kind: 'not', of: { ...isThere, counts: 'always' } };
    return word === 'ne' && value !== null
      ? { kind: 'not', of: { ...has, test: { op: 'is', operands: [value] } } }
      : has;
  }

  private among(path: string): Condition | null {
    const operands: Scalar[] = [];
    if (!this.takes('(')) return null;
    do {
      const value = literalOf(this.next());
      if (value === undefined) return null;
      operands.push(value);
    } while (this.takes(','));
    if (!this.takes(')')) return null;
    return { kind: 'field', path, test: { op: 'is', operands }, counts: 'always' };
  }

  /** `contains(name,'x')`, also with `tolower(name)`, and followed by `eq true`. */
  private call(name: string): Condition | null {
    const op = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    const path = this.argument();
    if (op === undefined || path === null || !this.takes(',')) return null;
    const text = literalOf(this.next());
    if (typeof text !== 'string' || !this.takes(')')) return null;
    const test = { op, text: text.toLowerCase() } as const;
    const found: Condition = { kind: 'field', path, test, counts: 'always' };
    if (!this.takes('eq')) return found;
    const isTrue = this.next();
    if (isTrue !== 'true' && isTrue !== 'false') return null;
    return isTrue === 'true' ? found : { kind: 'not', of: found };
  }

  private argument(): string | null {
    const name = this.next() ?? '';
    if (!/^[A-Za-z_@]/.test(name)) return null;
    if (!/^to(?:lower|upper)$/.test(name) || !this.takes('(')) return pathOf(name);
    const inside = this.next() ?? '';
    return this.takes(')') ? pathOf(inside) : null;
  }

  private next(): string | undefined {
    const token = this.tokens[this.at];
    this.at += token === undefined ? 0 : 1;
    return token;
  }

  private takes(word: string): boolean {
    const isNext = this.tokens[this.at] === word;
    if (isNext) this.at += 1;
    return isNext;
  }
}

function pathOf(name: string): string {
  return name.replaceAll('/', '.');
}

/** A text in quotes, a number, a truth value, null; moments and ids stand without quotes. */
function literalOf(token: string | undefined): Scalar | undefined {
  if (token === undefined || /^[(),]$/.test(token)) return undefined;
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'null') return null;
  const number = Number(token);
  return Number.isNaN(number) ? token : number;
}
