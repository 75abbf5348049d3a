// Lays JSON text out in lines: one member or element each, two spaces a level, as JSON.stringify
// does it. Works on pieces as they come, so that a long list need not be whole.

import { utf8Bytes } from '../../base/hash.ts';
import type { ReplyBody } from './call.ts';

/** Gives a body of compact JSON with its text in lines. */
export function prettyPrint(body: ReplyBody): ReplyBody {
  switch (body.kind) {
    case 'none':
      return body;
    case 'text': {
      const text = new Layout().lay(body.text);
      return { kind: 'text', text, bytes: utf8Bytes(text) };
    }
    case 'pieces': {
      const { pieces } = body;
      return { kind: 'pieces', pieces: () => layPieces(pieces()) };
    }
  }
}

function* layPieces(pieces: Iterator<string>): Generator<string> {
  const layout = new Layout();
  for (let piece = pieces.next(); piece.done !== true; piece = pieces.next())
    yield layout.lay(piece.value);
}

/**
 * Short bits of the text: one expression for a whole string would run out of stack where the string
 * is long.
 */
const TOKEN = /[^"\\{}[\],:]+|\\.|./gs;

/** What is known between two pieces. A piece may end anywhere but behind a backslash. */
class Layout {
  private level = 0;
  private isInString = false;
  /** Whether a bracket was opened and nothing came after it yet: an empty one stays on its line. */
  private isOpened = false;

  lay(text: string): string {
    return text.replaceAll(TOKEN, (token) => this.token(token));
  }

  private token(token: string): string {
    if (this.isInString) {
      if (token === '"') this.isInString = false;
      return token;
    }
    switch (token) {
      case '"':
        this.isInString = true;
        return this.begin() + token;
      case '{':
      case '[': {
        const before = this.begin();
        this.level++;
        this.isOpened = true;
        return before + token;
      }
      case '}':
      case ']':
        return this.end(token);
      case ',':
        return `,${this.line()}`;
      case ':':
        return ': ';
      default:
        return this.begin() + token;
    }
  }

  private begin(): string {
    if (!this.isOpened) return '';
    this.isOpened = false;
    return this.line();
  }

  private end(token: string): string {
    this.level--;
    if (!this.isOpened) return this.line() + token;
    this.isOpened = false;
    return token;
  }

  private line(): string {
    return `\n${'  '.repeat(this.level)}`;
  }
}
