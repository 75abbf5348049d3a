// What `verify` does with items that are made below a parent, and read, changed and removed at a path
// of their own.

import { describe, expect, it } from 'vitest';
import { own } from '../../../src/base/json.ts';
import { type GardenCall, gardenDocument, startGarden } from '../../support/garden.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runClean, runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

async function verified(
  answer?: Parameters<typeof startGarden>[0],
  document = gardenDocument(),
  budget: 'quick' | 'standard' = 'quick',
) {
  folder.write('openapi.json', document);
  await using garden = await startGarden(answer);
  const run = await runVerify(garden.url, {
    contract: 'openapi.json',
    budget,
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const report = JSON.parse(folder.read('report-plants.json'));
  return {
    ...run,
    codes: report.findings.map(({ code }: { code: string }) => code),
    left: [garden.beds.size, garden.plants.size],
    methods: [
      ...new Set(
        garden.calls
          .filter((one) => one.includes(' /plants/'))
          .map((one) => one.slice(0, one.indexOf(' '))),
      ),
    ].sort(),
    urls: garden.calls.filter((one) => /\/plants\/[^/]+\/|beds\/[^/]+\/plants\/./.test(one)),
  };
}

describe('items that are made below a parent and changed elsewhere', () => {
  it.each(['bedId', 'id'])(
    'are tried whole and removed, with {%s} as parent',
    async (name) => {
      const run = await verified(undefined, gardenDocument(name), 'standard');
      expect(run.codes).toEqual([]);
      expect(run.urls).toEqual([]);
      expect(run.methods).toEqual(['DELETE', 'GET', 'PATCH']);
      expect({ code: run.code, left: run.left }).toEqual({ code: 0, left: [0, 0] });
      expect(run.stdout).not.toContain('Left behind');
    },
    60_000,
  );

  async function withNotes(answer?: Parameters<typeof startGarden>[0]) {
    folder.write('openapi.json', gardenDocument('bedId', 'notes'));
    await using garden = await startGarden(answer);
    const run = await runVerify(garden.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    const { code, stdout } = await runClean(garden.url, {
      contract: 'openapi.json',
      ledgerFolder: '.standin',
    });
    const left = [garden.beds.size, garden.plants.size, garden.notes.size];
    return { ...run, left, calls: garden.calls, cleaned: { code, stdout } };
  }

  it('are parents themselves, and what is below goes with them', async () => {
    const run = await withNotes();
    expect(run.stdout).not.toContain('violates');
    expect(run.stdout).not.toContain('Left behind');
    expect(run.stdout).toContain('3 items went with the item above');
    expect(run.stderr).toContain(
      'standin: notes: the contract has no DELETE, so the items of the run stay unless they go with the item of plants above, which the run removes: 3 at most',
    );
    expect(run.calls.some((one) => /^POST .plants.\d+.notes$/.test(one))).toBe(true);
    expect({ code: run.code, left: run.left }).toEqual({ code: 0, left: [0, 0, 0] });
    expect(run.cleaned.code).toBe(0);
  }, 60_000);

  it('and what stays is named by its id and its list', async () => {
    const run = await withNotes((call, right, { notes }) => {
      if (call.method === 'DELETE') {
        const kept = [...notes];
        const answer = right();
        for (const [key, note] of kept) notes.set(key, note);
        return answer;
      }
      const [, id] = /^.plants.(\d+).notes$/.exec(call.path) ?? [];
      const all = [...notes.values()].filter((one) => String(own(one, 'plantId')) === id);
      return call.method === 'GET' && id !== undefined ? { status: 200, body: all } : right();
    });
    expect(run.left).toEqual([0, 0, 3]);
    expect(run.stdout).toMatch(/Left behind: 3; .*\n {2}- \d+ in .plants.\d+.notes\n/);
    expect(run.cleaned.code).toBe(1);
  }, 60_000);

  it('hold at the mock of their document', async () => {
    for (const name of ['bedId', 'id']) {
      const run = await verifyOwnMock(folder, gardenDocument(name), { budget: 'standard' });
      expect(run.findings).toEqual({});
      expect(run.code).toBe(0);
    }
  }, 90_000);

  const isAt = ({ method, path }: GardenCall, which: string): boolean =>
    method === which && path.startsWith('/plants/');

  it.each<[string, readonly string[], NonNullable<Parameters<typeof startGarden>[0]>]>([
    [
      'a removal that removes nothing',
      ['not-removed'],
      (call, right) => (isAt(call, 'DELETE') ? { status: 204 } : right()),
    ],
    [
      'a change that is not kept',
      ['not-replaced'],
      (call, right, { plants }) => {
        const id = call.path.split('/').at(-1) ?? '';
        const before = plants.get(id);
        const answer = right();
        if (isAt(call, 'PATCH') && before !== undefined) plants.set(id, before);
        return answer;
      },
    ],
    [
      'a read that knows no item',
      ['not-readable'],
      (call, right) => (isAt(call, 'GET') ? { status: 404 } : right()),
    ],
  ])(
    '%s is a finding',
    async (_, codes, answer) => {
      const run = await verified(answer);
      expect(run.code).toBe(1);
      expect(run.codes).toEqual(codes);
    },
    60_000,
  );

  it('a change that moves a plant into another bed is no fault', async () => {
    let moved = 0;
    const run = await verified((call, right, { beds }) => {
      const bed = own(call.body, 'bedId');
      if (isAt(call, 'PATCH') && bed !== undefined && beds.has(String(bed))) moved++;
      return right();
    });
    expect(moved).toBeGreaterThan(0);
    expect(run.codes).toEqual([]);
  }, 60_000);

  it('what a run left is removed by clean at the path of their own', async () => {
    folder.write('openapi.json', gardenDocument());
    let isOff = true;
    await using garden = await startGarden((call, right) =>
      call.method === 'DELETE' && isOff ? { status: 503 } : right(),
    );
    await runVerify(garden.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    expect(garden.plants.size).toBeGreaterThan(0);
    isOff = false;
    const cleaned = await runClean(garden.url, {
      contract: 'openapi.json',
      ledgerFolder: '.standin',
    });
    expect(cleaned.code).toBe(0);
    expect([garden.beds.size, garden.plants.size]).toEqual([0, 0]);
    expect(garden.calls.some((one) => one.startsWith('DELETE /plants/'))).toBe(true);
  }, 60_000);
});
