// The examples for GitHub and GitLab: their lines are run, one after the other, as the runners run
// them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../../bench/free-port.ts';
import { root } from '../support/root.ts';
import { createPackage, filesBelow, type PipelineProject } from './project.ts';
import {
  endAll,
  inner,
  isMapping,
  type Mapping,
  readYaml,
  runBash,
  runJob,
  stepsOf,
} from './runner.ts';

const GITHUB = ['examples/ci/github.yml', 'examples/ci/github-sharded.yml'] as const;

/** A busy machine starts many processes late. */
const PATIENCE_MS = 120_000;

interface Ended {
  readonly code: number;
  readonly log: string;
  readonly summary: string;
}

/** Runs a job of an example for GitHub in a project. */
async function runGithub(
  file: string,
  name: string,
  project: PipelineProject,
  more: Mapping = {},
): Promise<Ended> {
  const job = inner(inner(readYaml(file), 'jobs'), name);
  const { env } = project.machine;
  try {
    return await runJob(job, { env, secrets: {}, ...more }, project.machine);
  } finally {
    endAll(project.machine);
  }
}

/** Runs a job of an example for GitLab. */
async function runGitlab(
  file: string,
  name: string,
  project: PipelineProject,
  more: Readonly<Record<string, string>> = {},
) {
  const { script } = inner(readYaml(file), name);
  if (!Array.isArray(script)) throw new Error(`${name} has no script`);
  const env = { ...project.machine.env, ...more };
  try {
    return await runBash(script.join('\n'), {
      ...project.machine,
      env,
      folder: project.path,
      of: 'gitlab',
    });
  } finally {
    endAll(project.machine);
  }
}

/** What the job keeps, of the files that are there. */
function keptBy(file: string, name: string, project: PipelineProject): readonly string[] {
  const artifacts = inner(inner(readYaml(file), name), 'artifacts');
  const patterns = [artifacts['paths'] ?? [], inner(artifacts, 'reports')['junit'] ?? []]
    .flat()
    .map(String);
  const shapes = patterns.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`),
  );
  return filesBelow(project.path).filter((one) => shapes.some((shape) => shape.test(one)));
}

describe('examples/ci, for GitHub', () => {
  it.each(GITHUB)('%s has no expression in a script', (file) => {
    for (const job of Object.values(inner(readYaml(file), 'jobs')).filter(isMapping))
      for (const { run = '' } of stepsOf(job)) expect(run).not.toContain('${{');
    expect(inner(readYaml(file), 'permissions')).toEqual({ contents: 'read' });
  });

  it('verifies, and keeps the reports', { timeout: PATIENCE_MS }, async () => {
    using project = createPackage(['users'], await findFreePort());
    const ran = await runGithub('examples/ci/github.yml', 'verify', project);
    expect(ran.code, ran.log).toBe(0);
    expect(ran.summary).toContain('| ✅ | users | conforms to the contract |');
    expect(filesBelow(project.machine.artifacts)).toHaveLength(3);
  });

  it('verifies in shards, and merges them into one verdict', {
    timeout: PATIENCE_MS,
  }, async () => {
    const file = 'examples/ci/github-sharded.yml';
    using project = createPackage(['guests', 'people', 'staff'], await findFreePort());
    const { shard: shards } = inner(
      inner(inner(inner(readYaml(file), 'jobs'), 'verify'), 'strategy'),
      'matrix',
    );
    expect(shards).toEqual(['1/3', '2/3', '3/3']);
    for (const shard of shards as readonly string[]) {
      // Each has a machine of its own, and one of the services is faulty.
      const env = {
        ...project.machine.env,
        ...(shard === '2/3' ? { OVERRIDE: 'list code=500' } : {}),
      };
      using other = createPackage(['guests', 'people', 'staff'], 0);
      const machine = { ...other.machine, artifacts: project.machine.artifacts, env };
      const ran = await runGithub(file, 'verify', { ...other, machine }, { matrix: { shard } });
      expect(ran.code, ran.log).toBe(shard === '2/3' ? 1 : 0);
    }
    const merged = await runGithub(file, 'merge', project);
    expect(merged.code, merged.log).toBe(1);
    expect(merged.summary.match(/^\| (?:✅|⚠️|❌) \|/gmu)).toHaveLength(3);
    expect(filesBelow(join(project.machine.artifacts, 'standin-report'))).toHaveLength(9);
  });
});

describe('examples/ci, for GitLab', () => {
  it('verifies, and keeps the reports', { timeout: PATIENCE_MS }, async () => {
    using project = createPackage(['people'], await findFreePort());
    const ran = await runGitlab('examples/ci/gitlab.yml', 'verify', project);
    expect(ran.code, ran.log).toBe(0);
    expect(ran.log).not.toContain('::');
    expect(keptBy('examples/ci/gitlab.yml', 'verify', project)).toEqual([
      'report.html',
      'report.json',
      'report.xml',
    ]);
  });

  it('verifies in shards, and merges them into one verdict', {
    timeout: PATIENCE_MS,
  }, async () => {
    const file = 'examples/ci/gitlab-sharded.yml';
    using project = createPackage(['guests', 'people'], await findFreePort());
    const { parallel } = inner(readYaml(file), 'verify');
    expect(parallel).toBe(3);
    for (const index of [1, 2, 3]) {
      const ran = await runGitlab(file, 'verify', project, {
        CI_NODE_INDEX: String(index),
        CI_NODE_TOTAL: '3',
      });
      expect(ran.code, ran.log).toBe(0);
      expect(ran.log).toContain(
        index < 3 ? `Shard ${index}/3: ` : 'Shard 3/3: none of 2 contracts; nothing is sent\n',
      );
    }
    expect(keptBy(file, 'verify', project)).toEqual([
      'shards/1.json',
      'shards/2.json',
      'shards/3.json',
    ]);
    const merged = await runGitlab(file, 'merge', project);
    expect(merged.code, merged.log).toBe(0);
    expect(keptBy(file, 'merge', project)).toHaveLength(6);
  });
});

describe('examples/ci', () => {
  it('says at the top of each file where it belongs', () => {
    for (const [file, place] of [
      ['github', '.github/workflows/contract.yml'],
      ['github-sharded', '.github/workflows/contract.yml'],
      ['gitlab', '.gitlab-ci.yml'],
      ['gitlab-sharded', '.gitlab-ci.yml'],
    ])
      expect(readFileSync(join(root, `examples/ci/${file}.yml`), 'utf8')).toMatch(
        new RegExp(`^# ${place?.replaceAll('.', '\\.')}: `),
      );
  });
});
