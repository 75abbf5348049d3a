import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { defaultProfile } from '../../src/contract/choices.ts';
import {
  defaultSettings,
  readSettings,
  type Settings,
  withPins,
} from '../../src/contract/settings.ts';

const before: Settings = { pins: { 'create.status': 200 }, undefined: 'vary', seed: 7 };
const read = (patch: Readonly<Record<string, Json>>) => readSettings(patch, before);

describe('readSettings', () => {
  it.each<[Readonly<Record<string, Json>>, Partial<Settings>]>([
    [{}, {}],
    [{ undefined: 'profile' }, { undefined: 'profile' }],
    [{ seed: 0 }, { seed: 0 }],
    [
      { seed: 2_147_483_647, undefined: 'vary' },
      { seed: 2_147_483_647, undefined: 'vary' },
    ],
    [{ pins: { 'read.status': 203 } }, { pins: { 'create.status': 200, 'read.status': 203 } }],
    [{ pins: { 'create.status': null } }, { pins: {} }],
    [{ pins: { 'read.status': null } }, { pins: { 'create.status': 200 } }],
    [{ pins: null }, { pins: {} }],
  ])('accepts %j', (patch, change) => {
    expect(read(patch)).toEqual({ change });
  });

  it.each<[Readonly<Record<string, Json>>, string]>([
    [{ undefined: null }, '/undefined'],
    [{ seed: '7' }, '/seed'],
    [{ seed: 0.5 }, '/seed'],
    [{ seed: -1 }, '/seed'],
    [{ seed: 2_147_483_648 }, '/seed'],
    [{ pins: [] }, '/pins'],
    [{ pins: { 'create.status': 418 } }, '/pins/create.status'],
    [{ pins: { 'create.stat': 200 } }, '/pins/create.stat'],
    [{ seeds: 1 }, '/seeds'],
  ])('reports where and why %j cannot be set', (patch, at) => {
    expect(read(patch)).toEqual({ at, detail: expect.stringMatching(/\w.*\./) });
  });
});

describe('withPins', () => {
  it('puts pins above a profile, and returns the same profile if they change nothing', () => {
    expect(withPins(defaultProfile, before.pins)).toEqual({
      ...defaultProfile,
      'create.status': 200,
    });
    expect(withPins(defaultProfile, defaultSettings.pins)).toBe(defaultProfile);
    expect(withPins(defaultProfile, { 'create.status': 201 })).toBe(defaultProfile);
  });
});
