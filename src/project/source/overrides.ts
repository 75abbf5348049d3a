// Reads what somebody says about the paths and operations of a source, in `standin.json` beside it or
// under `x-standin` in it.

import { existsSync } from 'node:fs';
import { type Fault, refuseNewerForm } from '../../base/errors.ts';
import { describeType, isObject, type Json, type JsonObject } from '../../base/json.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';
import type { SourceContracts } from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';
import type { GivenMembers } from './given-members.ts';
import { readJsonFile } from './json-file.ts';
import { OVERRIDES_VERSION } from './overrides-schema.ts';

/** The members given for paths and operations. */
export interface Overrides {
  readonly file: string;
  readonly json: JsonObject;
  /** Absent if none are skipped. */
  readonly skipLaws?: SkippedLaws;
}

/** The laws that a team skips: why, by their name. `at` is where they stand in the file. */
export interface SkippedLaws {
  readonly file: string;
  readonly at: Pointer;
  readonly reasons: Readonly<Record<string, string>>;
}

/** Reads a file of overrides; `null` if there is none. Throws a StandinError if it is broken. */
export function readOverrides(file: string): Overrides | null {
  if (!existsSync(file)) return null;
  const faults: Fault[] = [];
  const { json } = readJsonFile(file, faults);
  if (faults.length > 0) throw projectInvalid(faults);
  if (isObject(json)) {
    const { version = OVERRIDES_VERSION, skipLaws, ...given } = json;
    refuseNewerForm(file, version, OVERRIDES_VERSION);
    if (version === OVERRIDES_VERSION)
      return { file, json: given, ...(skipLaws === undefined ? {} : readSkipped(file, skipLaws)) };
    const message = `must be ${OVERRIDES_VERSION}, is ${JSON.stringify(version)}`;
    const fault = { file, at: '/version', message, remedy: 'Omit it, or write "version": 1.' };
    throw projectInvalid([fault]);
  }
  const message = `overrides must be an object, are ${describeType(json)}`;
  const remedy = 'Write {"/users": {"id": "key"}}.';
  throw projectInvalid([{ file, at: '', message, remedy }]);
}

/** Whether there are such laws, only `verify` knows. */
function readSkipped(file: string, written: Json): Pick<Overrides, 'skipLaws'> {
  const at = '/skipLaws';
  const remedy = 'Write {"skipLaws": {"updated-to-null": "ticket 12: null is refused"}}.';
  const reasons: Record<string, string> = {};
  const faults: Fault[] = [];
  if (!isObject(written)) {
    const message = `skipped laws must be an object, are ${describeType(written)}`;
    throw projectInvalid([{ file, at, message, remedy }]);
  }
  for (const [law, why] of Object.entries(written))
    if (typeof why === 'string' && why.trim() !== '') reasons[law] = why.trim();
    else faults.push({ file, at: at + toPointer([law]), message: 'the reason is missing', remedy });
  if (faults.length > 0) throw projectInvalid(faults);
  return { skipLaws: { file, at, reasons } };
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
