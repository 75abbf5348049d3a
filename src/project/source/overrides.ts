// What somebody says about the paths and operations of a source, in `standin.json` beside it: members
// of contracts and of operations that replace what was made.

import { existsSync } from 'node:fs';
import type { Fault } from '../../base/errors.ts';
import { describeType, isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { suggestOr } from '../../base/suggest.ts';
import { memberNames } from '../../contract/file/contract-schema.ts';
import type { SourceContracts } from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';
import { readJsonFile } from './json-file.ts';

/** The members given for paths and operations. */
export interface Overrides {
  readonly file: string;
  readonly json: JsonObject;
}

/** Reads a file of overrides; `null` if there is none. Throws a StandinError if it is broken. */
export function readOverrides(file: string): Overrides | null {
  if (!existsSync(file)) return null;
  const faults: Fault[] = [];
  const { json } = readJsonFile(file, faults);
  if (faults.length > 0) throw projectInvalid(faults);
  if (isObject(json)) return { file, json };
  const message = `overrides must be an object, are ${describeType(json)}`;
  const remedy = 'Write {"/users": {"id": "key"}}.';
  throw projectInvalid([{ file, at: '', message, remedy }]);
}

/**
 * Throws a StandinError that names each key that is no path of the source and no operation of it,
 * and each member that contracts do not have.
 */
export function checkOverrides({ file, json }: Overrides, made: SourceContracts): void {
  const paths = [
    ...made.taken.map(({ path }) => path),
    ...made.contracts.flatMap(({ document }) => own(document, 'path') ?? []),
  ].map(String);
  const operations = made.taken.map(({ method, path }) => `${method} ${path}`);
  const known = new Set([...paths, ...operations, '$schema']);
  const faults = Object.entries(json).flatMap(([key, given]): readonly Fault[] => {
    if (known.has(key)) return memberFaults({ file, at: toPointer([key]) }, key, given);
    const [method = '', path = ''] = key.includes(' ') ? key.split(' ') : ['', key];
    const whole = [...known].find((one) => one.startsWith(method) && one.endsWith(path));
    const isOperation = key.includes(' ');
    const message = isOperation ? `there is no operation ${key}` : `there is no path ${key}`;
    const remedy =
      whole === undefined
        ? suggestOr(
            key,
            isOperation ? operations : known,
            'A key is a path of the document, "/users", or an operation, "GET /users/{id}".',
          )
        : `Write it with the path of the server: "${whole}".`;
    return [{ file, at: toPointer([key]), message, remedy }];
  });
  if (faults.length > 0) throw projectInvalid(faults);
}

/** Throws a StandinError that names each member under `x-standin` that contracts do not have. */
export function checkStated(file: string, { stated = [] }: SourceContracts): void {
  const faults = stated.flatMap(({ key, at, members }) => memberFaults({ file, at }, key, members));
  if (faults.length > 0) throw projectInvalid(faults);
}

/** Each member of an override is one of a contract, or of an operation of it. */
function memberFaults(
  { file, at }: Pick<Fault, 'file' | 'at'>,
  key: string,
  given: Json,
): readonly Fault[] {
  if (key === '$schema') return [];
  if (!isObject(given)) {
    const message = `must be an object, is ${describeType(given)}`;
    return [{ file, at, message, remedy: 'Write {"id": "key"}.' }];
  }
  const { contract, operation } = memberNames;
  const names = key.includes(' ') ? operation : contract;
  return Object.keys(given).flatMap((name): readonly Fault[] =>
    names.includes(name)
      ? []
      : [
          {
            file,
            at: at + toPointer([name]),
            message: `there is no member "${name}"`,
            remedy: suggestOr(name, names, `There are ${names.join(', ')}.`),
          },
        ],
  );
}
