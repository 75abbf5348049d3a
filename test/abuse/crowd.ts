// Many connections of one process that are kept and used: each asks, waits, and asks again, so that
// none is idle for long.

import { connect, type Socket } from 'node:net';

export interface Crowd {
  /**
   * How many answers each connection has had. One that ended before it was told to counts no more.
   */
  answers(): readonly number[];
  /** Connections that ended by themselves, or had an answer other than 200. */
  readonly lost: () => number;
  /** Resolves when every connection has had so many answers. */
  until(count: number): Promise<void>;
  /** Resolves when all have ended. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface CrowdOptions {
  readonly count: number;
  /**
   * How long each connection waits between an answer and the next request, in milliseconds; less
   * than the server keeps it.
   */
  readonly pauseMs: number;
}

/** How many connections are being opened at once. */
const OPENING_MAX = 100;
const REQUEST = 'GET /users/1 HTTP/1.1\r\nHost: localhost\r\n\r\n';

/**
 * Opens connections to a port of this machine, and keeps them in use. Rejects if one cannot be
 * opened.
 */
export async function openCrowd(port: number, { count, pauseMs }: CrowdOptions): Promise<Crowd> {
  const sockets: Socket[] = [];
  const answered: number[] = [];
  let [lost, open] = [0, 0];
  let allEnded: () => void = () => undefined;
  const ended = new Promise<void>((done) => {
    allEnded = done;
  });
  let isClosing = false;

  const keep = (socket: Socket, index: number): void => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0 || text.length < head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]))
        return;
      if (!text.startsWith('HTTP/1.1 200 ')) lost++;
      text = '';
      answered[index] = (answered[index] ?? 0) + 1;
      setTimeout(
        () => socket.writable && socket.write(REQUEST),
        pauseMs * (0.5 + Math.random() / 2),
      );
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        if (!isClosing) lost++;
        open--;
        if (open === 0) allEnded();
      });
    answered[index] = 0;
    open++;
    socket.write(REQUEST);
  };
  const openNext = async (): Promise<void> => {
    while (sockets.length < count) {
      const socket = connect({ port, host: '127.0.0.1' });
      const index = sockets.push(socket) - 1;
      await new Promise<void>((done, failed) =>
        socket.once('connect', () => done()).once('error', failed),
      );
      keep(socket, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(OPENING_MAX, count) }, openNext));
  return {
    answers: () => answered,
    lost: () => lost,
    async until(wanted) {
      while (answered.some((one) => one < wanted) && lost === 0)
        await new Promise((turn) => setTimeout(turn, 50));
    },
    ended,
    close() {
      isClosing = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
