// A line between mocks and a database: all that goes through is passed on, slowly, or cut off at any
// byte.

import { connect, createServer, type Server, type Socket } from 'node:net';

export class BadLine {
  private readonly server: Server;
  private readonly open = new Set<Socket>();
  /** How long each piece is held back, in milliseconds. */
  slowMs = 0;

  /** `socket` is the folder of the database's socket. */
  constructor(socket: string) {
    this.server = createServer((client) => {
      const line = connect(`${socket}/.s.PGSQL.5432`);
      for (const [from, to] of [
        [client, line],
        [line, client],
      ] as const) {
        this.open.add(from);
        from.on('data', (bytes) => setTimeout(() => to.write(bytes), this.slowMs));
        from.on('close', () => {
          this.open.delete(from);
          to.destroy();
        });
        from.on('error', () => to.destroy());
      }
    });
  }

  /** Returns the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(): void {
    for (const socket of this.open) socket.destroy();
  }

  close(): void {
    this.server.close();
    this.cut();
  }
}
