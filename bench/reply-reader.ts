// Reads one HTTP/1.1 reply from the pieces in which it arrives: its status, its head, and where it
// ends. Keeps nothing of the body.

import { BenchFailure } from './failure.ts';

const HEAD_END = '\r\n\r\n';

/** Takes the pieces of one reply after another; each must end before the next request is sent. */
export class ReplyReader {
  status = 0;
  /** The status line and the header fields. */
  head = '';
  private mode: 'head' | 'sized' | 'size-line' | 'data' | 'trailer' = 'head';
  /** Bytes of the body, or of the present chunk and its line end, that are still to come. */
  private left = 0;
  /** A line or a head of which the end has not come. */
  private partial = '';

  /** Adds a piece. Returns whether the reply is complete. Throws if more arrives than the reply. */
  take(piece: Buffer): boolean {
    let at = 0;
    if (this.mode === 'head') {
      at = this.takeHead(piece);
      if (at < 0) return false;
    }
    if (this.mode === 'sized') {
      this.left -= piece.length - at;
      return this.left > 0 ? false : this.finish(-this.left);
    }
    return this.takeChunks(piece, at);
  }

  /** Reads the head. Returns where the body begins in this piece, or -1 if the head continues. */
  private takeHead(piece: Buffer): number {
    const end = piece.indexOf(HEAD_END);
    if (this.partial === '' && end >= 0) {
      this.begin(piece.toString('latin1', 0, end));
      return end + HEAD_END.length;
    }
    const before = this.partial.length;
    this.partial += piece.toString('latin1', 0, piece.length);
    const found = this.partial.indexOf(HEAD_END, Math.max(0, before - HEAD_END.length));
    if (found < 0) return -1;
    const head = this.partial.slice(0, found);
    this.partial = '';
    this.begin(head);
    return found + HEAD_END.length - before;
  }

  private begin(head: string): void {
    this.head = head;
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.left = Number(length ?? 0);
    this.mode = 'sized';
    if (length !== undefined || this.status === 204 || this.status === 304) return;
    if (!/\r\ntransfer-encoding: *chunked/i.test(head))
      throw new BenchFailure(`a reply without a length came:\n${head}`);
    this.mode = 'size-line';
  }

  /** Goes through chunks (RFC 9112 section 7.1), which may be cut anywhere. */
  private takeChunks(piece: Buffer, from: number): boolean {
    let at = from;
    while (at < piece.length) {
      if (this.mode === 'data') {
        const taken = Math.min(this.left, piece.length - at);
        at += taken;
        this.left -= taken;
        if (this.left === 0) this.mode = 'size-line';
        continue;
      }
      const end = piece.indexOf('\n', at);
      this.partial += piece.toString('latin1', at, end < 0 ? piece.length : end);
      if (end < 0) return false;
      at = end + 1;
      const line = this.partial.trimEnd();
      this.partial = '';
      if (this.mode === 'trailer' && line === '') return this.finish(piece.length - at);
      if (this.mode === 'size-line') this.beginChunk(line);
    }
    return false;
  }

  private beginChunk(line: string): void {
    const size = Number.parseInt(line, 16);
    if (Number.isNaN(size))
      throw new BenchFailure(
        `a chunk begins with ${JSON.stringify(line)} in the place of its size`,
      );
    this.mode = size === 0 ? 'trailer' : 'data';
    this.left = size + 2;
  }

  private finish(surplus: number): true {
    if (surplus > 0)
      throw new BenchFailure(`${surplus} bytes more than one reply came:\n${this.head}`);
    this.mode = 'head';
    return true;
  }
}
