// A server of HTTP/2 and HTTP/1.1 over TLS, chosen by ALPN. Loaded only for HTTPS.

import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { endRaw, type ProtocolErrorFacts, type ProtocolErrorShape } from './protocol-errors.ts';

/** The identity of a server: a certificate and its key, as PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

export interface SecureOptions {
  readonly tls: TlsIdentity;
  /** Within how many milliseconds a connection must be secure. */
  readonly requestMs: number;
  readonly shape: () => ProtocolErrorShape;
  readonly onTrouble?: (facts: ProtocolErrorFacts) => void;
}

/** How many requests of one client are under way at once on one connection. */
const STREAMS_MAX = 256;
/** With this byte every TLS connection begins (RFC 8446 section 5.1: a handshake record). */
const HANDSHAKE = 22;

/** Creates a server of HTTP/2 and HTTP/1.1 over TLS. The caller handles its events. */
export function createTlsServer(options: SecureOptions): Http2SecureServer {
  const { cert, key } = options.tls;
  const server = createSecureServer({
    cert,
    key,
    allowHTTP1: true,
    handshakeTimeout: options.requestMs,
    settings: { maxConcurrentStreams: STREAMS_MAX, enablePush: false },
  });
  lookAtFirstByte(server, options);
  // A connection that fails the handshake ends without an explanation.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('session', (session) => session.on('error', () => session.destroy()));
  return server;
}

/** Tells clients that speak plain HTTP to use HTTPS, instead of ending without a word. */
function lookAtFirstByte(server: Http2SecureServer, options: SecureOptions): void {
  const [shakeHands] = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const tooLate = setTimeout(() => socket.destroy(), options.requestMs);
    socket.on('error', ignore).once('close', () => clearTimeout(tooLate));
    socket.once('data', (chunk: Buffer) => {
      clearTimeout(tooLate);
      socket.pause();
      if (chunk[0] === HANDSHAKE) {
        socket.unshift(chunk);
        shakeHands?.call(server, socket);
        return;
      }
      options.onTrouble?.(PLAIN);
      endRaw(socket, options.shape(), PLAIN);
    });
  });
}

const PLAIN: ProtocolErrorFacts = {
  status: 400,
  trouble: 'unreadable',
  detail: 'this port speaks HTTPS, but the request is plain HTTP: use https:// in the address',
};

function ignore(): void {}

/** Closes sessions: active streams may end, new ones are refused (GOAWAY). `cut` ends all. */
export function followSessions(server: Http2SecureServer): { close(): void; cut(): void } {
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    close() {
      for (const session of sessions) session.close();
    },
    cut() {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}
