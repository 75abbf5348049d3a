// What a team says in `standin.json` about a run of `verify`: the laws, operations and members that it
// leaves out, each with the reason, and the values that members have. Whether they exist, the run knows.

import type { Fault } from '../../base/errors.ts';
import { describeType, isObject, type Json, type JsonObject } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { projectInvalid } from '../files/invalid.ts';

/** Why something is left out, by its name. */
export type Reasons = Readonly<Record<string, string>>;

export interface RunTables {
  readonly file: string;
  readonly skipLaws: Reasons;
  readonly skipOperations: Reasons;
  readonly skipMembers: Reasons;
  /** The only values that are sent, by the member. */
  readonly values: Readonly<Record<string, readonly Json[]>>;
}

/** How each table is written. */
const EXAMPLES = {
  skipLaws: { 'updated-to-null': 'ticket 12: null is refused' },
  skipOperations: { 'DELETE /users/{id}': 'ticket 12: users are archived' },
  skipMembers: { 'users.nickname': 'ticket 12: not there before version 3' },
  values: { 'users.country': ['DE', 'AT'] },
} as const;

export type TableName = keyof typeof EXAMPLES;

/** The names of the tables. */
export const runTables: readonly TableName[] = [
  'skipLaws',
  'skipOperations',
  'skipMembers',
  'values',
];

/** What to write in a table, as a sentence. */
export function tableRemedy(name: TableName): string {
  return `Write ${JSON.stringify({ [name]: EXAMPLES[name] })}.`;
}

/** Reads the tables of a file. Throws a StandinError that names each fault. */
export function readRunTables(file: string, json: JsonObject): RunTables {
  const faults: Fault[] = [];
  const entriesOf = (name: TableName): readonly (readonly [string, Json])[] => {
    const written = json[name];
    if (written === undefined || isObject(written)) return Object.entries(written ?? {});
    const message = `${name} must be an object, is ${describeType(written)}`;
    faults.push({ file, at: `/${name}`, message, remedy: tableRemedy(name) });
    return [];
  };
  const table = <T>(
    name: TableName,
    lack: string,
    read: (value: Json) => T | null,
  ): Readonly<Record<string, T>> =>
    Object.fromEntries(
      entriesOf(name).flatMap(([key, value]) => {
        const found = read(value);
        if (found !== null) return [[key, found] as const];
        const at = `/${name}${toPointer([key])}` as const;
        faults.push({ file, at, message: lack, remedy: tableRemedy(name) });
        return [];
      }),
    );
  const reasons = (name: TableName): Reasons =>
    table(name, 'the reason is missing', (why) =>
      typeof why === 'string' && why.trim() !== '' ? why.trim() : null,
    );
  const read = {
    file,
    skipLaws: reasons('skipLaws'),
    skipOperations: reasons('skipOperations'),
    skipMembers: reasons('skipMembers'),
    values: table('values', 'values are a list of at least one', (value) =>
      Array.isArray(value) && value.length > 0 ? (value as readonly Json[]) : null,
    ),
  };
  if (faults.length > 0) throw projectInvalid(faults);
  return read;
}
