// Each command of the package, once, beside a correct service and a faulty one. Not the databases
// and not the pacts.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands } from '../../../src/commands/all-commands.ts';
import { startPactBroker } from '../../support/pact-broker.ts';
import { interactionOf, pactOf } from '../../verify/pacts/texts.ts';
import { readJson } from '../installed.ts';
import type { Place } from './place.ts';

/** What is tried here; `migrate` with the databases. */
const TRIED: readonly string[] = [
  'init',
  'serve',
  'contract',
  'openapi',
  'seed',
  'verify',
  'publish',
  'merge',
  'learn',
  'record',
  'inspect',
  'compare',
  'laws',
  'clean',
  'export',
];

export function eachCommand(place: Place): void {
  it('tries every command', () => {
    expect([...TRIED, 'migrate'].sort()).toEqual(Object.keys(commands).sort());
  });

  it('init, contract, laws, openapi and seed write what they should', async () => {
    expect(await place.standin('init')).toMatchObject({ code: 0, stderr: '' });
    expect((await place.standin('contract')).stdout).toContain('section 4, GET /users');
    expect((await place.standin('laws')).stdout).toContain('created-is-there');
    expect(JSON.parse((await place.standin('openapi')).stdout)).toHaveProperty('paths./users.get');
    expect(JSON.parse((await place.standin('seed', '--count', '3')).stdout)).toHaveProperty(
      'users.length',
      3,
    );
  });

  it('serve answers, saves, and records into a file', async () => {
    await using mock = await place.follow(
      ...['serve', '--port', '0', '--json', '--save', '--record', 'served.standin'],
    );
    const body = JSON.stringify({ name: 'Zoe', email: 'zoe@example.com' });
    const headers = { 'content-type': 'application/json' };
    const made = await fetch(`${mock.url}/users`, { method: 'POST', headers, body });
    expect([made.status, (await fetch(`${mock.url}/users/6`)).status]).toEqual([201, 200]);
    expect((await fetch(`${mock.url}/__standin/`)).status).toBe(200);
    mock.child.kill('SIGINT');
    expect(await mock.ended).toMatchObject({ code: 0 });
    expect(mock.stderr()).toBe('');
    expect(readFileSync(place.at('db.json'), 'utf8')).toContain('zoe@example.com');
  });

  it('verify passes a correct service, merge says the same of its shards, and clean finds nothing', async () => {
    await using service = await place.service('correct');
    for (const shard of ['1/2', '2/2']) {
      const told = await place.standin(
        ...['verify', service.url, '--budget', 'quick', '--seed', '1', '--shard', shard],
        ...['--json', `shard-${shard[0]}.json`, '--record', `verified-${shard[0]}.standin`],
      );
      expect([told.code, told.stderr]).toEqual([0, expect.any(String)]);
    }
    const merged = await place.standin(
      ...['merge', 'shard-1.json', 'shard-2.json', '--html', 'merged.html'],
      ...['--junit', 'merged.xml', '--json', 'merged.json'],
      ...['--sarif', 'merged.sarif', '--code-quality', 'quality.json'],
    );
    expect(readJson<{ version: string }>(place.at('merged.sarif')).version).toBe('2.1.0');
    expect(readJson<unknown[]>(place.at('quality.json'))).toEqual([]);
    expect([merged.code, merged.stdout]).toEqual([0, expect.stringContaining('conforms')]);
    expect(readJson<{ verdict: string }>(place.at('merged.json')).verdict).not.toBe('violates');
    expect(await place.standin('clean', service.url)).toMatchObject({ code: 0 });
  });

  it('verify skips a law, and says so', async () => {
    await using service = await place.service('correct');
    const skipping = ['--budget', 'quick', '--skip-law', 'removed-is-gone'];
    const told = await place.standin('verify', service.url, ...skipping);
    expect([told.code, told.stdout]).toEqual([
      0,
      expect.stringContaining('skipped with --skip-law removed-is-gone'),
    ]);
    const unknown = await place.standin('verify', service.url, '--skip-law', 'removed-is-gon');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('Did you mean "removed-is-gone"?'),
    ]);
  });

  it('verify fails a faulty service', async () => {
    await using service = await place.service('faulty');
    const told = await place.standin('verify', service.url, '--law', 'removed-is-gone');
    expect([told.code, told.stdout]).toEqual([1, expect.stringContaining('DELETE violates')]);
  });

  it('learn writes a profile', async () => {
    await using service = await place.service('correct');
    expect(await place.standin('learn', service.url, '--name', 'theirs')).toMatchObject({
      code: 0,
    });
    const learned = readJson<{ choices: object }>(place.at('contracts/profiles/theirs.json'));
    expect(learned.choices).toMatchObject({ 'remove.status': 200 });
  });

  it('record judges what passes, and inspect, compare and export read it', async () => {
    await using service = await place.service('correct');
    await using recorder = await place.follow(
      ...['record', service.url, '--port', '0', '--json', '--record', 'passed.standin'],
    );
    expect((await fetch(`${recorder.url}/users/1`)).status).toBe(200);
    expect((await fetch(`${recorder.url}/users/99`)).status).toBe(404);
    await recorder.untilEvents('interaction', 2);
    recorder.child.kill('SIGINT');
    expect(await recorder.ended).toMatchObject({ code: 0 });

    await using page = await place.follow('inspect', 'passed.standin', '--port', '0', '--json');
    const listed = await fetch(`${new URL(page.url).origin}/__standin/api/interactions`);
    expect(await listed.text()).toContain('/users/99');
    const compared = await place.standin('compare', 'served.standin', 'passed.standin');
    expect([0, 1]).toContain(compared.code);
    expect(compared.stdout).toContain('/users');
    const har = await place.standin('export', 'passed.standin', '--form', 'har');
    expect(JSON.parse(har.stdout)).toHaveProperty('log.entries.length', 2);
  });

  it('publish uploads a pact', async () => {
    await using broker = await startPactBroker();
    writeFileSync(place.at('published.json'), pactOf([interactionOf()]).text);
    const told = await place.standin(
      ...['publish', 'published.json', '--broker', broker.baseUrl, '--consumer-version', '1'],
    );
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('published: web 1')]);
  });
}
