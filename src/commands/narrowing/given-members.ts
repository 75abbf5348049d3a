// The members of requests that the user gives values for, or leaves out, as options and `standin.json`
// name them.

import type { Fault } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { toPointer } from '../../base/pointer.ts';
import { OVERRIDES } from '../../project/source/find-source.ts';
import type { SourceFacts } from '../../project/source/project-files.ts';
import { sameName } from './operation-names.ts';

/** A member by its name: `users.country`, `POST /users.address.city`. */
export interface GivenMember {
  readonly name: string;
  /**
   * The only values that are sent, each as it may be meant: the first that fits the schema counts.
   * Absent if none is sent.
   */
  readonly values?: readonly (readonly Json[])[];
  /** Why none is sent, a clause; absent with values. */
  readonly why?: string;
  /** Where it stands in a file; absent of an option. */
  readonly at?: Pick<Fault, 'file' | 'at'>;
}

/** The options that name members. */
export interface MemberOptions {
  /** `users.country=DE`; several values of one member are all sent. */
  readonly values?: readonly string[];
  readonly skipMembers?: readonly string[];
}

/** Returns the members that are named: an option counts before the file. */
export function givenMembers(
  { tables }: Pick<SourceFacts, 'tables'>,
  { values: written = [], skipMembers: skipped = [] }: MemberOptions,
): readonly GivenMember[] {
  const texts = Map.groupBy(written, (text) => text.slice(0, text.indexOf('=')).trim());
  const ofOptions: readonly GivenMember[] = [
    ...[...texts].map(([name, all]) => ({ name, values: all.map(meantBy) })),
    ...skipped.map((name) => ({ name: name.trim(), why: '--skip-member leaves it out' })),
  ];
  if (tables === undefined) return ofOptions;
  const { file, values, skipMembers } = tables;
  const named = new Set(ofOptions.map(({ name }) => sameName(name)));
  const place = (table: string, name: string): GivenMember['at'] & object => {
    return { file, at: `/${table}${toPointer([name])}` };
  };
  return [
    ...ofOptions,
    ...Object.entries(values).map(([name, list]): GivenMember => {
      return { name, values: list.map((value) => [value]), at: place('values', name) };
    }),
    ...Object.entries(skipMembers).map(([name, reason]): GivenMember => {
      return { name, why: `${OVERRIDES} skips it: ${reason}`, at: place('skipMembers', name) };
    }),
  ].filter((one) => one.at === undefined || !named.has(sameName(one.name)));
}

/** The text behind `=`, and what it is as JSON. */
function meantBy(text: string): readonly Json[] {
  const value = text.slice(text.indexOf('=') + 1);
  const parsed = parseJson(value, DEPTH_MAX);
  return parsed.kind === 'value' ? [value, parsed.value] : [value];
}

const DEPTH_MAX = 64;
