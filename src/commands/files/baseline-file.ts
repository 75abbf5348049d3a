// The file of a baseline: the findings that a team knows, with the reason and the last day of each.

import { existsSync } from 'node:fs';
import { type Fault, refuseNewerForm, StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { pluralize } from '../../base/pluralize.ts';
import { findingCodes } from '../../oracle/finding-codes.ts';
import { readJsonFile } from '../../project/source/json-file.ts';
import {
  type Fingerprint,
  fingerprintOf,
  isSameFingerprint,
  type KnownFinding,
  mayBeKnown,
} from '../../verify/known/known-findings.ts';
import type { Report } from '../../verify/report.ts';
import { checkOutFile, writeOut } from './out-file.ts';

const BASELINE_FORM = 1;

/** Reads a baseline. Throws a StandinError that names each entry that is not complete. */
export function readBaseline(file: string): readonly KnownFinding[] {
  return readEntries(file, 'complete');
}

/** Throws a StandinError unless a baseline can be written into the file: a run would be lost. */
export function checkBaselineOut(file: string): void {
  checkOutFile({ file, option: '--write-baseline', existing: 'replace' });
  if (existsSync(file)) readEntries(file, 'drafts');
}

/**
 * Writes the findings of reports as a baseline, and returns what to tell about it. An entry that the
 * file already has keeps its reason and its day. A new one has neither: it counts once somebody has
 * filled them in. An entry that a run did not find is removed if the run judged its resource to the
 * end. Throws a StandinError if the file cannot be written, or is no baseline.
 */
export function writeBaseline(file: string, reports: readonly Report[]): string {
  const before = existsSync(file) ? readEntries(file, 'drafts') : [];
  const judged = new Set(
    reports
      .filter(({ verdict, end }) => verdict !== 'unjudged' && end === 'whole')
      .map(({ resource }) => resource),
  );
  const found = reports.flatMap(({ resource, findings, known = [] }) =>
    [...known.map(({ finding }) => finding), ...findings]
      .filter(({ code }) => mayBeKnown(code))
      .map((finding) => ({ ...fingerprintOf(finding, resource), message: finding.message })),
  );
  const isNew = (one: Fingerprint, index: number, all: readonly Fingerprint[]): boolean =>
    all.findIndex((other) => isSameFingerprint(one, other)) === index;
  const entries = [
    ...before.filter(
      (one) => !judged.has(one.resource) && !found.some((each) => isSameFingerprint(each, one)),
    ),
    ...found.filter(isNew).map((one) => {
      const { reason = '', until = '' } = before.find((each) => isSameFingerprint(each, one)) ?? {};
      return { ...one, reason, until };
    }),
  ];
  const text = JSON.stringify({ version: BASELINE_FORM, findings: entries }, null, 2);
  writeOut({ file, option: '--write-baseline', existing: 'replace' }, `${text}\n`);
  const open = entries.filter(({ reason }) => reason === '').length;
  const toDo = open === 0 ? '' : `; ${open} without a reason and a last day: fill them in`;
  return `${file} has ${pluralize(entries.length, 'known finding')}${toDo}`;
}

function readEntries(file: string, want: 'complete' | 'drafts'): readonly KnownFinding[] {
  const faults: Fault[] = [];
  const { json } = readJsonFile(file, faults);
  const [broken] = faults;
  if (broken !== undefined)
    throw invalid(`${file}, ${broken.at}: ${broken.message}`, broken.remedy);
  const version = isObject(json) ? own(json, 'version') : undefined;
  refuseNewerForm(file, version, BASELINE_FORM);
  const list = isObject(json) ? own(json, 'findings') : undefined;
  if (version !== BASELINE_FORM || !Array.isArray(list))
    throw invalid(`${file} is no baseline`, 'Let --write-baseline <file> write one.');
  const read = list.map((entry, index) => readEntry(entry, want, `${file}, /findings/${index}`));
  const wrong = read.flatMap((one) => (typeof one === 'string' ? [one] : []));
  if (wrong.length > 0) throw invalid(wrong.slice(0, FAULTS_SHOWN_MAX).join('\n'), FILL_IN);
  return read.filter((one) => typeof one !== 'string');
}

/** How many faults of a file an error shows. */
const FAULTS_SHOWN_MAX = 10;

const FILL_IN =
  'Each entry says why you live with the finding ("reason") and the last day on which you do ("until": "2027-01-31").';

/** Returns an entry, or what is wrong with it. */
function readEntry(entry: Json, want: 'complete' | 'drafts', place: string): KnownFinding | string {
  if (!isObject(entry)) return `${place}: an entry is an object`;
  const [resource, operation, code, reason, until] = [
    'resource',
    'operation',
    'code',
    'reason',
    'until',
  ].map((name) => textAt(entry, name));
  const at = own(entry, 'at') ?? null;
  for (const [name, text] of Object.entries({ resource, operation, code }))
    if (text === '') return `${place}/${name}: it is missing`;
  if (!Object.hasOwn(findingCodes, code ?? '')) return `${place}/code: there is no such code`;
  if (!mayBeKnown(code ?? ''))
    return `${place}/code: ${code} cannot be known: data was harmed or left behind, or a pact says so itself`;
  if (at !== null && typeof at !== 'string') return `${place}/at: a place is a text or null`;
  if (want === 'complete' && reason === '') return `${place}/reason: it is missing`;
  if (want === 'complete' && !isDay(until ?? ''))
    return `${place}/until: it is no day such as 2027-01-31`;
  // All of them were checked above.
  const message = textAt(entry, 'message');
  return { resource, operation, code, at, message, reason, until } as KnownFinding;
}

function textAt(entry: JsonObject, name: string): string {
  const value = own(entry, name);
  return typeof value === 'string' ? value.trim() : '';
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function invalid(message: string, remedy: string): StandinError {
  return new StandinError('option-invalid', message, remedy);
}
