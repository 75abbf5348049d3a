// The action for GitHub: its steps are run for real, also with inputs of somebody who wants more
// than to verify.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plain } from '../bed/plain.ts';
import { started, startFault, USERS } from '../support/bed.ts';
import { root } from '../support/root.ts';
import { createProject, filesBelow, type PipelineProject, writeScript } from './project.ts';
import { inner, isMapping, type Mapping, readYaml, runAction, stepsOf } from './runner.ts';

const action = readYaml('action.yml');
const inputs = Object.keys(inner(action, 'inputs'));

/**
 * Writes down the words that it is called with, and the credentials; writes one report, and ends
 * well.
 */
const STUB = `node -e '
  const { writeFileSync } = require("fs");
  const words = process.argv.slice(1);
  writeFileSync(process.env.CALLED, JSON.stringify({ words, header: process.env.STANDIN_HEADER }));
  const json = words.find((word) => word.startsWith("--json="));
  writeFileSync(json.slice(7), JSON.stringify({ findings: [] }));
' -- "$@"`;

interface Called {
  readonly words: readonly string[];
  readonly header: string;
}

async function callStub(project: PipelineProject, given: Readonly<Record<string, string>>) {
  const file = project.at('called.json');
  const ran = await runAction(
    { url: 'http://h', ...given },
    { ...project.machine, env: { CALLED: file } },
  );
  const called = JSON.parse(readFileSync(file, 'utf8')) as Called;
  return {
    ...ran,
    called: {
      ...called,
      words: called.words.filter((word) => !/^--(?:json|junit|html)=/.test(word)),
    },
  };
}

describe('action.yml', () => {
  it('has no input in a script, and describes each input', () => {
    for (const step of stepsOf(inner(action, 'runs'))) {
      if (step['run'] === undefined) continue;
      expect(step['run']).not.toContain('${{');
      expect(step['shell']).toBe('bash');
    }
    for (const name of inputs)
      expect(inner(inner(action, 'inputs'), name)['description']).toMatch(/\.$/);
    expect(inner(action, 'runs')['using']).toBe('composite');
    const used = stepsOf(inner(action, 'runs')).flatMap(({ uses }) => uses ?? []);
    for (const uses of used) expect(uses).toMatch(/^actions\/(?:setup-node|upload-artifact)@v\d+$/);
    // What an input is called, it is asked by: a slip would read as empty.
    const text = readFileSync(join(root, 'action.yml'), 'utf8');
    const asked = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual([...inputs].sort());
  });

  it('verifies a service that conforms: outputs, reports, summary, artifact', async () => {
    using project = createProject();
    await using service = await started(plain.start(USERS));
    const given = { url: service.baseUrl, 'read-only': 'true', seed: '7', 'node-version': '' };
    const ran = await runAction(given, project.machine);
    expect(ran.code, ran.log).toBe(0);
    expect(ran.outputs).toEqual({
      findings: '0',
      verdict: 'partly',
      conforms: 'true',
      'exit-code': '0',
    });
    expect(ran.log).toContain('::warning title=standin verify::');
    expect(ran.summary).toMatch(
      /\| ⚠️ \| users \| conforms as far as tried&#58; 2 of \d+ laws exercised[^|]* \|/,
    );
    expect(filesBelow(project.at('standin-report'))).toEqual([
      'report.html',
      'report.json',
      'report.xml',
    ]);
    expect(filesBelow(project.machine.artifacts)).toEqual([
      'standin-report/html/report.html',
      'standin-report/json/report.json',
      'standin-report/junit/report.xml',
    ]);
  });

  it('fails for a faulty service, after everything is written', async () => {
    using project = createProject();
    await using service = await started(startFault('skills-are-one-text'));
    mkdirSync(project.at('sub'));
    for (const name of ['contracts', 'schemas', 'node_modules'])
      execFileSync('mv', [project.at(name), project.at('sub', name)]);
    const places = {
      'working-directory': 'sub',
      json: 'out/a b.json',
      junit: 'junit.xml',
      html: '-h.html',
      artifact: 'mine',
    };
    const ran = await runAction(
      { url: service.baseUrl, budget: 'quick', shard: '1/1', ...places },
      project.machine,
    );
    expect(ran.code, ran.log).toBe(1);
    expect(ran.outputs).toMatchObject({
      verdict: 'violates',
      conforms: 'false',
      'exit-code': '1',
    });
    expect(Number(ran.outputs['findings'])).toBeGreaterThan(0);
    expect(ran.log).toContain('::error title=GET one violates the contract%3A section 2%2C User::');
    expect(ran.summary).toContain('| ❌ | users | violates the contract');
    expect(
      filesBelow(project.at('sub')).filter(
        (file) => !/^(?:contracts|schemas|node_modules)/.test(file),
      ),
    ).toEqual(['-h.html', 'junit.xml', 'out/a b.json']);
    expect(filesBelow(join(project.machine.artifacts, 'mine-1-of-1'))).toHaveLength(3);
  });

  it('ends with 2 if it could judge nothing', async () => {
    using project = createProject();
    const service = await plain.start(USERS);
    await service.close();
    const ran = await runAction({ url: service.baseUrl, artifact: '' }, project.machine);
    expect(ran.code, ran.log).toBe(2);
    expect(ran.outputs).toEqual({
      findings: '0',
      verdict: 'unjudged',
      conforms: 'false',
      'exit-code': '2',
    });
    expect(filesBelow(project.machine.artifacts)).toEqual([]);
  });

  it('passes each input as one argument, and secrets only through the environment', async () => {
    using project = createProject(STUB);
    const { called, code } = await callStub(project, {
      contract: 'a b/c',
      profile: 'p',
      pin: 'create.status=201\n\nremove.status=204\n',
      token: 't0k3n',
      header: 'X-A: 1\nX-B: 2',
      budget: 'quick',
      'max-time': '9',
      'max-requests': '900',
      rate: '5',
      seed: '3',
      shard: '2/3',
      'read-only': 'true',
      leave: '9',
      'write-singles': 'true',
      'write-actions': 'true',
      param: 'store=a b\n',
      'skip-law': 'one\ntwo',
      'skip-operation': 'DELETE /users/{id}',
      'skip-member': 'users.nickname',
      value: 'users.country=DE\nusers.country=AT',
      baseline: 'known.json',
      retries: '2',
      'fail-on': 'unstable',
      since: 'git:origin/main',
      'allow-breaking': 'true',
      pacts: 'more pacts',
      'state-handler': 'states.mjs',
      require: '80%',
      sarif: 'a.sarif',
      'code-quality': 'q.json',
    });
    expect(code).toBe(0);
    expect(called.words).toEqual([
      'verify',
      '--contract=a b/c',
      '--budget=quick',
      '--profile=p',
      '--max-time=9',
      '--max-requests=900',
      '--rate=5',
      '--seed=3',
      '--require=80%',
      '--shard=2/3',
      '--leave=9',
      '--baseline=known.json',
      '--retries=2',
      '--fail-on=unstable',
      '--since=git:origin/main',
      '--state-handler=states.mjs',
      '--sarif=a.sarif',
      '--code-quality=q.json',
      '--pin=create.status=201',
      '--pin=remove.status=204',
      '--param=store=a b',
      '--skip-law=one',
      '--skip-law=two',
      '--skip-operation=DELETE /users/{id}',
      '--skip-member=users.nickname',
      '--value=users.country=DE',
      '--value=users.country=AT',
      '--pacts=more pacts',
      '--read-only',
      '--write-singles',
      '--write-actions',
      '--allow-breaking',
      '--',
      'http://h',
    ]);
    expect(called.header.split('\n').filter(Boolean)).toEqual([
      'X-A: 1',
      'X-B: 2',
      'Authorization: Bearer t0k3n',
    ]);
  });

  const HOSTILE = [
    `$(touch pwned)\`touch pwned\`"; touch pwned; '; touch pwned; #`,
    'x\nconforms=true\nexit-code=0\nfindings=0\ntouch pwned',
    '-h',
    '--json=pwned --help; touch pwned',
    ['$', '{{ github.token }} ; touch pwned'].join(''),
    '*',
    '',
    'x<<EOF\nconforms=true\nEOF',
  ];
  /** Each goes to Standin, or names a file; what is wrong with it is for Standin to say. */
  const WORDS = [
    'url',
    'contract',
    'profile',
    'pin',
    'header',
    'budget',
    'max-time',
    'max-requests',
    'rate',
    'seed',
    'junit',
    'html',
  ];

  it.each(HOSTILE)('refuses to misuse its input %j', async (hostile) => {
    using project = createProject(`${STUB}\nexit 1`);
    const given = Object.fromEntries(WORDS.map((name) => [name, hostile]));
    const { code, outputs, log } = await runAction(given, {
      ...project.machine,
      env: { CALLED: project.at('called.json') },
    });
    expect(code, log).toBe(1);
    expect(outputs).toEqual({
      findings: '0',
      verdict: 'violates',
      conforms: 'false',
      'exit-code': '1',
    });
    expect(filesBelow(project.path).filter((file) => file.includes('pwned'))).toEqual([]);
    // It came whole, in the places that are its own.
    const { words, header } = JSON.parse(readFileSync(project.at('called.json'), 'utf8')) as Called;
    expect(words.slice(-2)).toEqual(['--', hostile]);
    const named = ['profile', 'max-time', 'max-requests', 'rate', 'seed'].map(
      (name) => `--${name}=${hostile}`,
    );
    const wanted = [
      `--contract=${hostile}`,
      `--budget=${hostile}`,
      ...(hostile === '' ? [] : named),
    ];
    expect(words.slice(1, 1 + wanted.length)).toEqual(wanted);
    const pins = hostile.split('\n').filter(Boolean);
    expect(words.filter((word) => word.startsWith('--pin='))).toEqual(
      pins.map((pin) => `--pin=${pin}`),
    );
    expect(header).toBe(`\n${hostile}`);
  });

  it.each(['shard', 'artifact', 'token', 'read-only', 'allow-breaking'])(
    'refuses what cannot be %s',
    async (name) => {
      using project = createProject(`${STUB}\nexit 1`);
      for (const hostile of HOSTILE) {
        if (hostile === '' && !['read-only', 'allow-breaking'].includes(name)) continue;
        if (name === 'token' && !hostile.includes('\n')) continue;
        const fits = name === 'artifact' && hostile === '-h';
        const env = { CALLED: project.at('called.json') };
        const { code, outputs, log } = await runAction(
          { url: 'http://h', [name]: hostile },
          { ...project.machine, env },
        );
        expect(code, log).toBe(fits ? 1 : 2);
        expect(outputs['conforms']).toBe(fits ? 'false' : '');
        if (!fits) expect(log).toMatch(/^::error title=standin::[A-Z"].*\.\n$/);
      }
      expect(filesBelow(project.path).filter((file) => file.includes('pwned'))).toEqual([]);
    },
  );

  it('installs the requested version, or its own if the project has none', async () => {
    using project = createProject();
    const folder = project.at('packed');
    writeScript(join(folder, 'bin.sh'), STUB);
    const about = { name: 'standin', version: '9.9.9', bin: { standin: 'bin.sh' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: folder });
    const tarball = join(folder, 'standin-9.9.9.tgz');
    const env = { CALLED: project.at('called.json'), PATH: process.env['PATH'] ?? '' };
    const ran = await runAction(
      { url: 'http://h', version: `file:${tarball}` },
      { ...project.machine, env },
    );
    expect(ran.code, ran.log).toBe(0);
    expect(JSON.parse(readFileSync(project.at('called.json'), 'utf8'))).toMatchObject({
      words: { 0: 'verify' },
    });
  });

  it.each([
    ['', 'standin@0.1.0'],
    ['latest', 'standin@latest'],
    ['1.2.3-beta.1', 'standin@1.2.3-beta.1'],
    ['npm:evil', null],
    ['https://evil.test/x.tgz', null],
    ['--ignore-scripts=false', null],
    ['1 evil', null],
    ['1\n2', null],
    ['$(touch pwned)', null],
    ['../x', null],
  ])('accepts or refuses %j as a version', async (version, asked) => {
    using project = createProject();
    const bin = project.at('fake');
    writeScript(join(bin, 'npm'), 'printf "%s\\n" "$@" > "$CALLED"\nexit 7');
    execFileSync('rm', [project.at('node_modules/.bin/standin')]);
    const env = {
      CALLED: project.at('npm.txt'),
      PATH: `${bin}:${join(process.execPath, '..')}:/usr/bin:/bin`,
    };
    const ran = await runAction({ url: 'http://h', version }, { ...project.machine, env });
    const called = filesBelow(project.path).includes('npm.txt')
      ? readFileSync(project.at('npm.txt'), 'utf8')
      : null;
    expect(called?.split('\n').at(-2) ?? null).toBe(asked);
    expect(ran.code).toBe(asked === null ? 2 : 7);
    if (called !== null) expect(called).toContain('--ignore-scripts\n');
    expect(filesBelow(project.path).filter((file) => file.includes('pwned'))).toEqual([]);
  });

  it('has the version of the package', () => {
    const about: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(isMapping(about) && (about as Mapping)['version']).toBe('0.1.0');
  });
});
