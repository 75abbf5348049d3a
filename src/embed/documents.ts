// A project given as plain objects, such as imported JSON. It is checked like files and copied, so
// that later changes do not reach the mock. No disk.

import { type Fault, StandinError } from '../base/errors.ts';
import { describeType, isObject, type Json, type JsonObject } from '../base/json.ts';
import { SEED_MAX } from '../base/random.ts';
import type { Profile } from '../contract/choices.ts';
import { defineContracts } from '../contract/define/define-contracts.ts';
import { readProfile } from '../contract/profile.ts';
import { defaultSettings, readSettings, type Settings } from '../contract/settings.ts';
import type { MockRules } from '../mock/mock.ts';
import { compiledChecks } from '../project/load/compiled-checks.ts';
import { findProjectFaults } from '../project/load/faults.ts';
import {
  basePathOf,
  checkObject,
  findBasePathFault,
  findPinFaults,
  findUnknownOption,
  refusal,
} from '../project/load/validate-options.ts';
import { rowsOf, schemasIn } from '../project/save/seed-state.ts';
import type { SourceFile } from '../project/source/json-file.ts';
import { createChecker } from '../schema/check.ts';

/** The documents of a mock: the JSON of the files of a project. */
export interface Documents {
  /** The contracts: a list of them, or an object whose members they are. */
  readonly contracts: readonly object[] | Readonly<Record<string, unknown>>;
  /**
   * The schemas by name. A file name counts as the name of its schema: `./schemas/user.json` is
   * `user`.
   */
  readonly schemas: Readonly<Record<string, unknown>>;
  /** The initial rows of each resource; none by default. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
  /** A profile in the form of its file: `{"profile": "ours", "choices": {...}}`. */
  readonly profile?: object;
  /** Choices that override the profile. */
  readonly pins?: Partial<Profile>;
  /** Unspecified behaviour: follows the profile, or varies by the seed. */
  readonly undefined?: Settings['undefined'];
  /** Seed of everything random. A new one by default. */
  readonly seed?: number;
  /** Precedes every path of the contracts: empty, or `/api/v1`. */
  readonly basePath?: string;
}

/** A checked project. */
export interface ReadDocuments {
  readonly rules: MockRules;
  /** The seed rows of each resource. */
  readonly rows: ReadonlyMap<string, readonly JsonObject[]>;
  readonly basePath: string;
  /** The settings at the start. */
  readonly settings: Settings;
}

/**
 * Checks and copies a project. Throws a StandinError that names every fault: document, pointer,
 * problem and remedy.
 */
export function readDocuments(documents: Documents): ReadDocuments {
  const faults: Fault[] = [];
  const given = plainOf(documents, faults);
  if (faults.length > 0) throw refusal(faults);
  const { contracts, profile, db } = given;
  const named = schemasIn(given.schemas);
  const found = [
    ...findPinFaults(given.pins as JsonObject),
    ...findProjectFaults(
      { schemas: given.schemas, contracts, profile, db },
      named,
      given.pins,
      compiledChecks,
    ),
  ];
  if (found.length > 0) throw refusal(found);
  const { contracts: defined, schemas } = defineContracts(
    contracts.map(({ json }) => json),
    named,
  );
  const chosen = readProfile(profile?.json ?? { choices: {} }, 'profile').profile;
  const inForce = { ...chosen, ...given.pins };
  return {
    rules: { contracts: defined, schemas, profile: inForce, checker: createChecker(schemas) },
    rows: rowsOf(db.json as JsonObject, defined),
    basePath: given.basePath,
    settings: settingsOf({ ...documents, pins: given.pins }),
  };
}

/** Returns the settings of otherwise valid documents. Throws a StandinError if one is invalid. */
export function settingsOf({
  pins = {},
  undefined: open,
  seed,
}: Pick<Documents, 'pins' | 'undefined' | 'seed'>): Settings {
  const given = {
    ...(open === undefined ? {} : { undefined: open }),
    ...(seed === undefined ? {} : { seed }),
  };
  return changeSettings(
    { ...defaultSettings, pins, seed: Math.floor(Math.random() * SEED_MAX) },
    given,
  );
}

/** Returns settings with some of them changed. Throws a StandinError if one is invalid. */
export function changeSettings(settings: Settings, change: Partial<Settings>): Settings {
  checkObject(change, '{ seed: 7 }');
  const read = readSettings(change as JsonObject, settings);
  if ('change' in read) return { ...settings, ...read.change };
  throw new StandinError(
    'option-invalid',
    `the setting ${read.at.slice(1) || 'object'} is invalid`,
    read.detail,
  );
}

interface PlainDocuments {
  readonly contracts: readonly SourceFile[];
  readonly schemas: readonly SourceFile[];
  readonly profile: SourceFile | null;
  readonly db: SourceFile;
  readonly pins: Partial<Profile>;
  readonly basePath: string;
}

const MEMBERS = [
  'contracts',
  'schemas',
  'rows',
  'profile',
  'pins',
  'undefined',
  'seed',
  'basePath',
];

/** Separates the documents. Anything of the wrong form becomes a fault. */
function plainOf(documents: Documents, faults: Fault[]): PlainDocuments {
  const fault = (file: string, message: string, remedy: string): void => {
    faults.push({ file, at: '', message, remedy });
  };
  checkObject(documents, '{ contracts, schemas, rows }');
  faults.push(...findUnknownOption(documents, MEMBERS));
  const json = (file: string, value: unknown): Json => {
    const copied = copyOf(value);
    if (typeof copied !== 'string') return copied.value;
    fault(file, copied, 'Pass JSON.');
    return null;
  };
  const object = (file: string, value: unknown, remedy: string): JsonObject => {
    const copied = json(file, value);
    if (isObject(copied)) return copied;
    if (!faults.some((one) => one.file === file))
      fault(file, `must be an object, is ${describeType(copied)}`, remedy);
    return {};
  };
  const contracts = Array.isArray(documents.contracts)
    ? documents.contracts.map((one, index) =>
        sourceOf(`contracts[${index}]`, json(`contracts[${index}]`, one)),
      )
    : Object.entries(object('contracts', documents.contracts, 'Pass the contracts: [users].')).map(
        ([key, one]) => sourceOf(`contracts.${nameOf(key)}`, one),
      );
  const schemas = object(
    'schemas',
    documents.schemas,
    'Pass the schemas by name: { user, users }.',
  );
  if (contracts.length === 0 && faults.length === 0)
    fault('contracts', 'there is no contract', 'Pass the contracts: [users].');
  const pathFaults = findBasePathFault(documents.basePath ?? '');
  faults.push(...pathFaults);
  return {
    contracts,
    schemas: Object.entries(schemas).map(([key, schema]) => ({
      ...sourceOf(`schemas.${nameOf(key)}`, schema),
      name: nameOf(key),
    })),
    profile:
      documents.profile === undefined
        ? null
        : sourceOf(
            'profile',
            object('profile', documents.profile, 'Write {"profile": "<name>", "choices": {}}.'),
          ),
    db: sourceOf('rows', object('rows', documents.rows ?? {}, 'Write {"<resource>": [<rows>]}.')),
    pins: object(
      'pins',
      documents.pins === undefined ? {} : documents.pins,
      'Write {"<choice>": <option>}.',
    ) as Partial<Profile>,
    basePath: pathFaults.length > 0 ? '' : basePathOf(documents.basePath),
  };
}

/** Copies a value as JSON. Returns a text if that is impossible. */
function copyOf(value: unknown): { readonly value: Json } | string {
  try {
    const text = JSON.stringify(value);
    return text === undefined
      ? `is missing or not JSON: ${typeof value}`
      : { value: JSON.parse(text) as Json };
  } catch (error) {
    return `cannot be written as JSON: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  }
}

function sourceOf(file: string, json: Json): SourceFile {
  return { file, name: file, text: '', json };
}

function nameOf(key: string): string {
  return key.replace(/^.*\//, '').replace(/\.json$/, '');
}
