// `npm run peers`: verifies servers that strangers wrote, and prints one table. `-- --traces` adds
// the requests behind each finding. Exit code 0 if each has the expected verdict and nothing is
// left behind, otherwise 1.

import { peers } from './peers.ts';
import { reasons, tell } from './told.ts';
import { type Testimony, witness } from './witness.ts';

const testimonies: Testimony[] = [];
for (const peer of Object.values(peers)) testimonies.push(await witness(peer));
process.stdout.write(
  `${tell(testimonies, process.argv.includes('--traces') ? 'traces' : 'findings')}\n${reasons()}`,
);
const isAsExpected = testimonies.every(
  ({ peer, verdict, left }) => verdict === peer.expected && left.made.length === 0,
);
process.exitCode = isAsExpected ? 0 : 1;
