// The load: raw sockets with keep-alive, one request in flight on each, every reply read to its end
// and its status checked.

import { connect, type Socket } from 'node:net';
import { BenchFailure } from './failure.ts';
import { ReplyReader } from './reply-reader.ts';

export interface Work {
  /** Sent one after the other, and from the start again if there are fewer than `count`. */
  readonly requests: readonly Buffer[];
  readonly count: number;
  /** The status that every reply must have; or that of each request, over a single connection. */
  readonly status: number | readonly number[];
  /** Called with the head of each reply. */
  readonly onHead?: (head: string) => void;
}

export interface Load {
  readonly elapsedMs: number;
  /** From the sending of each request to the last byte of its reply. */
  readonly latenciesMs: Float64Array;
  /** Bytes received. */
  readonly bytes: number;
}

export interface Client {
  /**
   * Does a piece of work, one for each client. Rejects with a BenchFailure if a reply has another
   * status or a connection ends.
   */
  run(work: Work): Promise<Load>;
  close(): void;
}

/** Connects to a port of 127.0.0.1 a number of times. */
export async function openClient(port: number, connections: number): Promise<Client> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  return {
    run: (work) => run(sockets, work),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** After this long without an end, a piece of work has failed. Milliseconds. */
const WORK_MS_MAX = 120_000;

function run(sockets: readonly Socket[], { requests, count, status, onHead }: Work): Promise<Load> {
  const { promise, resolve, reject } = Promise.withResolvers<Load>();
  const watchdog = setTimeout(
    () => reject(new BenchFailure(`no end after ${WORK_MS_MAX / 1000} s`)),
    WORK_MS_MAX,
  );
  const latenciesMs = new Float64Array(count);
  const began = performance.now();
  let bytes = 0;
  let sent = 0;
  let done = 0;

  const attach = (socket: Socket): void => {
    const reader = new ReplyReader();
    let sentAt = 0;
    const send = (): void => {
      const request = requests[sent % requests.length];
      if (sent >= count || request === undefined) return;
      sent++;
      sentAt = performance.now();
      socket.write(request);
    };
    const take = (piece: Buffer): void => {
      bytes += piece.length;
      if (!reader.take(piece)) return;
      const wanted = typeof status === 'number' ? status : status[done % status.length];
      latenciesMs[done++] = performance.now() - sentAt;
      if (reader.status !== wanted)
        throw new BenchFailure(
          `status ${reader.status} came in the place of ${wanted}:\n${reader.head}`,
        );
      onHead?.(reader.head);
      if (done === count) resolve({ elapsedMs: performance.now() - began, latenciesMs, bytes });
      else send();
    };
    socket.on('data', (piece) => {
      try {
        take(piece);
      } catch (error) {
        reject(error);
      }
    });
    socket.on('error', (error) => reject(new BenchFailure(`a connection broke: ${error.message}`)));
    socket.on('close', () =>
      reject(new BenchFailure('a connection was closed in the middle of the work')),
    );
    send();
  };
  for (const socket of sockets) attach(socket);
  return promise.finally(() => clearTimeout(watchdog));
}
