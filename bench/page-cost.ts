// `npm run bench:pages`: a mixed load with pages of 100, with 1,000 and 100,000 users (and with
// --huge, one million), beside the bare server. Exit code 0 whatever the numbers are.

import { measurePages, PAGE_USERS } from './pages.ts';
import { pagesText } from './report.ts';
import { openWorkshop } from './workshop.ts';

const ROUNDS = 7;

const sizes = process.argv.includes('--huge') ? PAGE_USERS : PAGE_USERS.slice(0, -1);
const workshop = openWorkshop('none');
try {
  console.log(pagesText(await measurePages(sizes, ROUNDS, workshop)));
} finally {
  workshop.close();
}
