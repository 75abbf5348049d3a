// The third server of the bed: HTTP written by hand on node:net, so that it can say the same in
// unusual ways.

import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Start, StoredUser } from '../../service.ts';
import { listen } from '../listen.ts';
import { type Asked, parseRequest } from './parse.ts';
import { answerFrom } from './store.ts';

export interface Manner {
  readonly version: '1.0' | '1.1';
  /** How the end of a body is marked: `close` marks nothing and ends the connection. */
  readonly framing: 'length' | 'chunked' | 'close';
  /** It says `Connection: close` with the last of them. */
  readonly requestsPerConnection: number;
  readonly connections: 'at once' | 'one after the other';
  readonly headerNames: 'usual' | 'lower case' | 'upper case';
  readonly date: 'sent' | 'missing';
  readonly reason: 'sent' | 'missing';
  /** A reply that goes before each reply. */
  readonly before: '' | '102 Processing' | '103 Early Hints';
  /** After a connection is made, until it is listened to. */
  readonly greetingDelayMs: number;
  /** How a body is written as JSON. */
  readonly write: (value: unknown) => string;
  /** Sends a reply in pieces of so many bytes, a moment apart. */
  readonly pieceBytes: number;
}

const usual: Manner = {
  version: '1.1',
  framing: 'length',
  requestsPerConnection: Number.POSITIVE_INFINITY,
  connections: 'at once',
  headerNames: 'usual',
  date: 'sent',
  reason: 'sent',
  before: '',
  greetingDelayMs: 0,
  write: (value) => JSON.stringify(value),
  pieceBytes: Number.POSITIVE_INFINITY,
};

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  404: 'Not Found',
  409: 'Conflict',
};

/** Starts of a server that speaks in some manner. */
export function wire(changed: Partial<Manner>): Start {
  const manner: Manner = { ...usual, ...changed };
  return async (users) => {
    const rows: StoredUser[] = [...users];
    let answered = 0;
    let lastTurn: Promise<unknown> = Promise.resolve();
    const answer = async (socket: Socket, asked: Asked, nth: number): Promise<boolean> => {
      const isLast =
        nth >= manner.requestsPerConnection ||
        asked.headers.get('connection')?.toLowerCase() === 'close';
      if (manner.connections === 'one after the other' && nth === 1) {
        const earlier = lastTurn;
        lastTurn = socket.destroyed ? earlier : Promise.all([earlier, closed(socket)]);
        await earlier;
      }
      const [status, body] = answerFrom(
        rows,
        asked.method,
        asked.target.split('?')[0] ?? '',
        asked.body,
      );
      await send({ socket, manner, asked, status, text: manner.write(body), isLast });
      answered += 1;
      return isLast;
    };
    // Without delay, or each piece would wait until the client has confirmed the one before, some
    // 40 ms.
    const server = createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      void converse(socket, manner, answer).catch(() => socket.destroy());
    });
    const { origin, close } = await listen(server);
    return { baseUrl: origin, stored: () => [...rows], answered: () => answered, close };
  };
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}

/** Answers what comes on one connection, in its order, until one of both ends it. */
async function converse(
  socket: Socket,
  manner: Manner,
  answer: (socket: Socket, asked: Asked, nth: number) => Promise<boolean>,
): Promise<void> {
  if (manner.greetingDelayMs > 0) await sleep(manner.greetingDelayMs);
  let bytes = Buffer.alloc(0);
  let count = 0;
  let wasContinued = false;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, Buffer.from(chunk)]);
    for (let parsed = parseRequest(bytes); ; parsed = parseRequest(bytes)) {
      if (parsed.kind === 'bad') {
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        return;
      }
      if (parsed.kind === 'more') {
        if (parsed.expectsContinue && !wasContinued && manner.version === '1.1')
          socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        wasContinued = parsed.expectsContinue;
        break;
      }
      bytes = Buffer.from(parsed.rest);
      wasContinued = false;
      count += 1;
      if (await answer(socket, parsed.asked, count)) {
        socket.destroySoon();
        return;
      }
    }
  }
}

interface Sending {
  readonly socket: Socket;
  readonly manner: Manner;
  readonly asked: Asked;
  readonly status: number;
  readonly text: string;
  readonly isLast: boolean;
}

async function send({ socket, manner, asked, status, text, isLast }: Sending): Promise<void> {
  const body = Buffer.from(text);
  const fields: [string, string][] = [['Content-Type', 'application/json; charset=utf-8']];
  if (manner.date === 'sent') fields.push(['Date', new Date().toUTCString()]);
  if (manner.framing === 'length') fields.push(['Content-Length', String(body.length)]);
  if (manner.framing === 'chunked') fields.push(['Transfer-Encoding', 'chunked']);
  if (isLast && manner.version === '1.1') fields.push(['Connection', 'close']);
  const cased = (name: string): string =>
    manner.headerNames === 'usual'
      ? name
      : manner.headerNames === 'lower case'
        ? name.toLowerCase()
        : name.toUpperCase();
  const reason = manner.reason === 'sent' ? (reasons[status] ?? '') : '';
  const head = [
    `HTTP/${manner.version} ${status} ${reason}`,
    ...fields.map(([name, value]) => `${cased(name)}: ${value}`),
  ];
  const content =
    asked.method === 'HEAD' ? [] : manner.framing === 'chunked' ? chunked(body) : [body];
  const early =
    manner.before === ''
      ? ''
      : `HTTP/1.1 ${manner.before}\r\n${manner.before.startsWith('103') ? 'Link: </style>\r\n' : ''}\r\n`;
  const all = Buffer.concat([Buffer.from(`${early}${head.join('\r\n')}\r\n\r\n`), ...content]);
  for (let at = 0; at < all.length; at += manner.pieceBytes) {
    if (at > 0) await sleep(1);
    socket.write(all.subarray(at, at + manner.pieceBytes));
  }
}

/** The body in chunks of 5 bytes, with an extension that says nothing and a trailer. */
function chunked(body: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += 5) {
    const chunk = body.subarray(at, at + 5);
    parts.push(Buffer.from(`${chunk.length.toString(16)};part\r\n`), chunk, Buffer.from('\r\n'));
  }
  return [...parts, Buffer.from('0\r\nX-Parts: all\r\n\r\n')];
}
