// `standin seed`: generates rows for the seed file and writes them: whole, checked, or not at all.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { Contract } from '../../contract/contract.ts';
import { ownersOf } from '../../contract/rows.ts';
import { isFolder } from '../../project/files/make-folder.ts';
import { readBytes } from '../../project/files/read-file.ts';
import { linkRows } from '../../project/link-rows.ts';
import { loadContracts } from '../../project/load/project.ts';
import { makeRows } from '../../project/make-rows.ts';
import { rowsText, writeWhole } from '../../project/save/write-seed-file.ts';
import { listProjectFiles } from '../../project/source/list-files.ts';
import { createLazyChecker } from '../../schema/lazy-checker.ts';
import { checkNotInput } from '../files/same-file.ts';
import type { SeedOptions } from './flags.ts';

/** Maximum nesting of a seed file. */
const DEPTH_MAX = 256;

/**
 * Generates rows and writes them into a file, or returns them as text for standard output, with a
 * summary. Rejects with a StandinError, and writes nothing, if the contracts are invalid, the file
 * must not be changed, or no such rows exist.
 */
export async function seedRows(
  options: SeedOptions,
): Promise<{ readonly text: string | null; readonly told: string }> {
  const { contract, count, seed, out } = options;
  const before = out === null ? {} : contentOf(out, options);
  const project = await loadContracts(contract);
  const contracts = chosen(project.contracts, options.resource);
  const checker = createLazyChecker(project.schemas);
  await checker.load();
  const drafts = new Map(
    contracts.map((one): [string, readonly JsonObject[]] => {
      const rows = one.isSingle === true ? Math.min(count, 1) : count;
      const wish = { contract: one, schemas: project.schemas, checker, count: rows, seed };
      return [one.resource, makeRows(wish)];
    }),
  );
  const rowsNow = (resource: string): readonly JsonObject[] =>
    drafts.get(resource) ?? listIn(own(before, resource));
  const made = [...drafts].map(([resource, rows]): [string, readonly JsonObject[]] => [
    resource,
    linkRows(resource, rows, project.contracts, rowsNow),
  ]);
  const text = rowsText({ ...before, ...Object.fromEntries(made) });
  if (out !== null) writeWhole(out, text);
  const rows = made.map(([resource, all]) => `${resource}: ${pluralize(all.length, 'row')}`);
  const kept = Object.keys(before).filter((key) => !made.some(([resource]) => resource === key));
  const place = out === null ? '' : ` in ${out}`;
  const rest = kept.length === 0 ? '' : `; kept ${kept.join(', ')}`;
  const told = `${rows.join(', ')} (seed ${seed})${place}${rest}`;
  return { text: out === null ? text : null, told };
}

function chosen(contracts: readonly Contract[], resource: string | null): readonly Contract[] {
  const owners = ownersOf(contracts).filter(({ operations }) => Object.keys(operations).length > 0);
  if (resource === null) return owners;
  const found = owners.filter((contract) => contract.resource === resource);
  if (found.length > 0) return found;
  const names = owners.map((contract) => contract.resource).join(', ');
  const shared = contracts.find((contract) => contract.resource === resource);
  const message =
    shared === undefined
      ? `no contract has the resource ${JSON.stringify(resource)}`
      : `${resource} has no rows of its own`;
  throw new StandinError('option-invalid', message, `The resources are ${names}.`);
}

function listIn(rows: Json | undefined): readonly JsonObject[] {
  return Array.isArray(rows) ? (rows as readonly JsonObject[]) : [];
}

/** The rows that the file holds. An invalid file is not replaced. */
function contentOf(
  file: string,
  { contract, existing }: Pick<SeedOptions, 'contract' | 'existing'>,
): JsonObject {
  if (isFolder(file)) throw unwritable(`${file} is a folder`, 'Name a file with --out.');
  checkNotInput([{ file, option: '--out' }], listProjectFiles(contract).rules);
  if (!existsSync(file)) {
    const folder = dirname(file);
    if (!isFolder(folder)) {
      const what = existsSync(folder)
        ? `${folder} is not a folder`
        : `the folder ${folder} does not exist`;
      throw unwritable(
        `${file} cannot be written: ${what}`,
        'Create the folder, or name another file with --out.',
      );
    }
    return {};
  }
  if (existing === 'refuse') {
    const remedy =
      'Use --force to replace its rows of these resources and keep the rest, or name another file.';
    throw unwritable(`${file} exists already`, remedy);
  }
  const content = readJson(file);
  if (content !== null && isObject(content)) return content;
  throw new StandinError(
    'file-unreadable',
    `${file} holds no seed data`,
    'Correct it, remove it, or name another file with --out.',
  );
}

function unwritable(message: string, remedy: string): StandinError {
  return new StandinError('file-unwritable', message, remedy);
}

function readJson(file: string): Json | null {
  try {
    const text = Buffer.from(readBytes(file)).toString('utf8');
    const read = parseJson(text.replace(/^\uFEFF/, ''), DEPTH_MAX);
    return read.kind === 'value' && read.duplicate === null ? read.value : null;
  } catch {
    return null;
  }
}
