// A page as tests: one for each fence, in order, in one folder. After a fence that fails those
// below it are not tried.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { root } from '../support/root.ts';
import { PageRun } from './page.ts';
import { reasons, stepsOf } from './steps.ts';

/** A busy machine starts servers late. */
const PATIENCE_MS = 90_000;

/** Declares the tests of a page. */
export function describePage(file: string): void {
  describe(file, { timeout: PATIENCE_MS }, () => {
    const steps = stepsOf(readFileSync(join(root, file), 'utf8'));
    // Made when first needed: if all fences are skipped, there is nothing to close.
    let opened: PageRun | null = null;
    const page = (): PageRun => {
      opened ??= new PageRun(file);
      return opened;
    };
    let failed: number | null = null;
    afterAll(() => opened?.close(), PATIENCE_MS);

    for (const step of steps) {
      const name = `${step.line}: ${step.title}`;
      if (step.kind === 'left') continue;
      it(name, async () => {
        if (failed !== null)
          throw new Error(`${file}:${step.line}: not tried, for line ${failed} failed`);
        try {
          await page().run(step);
        } catch (error) {
          failed = step.line;
          throw error;
        }
      });
    }

    const left = Map.groupBy(
      steps.flatMap((step) => (step.kind === 'left' ? [step] : [])),
      ({ reason }) => reason,
    );
    for (const [reason, those] of left) {
      it.skip(
        `is not run, for ${reasons[reason]}: lines ${those.map(({ line }) => line).join(', ')}`,
      );
    }

    const isTyped = steps.some(
      (step) => step.kind === 'program' || (step.kind === 'file' && /\.tsx?$/.test(step.path)),
    );
    if (isTyped) it('has valid TypeScript', () => page().checkTypes());
    else if (steps.length === 0) it('has nothing to run', () => undefined);
  });
}
