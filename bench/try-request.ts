// Asks a server that may not listen yet, with as little work as possible: it takes place beside the
// start that is measured.

import { connect } from 'node:net';
import { plainRequest } from './request.ts';

/** Requests a path. Returns the status of the answer once it has ended, or 0 if there is none. */
export function tryRequest(port: number, path: string): Promise<number> {
  const request = plainRequest('GET', path).toString();
  const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(last));
    socket.setEncoding('latin1').on('data', (piece) => {
      text += piece;
    });
    socket.on('error', () => resolve(0));
    socket.on('close', () => resolve(Number(text.slice(9, 12))));
  });
}
