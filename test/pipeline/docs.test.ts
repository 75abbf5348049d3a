// docs/ci.md: every command and every file in it is what is run, and ends as it says.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { fencesIn } from '../docs/fences.ts';
import { runToEnd } from '../support/cli.ts';
import { root } from '../support/root.ts';
import { serveProject } from '../support/served.ts';
import { createProject, filesBelow, writeScript } from './project.ts';
import { inner, isMapping, readYaml, runBash, stepsOf } from './runner.ts';

const text = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const blocksIn = (language: string): readonly string[] =>
  fencesIn(text).flatMap((fence) => (fence.language === language ? [`${fence.text}\n`] : []));
const shell = blocksIn('sh');
const ADDRESS = 'http://127.0.0.1:8080';

/**
 * Whether a container finds a host there: loopback is its own, and names are known in networks that
 * somebody made ("docker network create").
 */
function canReach(host: string, network: string | undefined): boolean {
  const isLoopback = host === 'localhost' || /^127\./.test(host);
  return isLoopback ? network === 'host' : !['bridge', 'none', 'host', undefined].includes(network);
}

describe('docs/ci.md', () => {
  it('has commands that end as it says', { timeout: 120_000 }, async () => {
    await using mock = await serveProject();
    using project = createProject();
    const run = shell.filter((body) => !body.includes('docker'));
    expect(run).toHaveLength(5);
    for (const body of run) {
      const [, code] = /^# ends with (\d)$/m.exec(body) ?? [];
      // The laws themselves are tried elsewhere; reading alone takes less time.
      const script = body.replaceAll(ADDRESS, `http://127.0.0.1:${mock.port} --read-only`);
      const ran = await runBash(script, { ...project.machine, folder: project.path, of: 'gitlab' });
      expect(ran.code, `${body}${ran.log}`).toBe(Number(code));
    }
    const written = filesBelow(project.path).filter((file) =>
      /^(?:report|merged|shard)/.test(file),
    );
    const forms = ['html', 'json', 'xml'];
    expect(written).toEqual([
      ...forms.map((form) => `merged.${form}`),
      ...['html', 'json', 'md', 'xml'].map((form) => `report.${form}`),
      'shard-1.json',
      'shard-2.json',
    ]);
  });

  it('shows files that run unchanged', () => {
    const yaml = blocksIn('yaml');
    const files = ['github.yml', 'gitlab.yml'].map((file) =>
      readFileSync(join(root, 'examples/ci', file), 'utf8'),
    );
    expect(yaml.slice(1, 3)).toEqual(files);
    expect(yaml).toHaveLength(4);
    // What answers there: test/commands/inspect/lazy-inspector and test/store/operations.
    expect(load(yaml[3] ?? '')).toEqual({
      readinessProbe: { httpGet: { path: '/__standin/ready', port: 3_000 } },
    });
  });

  it('begins with a step that verifies a service', async () => {
    await using mock = await serveProject();
    using project = createProject();
    const [step] = stepsOf({ steps: load(blocksIn('yaml')[0] ?? '') });
    const script = String(step?.['run']).replace(
      ADDRESS,
      `http://127.0.0.1:${mock.port} --read-only`,
    );
    const ran = await runBash(script, { ...project.machine, folder: project.path, of: 'gitlab' });
    expect(ran.code, ran.log).toBe(0);
  });

  it('names every input of the action correctly', () => {
    const rows = Object.entries(inner(readYaml('action.yml'), 'inputs')).map(([name, input]) => {
      if (!isMapping(input)) throw new Error(`${name} is no mapping`);
      const preset = String(input['default'] ?? '');
      const shown = input['required'] === true ? 'required' : preset === '' ? '' : `\`${preset}\``;
      return `| \`${name}\` | ${shown} | ${String(input['description'])} |`;
    });
    const table = text.slice(text.indexOf('| Input |')).split('\n\n')[0] ?? '';
    expect(table.split('\n').slice(2)).toEqual(rows);
    const outputs = [
      ...(/Its outputs are (.*?)\. /s.exec(text)?.[1] ?? '').matchAll(/`([a-z-]+)`/g),
    ].map(([, name]) => name);
    expect(outputs.filter((name) => name !== 'true' && name !== 'false')).toEqual(
      Object.keys(inner(readYaml('action.yml'), 'outputs')),
    );
  });

  it('has valid arguments for docker and Standin', { timeout: 60_000 }, async () => {
    using project = createProject();
    const lines = shell.filter((body) => body.includes('docker')).join('\n');
    // Whoever stands for docker writes down its words.
    writeScript(project.at('fake/docker'), 'printf "%s\\n" "$#" "$@" >> docker.txt');
    const env = { PATH: `${project.at('fake')}:/usr/bin:/bin` };
    const ran = await runBash(lines, { ...project.machine, env, folder: project.path });
    expect(ran.code, ran.log).toBe(0);
    const words = readFileSync(project.at('docker.txt'), 'utf8').trim().split('\n');
    const calls: string[][] = [];
    while (words.length > 0) calls.push(words.splice(0, Number(words.shift())));
    expect(calls.map(([name]) => name)).toEqual(['build', 'run', 'run', 'run', 'run']);
    for (const call of calls.filter(([name]) => name === 'run')) {
      const image = call.indexOf('standin');
      expect(image).toBeGreaterThan(0);
      for (let at = 1; at < image; at += call[at] === '--rm' ? 1 : 2)
        expect(['--rm', '-p', '-v', '--user', '--network']).toContain(call[at]);
      for (const port of call.filter((_, at) => call[at - 1] === '-p'))
        expect(port).toMatch(/^127\.0\.0\.1:3000:3000$/);
      const command = call.slice(image + 1);
      const network = call[call.indexOf('--network') + 1];
      for (const word of command.filter((one) => URL.canParse(one)))
        expect(
          canReach(new URL(word).hostname, call.includes('--network') ? network : 'bridge'),
          call.join(' '),
        ).toBe(true);
      if (command.length === 0) continue;
      // Its options are known: what follows the last of them is help alone.
      const help = await runToEnd([...command, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      for (const option of command.filter((word) => word.startsWith('--')))
        expect(help.stdout).toContain(option);
    }
  });
});
