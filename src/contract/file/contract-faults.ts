// The faults of contract files: in their form, and names that do not exist.

import type { Fault } from '../../base/errors.ts';
import { type Json, type JsonObject, own } from '../../base/json.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Violation } from '../../schema/violation.ts';
import { choices, isChoiceKey } from '../choices.ts';
import type { OpenQuestion } from '../contract.ts';
import { kinds } from '../operation-kinds.ts';
import { findChoiceFlaw, unknownChoice } from '../profile.ts';
import { ContractReader, type FindSchemaFaults, FORM_REMEDY } from './contract-reader.ts';
import { checkList, checkPlace, checkWrapped } from './envelope-faults.ts';
import { checkActions, checkMethods, checkOperation } from './operation-faults.ts';
import {
  checkAccounts,
  checkEmbeds,
  checkFile,
  checkFilters,
  checkId,
  checkPresence,
  checkShape,
  checkSources,
} from './resource-faults.ts';

/**
 * Finds the faults of a contract file. `check` returns the violations of `contractSchema`; if there
 * are none, the names of schemas, choices and the id member are looked up, and `findInline` looks at
 * the schemas that stand in the contract itself. By default these are taken to be sound.
 */
export function findContractFaults(
  document: Json,
  file: string,
  schemas: Schemas,
  check: (value: Json) => readonly Violation[],
  findInline: FindSchemaFaults = () => [],
): readonly Fault[] {
  const flaws = check(document);
  if (flaws.length > 0) {
    return flaws.map((flaw) => ({
      file,
      at: flaw.at,
      message: isPathFlaw(flaw)
        ? `${JSON.stringify(own(document as JsonObject, 'path'))} is no path`
        : flaw.message,
      remedy: remedyOf(flaw),
    }));
  }
  const reader = new ContractReader(document as JsonObject, file, schemas);
  checkContract(reader);
  return [...reader.inlineFaults(findInline), ...reader.found];
}

function isPathFlaw({ keyword, at }: Violation): boolean {
  return keyword === 'pattern' && at === '/path';
}

function remedyOf(flaw: Violation): string {
  if (isPathFlaw(flaw))
    return 'A path begins with a slash and has none at its end: "/users", or "/owners/{ownerId}/pets".';
  return flaw.keyword === 'additionalProperties' && /^\/operations\/[^/]+$/.test(flaw.at)
    ? OPERATIONS_REMEDY
    : FORM_REMEDY;
}

const OPERATIONS_REMEDY =
  'Use list and create (POST) of the collection; read, replace (PUT), update (PATCH) and remove (DELETE) of an item.';

function checkContract(contract: ContractReader): void {
  if (String(own(contract.document, 'path')).startsWith('/__standin')) {
    contract.addFault(
      ['path'],
      'paths below /__standin are reserved for Standin',
      'Choose another path.',
    );
  }
  checkPresence(contract);
  checkShape(contract);
  checkFile(contract);
  checkAccounts(contract);
  checkEmbeds(contract);
  const item = checkPlace(contract, 'item');
  const list = checkPlace(contract, 'list');
  if (item !== null && list !== null) checkList(contract, list, item);
  if (item !== null) checkWrapped(contract, item);
  if (own(contract.document, 'source') === undefined) checkSources(contract);
  for (const kind of kinds) checkOperation(contract, ['operations', kind], kind);
  checkMethods(contract);
  checkActions(contract);
  checkFilters(contract);
  checkId(contract);
  for (const [key, option] of Object.entries(contract.objectAt(['shown'])))
    checkShown(contract, key, option);
  const open = (own(contract.document, 'open') ?? []) as unknown as readonly OpenQuestion[];
  for (const [index, entry] of open.entries()) checkOpen(contract, entry, index);
}

function checkShown(contract: ContractReader, key: string, option: Json): void {
  const steps = ['shown', key];
  const flaw = findChoiceFlaw(key, option);
  if (flaw !== null) contract.addFault(steps, flaw.message, flaw.remedy);
  else if (isChoiceKey(key) && choices[key].scope === 'service')
    contract.addFault(
      steps,
      `${key} applies to the whole server and cannot be set in a single contract`,
      'Set it in the profile.',
    );
}

function checkOpen(contract: ContractReader, entry: OpenQuestion, index: number): void {
  entry.choices.forEach((key: string, at) => {
    if (isChoiceKey(key)) return;
    const { message, remedy } = unknownChoice(key);
    contract.addFault(['open', String(index), 'choices', String(at)], message, remedy);
  });
}
