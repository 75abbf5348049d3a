// The published forms, held against what this version writes.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { started, startFault } from '../support/bed.ts';
import { copyProject, runToEnd } from '../support/cli.ts';
import { flawsIn } from './files.ts';

describe('the published forms', () => {
  it('are those of the reports of a run, of its shards, and of changes', async () => {
    using folder = copyProject();
    await using service = await started(startFault('removed-is-a-page'));
    const at = (name: string): unknown => JSON.parse(readFileSync(folder.at(name), 'utf8'));
    const verify = (...args: readonly string[]) =>
      runToEnd(['verify', ...args], { cwd: folder.path });
    const laws = ['--law', 'removed-is-gone', '--seed', '1'];
    expect(await verify(service.baseUrl, ...laws, '--json', 'report.json')).toMatchObject({
      code: 1,
    });
    expect(flawsIn('report-1', at('report.json') as never)).toEqual([]);
    const shard = ['--shard', '1/1', '--json', 'shard.json'];
    expect(await verify(service.baseUrl, ...laws, ...shard)).toMatchObject({ code: 1 });
    expect(flawsIn('shard-1', at('shard.json') as never)).toEqual([]);
    const since = await verify('contracts', '--since', 'contracts', '--json', 'since.json');
    expect(since).toMatchObject({ code: 0 });
    expect(flawsIn('since-2', at('since.json') as never)).toEqual([]);
  });
});
