// Frames of WebSocket (RFC 6455 section 5.2), written by hand, and a service that echoes them.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface FrameOptions {
  readonly opcode?: number;
  readonly isLast?: boolean;
  readonly isCompressed?: boolean;
  /** As a client must. */
  readonly mask?: readonly [number, number, number, number];
}

/** Writes a frame. */
export function frameOf(content: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = 1, isLast = true, isCompressed = false, mask } = options;
  const payload = Buffer.from(content);
  const first = (isLast ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode;
  const [short, extra] =
    payload.length < 126
      ? [payload.length, Buffer.alloc(0)]
      : payload.length < 65_536
        ? [126, Buffer.alloc(2)]
        : [127, Buffer.alloc(8)];
  if (extra.length === 2) extra.writeUInt16BE(payload.length);
  if (extra.length === 8) extra.writeBigUInt64BE(BigInt(payload.length));
  const masked =
    mask === undefined ? payload : payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  const head = Buffer.from([first, (mask === undefined ? 0 : 0x80) | short]);
  return Buffer.concat([head, extra, Buffer.from(mask ?? []), masked]);
}

export interface UpgradedService extends AsyncDisposable {
  readonly url: string;
}

/** Starts a service whose connections go over to WebSocket; `take` has each of them. */
export async function startUpgrading(take: (socket: Duplex) => void): Promise<UpgradedService> {
  const server = createServer();
  const sockets = new Set<Duplex>();
  server.on('upgrade', (_request: IncomingMessage, socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('end', () => socket.end());
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    );
    take(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
