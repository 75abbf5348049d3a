// `npm run peers`: verifies servers that strangers wrote, and prints one table. `-- --traces` adds
// the requests behind each finding. Exit code 0 if each has the expected verdict and nothing is
// left behind, otherwise 1.

import { peers } from './peers.ts';
import { peersTable, reasons } from './table.ts';
import { type PeerResult, verifyPeer } from './verify-peer.ts';

const results: PeerResult[] = [];
for (const peer of Object.values(peers)) results.push(await verifyPeer(peer));
process.stdout.write(
  `${peersTable(results, process.argv.includes('--traces') ? 'traces' : 'findings')}\n${reasons()}`,
);
const isAsExpected = results.every(
  ({ peer, verdict, left }) => verdict === peer.expected && left.made.length === 0,
);
process.exitCode = isAsExpected ? 0 : 1;
