// The manners of the hand-written server, as services of the bed.

import type { CorrectService } from '../correct-service.ts';
import { type Manner, wire } from './server.ts';

/** JSON in ASCII, with each other character escaped. */
function escaped(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** JSON with every slash escaped, over many lines, with white space around it. */
function spacious(value: unknown): string {
  return `\r\n\t${JSON.stringify(value, null, 4).replaceAll('/', '\\/')}\r\n\n `;
}

const manners: readonly [name: string, about: string, manner: Partial<Manner>][] = [
  [
    'json-server-like',
    'PUT replaces, DELETE answers 200 with {}, an error is {}, the next id is the highest and one.',
    {},
  ],
  [
    'http-1.0',
    'Answers HTTP/1.0 and ends the connection.',
    { version: '1.0', requestsPerConnection: 1 },
  ],
  [
    'http-1.0-without-length',
    'Answers HTTP/1.0; a body ends with the connection.',
    { version: '1.0', framing: 'close', requestsPerConnection: 1 },
  ],
  ['connection-close', 'Ends the connection after each reply.', { requestsPerConnection: 1 }],
  [
    'ended-by-close',
    'Answers HTTP/1.1 without a length; a body ends with the connection.',
    { framing: 'close', requestsPerConnection: 1 },
  ],
  [
    'five-per-connection',
    'Ends the connection after each five replies.',
    { requestsPerConnection: 5 },
  ],
  [
    'one-connection-at-a-time',
    'Answers one connection at a time, while others wait.',
    { connections: 'one after the other', requestsPerConnection: 1 },
  ],
  [
    'one-kept-connection-at-a-time',
    'Answers all calls of one connection until it ends, while others wait.',
    { connections: 'one after the other' },
  ],
  [
    'chunks-with-trailer',
    'Sends chunks of 5 bytes with extensions, and a trailer.',
    { framing: 'chunked' },
  ],
  ['pieces', 'Sends each reply in pieces of 60 bytes, a moment apart.', { pieceBytes: 60 }],
  [
    'lower-case-headers',
    'Writes the names of its headers in lower case.',
    { headerNames: 'lower case', date: 'missing' },
  ],
  [
    'upper-case-headers',
    'Writes the names of its headers in upper case.',
    { headerNames: 'upper case', framing: 'chunked' },
  ],
  [
    'bare-replies',
    'Sends neither a date nor a reason phrase.',
    { date: 'missing', reason: 'missing' },
  ],
  ['slow-greeting', 'Listens to a connection 60 ms after it is made.', { greetingDelayMs: 60 }],
  ['early-hints', 'Sends 103 Early Hints before each reply.', { before: '103 Early Hints' }],
  [
    'processing-first',
    'Sends 102 Processing before each reply.',
    { before: '102 Processing', framing: 'chunked' },
  ],
  ['escaped-json', 'Escapes each character beyond ASCII.', { write: escaped }],
  [
    'spacious-json',
    'Writes JSON over many lines, with escaped slashes and white space around.',
    { write: spacious },
  ],
];

export const wireServices: readonly CorrectService[] = manners.map(([name, about, manner]) => ({
  name,
  about,
  start: wire(manner),
  ...(manner.connections === 'one after the other' && { oneConnection: true }),
}));
