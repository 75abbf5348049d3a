// `npm run real`: verifies products that nobody here wrote, from npm and Debian, alone and with the
// twelve planted faults, and compares each with the mock of its document. It installs nothing: a
// product that is not there has a row that says how to get it. `-- --only orthanc` tries some, `--
// --faults none` plants none, `-- --faults stale-read` one; `-- --standin <file>` runs another
// checkout's program; what stands after a second `--` are options of `verify`. The reports of all runs
// are in `.real/reports`. Exit code 0 if each product that is there has been tried.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { plantedFaults } from './planting/planted-faults.ts';
import { products } from './products/index.ts';
import { productsFolder } from './products-folder.ts';
import { realReport } from './report.ts';
import { SOURCES } from './run-verify.ts';
import { endStages } from './stage.ts';
import { REPORTS, type Row, tryProduct } from './try-product.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    faults: { type: 'string', multiple: true },
    standin: { type: 'string' },
    seed: { type: 'string', default: '1' },
    reports: { type: 'string', default: REPORTS },
    list: { type: 'boolean', default: false },
  },
});
const faults = plantedFaults.filter(({ name }) => values.faults?.includes(name) ?? true);
const folder = productsFolder();
const chosen = products.filter(({ name }) => values.only?.includes(name) ?? true);
// Products are groups of processes of their own, and do not end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void endStages().finally(() => process.exit(130)));
if (values.list) list();
else await tryAll();

function list(): void {
  for (const { name, does } of plantedFaults) console.log(`${name}: ${does}.`);
  for (const product of products)
    console.log(`${product.name}: ${product.title}: ${product.missing(folder) ?? 'is there'}`);
}

async function tryAll(): Promise<void> {
  const reports = resolve(values.reports);
  const rows: Row[] = [];
  for (const product of chosen) {
    rows.push(
      await tryProduct(product, {
        folder,
        cli: values.standin === undefined ? SOURCES : resolve(values.standin),
        seed: Number(values.seed),
        faults,
        options: positionals,
        reports,
        tell: (line) => console.log(line),
      }),
    );
    mkdirSync(reports, { recursive: true });
    writeFileSync(join(reports, 'report.json'), `${JSON.stringify(rows, null, 2)}\n`);
    writeFileSync(join(reports, 'report.md'), realReport(rows, faults));
  }
  console.log(`\n${realReport(rows, faults)}`);
  const untried = rows.filter(({ missing }) => missing !== null);
  if (untried.length > 0)
    console.log(`not run: ${untried.map(({ product }) => product).join(', ')}`);
  process.exitCode = rows.every(
    ({ missing }) => missing === null || !missing.startsWith('it could not'),
  )
    ? 0
    : 1;
}
