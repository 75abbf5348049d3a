// One connection, spoken to by hand: bytes go out as written, replies come back one by one, framed
// as RFC 9112 says. Waits for events alone, never for a while.

import { connect, type Socket } from 'node:net';

export interface WireReply {
  readonly version: string;
  readonly status: number;
  /** By lower-case name; several of one name are joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** How the end of the body was marked. */
  readonly framing: 'none' | 'length' | 'chunked' | 'close';
}

export interface Wire {
  readonly socket: Socket;
  /** Sends bytes; text is sent as UTF-8. */
  write(bytes: string | Buffer): Wire;
  /** Ends the sending side and keeps reading (half-close). */
  end(bytes?: string | Buffer): Wire;
  /** Cuts the connection with a reset. */
  reset(): void;
  /**
   * Returns the next reply. Rejects if the connection ends before it is whole. `method` is that of
   * the request.
   */
  reply(method?: string): Promise<WireReply>;
  /** Returns what arrives until the connection ends. */
  rest(): Promise<string>;
}

/** Connects to a port of this machine. */
export function openWire(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(createWire(socket));
    });
  });
}

/**
 * Sends bytes over a new connection and returns the first final reply, or `null` if the connection
 * ends without one.
 */
export async function ask(
  port: number,
  bytes: string | Buffer,
  method = 'GET',
): Promise<WireReply | null> {
  const wire = await openWire(port);
  try {
    wire.write(bytes);
    return await wire.reply(method);
  } catch {
    return null;
  } finally {
    wire.socket.destroy();
  }
}

function createWire(socket: Socket): Wire {
  let held: Buffer = Buffer.alloc(0);
  let isOver = false;
  let wake: () => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    wake();
  });
  const over = (): void => {
    isOver = true;
    wake();
  };
  socket.on('end', over).on('close', over).on('error', over);

  const more = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const take = (bytes: number): string => {
    const text = held.subarray(0, bytes).toString('utf8');
    held = held.subarray(bytes);
    return text;
  };
  const until = async (mark: string): Promise<string> => {
    for (;;) {
      const at = held.indexOf(mark);
      if (at >= 0) return take(at + mark.length).slice(0, -mark.length);
      if (isOver)
        throw new Error(
          `the connection ended before ${JSON.stringify(mark)}: ${JSON.stringify(held.toString('latin1', 0, 200))}`,
        );
      await more();
    }
  };
  const exactly = async (bytes: number): Promise<Buffer> => {
    while (held.length < bytes) {
      if (isOver)
        throw new Error(
          `the connection ended ${bytes - held.length} bytes before the end of a body`,
        );
      await more();
    }
    const taken = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return taken;
  };
  const rest = async (): Promise<string> => {
    while (!isOver) await more();
    return take(held.length);
  };
  const chunked = async (): Promise<string> => {
    const chunks: Buffer[] = [];
    for (;;) {
      const line = await until('\r\n');
      const size = Number.parseInt(line, 16);
      if (!/^[0-9a-f]+$/i.test(line))
        throw new Error(`${JSON.stringify(line.slice(0, 80))} is no chunk size`);
      if (size === 0) break;
      chunks.push(await exactly(size));
      if ((await until('\r\n')) !== '') throw new Error('a chunk is longer than its size');
    }
    if ((await until('\r\n')) !== '') throw new Error('no trailers are expected');
    return Buffer.concat(chunks).toString('utf8');
  };

  const wire: Wire = {
    socket,
    write(bytes) {
      socket.write(bytes);
      return wire;
    },
    end(bytes) {
      if (bytes === undefined) socket.end();
      else socket.end(bytes);
      return wire;
    },
    reset() {
      socket.resetAndDestroy();
    },
    async reply(method = 'GET') {
      const [first = '', ...lines] = (await until('\r\n\r\n')).split('\r\n');
      const start = /^(HTTP\/\d\.\d) (\d{3})/.exec(first);
      if (start === null)
        throw new Error(`${JSON.stringify(first.slice(0, 200))} is no status line`);
      const headers = new Map<string, string>();
      for (const line of lines) {
        const name = line.slice(0, line.indexOf(':')).toLowerCase();
        const value = line.slice(line.indexOf(':') + 1).trim();
        headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
      }
      const status = Number(start[2]);
      const made = (framing: WireReply['framing'], body: string): WireReply => ({
        version: start[1] ?? '',
        status,
        headers,
        body,
        framing,
      });
      if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
        return made('none', '');
      if (headers.get('transfer-encoding') === 'chunked') return made('chunked', await chunked());
      const length = headers.get('content-length');
      if (length !== undefined)
        return made('length', (await exactly(Number(length))).toString('utf8'));
      return made('close', await rest());
    },
    rest,
  };
  return wire;
}
