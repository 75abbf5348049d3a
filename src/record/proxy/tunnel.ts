// A connection that upgrades to WebSocket (RFC 6455 section 4): forwards the request, then bytes in
// both directions until one side ends. The watcher sees them; it ends with the connection.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { failureOf, type ProxyRefusal, recorderReply } from './failure.ts';
import { openRequest, type Upstream } from './forward.ts';
import { pairsOf, replyFields } from './header-fields.ts';
import type { ExchangeWatch, RawFields } from './watch.ts';

/** Opens the tunnel. Returns a function that ends it. */
export function tunnel(
  upstream: Upstream,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  target: string,
  watch: ExchangeWatch,
): () => void {
  const how = { agent: false, upgrade: 'websocket', length: 'as-it-came' } as const;
  const outgoing = openRequest(upstream, request, target, how);
  let isOver = false;
  /** Both sides speak the other protocol: either may end it at any time. */
  let isOpen = false;
  let service: Socket | null = null;
  const finish = (trouble: string | null): void => {
    clearTimeout(timer);
    if (isOver) return;
    isOver = true;
    watch.ended(trouble);
  };
  const fail = (error: NodeJS.ErrnoException, isLate: boolean): void => {
    if (isOver) return;
    const trouble = failureOf(error, upstream.base, upstream.answerMs, { hasReply: false, isLate });
    finish(trouble);
    outgoing.destroy();
    refuse(socket, { status: isLate ? 504 : 502, detail: trouble });
  };
  const timer = setTimeout(() => fail(new Error(), true), upstream.answerMs);
  watch.requestEnded();
  socket
    .on('error', () => socket.destroy())
    .on('close', () => {
      finish(isOpen ? null : 'the client went away');
      outgoing.destroy();
      service?.destroy();
    });
  outgoing.on('error', (error) => fail(error, false));
  outgoing.on('upgrade', (reply, other, first) => {
    service = other;
    isOpen = true;
    clearTimeout(timer);
    watch.reply({ status: 101, fields: reply.rawHeaders });
    other
      .on('error', () => other.destroy())
      .on('close', () => {
        finish(null);
        socket.destroy();
      });
    socket.write(headOf(reply, replyFields(reply.rawHeaders, 'upgrade')), 'latin1');
    if (first.length > 0) {
      watch.replyBytes(first);
      socket.write(first);
    }
    if (head.length > 0) {
      watch.requestBytes(head);
      other.write(head);
    }
    // Before the pipes, which pause the sockets: each piece is seen as it is forwarded.
    socket.on('data', (chunk: Buffer) => watch.requestBytes(chunk));
    other.on('data', (chunk: Buffer) => watch.replyBytes(chunk));
    socket.setNoDelay(true).setTimeout(0);
    other.setNoDelay(true).setTimeout(0);
    socket.pipe(other).pipe(socket);
  });
  outgoing.on('response', (reply) => {
    // The service refused the upgrade; its reply ends the connection.
    watch.reply({ status: reply.statusCode ?? 0, fields: reply.rawHeaders });
    socket.write(
      headOf(reply, [...replyFields(reply.rawHeaders, 'none'), 'Connection', 'close']),
      'latin1',
    );
    reply.on('data', (chunk: Buffer) => watch.replyBytes(chunk)).on('end', () => finish(null));
    reply.on('error', () => socket.destroy());
    reply.pipe(socket);
  });
  outgoing.end();
  return () => {
    finish(isOpen ? null : 'the recorder was ended');
    socket.destroy();
    service?.destroy();
    outgoing.destroy();
  };
}

function headOf(reply: IncomingMessage, fields: RawFields): string {
  const lines = pairsOf(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${reply.statusCode} ${reply.statusMessage ?? ''}\r\n${lines.join('')}\r\n`;
}

/** Writes the recorder's own answer to a connection that has no response object, and ends it. */
export function refuse(socket: Socket, refusal: ProxyRefusal): void {
  const { headers, body } = recorderReply(refusal);
  const text = body.kind === 'text' ? body.text : '';
  const lines = pairsOf([
    ...headers,
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Connection',
    'close',
  ]);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${refusal.status} Error\r\n${head}\r\n${text}`, () => socket.destroySoon());
}
