import { expect, describe as group, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { headerNamingOf } from '../../../src/base/secrets/secret-names.ts';
import { choices } from '../../../src/contract/choices.ts';
import { BODY_CHARS_SHOWN, describe } from '../../../src/journal/interaction/describe.ts';
import type { Interaction } from '../../../src/journal/interaction/interaction.ts';
import { readBody } from '../../../src/model/message/call.ts';
import type { Delivery } from '../../../src/model/message/delivery.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import { answeredOf, interactionOf, type Made, sentOf } from '../../support/interactions.ts';

function shown(interaction: Interaction): JsonObject {
  const { call, ruling } = interaction;
  return describe(interaction, { path: call.path, query: call.query, detail: ruling.detail });
}

function described(made: Made): { call: JsonObject; reply: JsonObject } {
  return shown({ seq: 1, ...interactionOf(made) }) as unknown as {
    call: JsonObject;
    reply: JsonObject;
  };
}

group('describe', () => {
  it('describes all of an interaction, with who decided what', () => {
    const made: Made = {
      sent: readBody(' {"a": 1}'),
      answered: textBody('{"id":1}'),
      headers: { host: 'h', 'set-x': ['1', '2'], absent: undefined },
      replyHeaders: ['content-type', 'application/json', 'vary', 'Origin'],
    };
    const text = JSON.stringify(shown({ seq: 7, ...interactionOf(made) }));
    expect(JSON.parse(text)).toEqual({
      seq: 7,
      at: '2023-11-14T22:13:20.000Z',
      elapsedMs: 0.123,
      source: 'mock',
      call: {
        method: 'PUT',
        path: '/users/1',
        query: 'a=b',
        headers: { host: 'h', 'set-x': ['1', '2'] },
        body: ' {"a": 1}',
      },
      reply: {
        status: 200,
        headers: { 'content-type': 'application/json', vary: 'Origin' },
        body: '{"id":1}',
      },
      ruling: {
        resource: 'users',
        operation: 'replace',
        situation: { value: 'ok', by: 'contract' },
        status: { value: 200, by: 'replace.status' },
        headers: [{ name: 'vary', value: 'Origin', by: 'cors.origin' }],
        content: { kind: 'none', by: 'replace.body' },
        effect: 'remove',
        detail: null,
      },
    });
  });

  it('says which world it was in and what changed the answer', () => {
    const made = interactionOf();
    const on = (delivery: Delivery) =>
      shown({ seq: 1, ...made, reply: { ...made.reply, delivery }, world: 'alice' });
    expect(on({ delayMs: 5, fault: null })).toMatchObject({
      world: 'alice',
      reply: { delivery: { delayMs: 5, fault: null } },
    });
    const drip = { delayMs: 0, fault: { kind: 'drip', overMs: 9 } } as const;
    expect(on(drip)).toMatchObject({ reply: { delivery: drip } });
  });

  it('shows no body if there is none, if it was too large, or if it is sent in pieces', () => {
    const { call, reply } = described({
      sent: { kind: 'oversized', bytesMax: 9 },
      answered: { kind: 'pieces', pieces: () => [].values() },
    });
    expect([call['body'], reply['body']]).toEqual([null, null]);
    expect(described({}).call['body']).toBeNull();
  });

  it('shows a broken body as it was sent', () => {
    expect(described({ sent: readBody('{') }).call['body']).toBe('{');
  });

  it('cuts a long body, and says how long it was', () => {
    const whole = described({
      sent: sentOf(BODY_CHARS_SHOWN),
      answered: answeredOf(BODY_CHARS_SHOWN),
    });
    expect([whole.call['body'], whole.reply['body']]).toEqual([
      'x'.repeat(BODY_CHARS_SHOWN),
      'y'.repeat(BODY_CHARS_SHOWN),
    ]);
    const cut = described({
      sent: sentOf(BODY_CHARS_SHOWN + 1),
      answered: answeredOf(BODY_CHARS_SHOWN + 1),
    });
    expect(cut.call['body']).toBe(`${'x'.repeat(65_536)}… (65537 characters)`);
    expect(cut.reply['body']).toBe(`${'y'.repeat(65_536)}… (65537 characters)`);
  });

  it.each([
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'x-api-key',
    'api-key',
    'x-jwt',
    'x-otp',
    'x-card-number',
  ])('leaves out what the header %s holds', (name) => {
    const { call } = described({ headers: { [name]: 'secret', other: 'plain' } });
    expect(call['headers']).toEqual({ [name]: '[redacted]', other: 'plain' });
    expect(JSON.stringify(described({ headers: { [name]: ['secret', 'secret'] } }))).not.toContain(
      'secret',
    );
  });

  it('leaves out every header that can carry the credentials of a profile', () => {
    for (const name of choices['auth.header'].options) expect(headerNamingOf(name)).toBe('secret');
  });

  it('treats __proto__ like any other header', () => {
    const headers = Object.fromEntries([['__proto__', 'a']]);
    expect(JSON.stringify(described({ headers, replyHeaders: ['__proto__', 'b'] }))).toContain(
      '"headers":{"__proto__":"b"}',
    );
  });
});
