// Reads YAML as most documents are written: keys and lists by indentation, and values of one line.
// Every other value is given to the library with its own lines, and a text with anything else as a
// whole. The library alone takes a fifth of the time in which a mock of a document of 400 KB starts,
// since its code is cold; this takes half of that.

import type { Json } from '../../base/json.ts';

/** What the library does here. Both return `undefined` for what they cannot read alone. */
export interface YamlParts {
  /** Reads a text of several lines. */
  readonly readLines: (text: string) => Json | undefined;
  /** Reads a plain text of one line, which may be null, a boolean or a number. */
  readonly readWord: (text: string) => Json | undefined;
}

/** Returns what a text says, or `undefined` if the library has to read the whole. */
export function readBlockYaml(text: string, parts: YamlParts): Json | undefined {
  return UNUSUAL.test(text) ? undefined : new BlockReader(text, parts).read();
}

/** Characters that YAML forbids, or that other readers take for the end of a line. */
const UNUSUAL = /[^\P{Cc}\t\n]|[\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;

/** How deep a text may nest. */
const DEPTH_MAX = 100;

class BlockReader {
  private readonly lines: readonly string[];
  private readonly parts: YamlParts;
  /** The line that comes next, without its indentation, and how far it is indented; -1 at the end. */
  private line = -1;
  private indent = 0;
  private content = '';

  constructor(text: string, parts: YamlParts) {
    this.lines = text.split('\n');
    this.parts = parts;
  }

  read(): Json | undefined {
    this.step();
    if (this.content === '---' && this.indent === 0) this.step();
    if (this.indent > 0) return undefined;
    const value = this.block(0);
    return this.indent === END ? value : undefined;
  }

  /** Goes to the next line that is not empty and no comment. */
  private step(): void {
    for (;;) {
      const line = this.lines[++this.line];
      if (line === undefined) {
        this.indent = END;
        this.content = '';
        return;
      }
      const indent = indentOf(line);
      if (indent === line.length || line.charCodeAt(indent) === HASH) continue;
      this.indent = indent;
      this.content = line.slice(indent, endOf(line));
      return;
    }
  }

  /** Reads what begins with the next line. */
  private block(depth: number): Json | undefined {
    if (depth > DEPTH_MAX) return undefined;
    return isEntry(this.content) ? this.list(this.indent, depth) : this.object(this.indent, depth);
  }

  private list(indent: number, depth: number): Json | undefined {
    const list: Json[] = [];
    while (this.indent === indent && isEntry(this.content)) {
      const value = this.entry(indent, depth);
      if (value === undefined) return undefined;
      list.push(value);
    }
    return this.indent > indent ? undefined : list;
  }

  private entry(indent: number, depth: number): Json | undefined {
    const { content } = this;
    const begin = indentOf(content, 1);
    const rest = content.slice(begin);
    if (rest === '' || rest.charCodeAt(0) === HASH) return this.below(indent, false, depth);
    if (!isEntry(rest) && !KEY.test(rest)) return this.value(rest, indent);
    // What follows the dash begins a block of its own, as if it were indented that far.
    this.indent = indent + begin;
    this.content = rest;
    return this.block(depth + 1);
  }

  private object(indent: number, depth: number): Json | undefined {
    const members: Record<string, Json> = {};
    while (this.indent === indent) {
      const found = KEY.exec(this.content);
      if (found === null) return undefined;
      const [whole, plain, single, double] = found;
      const key = unquoted(single, double) ?? this.parts.readWord(plain ?? '');
      const name = String(key);
      // Given twice, or a name that every object knows.
      if (key === undefined || members[name] !== undefined) return undefined;
      const rest = this.content.slice(whole.length);
      const value =
        rest === '' || rest.charCodeAt(0) === HASH
          ? this.below(indent, true, depth)
          : this.value(rest, indent);
      if (value === undefined) return undefined;
      members[name] = value;
    }
    return this.indent > indent ? undefined : members;
  }

  /** Reads what is on the lines below a key or a dash. A list may begin right below its key. */
  private below(indent: number, isMember: boolean, depth: number): Json | undefined {
    const { line } = this;
    this.step();
    if (this.indent > indent)
      return isEntry(this.content) || KEY.test(this.content)
        ? this.block(depth + 1)
        : this.others(line, '', indent);
    return isMember && this.indent === indent && isEntry(this.content)
      ? this.list(indent, depth + 1)
      : null;
  }

  /** Reads a value that begins on this line. */
  private value(rest: string, indent: number): Json | undefined {
    const { line } = this;
    this.step();
    const value = this.indent > indent ? undefined : this.word(rest);
    return value === undefined ? this.others(line, rest, indent) : value;
  }

  /** Reads a value that is all on one line; `undefined` if it may be something else. */
  private word(rest: string): Json | undefined {
    if (rest.length > VALUE_MAX) return undefined;
    const quoted = QUOTED.exec(rest);
    if (quoted !== null) return unquoted(quoted[1], quoted[2]);
    if (!PLAIN.test(rest)) return rest === '[]' ? [] : rest === '{}' ? {} : undefined;
    return this.parts.readWord(rest);
  }

  /** Reads a value with all lines that are indented further, as if it were alone. */
  private others(line: number, rest: string, indent: number): Json | undefined {
    const own: string[] = [];
    let next = line + 1;
    for (; ; next++) {
      const text = this.lines[next];
      if (text === undefined) break;
      const its = indentOf(text);
      if (its < text.length && its <= indent) break;
      own.push(text.slice(indent));
    }
    this.line = next - 1;
    this.step();
    const literal = rest === '|' || rest === '|-' ? literalOf(own) : null;
    if (literal !== null) return rest === '|' ? `${literal}\n` : literal;
    const read = this.parts.readLines(`${ALONE}: ${rest}\n${own.join('\n')}\n`);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
    return (read as Readonly<Record<string, Json>>)[ALONE];
  }
}

/**
 * Returns a literal text without the line feeds at its end; `null` if it is empty, or a line is less
 * deep than the first.
 */
function literalOf(lines: readonly string[]): string | null {
  const first = lines.find((line) => indentOf(line) < line.length) ?? '';
  const indent = indentOf(first);
  const begin = lines.indexOf(first);
  const isEven = lines.every((line, index) => {
    const its = indentOf(line);
    return index < begin ? its <= indent : its >= indent || its === line.length;
  });
  if (first === '' || !isEven) return null;
  // Blanks beyond the indentation are part of the text.
  const end = lines.findLastIndex((line) => line.length > indent) + 1;
  return lines
    .slice(0, end)
    .map((line) => line.slice(indent))
    .join('\n');
}

/** The indentation after the last line. */
const END = -1;

const [TAB, SPACE, HASH, DASH] = [9, 32, 35, 45];

/** The key of a value that is given to the library. */
const ALONE = 'value';

function indentOf(line: string, from = 0): number {
  let at = from;
  while (line.charCodeAt(at) === SPACE) at++;
  return at;
}

/** Where the blanks at the end of a line begin. */
function endOf(line: string): number {
  let at = line.length;
  while (line.charCodeAt(at - 1) === SPACE || line.charCodeAt(at - 1) === TAB) at--;
  return at;
}

/** Whether a line begins with an entry of a list. */
function isEntry(content: string): boolean {
  return (
    content.charCodeAt(0) === DASH && (content.length === 1 || content.charCodeAt(1) === SPACE)
  );
}

/** Returns what was between single or double quotes. */
function unquoted(single: string | undefined, double: string | undefined): string | undefined {
  return single === undefined ? double : single.replaceAll("''", "'");
}

/** A plain text, or one in quotes: the library reads escapes in double ones. */
const words = (times: string): string =>
  String.raw`(?:[^:#\s]|:(?=\S)|(?<=\S)#| +(?=[^:#\s]))${times}`;
const quotes = (times: string): string => String.raw`'((?:[^']|'')${times})'|"([^"\\]${times})"`;

/** A key, of at most 1,024 characters (YAML 1.2.2, section 7.4.2), and the colon after it. */
const KEY = new RegExp(
  String.raw`^(?:([\w$/.]${words('{0,1000}')})|${quotes('{0,1000}')}) *:(?: +|$)`,
);
/** A value in quotes. */
const QUOTED = new RegExp(`^(?:${quotes('*')})$`);
/** A plain value: it begins with no sign of YAML, and holds no comment and no key. */
const PLAIN = new RegExp(
  String.raw`^(?:[^-?:,[\]{}#&*!|>'"%@\x60\s]|-(?=[^\s,[\]{}]))${words('*')}$`,
);
/** Characters of a value. Such expressions use memory for each character. */
const VALUE_MAX = 50_000;
