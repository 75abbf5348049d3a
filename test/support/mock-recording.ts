// Recorded answers of the users mock, without a server.

import type { Kind } from '../../src/contract/operation-kinds.ts';
import type { Recorded } from '../../src/journal/interaction/recorded.ts';
import { callOf, createWorld, type Sent, type World } from './users.ts';
import { recordedOf, textOf } from './written.ts';

export interface Recorder {
  readonly world: World;
  /** Sends a request such as `GET /users/1` and returns what is recorded of it. */
  record(request: string, sent?: Sent): Recorded;
}

/** Makes a mock that records what it is asked. */
export function createRecorder(world: World = createWorld()): Recorder {
  let seq = 0;
  return {
    world,
    record(request, sent = {}) {
      const call = callOf(request, sent);
      const answer = world.ask(request, sent);
      const fields = Object.entries(call.headers).map(
        ([name, value]) => [name, String(value)] as const,
      );
      const body =
        call.body.kind === 'json' || call.body.kind === 'broken'
          ? textOf(call.body.text)
          : undefined;
      const { situation, operation } = answer.ruling;
      return recordedOf({
        request,
        headers: fields,
        ...(body === undefined ? {} : { sent: body }),
        status: answer.status,
        replyHeaders: Object.entries(answer.headers).map(
          ([name, value]) => [name.toLowerCase(), value] as const,
        ),
        ...(answer.text === '' ? {} : { answered: textOf(answer.text) }),
        more: {
          seq: ++seq,
          at: 1_700_000_000_000 + seq,
          source: 'mock',
          operation: operation as Kind | null,
          verdict: situation.value === 'ok' ? 'conforms' : 'not-shown',
        },
      });
    },
  };
}
