// `npm run defences [-- <words of a name>]`: removes each defence, one by one, and reports whether
// its test then fails. Exit code 1 if one does not.

import { defences } from './defences.ts';
import { copyCheckout, countOf, takeAway } from './take-away.ts';

const words = process.argv.slice(2).join(' ');
const chosen = defences.filter(({ name }) => name.includes(words));
using copy = copyCheckout();
let bad = 0;
for (const defence of chosen) {
  const count = countOf(defence);
  const proof =
    count === 1
      ? await takeAway(defence, copy, 'both')
      : `its text stands ${count} times in ${defence.file}`;
  if (proof !== 'fails without it') bad++;
  process.stdout.write(
    `${proof === 'fails without it' ? 'ok ' : 'BAD'}  ${defence.name}: ${proof}\n`,
  );
}
process.stdout.write(`${chosen.length - bad} of ${chosen.length} defences are held by a test\n`);
process.exitCode = bad === 0 && chosen.length > 0 ? 0 : 1;
