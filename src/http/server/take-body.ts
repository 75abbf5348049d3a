// The body of a request, taken where node:http hands it over. On the way through the stream it
// would be put by, announced, asked for and told to be at its end, each in a turn of its own: a
// tenth of all that a request costs.

import type { IncomingMessage } from 'node:http';
import { isStreamed } from './streams.ts';

export interface BodyTaker {
  /** Given each piece as it comes. */
  readonly onPiece: (piece: Buffer) => void;
  /** Told once the body is there whole. Not told where the client goes away before. */
  readonly onEnd: () => void;
}

/**
 * Takes the body of a request, of which nobody has taken anything. The function that it gives lets
 * what is still to come go through the stream of the request as ever.
 */
export function takeBody(request: IncomingMessage, { onPiece, onEnd }: BodyTaker): () => void {
  // What has waited for its turn has come already, and lies in its stream.
  if (isStreamed(request) || request.readableLength > 0 || request.complete) {
    // A client that goes away in the middle of a body is no fault; the connection ends with it, and
    // nothing was done.
    request.on('data', onPiece).on('end', onEnd).on('error', ignore);
    return () => request.off('data', onPiece).off('end', onEnd);
  }
  // Says that somebody reads; otherwise node:http sees to it that the body is read once the request
  // is answered.
  request.read(0);
  request.push = (piece: Buffer | null): boolean => {
    if (piece === null) onEnd();
    else onPiece(piece);
    return true;
  };
  return () => {
    // What stands above it is the method of all streams.
    delete (request as Partial<IncomingMessage>).push;
  };
}

function ignore(): void {}
