// Checks the options by which programs name a project, before it is read. No modules of Node.

import { type Fault, StandinError } from '../../base/errors.ts';
import { describeType, isObject, type Json } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import { readProfile } from '../../contract/profile.ts';
import { projectInvalid } from '../files/invalid.ts';
import { readBasePath } from './base-path.ts';

/** Throws a StandinError if the options are not an object. `example` shows some. */
export function checkObject(options: unknown, example: string): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw misuse(`the options must be an object, not ${typeOf(options)}`, `Write ${example}.`);
}

/** Finds unknown options. */
export function findUnknownOption(options: object, known: readonly string[]): readonly Fault[] {
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  return unknown.map((key) => {
    const near = suggest(key, known);
    const remedy =
      near === null ? `The options are ${known.join(', ')}.` : `Did you mean "${near}"?`;
    return { file: key, at: '', message: 'there is no such option', remedy };
  });
}

/** Finds pins of unknown choices or options. */
export function findPinFaults(pins: Json): readonly Fault[] {
  if (!isObject(pins)) {
    const message = `must be an object, is ${describeType(pins)}`;
    return [{ file: 'pins', at: '', message, remedy: 'Write {"<choice>": <option>}.' }];
  }
  const { faults } = readProfile({ choices: pins }, 'pins');
  return faults.map((fault) => ({ ...fault, at: fault.at.replace(/^\/choices/, '') }));
}

export function findBasePathFault(basePath: unknown): readonly Fault[] {
  const read = readBasePath(typeof basePath === 'string' ? basePath : 'none');
  if ('value' in read) return [];
  const message = `${JSON.stringify(basePath) ?? typeOf(basePath)} is not a base path`;
  return [{ file: 'basePath', at: '', message, remedy: read.why }];
}

/** Returns an option that was validated, without a slash at its end; `''` if it was not given. */
export function basePathOf(given: string | undefined): string {
  const read = readBasePath(given ?? '');
  return 'value' in read ? read.value : '';
}

/** The options that name a project of files. */
export interface ProjectOptions {
  readonly contract?: unknown;
  readonly db?: unknown;
  readonly profile?: unknown;
  readonly pins?: unknown;
  readonly basePath?: unknown;
}

/** Checks options for a project of files. Throws a StandinError that names every fault. */
export function validateOptions(options: ProjectOptions, known: readonly string[]): void {
  checkObject(options, `{ ${known.join(', ')} }`);
  const { contract, db, profile } = options;
  const faults = [
    ...findUnknownOption(options, known),
    ...Object.entries({ contract, db, profile }).flatMap(([file, value]) => {
      if (value === undefined || (typeof value === 'string' && value !== '')) return [];
      const message = `must be a path, not ${typeOf(value)}`;
      return [{ file, at: '', message, remedy: 'Pass a string.' }];
    }),
    ...findPinFaults((options.pins === undefined ? {} : options.pins) as Json),
    ...findBasePathFault(options.basePath === undefined ? '' : options.basePath),
  ];
  if (faults.length > 0) throw refusal(faults);
}

/** Creates the error of invalid documents or options. */
export function refusal(faults: readonly Fault[]): StandinError {
  return projectInvalid(faults, 'Correct these documents or options.');
}

/** Creates the error of an invalid argument. */
export function misuse(message: string, remedy: string): StandinError {
  return new StandinError('option-invalid', message, remedy);
}

/** Returns the type of a value in words. */
export function typeOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'an array';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
