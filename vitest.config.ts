import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, and mostly wait. */
const LONG = [
  'bed/',
  'record/shadow',
  'project/keeper',
  'cli',
  'commands/drift',
  'commands/verify-books',
  'examples/',
  'package/',
  'pipeline/examples',
  'docs/',
];

/** A clean checkout knows nothing of how long files take: the long ones begin first, so that none is left alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((start) => moduleId.includes(`/test/${start}`));
    return (await super.sort(files)).toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A busy machine draws late.
    expect: { poll: { timeout: 8000 } },
    // Many tests wait for children and pauses: three at once on two cores.
    maxWorkers: 3,
    coverage: {
      provider: 'v8',
      include: ['src/{base,schema,contract,model,http}/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { branches: 95 },
    },
  },
});
