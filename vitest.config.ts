import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, and mostly wait. */
const LONG = [
  'bed/',
  'record/shadow/',
  'project/follow/',
  'cli',
  'commands/learn/drift',
  'commands/pact-broker/publish',
  'commands/verify/books',
  'examples/',
  'package/',
  'pipeline/examples',
  'docs/',
  'abuse/files-f',
  'verify/learn/learn',
  'verify/print/vitest',
];

/**
 * Those that leave their process as it was, its folder and the modules of Node: one process runs many of them, one after the other, and
 * loads what they share once.
 */
const SHARED = [
  'test/{base,schema,contract,model,http,mock,json-server,prism,oracle,journal,record,verify,inspector,bed}/**/*.test.ts',
  'test/commands/**/!(no-command|open-broker|vite-plugin).test.ts',
  'test/project/make-rows.test.ts',
];

/**
 * A clean checkout knows nothing of how long files take: the long ones begin first, so that none is left alone at the end. Those that
 * share processes stand together, for a process ends where the next file is not for it.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number =>
      (LONG.some((start) => moduleId.includes(`/test/${start}`)) ? 0 : 2) +
      (project.config.isolate ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      { extends: true, test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: SHARED } },
    ],
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    hookTimeout: 30_000,
    // A busy machine draws late.
    expect: { poll: { timeout: 8000 } },
    // Many tests wait for children and pauses: four at once on two cores.
    maxWorkers: 4,
    coverage: {
      provider: 'v8',
      include: ['src/{base,schema,contract,model,http}/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { branches: 95 },
    },
  },
});
