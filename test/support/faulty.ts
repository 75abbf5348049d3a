// A listener whose `answer` fails in the way that the path names, in its own process: the failure
// must not end it.

import { listen } from '../../src/http/server/listener.ts';
import type { Call, Reply } from '../../src/model/message/call.ts';

const NOTHING = { kind: 'none' } as const;

function answer(call: Call): Reply {
  switch (call.path) {
    case '/throws':
      throw new Error('the answer could not be made');
    case '/header-name':
      return { status: 200, headers: ['x bad', '1'], body: NOTHING };
    case '/header-value':
      return { status: 200, headers: ['x-bad', 'a\r\nb'], body: NOTHING };
    case '/status':
      return { status: 99, headers: [], body: NOTHING };
    case '/first-piece':
      return { status: 200, headers: [], body: { kind: 'pieces', pieces: failAtOnce } };
    case '/second-piece':
      return { status: 200, headers: [], body: { kind: 'pieces', pieces: failLater } };
    default:
      return { status: 204, headers: [], body: NOTHING };
  }
}

function failAtOnce(): Iterator<string> {
  throw new Error('the first piece could not be made');
}

function* failLater(): Generator<string> {
  yield 'one';
  throw new Error('the second piece could not be made');
}

const listener = await listen({
  host: '127.0.0.1',
  port: 0,
  answer,
  ready: () => null,
  bodyBytesMax: () => 1_000,
  requestMs: 30_000,
  shape: () => ({ error: 'problem', code: 'situation' }),
  onFailure: (error) =>
    process.stdout.write(`${JSON.stringify({ event: 'failure', text: String(error) })}\n`),
});
process.stdout.write(
  `${JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${listener.port}` })}\n`,
);
