// Interactions made by hand, for what journals and describes them.

import type { Interaction } from '../../src/journal/interaction/interaction.ts';
import { type Body, noBody, type ReplyBody } from '../../src/model/message/call.ts';
import { textBody } from '../../src/model/ruling/render.ts';

export interface Made {
  readonly sent?: Body;
  readonly answered?: ReplyBody;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly replyHeaders?: readonly string[];
}

/** Makes an interaction whose call and reply have the bodies given. */
export function interactionOf(made: Made = {}): Omit<Interaction, 'seq'> {
  const { sent = noBody, answered = { kind: 'none' }, headers = {}, replyHeaders = [] } = made;
  return {
    at: 1_700_000_000_000,
    elapsedMs: 0.123456,
    source: 'mock',
    call: { method: 'PUT', path: '/users/1', query: 'a=b', headers, body: sent },
    reply: { status: 200, headers: replyHeaders, body: answered },
    ruling: {
      resource: 'users',
      operation: 'replace',
      situation: { value: 'ok', by: 'contract' },
      status: { value: 200, by: 'replace.status' },
      headers: [{ name: 'vary', value: 'Origin', by: 'cors.origin' }],
      content: { value: { kind: 'none' }, by: 'replace.body' },
      effect: { kind: 'remove', resource: 'users', key: '1', memory: 'forget' },
      detail: null,
    },
  };
}

/** A body of a request with so many characters. */
export function sentOf(chars: number): Body {
  return { kind: 'broken', flaw: 'syntax', message: 'x', text: 'x'.repeat(chars) };
}

/** A body of a reply with so many characters. */
export function answeredOf(chars: number): ReplyBody {
  return textBody('y'.repeat(chars));
}
