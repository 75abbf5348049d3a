// Verifies the committed pact on the service at the address given, and prints one line: whatever
// else is on stdout is Pact's.

import { runPactsOn } from './runs.ts';

const { stage } = await runPactsOn({ baseUrl: process.argv[2] ?? '' });
process.stdout.write(
  `${stage.interactions.filter(({ result }) => result === 'passed').length} passed\n`,
);
