import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { BED, LONG, PACKAGE, PAGES, SHARED, SLOW } from './test/kinds.ts';

/**
 * A clean checkout does not know yet how long files take, so the long ones are named. Files that
 * share processes run one after the other: a file of another kind ends the process.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((start) => moduleId.includes(`/${start}`));
      return found < 0 ? LONG.length : found;
    };
    const rank = (one: TestSpecification): number =>
      (place(one) < LONG.length ? 0 : 2) + (one.project.config.isolate ? 0 : 1);
    return (await super.sort(files)).toSorted(
      (one, other) => rank(one) - rank(other) || place(one) - place(other),
    );
  }
}

const all = ['test/**/*.test.ts'];
const pages = [...PAGES];
const bed = [...BED];
const packed = [...PACKAGE];
const slow = [...SLOW];
const later = [...slow, ...packed, ...pages, ...bed];
const shared = [...SHARED];
/**
 * Where many processes run beside each other, a test may wait for its own in vain: it is tried once
 * more.
 */
const patient = { testTimeout: 240_000, hookTimeout: 400_000, retry: 1 };

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: shared, exclude: later, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: all, exclude: [...shared, ...later] } },
      { extends: true, test: { name: 'slow', include: slow, ...patient } },
      {
        extends: true,
        test: {
          name: 'package',
          include: packed,
          globalSetup: ['test/global-setup.ts', 'test/package/pack.ts'],
          ...patient,
        },
      },
      { extends: true, test: { name: 'bed', include: bed } },
      {
        extends: true,
        test: { name: 'pages', include: pages, ...patient, sequence: { groupOrder: 1 } },
      },
    ],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/property-seed.ts'],
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    hookTimeout: 30_000,
    // A busy machine draws late.
    expect: { poll: { timeout: 20_000 } },
    // Many tests wait for child processes and pauses: four at once on two cores.
    maxWorkers: 4,
    coverage: {
      provider: 'v8',
      include: ['src/{base,schema,contract,model,http}/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { branches: 93.5 },
    },
  },
});
