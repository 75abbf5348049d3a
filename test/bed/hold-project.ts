// Contracts from JSON, and runs that verify a service of them as the command does: parents are made
// first. SEEDS=50 BUDGET=standard npx vitest run test/bed/shapes test/bed/singles tries
// each service with 50 seeds and more than the quick budget.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { createProgressLine } from '../../src/commands/shared/progress-line.ts';
import { openTarget } from '../../src/commands/shared/target.ts';
import type { VerifyOptions } from '../../src/commands/verify/flags.ts';
import { type ContractOutcome, verifyContract } from '../../src/commands/verify/verify-contract.ts';
import { loadProject, type Project } from '../../src/project/load/project.ts';
import { createLazyChecker } from '../../src/schema/lazy-checker.ts';
import { verifyOptions } from '../support/verifying.ts';

export type SchemasByName = Readonly<Record<string, JsonObject>>;

/** Writes schemas and contracts into a new folder, and returns it. */
export function writeContracts(schemas: SchemasByName, contracts: readonly JsonObject[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-contracts-'));
  const write = (place: string, name: string, json: JsonObject): void => {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, `${name}.json`), JSON.stringify(json));
  };
  for (const [name, schema] of Object.entries(schemas)) write('schemas', name, schema);
  for (const contract of contracts) write('contracts', String(contract['resource']), contract);
  return folder;
}

/** Writes schemas and contracts into a new folder and loads them, as the command does. */
export async function loadContracts(
  schemas: SchemasByName,
  contracts: readonly JsonObject[],
): Promise<Project> {
  const folder = writeContracts(schemas, contracts);
  try {
    return await loadProject({
      contract: join(folder, 'contracts'),
      db: null,
      profile: 'standin',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Loads an OpenAPI document, as the command does. */
export async function loadDocument(document: JsonObject): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-document-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  try {
    return await loadProject({ contract: file, db: null, profile: 'standin', certainty: 'sure' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The seeds from 1 on, as many as SEEDS says, or `usual`. */
export function seedsOf(usual: number): readonly number[] {
  const count = Number(process.env['SEEDS'] ?? usual);
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** The budget that BUDGET names; the quick one if it names none. */
const usualBudget =
  (['standard', 'thorough'] as const).find((one) => one === process.env['BUDGET']) ?? 'quick';

export interface Hold {
  readonly baseUrl: string;
  readonly resource: string;
  readonly seed?: VerifyOptions['seed'];
  readonly budget?: VerifyOptions['budget'];
}

/** Returns a function that verifies one contract, with the usual budget if none is given. */
export async function createHold(
  project: Project,
): Promise<(hold: Hold & Partial<VerifyOptions>) => Promise<ContractOutcome>> {
  const checker = createLazyChecker(project.schemas);
  await checker.load();
  const unseen = { write: () => undefined };
  return async ({ baseUrl, resource, seed = 1, budget = usualBudget, ...more }) => {
    const contract = project.contracts.find((one) => one.resource === resource);
    if (contract === undefined) throw new Error(`there is no contract of ${resource}`);
    const options = {
      ...verifyOptions(baseUrl),
      mode: 'write',
      leave: 1_000,
      seed,
      budget,
      ...more,
    } as const;
    const target = await openTarget(options);
    try {
      return await verifyContract(
        {
          options,
          target,
          project,
          checker,
          pacts: [],
          broker: null,
          handler: null,
          recording: null,
          outlets: { output: unseen, errors: unseen },
          stop: new AbortController().signal,
        },
        contract,
        createProgressLine(unseen, 'quiet'),
      );
    } finally {
      target.client.close();
    }
  };
}

/** What a run complains about, one line each. */
export function complaintsOf({ report, error }: ContractOutcome): readonly string[] {
  return [
    ...(error === null ? [] : [`not judged: ${error.message}`]),
    ...report.findings.map(
      ({ code, law, message, expected, actual }) =>
        `${code} by ${law}: ${message}: ${actual}, not ${expected}`,
    ),
  ];
}
