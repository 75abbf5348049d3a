// The checks at start: schemas against their meta-schema, contracts and profile against their form
// and each other, rows against the schemas. Loaded only where a project has not passed them yet. No
// modules of Node.

import type { Fault } from '../../base/errors.ts';
import {
  describeType,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  own,
} from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { suggest } from '../../base/suggest.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { findContractFaults } from '../../contract/file/contract-faults.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { readProfile } from '../../contract/profile.ts';
import { ownersOf } from '../../contract/rows.ts';
import { idTypeOf, readKey, toKey } from '../../model/ids/ids.ts';
import { itemInRow } from '../../model/state/rows-of.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Facet, Violation } from '../../schema/violation.ts';
import { FAULTS_TOLD_MAX } from '../files/invalid.ts';
import type { SourceFile } from '../source/json-file.ts';
import type { ProjectFiles } from '../source/project-files.ts';
import { findExampleFaults } from './check-examples.ts';
import { definedIn } from './defined-in.ts';
import { findEmbedFaults, findReferenceFaults } from './reference-faults.ts';
import { quickChecks, type StartChecks } from './start-checks.ts';
import { unservedRows } from './unserved-rows.ts';

/** The files that are checked. */
type RuleFiles = Pick<ProjectFiles, 'schemas' | 'contracts' | 'profile' | 'db' | 'defined'>;

/** Returns whether a project has no fault as far as that is quick to see; `false` says nothing. */
export function isSurelySound(files: RuleFiles, given: Schemas, pins: Partial<Profile>): boolean {
  return findProjectFaults(files, given, pins, quickChecks).length === 0;
}

/**
 * Finds every fault of a project. Leaves out faults that result from an earlier one. What the reader
 * of a document makes is known to be sound: compiling hundreds of schemas would take minutes.
 */
export function findProjectFaults(
  files: RuleFiles,
  given: Schemas,
  pins: Partial<Profile>,
  checks: StartChecks,
): readonly Fault[] {
  const fileOf = new Map(files.schemas.map((source) => [source.name, source.file]));
  const malformed = files.schemas.filter(
    (source) => !isObject(source.json) && typeof source.json !== 'boolean',
  );
  if (malformed.length > 0) return malformed.map(notASchema);
  const written = files.schemas.filter(({ isSound }) => isSound !== true);
  const inSchemas = checks.schemaFaults(
    given,
    (name) => fileOf.get(name) ?? name,
    written.map(({ name }) => name),
  );
  if (inSchemas.length > 0) return inSchemas;
  const inContracts = findContractsFaults(files.contracts, given, checks);
  const { profile, faults: inProfile } =
    files.profile === null
      ? readProfile({ choices: {} }, '')
      : readProfile(files.profile.json, files.profile.file);
  if (inContracts.length > 0 || inProfile.length > 0) return [...inContracts, ...inProfile];
  const { contracts, schemas } = definedIn(files, given);
  const rulesOfReferences = { contracts, schemas, fileOf: (name: string) => fileOf.get(name) };
  const inReferences = contracts.flatMap((contract, at) => {
    const { file = '', isSound } = files.contracts[at] ?? {};
    return [
      ...findReferenceFaults(contract, file, rulesOfReferences),
      ...(isSound === true ? [] : findEmbedFaults(contract, file, rulesOfReferences)),
    ];
  });
  if (inReferences.length > 0) return inReferences;
  const checker = checks.checker(schemas);
  const { file, isSound = false } = files.db;
  const rowChecker = isSound ? { ...checker, ...NOTHING_TO_FIND } : checker;
  const rules = { file, schemas, checker: rowChecker, profile: { ...profile, ...pins } };
  const inRows = findRowFaults(files.db, contracts, rules);
  if (inRows.length > 0) return inRows;
  return contracts.flatMap((contract, index) => {
    const source = files.contracts[index];
    return source?.isSound === true ? [] : findExampleFaults(contract, source?.file ?? '', checker);
  });
}

const NOTHING_TO_FIND = { check: () => [], checkPart: () => [] };

function notASchema(source: SourceFile): Fault {
  return {
    file: source.file,
    at: '',
    message: `a schema must be an object, is ${describeType(source.json)}`,
    remedy: 'Write a JSON Schema 2020-12.',
  };
}

function findContractsFaults(
  sources: readonly SourceFile[],
  schemas: Schemas,
  checks: StartChecks,
): readonly Fault[] {
  const faults = sources.flatMap((source) =>
    findContractFaults(
      source.json,
      source.file,
      schemas,
      checks.formFlaws,
      source.isSound === true ? undefined : checks.schemaFaults,
    ),
  );
  if (faults.length > 0) return faults;
  const inRelations = sources.flatMap((source) => findRelationFaults(source, sources));
  if (inRelations.length > 0) return inRelations;
  for (const member of ['resource', 'path'] as const) {
    const seen = new Map<Json, string>();
    for (const source of sources) {
      const value = own(source.json as JsonObject, member) as Json;
      const first = seen.get(value);
      seen.set(value, source.file);
      if (first === undefined) continue;
      const message = `${first} already has the ${member} ${jsonText(value)}`;
      const remedy = 'Each contract needs its own.';
      return [{ file: source.file, at: `/${member}`, message, remedy }];
    }
  }
  return [];
}

/** The contracts that a contract names are there: the owner of its rows, and its parents. */
function findRelationFaults(
  { json, file }: SourceFile,
  sources: readonly SourceFile[],
): readonly Fault[] {
  const document = json as JsonObject;
  const resources = sources.map((one) => String(own(one.json as JsonObject, 'resource')));
  const rows = own(document, 'rows');
  const within = Object.entries((own(document, 'within') ?? {}) as JsonObject);
  const named = [
    ...(rows === undefined ? [] : [{ at: '/rows', name: rows }]),
    ...within.map(([parameter, name]) => ({ at: toPointer(['within', parameter]), name })),
  ];
  const embeds = Object.entries((own(document, 'embeds') ?? {}) as JsonObject);
  const unknown = [
    ...named,
    ...embeds.map(([member, name]) => ({ at: toPointer(['embeds', member]), name })),
  ].flatMap(({ at, name }): readonly Fault[] => {
    if (resources.includes(String(name))) return [];
    const near = suggest(String(name), resources);
    const remedy =
      near === null ? `The resources are ${resources.join(', ')}.` : `Did you mean "${near}"?`;
    return [{ file, at, message: `no contract has the resource "${String(name)}"`, remedy }];
  });
  const parameters = parametersOf(String(own(document, 'path')));
  const unused = [
    ...within.map(([parameter]) => ({ at: toPointer(['within', parameter]), parameter })),
    ...Object.entries((own(document, 'where') ?? {}) as JsonObject).flatMap(([member, value]) => {
      const [, parameter] = /^\{([^{}]+)\}$/.exec(String(value)) ?? [];
      return parameter === undefined ? [] : [{ at: toPointer(['where', member]), parameter }];
    }),
  ].flatMap(({ at, parameter }): readonly Fault[] => {
    if (parameters.includes(parameter)) return [];
    const message = `the path has no parameter {${parameter}}`;
    const remedy = `Its parameters are ${parameters.map((one) => `{${one}}`).join(', ') || 'none'}.`;
    return [{ file, at, message, remedy }];
  });
  return [...unknown, ...unused];
}

function findRowFaults(
  db: SourceFile,
  contracts: readonly Contract[],
  rules: RowRules,
): readonly Fault[] {
  const document = db.json;
  if (!isObject(document)) {
    const message = `the seed data must be an object, is ${describeType(document)}`;
    return [{ file: db.file, at: '', message, remedy: 'Write {"<resource>": [<rows>]}.' }];
  }
  const faults: Fault[] = [];
  const owners = ownersOf(contracts);
  for (const { key, meant } of unservedRows(db, contracts)) {
    if (meant === null) continue;
    const message = `no contract has the resource "${key}"`;
    faults.push({
      file: db.file,
      at: toPointer([key]),
      message,
      remedy: `Did you mean "${meant}"?`,
    });
  }
  for (const contract of owners) {
    const given = own(document, contract.resource);
    const found = given === undefined ? [] : given;
    const rows = contract.isSingle === true && isObject(found) ? [found] : found;
    if (Array.isArray(rows)) new RowReader(rules, contract, faults).read(rows as readonly Json[]);
    else {
      const message = `rows must be an array, are ${describeType(rows)}`;
      const at = toPointer([contract.resource]);
      faults.push({ file: db.file, at, message, remedy: 'Write [<rows>].' });
    }
  }
  return faults;
}

/** Keeps the violations of the element of a list with one element. */
function ofElement(flaws: readonly Violation[]): readonly Violation[] {
  return flaws
    .filter((flaw) => flaw.at.startsWith('/0'))
    .map((flaw) => ({ ...flaw, at: flaw.at.slice(2) }));
}

/** What rows are read by, and the name of their file. */
interface RowRules {
  readonly file: string;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly profile: Profile;
}

class RowReader {
  private readonly rules: RowRules;
  private readonly contract: Contract;
  private readonly faults: Fault[];

  constructor(rules: RowRules, contract: Contract, faults: Fault[]) {
    this.rules = rules;
    this.contract = contract;
    this.faults = faults;
  }

  read(rows: readonly Json[]): void {
    const { item, list } = this.contract;
    for (const [index, given] of rows.entries()) {
      if (this.faults.length > FAULTS_TOLD_MAX) return;
      const told = new Set<string>();
      const row = isObject(given) ? itemInRow(this.contract, this.rules.schemas, given) : given;
      const flaws = [
        ...this.rules.checker.check(item, row),
        ...ofElement(this.rules.checker.check(list, [row])),
      ];
      for (const flaw of flaws) {
        const sign = `${flaw.at} ${flaw.message}`;
        if (told.has(sign) || !this.counts(flaw.facet)) continue;
        told.add(sign);
        this.fault(index, flaw.at, flaw.message, 'Correct the row, or its schema.');
      }
    }
    if (this.faults.length === 0 && this.rules.schemas.limitsList(list)) this.readList(rows);
    if (this.faults.length === 0 && this.contract.isSingle !== true)
      this.readIds(rows as readonly JsonObject[]);
    if (this.faults.length === 0 && this.rules.profile['fields.unique'] === 'check')
      this.readUnique(rows as readonly JsonObject[]);
  }

  /** Checks the list as a whole against its schema. */
  private readList(rows: readonly Json[]): void {
    for (const flaw of this.rules.checker.check(this.contract.list, rows)) {
      const at = toPointer([this.contract.resource]) + flaw.at;
      const remedy = 'Correct the rows, or the schema of the list.';
      this.faults.push({ file: this.rules.file, at, message: flaw.message, remedy });
    }
  }

  private counts(facet: Facet): boolean {
    if (facet === 'shape' || facet === 'required') return true;
    return this.rules.profile[`fields.${facet}`] === 'refuse';
  }

  private readIds(rows: readonly JsonObject[]): void {
    const { id, resource } = this.contract;
    const type = idTypeOf(this.contract, this.rules.schemas);
    const first = new Map<string, number>();
    for (const [index, row] of rows.entries()) {
      if (this.faults.length > FAULTS_TOLD_MAX) return;
      const value = own(row, id);
      if (value === undefined || readKey(toKey(value), type) !== value) {
        this.fault(
          index,
          toPointer([id]),
          value === undefined ? `"${id}" is missing` : `${jsonText(value)} is not an id`,
          `Use an id of type ${type}.`,
        );
        continue;
      }
      const key = toKey(value);
      const before = first.get(key);
      if (before === undefined) first.set(key, index);
      else
        this.fault(
          index,
          toPointer([id]),
          `/${resource}/${before} already has the id ${jsonText(value)}`,
          'Each row needs its own id.',
        );
    }
  }

  private readUnique(rows: readonly JsonObject[]): void {
    for (const key of this.rules.schemas.uniqueOf(this.contract.item)) {
      const first = new Map<string, number>();
      for (const [index, row] of rows.entries()) {
        const value = own(row, key);
        if (value === undefined || this.faults.length > FAULTS_TOLD_MAX) continue;
        const text = jsonText(value);
        const before = first.get(text);
        if (before === undefined) first.set(text, index);
        else
          this.fault(
            index,
            toPointer([key]),
            `is ${text}, as in row ${before}, but must be unique`,
            'Each row needs its own value.',
          );
      }
    }
  }

  private fault(index: number, at: string, message: string, remedy: string): void {
    const place = toPointer([this.contract.resource, index]) + at;
    this.faults.push({ file: this.rules.file, at: place, message, remedy });
  }
}
