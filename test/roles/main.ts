// Learns how much each piece of evidence speaks for each role of an operation, from labelled documents:
//
//     npm run roles -- <folder of documents/ and labels/>...
//
// Prints how well the weights that were learned without a folder tell the roles in it, and writes those
// learned from all folders to src/source/openapi/recognition/words/weights.ts.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Labelled, readLabelled } from './labelled.ts';
import { type Example, learn, shares, type Weights } from './logistic.ts';

const TABLE = join(import.meta.dirname, '../../src/source/openapi/recognition/words/weights.ts');
/** The pieces of evidence that are kept for a method. */
const MOST = 220;
/** A role counts for a method if this share of its operations has it. */
const LEAST_SHARE = 0.008;
const ROLES = ['none', 'list', 'create', 'read', 'replace', 'update', 'remove'];

interface Learned {
  readonly roles: readonly string[];
  readonly weights: Weights;
}

function learnAll(labelled: readonly Labelled[]): ReadonlyMap<string, Learned> {
  return new Map(
    [...Map.groupBy(labelled, ({ method }) => method)].map(([method, some]) => {
      const share = (role: string) => some.filter((one) => one.role === role).length / some.length;
      const roles = ROLES.filter((role) => role === 'none' || share(role) >= LEAST_SHARE);
      return [method, { roles, weights: learn(examplesOf(some, roles), MOST) }];
    }),
  );
}

function examplesOf(labelled: readonly Labelled[], roles: readonly string[]): readonly Example[] {
  return labelled.flatMap(({ role, either, evidence }) => {
    const others = either.filter((one) => one !== role && roles.includes(one));
    if (!roles.includes(role)) return [];
    const rest = others.length === 0 ? 0 : 0.25 / others.length;
    const share = (one: string): number =>
      one === role ? (others.length === 0 ? 1 : 0.75) : others.includes(one) ? rest : 0;
    return [{ evidence, outcome: roles.map(share) }];
  });
}

/** Precision and recall of the most likely roles that are likely at least by half. */
function scoreOf(labelled: readonly Labelled[], learned: ReadonlyMap<string, Learned>): string {
  let [told, right, wanted] = [0, 0, 0];
  for (const { method, role, either, evidence } of labelled) {
    const { roles, weights } = learned.get(method) ?? { roles: ['none'], weights: new Map() };
    const sums = roles.map((_, at) =>
      evidence.reduce((sum, one) => sum + (weights.get(one)?.[at] ?? 0), 0),
    );
    const likely = shares(sums);
    const most = Math.max(...likely);
    const found = most >= 0.5 ? (roles[likely.indexOf(most)] ?? 'none') : 'none';
    const isRight = [role, ...either].includes(found);
    if (found !== 'none') told += 1;
    if (found !== 'none' && isRight) right += 1;
    if (found !== 'none' && isRight ? true : role !== 'none' && !isRight) wanted += 1;
  }
  const percent = (of: number) => `${((100 * right) / of).toFixed(1)} %`;
  return `precision ${percent(told)}, recall ${percent(wanted)} of ${labelled.length} operations`;
}

function tableOf(learned: ReadonlyMap<string, Learned>, from: string): string {
  const parts = [...learned]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([method, { roles, weights }]) => {
      const lines = [...weights].flatMap(([text, by]): readonly string[] => {
        const tenths = by.map((one) => Math.round(one * 10));
        return tenths.every((one) => one === 0) ? [] : [`${text}|${tenths.join(' ')}`];
      });
      const text = lines
        .toSorted()
        .map((line) => line.replaceAll(/[\\`$]/g, String.raw`\$&`))
        .join('\n');
      return `  ${method}: {\n    roles: [${roles.map((one) => `'${one}'`).join(', ')}],\n    lines: \`${text}\`,\n  },\n`;
    });
  return `${HEAD.replace('{from}', from)}${parts.join('')}${END}`;
}

const HEAD = `// How much each piece of evidence speaks for each role of an operation, by its method: learned from
// {from} that people labelled. Written by \`npm run roles\`.

import type { Kind } from '../../../../contract/operation-kinds.ts';

/** The roles that operations of a method have, and the weight of evidence for each of them. */
export interface Weighed {
  readonly roles: readonly (Kind | 'none')[];
  readonly weights: ReadonlyMap<string, readonly number[]>;
}

interface Learned extends Pick<Weighed, 'roles'> {
  /** A piece of evidence in each line, and ten times its weight for each role. */
  readonly lines: string;
}

const LEARNED: Readonly<Record<string, Learned>> = {
`;

const END = `};

const tables = new Map<string, Weighed>();

/** The weights of evidence for operations of a method; none for methods of which nothing was learned. */
export function weightsOf(method: string): Weighed {
  const known = tables.get(method);
  if (known !== undefined) return known;
  const { roles, lines } = LEARNED[method] ?? { roles: ['none' as const], lines: '' };
  const weights = lines.split('\\n').map((line) => {
    const [text = '', numbers = ''] = line.split('|');
    return [text, numbers.split(' ').map((one) => Number(one) / 10)] as const;
  });
  const made = { roles, weights: new Map(weights) };
  tables.set(method, made);
  return made;
}
`;

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('name at least one folder of documents/ and labels/');
const sets = await Promise.all(folders.map(readLabelled));
for (const [at, set] of sets.entries()) {
  const others = sets.toSpliced(at, 1).flat();
  if (others.length > 0) console.log(`${folders[at]}: ${scoreOf(set, learnAll(others))}`);
}
const all = sets.flat();
const documents = new Set(all.map(({ document }) => document)).size;
writeFileSync(TABLE, tableOf(learnAll(all), `${all.length} operations in ${documents} documents`));
