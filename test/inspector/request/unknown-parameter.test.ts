// What does not belong is refused, and nothing is done.

import { describe, expect, it } from 'vitest';
import { createInspectorClient, memberOf } from '../inspector-client.ts';

describe('findUnknownParameter', () => {
  it.each([
    'interactions?q=status:999',
    'matches?query=x',
    'data/users?ofset=1',
    'latency?filter=x',
    'rows?seq=1',
    'compare?before=x',
  ])('refuses GET api/%s, and lists the parameters', async (target) => {
    const reply = await createInspectorClient().ask(`GET api/${target}`);
    expect([reply.status, memberOf(reply, 'title')]).toEqual([400, 'Unknown query parameter']);
    expect(memberOf(reply, 'detail')).toMatch(/^"\w+" is unknown. Parameters: \w+/);
  });

  it('resets nothing if the parameter "world" is misspelt', async () => {
    const { ask, backend } = createInspectorClient();
    await ask('DELETE api/data/users/2');
    expect((await ask('POST api/reset?wrld=alice')).status).toBe(400);
    expect(backend.state().collection('users').find('2')).toBeUndefined();
    expect((await ask('POST api/reset?what=rows&world=main')).status).toBe(204);
    expect(backend.state().collection('users').find('2')).toBeDefined();
  });
});
