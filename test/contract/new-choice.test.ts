// A row in the table of choices is all that a new choice needs outside the rule that asks for it:
// in a copy of this checkout two rows are added and two rules ask for them. Nothing else is edited.

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Copy, copyCheckout } from '../abuse/take-away.ts';
import { root } from '../support/root.ts';

const ROWS = `
  'remove.guard': choice({
    what: 'DELETE without If-Match: allowed, or refused',
    options: ['allow', 'refuse'],
    default: 'allow',
    why: 'Most clients send none',
    affects: 'success',
    varies: 'run',
  }),
  'read.mood': choice({
    what: 'Whether reading one tells a mood in the header Mood',
    options: ['none', 'good', 'bad'],
    default: 'none',
    why: 'No service has one',
    affects: 'answer',
    varies: 'call',
    scope: 'service',
    unprobed: 'moods are not measured',
  }),
`;

/** The only edits: the rows, and what the rules of reading and removing do with them. */
const EDITS = [
  ['src/contract/choices.ts', 'export const choices = {', `export const choices = {${ROWS}`],
  [
    'src/model/rules/read-and-remove.ts',
    'stale: ({ scene, record }) => (record === undefined ? null : findStale(scene, record)),',
    `stale: ({ scene, record }) => {
    const guard = scene.decisions['remove.guard'];
    if (guard.value === 'refuse' && scene.call.headers['if-match'] === undefined)
      return { situation: 'stale', by: guard.by, detail: 'If-Match is missing' };
    return record === undefined ? null : findStale(scene, record);
  },`,
  ],
  [
    'src/model/rules/read-and-remove.ts',
    "grant(scene, 'read.status', content, tagHeaders(scene, tag), NO_EFFECT)",
    `grant(scene, 'read.status', content, [...tagHeaders(scene, tag), { name: 'mood', ...scene.decisions['read.mood'] }], NO_EFFECT)`,
  ],
] as const;

/** What reads the table, asked in the copy. Its types are checked as well. */
const READERS = `
import { defaultProfile, type Profile } from '../src/contract/choices.ts';
import { readPin, readProfile } from '../src/contract/profile.ts';
import { findContractFaults } from '../src/contract/file/contract-faults.ts';
import { varyBy } from '../src/mock/vary.ts';
import { admissibleRulings } from '../src/oracle/rulings.ts';
import { driftOf } from '../src/verify/learn/learned-profile.ts';
import { Tally } from '../src/verify/learn/tally.ts';
import { rulesOf } from '../src/verify/run/check-pins.ts';
import { describeContract } from '../src/commands/print/contract.ts';
import { callOf, createWorld, usersContract, usersProject } from './support/users.ts';

const pins: Partial<Profile> = { 'remove.guard': 'refuse', 'read.mood': 'good' };
const world = (profile: Partial<Profile>) => createWorld({ profile });
const rulings = (request: string, settled: Partial<Profile> = {}) =>
  admissibleRulings(world({}).book, callOf(request), settled).map(
    ({ ruling, assumed }) => [ruling.situation.value, assumed['remove.guard'] ?? null],
  );
const drawn = (key: 'remove.guard' | 'read.mood', seed: number) => {
  const variety = varyBy(defaultProfile, {}, seed);
  const draw = () => (variety.next(), variety.decide(usersContract)[key].value);
  return new Set(Array.from({ length: 40 }, draw)).size;
};
const tally = new Tally();
tally.note([{ choice: 'remove.guard', option: 'allow' }], []);
const learned = tally.learned(usersContract, 'open-only');
const shown = { ...JSON.parse(JSON.stringify(usersContract)), shown: pins };
const places = { contract: 'contracts', db: 'db.json', profile: 'standin' };
console.log(JSON.stringify({
  profile: readProfile({ choices: { 'remove.guard': 'refuse' } }, 'p.json').profile['remove.guard'],
  flaws: readProfile({ choices: { 'read.mood': 'odd' } }, 'p.json').faults.map(({ message }) => message),
  pin: readPin('remove.guard=refuse'),
  refused: world(pins).ask('DELETE /users/1').ruling.situation,
  mood: world(pins).ask('GET /users/1').headers['mood'],
  contract: findContractFaults(shown, 'c.json', usersProject.schemas, () => []).map(({ message }) => message),
  varied: { run: [1, 2, 3, 4, 5, 6].map((seed) => drawn('remove.guard', seed)), call: drawn('read.mood', 1) },
  removing: rulings('DELETE /users/1'),
  settled: rulings('DELETE /users/1', rulesOf(pins)),
  reading: rulings('GET /users/1'),
  unseen: learned.choices.flatMap((one) => one.kind === 'unseen' && one.choice === 'read.mood' ? [one.why] : []),
  drift: driftOf(learned, pins, usersContract).map(({ finding }) => finding.by),
  printed: (await describeContract({ places, what: 'choices', form: 'text' })).split('\\n').slice(0, 4),
}));
`;

const files = ['docs/choices.md', 'contracts/profiles/standin.json'];
let copy: Copy;

beforeAll(() => {
  copy = copyCheckout();
  for (const part of ['toolchain', 'formats', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md'])
    cpSync(join(root, part), join(copy.path, part), { recursive: true });
  for (const [file, before, after] of EDITS) {
    const text = readFileSync(join(copy.path, file), 'utf8');
    expect(text.split(before)).toHaveLength(2);
    writeFileSync(
      join(copy.path, file),
      text.replace(before, () => after),
    );
  }
  writeFileSync(join(copy.path, 'test/readers.ts'), READERS);
  // Copying takes as long as the disk needs.
}, 180_000);

afterAll(() => copy[Symbol.dispose]());

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: copy.path, encoding: 'utf8' });
}

describe('a new choice', () => {
  it('appears everywhere that the table is used', () => {
    expect(JSON.parse(run('test/readers.ts'))).toEqual({
      profile: 'refuse',
      flaws: ['"odd" is not an option of read.mood'],
      pin: { pins: { 'remove.guard': 'refuse' } },
      refused: { value: 'stale', by: 'remove.guard' },
      mood: 'good',
      contract: ['read.mood applies to the whole server and cannot be set in a single contract'],
      varied: { run: [1, 1, 1, 1, 1, 1], call: 3 },
      removing: [
        ['ok', 'allow'],
        ['stale', 'refuse'],
      ],
      settled: [['stale', null]],
      reading: [['ok', null]],
      unseen: ['moods are not measured'],
      drift: ['remove.guard'],
      printed: [
        'remove.guard',
        '  DELETE without If-Match: allowed, or refused',
        '  [allow]  refuse',
        '  default: Most clients send none',
      ],
    });
  });

  it('is in the types', () => {
    const config = { extends: './tsconfig.json', include: [], files: ['test/readers.ts'] };
    writeFileSync(join(copy.path, 'tsconfig.readers.json'), JSON.stringify(config));
    expect(run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.readers.json')).toBe('');
  });

  it('is documented by "npm run docs"', () => {
    run('toolchain/docs.mjs');
    const [page, profile] = files.map((file) => readFileSync(join(copy.path, file), 'utf8'));
    expect(page).toContain('### `remove.guard`\n\nDELETE without If-Match: allowed, or refused.\n');
    expect(page).toContain('- Not asserted by `verify`: moods are not measured\n');
    expect(page).toContain('- Applies to the whole server: cannot be set in a contract\n');
    expect(JSON.parse(profile ?? '')).toMatchObject({
      choices: { 'remove.guard': 'allow', 'read.mood': 'none' },
    });
  });
});
