// The parts of a source that a run leaves out, as the line of the verdict names them, and the laws that
// the user chose or skipped.

import { type Fault, StandinError } from '../../base/errors.ts';
import { own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import { projectInvalid } from '../../project/files/invalid.ts';
import { OVERRIDES } from '../../project/source/find-source.ts';
import type { SourceFacts } from '../../project/source/project-files.ts';
import type { Schemas } from '../../schema/schema.ts';
import { lawNamed } from '../../verify/laws/law-named.ts';
import type { NotVerified } from '../../verify/report.ts';
import type { ToldMember } from '../narrowing/narrow-requests.ts';
import type { Outlets } from '../shared/outlets.ts';
import type { VerifyOptions } from './flags.ts';

/** Paths or operations that a run does not verify, for one reason. */
export interface SourceGap extends Pick<NotVerified, 'why' | 'remedy' | 'costs'> {
  readonly names: readonly string[];
}

/** Returns a gap as the report has it. */
export function notVerifiedOf({ names, ...gap }: SourceGap): NotVerified {
  return { what: namesOf(names), ...gap, about: 'source' };
}

/** Returns the gap of a member that the user leaves out. */
export function gapOf({ name, why }: Pick<ToldMember, 'name' | 'why'>): SourceGap {
  return { names: [name], why, remedy: null, costs: 'partly' };
}

/** Returns the line about a gap, before the run. */
export function lineOf({ names, why }: Pick<SourceGap, 'names' | 'why'>): string {
  const rest = names.length > LINE_MAX ? `, and ${names.length - LINE_MAX} more` : '';
  return `Not verified, for ${why}: ${names.slice(0, LINE_MAX).join(', ')}${rest}\n`;
}

const LINE_MAX = 8;

/** Returns what could not be read of a source, and what no contract can have. */
export function leftOutOf({ place, notes, taken }: SourceFacts): readonly NotVerified[] {
  const unread = Map.groupBy(
    taken.filter((one) => one.as === 'unanswered'),
    ({ why }) => why,
  );
  const remedy = `"standin contract ${place}" shows what was made of each operation.`;
  const ofNotes = Map.groupBy(
    notes.filter(({ leftOut = [] }) => leftOut.length > 0),
    ({ leftOut = [] }) => leftOut.join(),
  );
  return [
    ...[...ofNotes.values()].map(
      ([first, ...others]): NotVerified => ({
        what: namesOf(first?.leftOut ?? []),
        why: [first, ...others].map((one) => one?.message ?? '').join('; '),
        remedy,
        about: 'source',
        costs: 'partly',
      }),
    ),
    ...[...unread].map(
      ([why, operations]): NotVerified => ({
        what: namesOf(operations.map(({ method, path }) => `${method} ${path}`)),
        why,
        remedy,
        about: 'source',
        // A service answers these without any contract (RFC 9110 sections 9.3.2 and 9.3.7).
        costs: operations.every(({ method }) => AUTOMATIC.has(method)) ? 'nothing' : 'partly',
      }),
    ),
  ];
}

/**
 * Returns what schemas say and no answer was judged by: keywords, formats and patterns that are not
 * read, and media types of which only the form is known.
 */
export function unreadOf(
  { notes }: Pick<SourceFacts, 'notes'>,
  contracts: readonly Contract[],
  schemas: Schemas,
): readonly NotVerified[] {
  const said = [...new Set(notes.flatMap(({ unread = [] }) => unread))];
  const types = [
    ...new Set(
      contracts.flatMap(({ operations, actions = [] }) =>
        [...Object.values(operations), ...actions].flatMap((one) => unreadTypes(one, schemas)),
      ),
    ),
  ];
  const gap = (names: readonly string[], why: string, remedy: string): readonly NotVerified[] =>
    names.length === 0
      ? []
      : [{ what: namesOf(names), why, remedy, about: 'schemas', costs: 'partly' }];
  return [
    ...gap(
      said,
      'Standin does not read this, so no answer was judged by it',
      'Say it with keywords that JSON Schema has, such as "pattern" or "enum".',
    ),
    ...gap(
      types,
      'Standin does not compare such bodies with their schemas',
      'Nothing helps but a look at such an answer.',
    ),
  ];
}

/** The media types of successes whose schemas say more than that there is a text. */
function unreadTypes({ answers = {} }: Operation, schemas: Schemas): readonly string[] {
  return Object.entries(answers)
    .filter(([status]) => /^(?:2|default)/.test(status))
    .flatMap(([, { bodies }]) => bodies)
    .filter(({ type, schema }) => {
      if (schema === null || !UNREAD_TYPES.test(type)) return false;
      const types = schemas.partsByName(schema).flatMap((part) => own(part, 'type') ?? []);
      return types.includes('object') || types.includes('array');
    })
    .map(({ type }) => type);
}

const UNREAD_TYPES = /^(?:application|text)\/(?:xml|csv|yaml|x-yaml)$|\+(?:xml|yaml)$/;

const AUTOMATIC: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/** Names a few of several things: `GET /users, PUT /users/{id} and 3 more`. */
function namesOf(names: readonly string[]): string {
  const rest = names.length - NAMES_MAX;
  return names.slice(0, NAMES_MAX).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

const NAMES_MAX = 3;

/** Returns the laws that are named, those with an older name by the one they have now. */
export function lawsNamed(
  names: readonly string[],
  option: '--law' | '--skip-law',
  { errors }: Outlets,
): readonly string[] {
  return [...new Set(names)].map((written) => {
    const law = lawNamed(written);
    if (law.name === null) {
      const message = `there is no law ${JSON.stringify(written)}`;
      throw new StandinError('option-invalid', message, law.remedy);
    }
    const { name, isRenamed } = law;
    if (isRenamed)
      errors.write(`standin: the law ${written} is called ${name} now: use ${option} ${name}\n`);
    return name;
  });
}

/**
 * Returns why the user skips laws, by their name. Throws a StandinError if `standin.json` names one
 * that is not there, or if a law is both chosen and skipped by options.
 */
export function skippedLaws(
  { laws, skipLaws = [] }: Pick<VerifyOptions, 'laws' | 'skipLaws'>,
  { tables }: SourceFacts,
): ReadonlyMap<string, string> {
  const both = skipLaws.find((name) => laws.includes(name));
  if (both !== undefined) {
    const message = `--law and --skip-law both name ${both}`;
    throw new StandinError('option-invalid', message, 'Leave out one of them.');
  }
  const faults: Fault[] = [];
  const reasons = Object.entries(tables?.skipLaws ?? {}).flatMap(([key, reason]) => {
    const law = lawNamed(key);
    if (law.name !== null)
      return [[law.name, `${OVERRIDES} skips ${law.name}: ${reason}`] as const];
    const message = `there is no law ${JSON.stringify(key)}`;
    const at = `/skipLaws${toPointer([key])}`;
    faults.push({ file: tables?.file ?? '', at, message, remedy: law.remedy });
    return [];
  });
  if (faults.length > 0) throw projectInvalid(faults);
  return new Map([
    // Who names a law wants to see it.
    ...reasons.filter(([name]) => !laws.includes(name)),
    ...skipLaws.map((name) => [name, `skipped with --skip-law ${name}`] as const),
  ]);
}
