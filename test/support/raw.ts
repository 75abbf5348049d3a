// Speaks HTTP by hand over a socket, for requests that no HTTP client would send.

import { connect, type Socket } from 'node:net';

export interface RawReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends bytes and returns everything that arrives until the connection ends or nothing arrives for
 * `quietMs`.
 */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  options: { end?: boolean; quietMs?: number } = {},
): Promise<string> {
  const { end = false, quietMs = 150 } = options;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    };
    socket.on('connect', () => {
      if (end) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      wait();
    });
    socket.on('close', done);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error);
      else done();
    });
  });
}

/** Splits the first reply of a raw answer. */
export function readRaw(answer: string): RawReply {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: answer.slice(end + 4) };
}
