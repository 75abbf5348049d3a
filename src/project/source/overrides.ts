// Reads what somebody says about the paths and operations of a source, in `standin.json` beside it or
// under `x-standin` in it.

import { existsSync } from 'node:fs';
import { type Fault, refuseNewerForm } from '../../base/errors.ts';
import { describeType, isObject, type JsonObject, pick } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { SourceContracts } from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';
import type { GivenMembers } from './given-members.ts';
import { readJsonFile } from './json-file.ts';
import { OVERRIDES_VERSION } from './overrides-schema.ts';
import { type RunTables, readRunTables, runTables } from './run-tables.ts';

/** The members given for paths and operations. */
export interface Overrides {
  readonly file: string;
  readonly json: JsonObject;
  /** What it says about runs of `verify`. */
  readonly tables: RunTables;
}

/** Reads a file of overrides; `null` if there is none. Throws a StandinError if it is broken. */
export function readOverrides(file: string): Overrides | null {
  if (!existsSync(file)) return null;
  const faults: Fault[] = [];
  const { json } = readJsonFile(file, faults);
  if (faults.length > 0) throw projectInvalid(faults);
  if (isObject(json)) {
    const { version = OVERRIDES_VERSION, ...rest } = json;
    refuseNewerForm(file, version, OVERRIDES_VERSION);
    if (version === OVERRIDES_VERSION) {
      const given = Object.keys(rest).filter((key) => !runTables.some((name) => name === key));
      return { file, json: pick(rest, given), tables: readRunTables(file, rest) };
    }
    const message = `must be ${OVERRIDES_VERSION}, is ${JSON.stringify(version)}`;
    const fault = { file, at: '/version', message, remedy: 'Omit it, or write "version": 1.' };
    throw projectInvalid([fault]);
  }
  const message = `overrides must be an object, are ${describeType(json)}`;
  const remedy = 'Write {"/users": {"id": "key"}}.';
  throw projectInvalid([{ file, at: '', message, remedy }]);
}

/** Returns what the file and the source itself give, in the order in which they count. */
export function givenIn(
  source: string,
  overrides: Overrides | null,
  { stated = [] }: SourceContracts,
): readonly GivenMembers[] {
  const beside = Object.entries(overrides?.json ?? {}).filter(([key]) => key !== '$schema');
  return [
    ...beside.map(([key, members]) => {
      return { file: overrides?.file ?? '', at: toPointer([key]), key, members };
    }),
    ...stated.map(({ at, ...one }) => {
      const [name = '', pointer] = at.split('#', 2);
      return pointer === undefined
        ? { ...one, file: source, at }
        : { ...one, file: name, at: pointer };
    }),
  ];
}
