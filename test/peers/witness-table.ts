// The results of the witnesses: what is tried of each, a line for each verdict that is not as it
// should be, one row for each witness. Judges nothing.

import type { NumberTable } from '../../bench/numbers-page.ts';
import { table } from '../../bench/tables.ts';
import { missedProxyFaults, proxyFaults, unshownProxyFaults } from './proxy-faults.ts';
import type { OpenWitness, Setup, WitnessResult } from './verify-witness.ts';
import type { Witness, WitnessInterface } from './witnesses.ts';

/** What a setup is for, and so what must come of it. */
export type Purpose = 'correct' | 'faulty' | 'missed' | 'unshown';
export type Tried = WitnessResult & { readonly purpose: Purpose };
/** All results of one witness. */
export interface WitnessRow {
  readonly open: OpenWitness;
  readonly tried: readonly Tried[];
}

const INTERFACES = ['users', 'tickets'] as const satisfies readonly WitnessInterface[];

/** Lists all that is tried of a witness: each correct service with each seed, all else once. */
export function setupsOf(
  { faults, statuses, variants = [], harmless = {}, missed = {}, unshown = {} }: Witness,
  seeds: readonly number[],
): readonly (Setup & { readonly purpose: Purpose })[] {
  const seed = seeds[0] ?? 1;
  const users = { what: 'users', service: 'correct', proxy: null, seed } as const;
  const allMissed = { ...missedProxyFaults, ...missed };
  const whats = statuses === undefined ? (['users'] as const) : INTERFACES;
  return [
    ...seeds.flatMap((seed) => [
      ...whats.map((what) => ({ ...users, what, seed, purpose: 'correct' as const })),
      ...variants.map((service) => ({ ...users, service, seed, purpose: 'correct' as const })),
    ]),
    ...CORRECT_PROXIES.map((proxy) => ({ ...users, proxy, purpose: 'correct' as const })),
    ...INTERFACES.flatMap((what) =>
      (faults[what] ?? []).map((service) => ({
        ...users,
        what,
        service,
        purpose: 'faulty' as const,
      })),
    ),
    ...proxyFaults
      .filter((proxy) => !Object.hasOwn(harmless, proxy) && !Object.hasOwn(missed, proxy))
      .map((proxy) => ({ ...users, proxy, purpose: 'faulty' as const })),
    ...Object.keys(allMissed)
      .filter((proxy) => !Object.hasOwn(harmless, proxy))
      .map((proxy) => ({ ...users, proxy, purpose: 'missed' as const })),
    ...Object.keys(unshown).map((service) => ({
      ...users,
      service,
      purpose: 'unshown' as const,
    })),
    ...Object.keys(unshownProxyFaults).map((proxy) => ({
      ...users,
      proxy,
      purpose: 'unshown' as const,
    })),
  ];
}

const CORRECT_PROXIES = ['correct', 'correct-with-gzip'];

/** Whether a verdict is as it should be. That on what nothing shows may be either. */
export function isExpected({ purpose, verdict }: Tried): boolean {
  if (purpose === 'unshown') return true;
  return verdict === (purpose === 'faulty' ? 'violates' : 'conforms');
}

/** Returns a line for a result, with its findings below it. */
export function lineOf(tried: Tried): string {
  const { what, service, proxy, seed, verdict, findings } = tried;
  const behind = proxy === null ? '' : `, behind a proxy: ${proxy}`;
  const alarm = isExpected(tried) ? '' : 'NOT AS EXPECTED: ';
  return [
    `  ${alarm}${what}, ${service}${behind}, seed ${seed}: ${verdict}`,
    ...findings.map((finding) => `    ${finding}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns the reasons why some faults are not found. */
export function reasonsOf(witnesses: readonly Witness[]): string {
  return [
    ...Object.entries(missedProxyFaults).map(([name, why]) => `Missed: proxy, ${name}: ${why}`),
    ...Object.entries(unshownProxyFaults).map(([name, why]) => `Not shown: proxy, ${name}: ${why}`),
    ...witnesses.flatMap(({ title, missed = {} }) =>
      Object.entries(missed).map(([name, why]) => `Missed: ${title}, proxy, ${name}: ${why}`),
    ),
    ...witnesses.flatMap(({ title, harmless = {}, unshown = {} }) =>
      Object.entries({ ...unshown, ...harmless }).map(
        ([name, why]) => `Not shown: ${title}, ${name}: ${why}`,
      ),
    ),
  ]
    .map((line) => `${line}.\n`)
    .join('');
}

const COLUMNS = ['correct runs', 'wrongly failed', 'faults planted', 'found', 'not shown'];

/** The table of docs/numbers.md. */
export function numbersOf(rows: readonly WitnessRow[]): NumberTable {
  return {
    columns: COLUMNS.map((title) => ({ title, kind: 'count', noise: 1 })),
    rows: rows.map(({ open, tried }) => {
      const of = (purpose: Purpose): readonly Tried[] =>
        tried.filter((one) => one.purpose === purpose);
      const wrong = of('correct').filter((one) => !isExpected(one));
      return {
        name: nameOf(open),
        values: [
          of('correct').length,
          wrong.length,
          of('faulty').length + of('missed').length,
          of('faulty').filter(isExpected).length,
          of('unshown').length,
        ],
      };
    }),
  };
}

/** Returns the same table as plain text. */
export function witnessTable(rows: readonly WitnessRow[]): string {
  return `${table(
    ['service', ...COLUMNS],
    numbersOf(rows).rows.map(({ name, values }) => [name, ...values.map(String)]),
  )}\n`;
}

function nameOf({ witness, prepared }: OpenWitness): string {
  return `${witness.title} ${prepared.version}`;
}
