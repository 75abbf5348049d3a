// The mock of a contract keeps to all that the contract specifies, under every preset.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { readProfile } from '../../../src/contract/profile.ts';
import { refusalLaws } from '../../../src/verify/laws/refusals.ts';
import { serveMock } from '../../verify/learn/learning.ts';
import { articles, orders, tasks } from './contracts.ts';
import { hold } from './hold.ts';

const presets = ['standin', 'json-server', 'json-server-1'].map((name) => {
  const file = new URL(`../../../contracts/profiles/${name}.json`, import.meta.url);
  return [name, readProfile(JSON.parse(readFileSync(file, 'utf8')) as JsonObject, name)] as const;
});

const LAWS = ['list-follows', ...refusalLaws.map(({ name }) => name)];

describe('the mock of a contract', () => {
  it.concurrent.each(
    [tasks, articles, orders].flatMap((face) =>
      presets.map(([name, { profile }]) => ({
        face,
        name,
        profile,
        title: `${face.name}, ${name}`,
      })),
    ),
  )(
    'keeps to what the contract specifies: $title',
    { timeout: 60_000 },
    async ({ face, profile }) => {
      await using mock = await serveMock(profile, face.project);
      const { findings, swept } = await hold(face, mock.baseUrl, { only: LAWS });
      expect(findings.map(({ message, actual }) => `${message}: ${actual}`)).toEqual([]);
      expect(swept.left).toEqual([]);
    },
  );
});
