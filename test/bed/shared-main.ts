// `npm run bed:shared`: verifies the services of the bed as machines do that share a contract, and
// prints which faults they found and which correct services they failed. `-- --every 9` tries every
// ninth of them. The exit code is 1 if a correct service was failed.

import { parseArgs } from 'node:util';
import { faults, startFaulty } from './faults/index.ts';
import { each, SEEDS } from './hold.ts';
import { holdShared } from './hold-shared.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { quick } from './try.ts';

const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } });
const every = Number(values.every);
const AT_ONCE = 2;
const isInShare = (_: unknown, index: number): boolean => index % every === 0;

const planted = faults
  .map((fault, index) => ({ fault, base: index % 2 === 0 ? plain : odd }))
  .filter(({ fault, base }) => fault.notIn?.[base.name] === undefined)
  .filter(isInShare);
const missed: string[] = [];
await each(planted, AT_ONCE, async ({ fault, base }) => {
  const service = await startFaulty(base, fault, SEEDS);
  try {
    if ((await findingsOf(service.baseUrl, fault)).length === 0)
      missed.push(`${fault.name} in ${base.name}`);
  } finally {
    await service.close();
  }
});
for (const name of missed) console.log(`MISSED ${name}`);
console.log(`faulty   ${planted.length - missed.length} of ${planted.length} found`);

const sound = quick.filter(isInShare);
const failed: string[] = [];
await each(sound, AT_ONCE, async (correct) => {
  const service = await correct.start(SEEDS);
  try {
    const found = await findingsOf(service.baseUrl, correct);
    if (found.length > 0) failed.push(`${correct.name}: ${found.join('; ')}`);
  } finally {
    await service.close();
  }
});
for (const name of failed) console.log(`FAILED ${name}`);
console.log(`correct  ${failed.length} of ${sound.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** What all machines found, beside each other and alone. */
async function findingsOf(
  baseUrl: string,
  {
    budget,
    headers,
  }: Pick<(typeof faults)[number], 'budget'> & Pick<(typeof quick)[number], 'headers'>,
): Promise<readonly string[]> {
  const { beside, rest } = await holdShared(baseUrl, {
    ...(budget === undefined ? {} : { budget }),
    ...(headers === undefined ? {} : { headers }),
  });
  return [...beside, rest].flatMap(({ findings }) =>
    findings.map(({ law, message }) => `${law}: ${message}`),
  );
}
