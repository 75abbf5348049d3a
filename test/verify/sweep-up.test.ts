// What the end of a run removes, and what it leaves and tells.

import { describe, expect, it } from 'vitest';
import { act } from '../../src/verify/act.ts';
import { Stage } from '../../src/verify/stage.ts';
import { sweepUp } from '../../src/verify/sweep-up.ts';
import { plain } from '../bed/plain.ts';
import { started, USERS } from '../support/bed.ts';
import { withSession } from './walking.ts';

describe('sweepUp', () => {
  it('removes what the run made, also several at once', async () => {
    await using service = await started(plain.start(USERS));
    await withSession(service, {}, async ({ session, make }) => {
      session.atOnce = 4;
      const stage = new Stage(session);
      for (const item of ['a', 'b', 'c', 'd', 'e', 'f'])
        await act(stage, { kind: 'create', item, values: make.plain(), manner: 'plain' });
      expect(await sweepUp(session)).toEqual({ left: [], isSure: true });
    });
    expect(service.stored()).toEqual(USERS);
  });

  it('leaves what was there before, and tells it where something of the run is written over it', async () => {
    await using service = await started(plain.start(USERS));
    const token = 'sqoverwritten';
    await withSession(service, { token }, async ({ session }) => {
      const body = JSON.stringify({ name: `delta ${token}`, email: 'ann@example.com' });
      await fetch(`${service.baseUrl}/users/1`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      expect(await sweepUp(session)).toEqual({ left: ['1'], isSure: true });
    });
    expect(service.stored().map(({ id }) => id)).toEqual([1, 2]);
  });
});
