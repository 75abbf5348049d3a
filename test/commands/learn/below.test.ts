// `standin learn` of items below others: these are made first and removed last.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { writeShapes } from '../../bed/shapes/contracts.ts';
import { type Habits, type Row, startShapes } from '../../bed/shapes/service.ts';
import { slowly } from '../../support/bed.ts';
import { type CommandRun, runLearn } from '../../support/verifying.ts';

interface Place extends Disposable {
  readonly profile: string;
  readonly ledgers: string;
  learn(url: string, resource: string, stop?: AbortSignal): Promise<CommandRun>;
}

function place(): Place {
  const folder = writeShapes();
  const ledgers = join(folder, '.standin');
  const contract = join(folder, 'contracts');
  return {
    profile: join(contract, 'profiles', 'learned.json'),
    ledgers,
    learn: (url, resource, stop) =>
      runLearn(url, { contract, ledgerFolder: ledgers, resource }, stop),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Merges what PUT sends into the item. */
const merging: Habits = {
  newestFirst: true,
  seams: {
    stored: ({ operation }, before, row): Row =>
      operation === 'replace' ? { ...row, fields: { ...before?.fields, ...row.fields } } : row,
  },
};

describe('learnService, of items below others', () => {
  it.each<[string, Habits, JsonObject]>([
    ['members-of-club', {}, { 'list.order': 'oldest-first', 'replace.mode': 'replace' }],
    ['fees', merging, { 'list.order': 'newest-first', 'replace.mode': 'merge' }],
  ])(
    'learns the choices of %s, and removes all that it made',
    { timeout: 60_000 },
    async (resource, habits, choices) => {
      using folder = place();
      await using service = await startShapes(habits);
      const before = service.size();
      const { code, stdout, stderr } = await folder.learn(service.baseUrl, resource);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('choices: standin serve --profile learned\n');
      expect(service.size()).toBe(before);
      expect(existsSync(folder.ledgers)).toBe(false);
      expect(JSON.parse(readFileSync(folder.profile, 'utf8'))).toMatchObject({
        profile: 'learned',
        choices,
      });
    },
  );

  it.each([
    ['among the parents', 2],
    ['among the items', 8],
  ])('removes all of it if it is stopped %s', { timeout: 60_000 }, async (_, count) => {
    using folder = place();
    await using service = await startShapes();
    await using slow = await slowly(service, 5);
    const before = service.size();
    const stop = new AbortController();
    const running = folder.learn(slow.url, 'fees', stop.signal);
    await slow.until('POST', count);
    stop.abort();
    const { code, stdout, stderr } = await running;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^standin: the run was interrupted; no profile was written\n[^\n]+\n$/);
    expect(service.size()).toBe(before);
    expect(existsSync(folder.profile)).toBe(false);
    expect(existsSync(folder.ledgers)).toBe(false);
  });

  it('names what is left above, and ends with 2', { timeout: 60_000 }, async () => {
    using folder = place();
    const keepsClubs = ({ kind }: { readonly kind: string }): boolean => kind !== 'clubs';
    await using service = await startShapes({ seams: { isErased: keepsClubs } });
    const { code, stderr } = await folder.learn(service.baseUrl, 'members-of-club');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^standin: left behind: \/clubs\/\d+(?:, \/clubs\/\d+){1,2}\n"standin clean <base_url>" tries again to remove it.\n$/,
    );
    expect(existsSync(folder.profile)).toBe(true);
  });

  it('writes nothing below an item of others', { timeout: 60_000 }, async () => {
    using folder = place();
    const refusesClubs: NonNullable<Habits['seams']>['taken'] = (request, _, fields) =>
      request.kind === 'clubs' ? null : fields;
    await using service = await startShapes({ seams: { taken: refusesClubs } });
    const before = service.size();
    const { code, stdout, stderr } = await folder.learn(service.baseUrl, 'members-of-club');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'standin: the items above members-of-club could not be made, and nothing is written below those of others\nAdd values that the service accepts as "examples" to their schemas; "standin verify" tells why they were refused.\n',
    );
    expect(service.size()).toBe(before);
    expect(existsSync(folder.profile)).toBe(false);
  });
});
