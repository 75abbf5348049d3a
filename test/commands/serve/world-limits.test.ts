import { describe, expect, it } from 'vitest';
import { serveCommand } from '../../../src/commands/serve/flags.ts';
import { worldLimits } from '../../../src/commands/serve/world-limits.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { createMock } from '../../../src/mock/mock.ts';
import { WORLD_IDLE_MS, WORLDS_MAX } from '../../../src/mock/worlds.ts';
import { callOf, stateOf, usersProject } from '../../support/users.ts';

describe('worldBounds', () => {
  it('reports once that one world too many replaced the oldest', () => {
    const told: string[] = [];
    const rules = { ...usersProject, profile: defaultProfile };
    const worlds = worldLimits(undefined, { write: (text) => told.push(text) });
    const mock = createMock({ rules, state: stateOf(usersProject), worlds });
    for (let made = 0; made < WORLDS_MAX; made++) mock.answer(callOf(`GET /~w${made}/users/1`));
    expect([mock.worlds.size, told]).toEqual([WORLDS_MAX, []]);
    for (const name of ['one', 'two', 'three']) mock.answer(callOf(`GET /~${name}/users/1`));
    expect([mock.worlds.size, mock.worlds.evicted, mock.worlds.idleMs]).toEqual([
      WORLDS_MAX,
      3,
      WORLD_IDLE_MS,
    ]);
    expect(mock.worlds.has('w2')).toBe(false);
    expect(mock.worlds.has('w3')).toBe(true);
    expect(told).toEqual([
      'Warning: there are 10000 worlds; w0, the least recently used, was removed for a new one; others will follow.\n' +
        'Remove worlds that you no longer need (DELETE /__standin/api/worlds/<name>), or let them expire sooner (--world-ttl).\n',
    ]);
  });
});

describe('--world-ttl', () => {
  const option = serveCommand.options.worldTtl;

  it.each([
    ['60', 60],
    ['0.5', 0.5],
    ['604800', 604_800],
  ])('accepts %s', (text, value) => {
    expect(option.read(text)).toEqual({ value });
  });

  it.each(['0', '-1', '604801', '1h', '', 'Infinity', '1e3'])('refuses %s', (text) => {
    expect(option.read(text)).toEqual({
      why: 'A time is a number of seconds above 0, at most 604800, which is a week.',
    });
  });

  it('defaults to one hour', () => {
    expect([option.preset, worldLimits(3_600, { write: () => true }).idleMs]).toEqual([
      3_600,
      WORLD_IDLE_MS,
    ]);
  });
});
