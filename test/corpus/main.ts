// Starts the documents of a folder as mocks in memory and measures them: which start, how many
// operations answer a declared success that fits, and how many resources live their whole life. With
// --labels, compares what was recognised with labels that people made by hand. With --own, verifies
// the mock of each document against it instead, with the seeds that follow, and what varies.
//   npm run corpus -- <folder> [--only <name>] [--list] [--labels]
//   npm run corpus -- <folder> --own 1,2,3,vary [--only <name>] [--cli <file of the package>]

import { readCorpus } from './documents.ts';
import { compareLabels, readLabels } from './labels.ts';
import { measure } from './measure.ts';
import { verifyOwn } from './own.ts';

const [folder = 'corpus', ...options] = process.argv.slice(2);
const isListed = options.includes('--list');
const isLabelled = options.includes('--labels');
const roles = { labelled: 0, recognised: 0, agreed: 0, details: 0, detailsAgreed: 0 };
const given = (option: string): string | undefined =>
  options.includes(option) ? options[options.indexOf(option) + 1] : undefined;
const only = given('--only');
const own = given('--own');
if (own !== undefined) {
  await verifyOwnMocks(own.split(','), given('--cli'));
  process.exit();
}
const totals = { documents: 0, started: 0, operations: 0, answered: 0, resources: 0, lived: 0 };

for (const source of readCorpus(folder, only)) {
  const found = await measure(source);
  totals.documents++;
  totals.operations += found.operations;
  totals.answered += found.answered;
  totals.resources += found.resources;
  totals.lived += found.lived;
  if (found.failure === null) totals.started++;
  const share = (part: number, whole: number): string =>
    `${part}/${whole}`.padStart(9) +
    ` ${whole === 0 ? 100 : Math.round((100 * part) / whole)}%`.padStart(5);
  console.log(
    source.name.padEnd(28),
    `${Math.round(source.bytes / 1_000)} KB`.padStart(9),
    `${Math.round(found.startMs)} ms`.padStart(8),
    `${Math.round(found.megabytes)} MB`.padStart(7),
    'answers',
    share(found.answered, found.operations),
    'lives',
    share(found.lived, found.resources),
    found.failure ?? '',
  );
  const labels = isLabelled ? readLabels(folder, source.name) : null;
  if (labels !== null) {
    const compared = compareLabels(labels, found.taken);
    for (const key of Object.keys(roles) as (keyof typeof roles)[]) roles[key] += compared[key];
    for (const flaw of compared.flaws) console.log('   ', flaw);
  }
  if (isListed) for (const flaw of found.flaws) console.log('   ', flaw);
}
console.log(totals);
if (isLabelled) {
  const { labelled, recognised, agreed } = roles;
  console.log(roles, { precision: agreed / recognised, recall: agreed / labelled });
}

/** Verifies the mocks of the documents, and says what was found: nothing if Standin agrees with itself. */
async function verifyOwnMocks(ways: readonly string[], cli: string | undefined): Promise<void> {
  const codes = new Map<string, number>();
  let found = 0;
  for (const way of ways)
    for (const source of readCorpus(folder, only)) {
      const isVaried = way === 'vary';
      const how = { seed: isVaried ? 1 : Number(way), isVaried };
      const run = await verifyOwn(folder, source, {
        ...how,
        ...(cli === undefined ? {} : { cli }),
      });
      const code = run === null ? 'not started' : String(run.code);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      found += run?.findings.length ?? 0;
      const left = run?.leftBehind ?? 0;
      console.log(
        source.name.padEnd(28),
        way.padStart(5),
        `exit ${code}`,
        `${Math.round(run?.seconds ?? 0)} s`.padStart(6),
        left === 0 ? '' : `${left} left behind`,
      );
      for (const { operation, code: what, at, message } of run?.findings ?? [])
        console.log('   ', operation, what, at ?? '', message);
    }
  console.log({ found, codes: Object.fromEntries(codes) });
}
