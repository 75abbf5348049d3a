// `npm run peers`: verifies servers that strangers wrote, and prints one table; then small services
// built with real frameworks, correct and with planted faults, alone and behind a proxy. `--
// --traces` adds the requests behind each finding of the first table, `-- --seeds 20` tries each
// correct service with twenty seeds, `-- --correct` no fault, `-- --only Go --only Flask` some of the
// services. A whole run with one seed writes the table of docs/numbers.md. Exit code 0 if each verdict
// is as expected and nothing is left behind, otherwise 1. A framework that cannot be had is skipped.

import { parseArgs } from 'node:util';
import { publish } from '../../bench/numbers-page.ts';
import { each } from '../bed/hold.ts';
import { peers } from './peers.ts';
import { peersTable, reasons } from './table.ts';
import { type PeerResult, verifyPeer } from './verify-peer.ts';
import { openWitness, tryWitness } from './verify-witness.ts';
import {
  isExpected,
  lineOf,
  numbersOf,
  reasonsOf,
  setupsOf,
  type Tried,
  type WitnessRow,
  witnessTable,
} from './witness-table.ts';
import { type Witness, witnesses } from './witnesses.ts';

const AT_ONCE = 3;
const { values } = parseArgs({
  options: {
    traces: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1' },
    correct: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);
const chosen = witnesses.filter(
  ({ title }) => values.only?.some((part) => title.includes(part)) ?? true,
);

const arePeersAsExpected = values.only !== undefined || (await tryPeers());
const rows: WitnessRow[] = [];
for (const witness of chosen) {
  const row = await tryAll(witness);
  if (row !== null) rows.push(row);
}
tell(`\n${witnessTable(rows)}\n${reasonsOf(chosen)}`);
const areWitnessesAsExpected = rows.every(({ tried }) => tried.every(isExpected));
if (
  rows.length === witnesses.length &&
  seeds.length === 1 &&
  !values.correct &&
  areWitnessesAsExpected
)
  publish('peers', numbersOf(rows));
process.exitCode = arePeersAsExpected && areWitnessesAsExpected ? 0 : 1;

async function tryPeers(): Promise<boolean> {
  const results: PeerResult[] = [];
  for (const peer of Object.values(peers)) results.push(await verifyPeer(peer));
  tell(`${peersTable(results, values.traces ? 'traces' : 'findings')}\n${reasons()}`);
  return results.every(
    ({ peer, verdict, left }) => verdict === peer.expected && left.made.length === 0,
  );
}

async function tryAll(witness: Witness): Promise<WitnessRow | null> {
  const opened = openWitness(witness);
  if (typeof opened === 'string') {
    tell(`${witness.title}: skipped, ${opened}\n`);
    return null;
  }
  using open = opened;
  tell(`${witness.title} ${open.prepared.version}\n`);
  const tried: Tried[] = [];
  const setups = setupsOf(witness, seeds).filter(
    ({ purpose }) => purpose === 'correct' || !values.correct,
  );
  await each(setups, AT_ONCE, async ({ purpose, ...setup }) => {
    const one = { ...(await tryWitness(open, setup)), purpose };
    tell(lineOf(one));
    tried.push(one);
  });
  return { open, tried };
}

function tell(text: string): void {
  process.stdout.write(text);
}
