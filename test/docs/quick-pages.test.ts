// The pages that have no file of tests of their own: together, for each takes little time.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePage } from './describe-page.ts';
import { pagesNamedIn, quickPages } from './pages.ts';

const tests = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
const named = tests.flatMap((file) =>
  pagesNamedIn(readFileSync(join(import.meta.dirname, file), 'utf8')),
);
for (const page of quickPages(named)) describePage(page);
