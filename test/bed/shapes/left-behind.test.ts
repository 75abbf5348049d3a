// What runs leave behind, and what can be repeated after them: creations without an answer, removed
// parents, and commands that make parents of their own.

import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { hold } from './hold.ts';
import { type Request, startShapes } from './service.ts';

async function outputOf(lines: readonly string[]): Promise<string> {
  const child = spawn('sh', ['-c', lines.join('\n')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The statuses of the requests that print their whole reply, as their comments have them. */
function statusesShown(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const [, status] = /^# reply (\d+)/.exec(line) ?? [];
    return status === undefined || !/ -sSi /.test(lines[index - 1] ?? '') ? [] : [status];
  });
}

describe('a creation without an answer', () => {
  it.each(['notes', 'articles', 'members-of-club'])(
    'is not taken for a copy by another write: %s',
    { timeout: 60_000 },
    async (resource) => {
      const kind = resource === 'members-of-club' ? 'members' : resource;
      let made = 0;
      const answers = (request: Request): boolean =>
        request.operation !== 'create' || request.kind !== kind || ++made % 6 !== 5;
      await using service = await startShapes({ seams: { answers } });
      const before = service.size();
      const { report } = await hold({ baseUrl: service.baseUrl, resource });
      expect(new Set(report.findings.map(({ code }) => code))).toEqual(new Set(['answer-reset']));
      expect(service.size()).toBe(before);
    },
  );
});

describe('a removed parent', () => {
  it.each([
    ['clubs: a club goes, and its members stay', 'keep'],
    ['clubs: a club with members cannot be removed', 'refuse'],
  ])('leaves nothing of the run: %s', { timeout: 60_000 }, async (name, option) => {
    const fault = faults.find((one) => one.name === name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    await using service = await startShapes(fault.habits());
    const before = service.size();
    const { report } = await hold({ baseUrl: service.baseUrl, resource: 'clubs' });
    const [finding] = report.findings;
    expect([finding?.code, finding?.expected, finding?.actual]).toEqual([
      'other-choice',
      'remove',
      `${option}, 1 times`,
    ]);
    expect(finding?.curl.join('\n')).toContain('{"data":{');
    expect(service.size()).toBe(before);
  });
});

describe('the commands of a finding', () => {
  it.each([
    ['members-of-club', 'members-of-club: a PUT is lost', ['PARENT1']],
    ['fees', 'fees: a PUT is lost', ['PARENT1', 'PARENT3']],
  ])('make the parents of %s first', { timeout: 120_000 }, async (resource, name, parents) => {
    const fault = faults.find((one) => one.name === name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    await using service = await startShapes(fault.habits());
    const { report } = await hold({ baseUrl: service.baseUrl, resource });
    const [finding] = report.findings;
    const lines = finding?.curl ?? [];
    const output = await outputOf(lines);
    for (const parent of parents) expect(output).toMatch(new RegExp(`^${parent}=\\d+$`, 'm'));
    const statuses = [...output.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses).toEqual(statusesShown(lines));
    const removals = lines.filter((line) => line.startsWith('# to remove it:'));
    expect(removals.at(-1)).toContain('/clubs/$PARENT1');
  });
});
