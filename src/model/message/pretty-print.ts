// Formats JSON text with one member or element per line and two spaces per level, like
// JSON.stringify. Works piece by piece, so that a long list need not be in memory.

import { utf8Bytes } from '../../base/hash.ts';
import type { ReplyBody } from './call.ts';

/** Returns a body of compact JSON as formatted text. */
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

/** Short parts of the text: a single expression for a long string would overflow the stack. */
const TOKEN = /[^"\\{}[\],:]+|\\.|./gs;

/** State between two pieces. A piece may end anywhere except after a backslash. */
class Layout {
  private level = 0;
  private isInString = false;
  /** Whether a bracket was just opened: an empty object or array stays on its line. */
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
