// `npm run peers`: verifies servers that strangers wrote, and prints one table; then small services
// built with real frameworks, correct and with planted faults. `-- --traces` adds the requests
// behind each finding of the table. Exit code 0 if each has the expected verdict and nothing is left
// behind, otherwise 1. A framework that cannot be installed is skipped.

import { peers } from './peers.ts';
import { peersTable, reasons } from './table.ts';
import { type PeerResult, verifyPeer } from './verify-peer.ts';
import { verifyWitness, witnessLines } from './verify-witness.ts';
import { witnesses } from './witnesses.ts';

const results: PeerResult[] = [];
for (const peer of Object.values(peers)) results.push(await verifyPeer(peer));
process.stdout.write(
  `${peersTable(results, process.argv.includes('--traces') ? 'traces' : 'findings')}\n${reasons()}`,
);
let areWitnessesAsExpected = true;
for (const witness of witnesses) {
  const verified = await verifyWitness(witness);
  process.stdout.write(witnessLines(witness.title, verified));
  if (typeof verified !== 'string')
    areWitnessesAsExpected &&= verified.every(({ isExpected }) => isExpected);
}
const isAsExpected = results.every(
  ({ peer, verdict, left }) => verdict === peer.expected && left.made.length === 0,
);
process.exitCode = isAsExpected && areWitnessesAsExpected ? 0 : 1;
