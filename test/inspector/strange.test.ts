// What does not belong is refused, and nothing is done.

import { describe, expect, it } from 'vitest';
import { createDesk, emptyArchive, memberOf } from './desk.ts';

describe('findStrangeParameter', () => {
  it.each(['interactions?q=status:999', 'matches?query=x', 'data/users?ofset=1', 'latency?filter=x', 'rows?seq=1'])(
    'refuses GET api/%s, and says what there is',
    async (target) => {
      const reply = await createDesk().ask(`GET api/${target}`);
      expect([reply.status, memberOf(reply, 'title')]).toEqual([400, 'There is no such parameter']);
      expect(memberOf(reply, 'detail')).toMatch(/^"\w+" is none here; there is \w+/);
    },
  );

  it('resets nothing where the world was spelt wrong', async () => {
    const { ask, desk } = createDesk();
    await ask('DELETE api/data/users/2');
    expect((await ask('POST api/reset?wrld=alice')).status).toBe(400);
    expect(desk.state().collection('users').find('2')).toBeUndefined();
    expect((await ask('POST api/reset?what=rows&world=main')).status).toBe(204);
    expect(desk.state().collection('users').find('2')).toBeDefined();
  });
});

describe('strangeIn', () => {
  it.each([
    [{ seq: 1, method: 'DELETE', path: '/users/3' }, '"method" is no member here; there is seq, edited.'],
    [{ seq: 1, edited: { method: 'GET', path: '/users' } }, '"path" is no member here; there is method, target, headers, body.'],
    [{ seq: 1, edited: null }, 'What is edited must be an object.'],
  ])('keeps %j from being sent', async (order, detail) => {
    let sent = 0;
    const replay = {
      target: 'http://127.0.0.1:3000',
      send: () => {
        sent++;
        return Promise.resolve(2);
      },
    };
    const archive = { ...emptyArchive, find: () => Promise.resolve({ recorded: {} } as never) };
    const reply = await createDesk({ replay, archive }).ask('POST api/replay', order as never);
    expect([reply.status, memberOf(reply, 'detail'), sent]).toEqual([400, detail, 0]);
  });
});
