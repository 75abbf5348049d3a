// Measures one document: starts a mock of it in memory, asks it every operation, and lets an item of
// each resource live. Judges answers by the document, not by the contracts made of it.

import type { Fault } from '../../src/base/errors.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { findContractFaults } from '../../src/contract/file/contract-faults.ts';
import { contractSchema } from '../../src/contract/file/contract-schema.ts';
import { readProfile } from '../../src/contract/profile.ts';
import { createMock, type Mock, type MockRules } from '../../src/mock/mock.ts';
import { rowsOf, seedState } from '../../src/project/save/seed-state.ts';
import { type Checker, createChecker } from '../../src/schema/check.ts';
import { findSchemaFaults } from '../../src/schema/faults/schema-faults.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { checkExamples } from '../../src/source/openapi/check-examples.ts';
import { type ApiOperation, readOperations } from '../../src/source/openapi/operations.ts';
import { Notes, SourceFiles } from '../../src/source/openapi/places.ts';
import { SchemaBook } from '../../src/source/openapi/schemas/schema-book.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import type { SourceContracts } from '../../src/source/source-contracts.ts';
import { Asker } from './ask.ts';
import type { CorpusDocument } from './documents.ts';
import { live } from './live.ts';

export interface Measured {
  readonly failure: string | null;
  readonly startMs: number;
  readonly megabytes: number;
  readonly operations: number;
  readonly answered: number;
  readonly resources: number;
  readonly lived: number;
  readonly flaws: readonly string[];
  readonly taken: SourceContracts['taken'];
}

const NOTHING: Measured = {
  failure: null,
  startMs: 0,
  megabytes: 0,
  operations: 0,
  answered: 0,
  resources: 0,
  lived: 0,
  flaws: [],
  taken: [],
};

let form: Checker | null = null;

/** Measures a document. A fault of Standin itself is a failure, and not thrown. */
export async function measure(source: CorpusDocument): Promise<Measured> {
  try {
    return await measureStarted(source);
  } catch (error) {
    const [line = '', place = ''] = ((error as Error).stack ?? String(error)).split('\n');
    return { ...NOTHING, failure: `${line}${place}` };
  }
}

async function measureStarted(source: CorpusDocument): Promise<Measured> {
  form ??= createChecker(new Schemas(new Map([['contract', contractSchema]])));
  const { document, documents } = await source.read();
  globalThis.gc?.();
  const memoryBefore = process.memoryUsage().heapUsed;
  const before = process.cpuUsage();
  const read = contractsOfOpenApi(document, { name: source.file, documents });
  const { mock, rules } = startMock(read);
  const { user, system } = process.cpuUsage(before);
  globalThis.gc?.();
  const megabytes = (process.memoryUsage().heapUsed - memoryBefore) / 1_000_000;
  const faults = faultsOf(read);
  // Read once more, to judge by what the document says.
  const notes = new Notes();
  const files = new SourceFiles(document, documents);
  const book = new SchemaBook(files, notes);
  const { read: operations } = readOperations({
    document: document as JsonObject,
    unsecured: 'public',
    files,
    book,
    notes,
  });
  checkExamples(book, notes);
  const schemas = new Schemas(book.schemas);
  const checker = createChecker(schemas);
  const asker = new Asker({ mock, rules, schemas, checker, operations });
  const beginning = (): Asker =>
    new Asker({ mock: mockOf(rules, read.rows), rules, schemas, checker, operations });
  const flaws: string[] = [];
  let answered = 0;
  for (const operation of inSafeOrder(operations)) {
    // What one removal takes away, another would look for.
    const one = operation.method === 'DELETE' ? beginning() : asker;
    const first = safely(() => one.ask(operation));
    // What an example names may be there already.
    const flaw = first?.startsWith('409') ? safely(() => beginning().ask(operation)) : first;
    if (flaw === null) answered++;
    else flaws.push(`${operation.method} ${operation.path.text}: ${flaw}`);
  }
  let lived = 0;
  let resources = 0;
  for (const contract of rules.contracts) {
    const { create, read: reading, list } = contract.operations;
    if (create === undefined || (reading === undefined && list === undefined)) continue;
    resources++;
    const flaw = safely(() => live(beginning(), contract, rules));
    if (flaw === null) lived++;
    else flaws.push(`life of ${contract.path}: ${flaw}`);
  }
  const unread = read.taken.filter(({ as }) => as === 'unanswered');
  flaws.push(...unread.map(({ method, path, why }) => `${method} ${path}: unanswered, ${why}`));
  return {
    failure:
      faults.length === 0
        ? null
        : `${faults.length} faults: ${faults[0]?.at} ${faults[0]?.message}`,
    startMs: (user + system) / 1_000,
    megabytes,
    operations:
      operations.length +
      unread.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS').length,
    answered,
    resources,
    lived,
    flaws: [...faults.map(({ file, at, message }) => `${file} ${at}: ${message}`), ...flaws],
    taken: read.taken,
  };
}

/** Removals come last, those of items below others first. */
function inSafeOrder(operations: readonly ApiOperation[]): readonly ApiOperation[] {
  const [removals, others] = [true, false].map((is) =>
    operations.filter(({ method }) => (method === 'DELETE') === is),
  );
  const length = ({ path }: ApiOperation): number => path.segments.length;
  return [
    ...(others ?? []),
    ...(removals ?? []).toSorted((one, other) => length(other) - length(one)),
  ];
}

function safely(work: () => string | null): string | null {
  try {
    return work();
  } catch (error) {
    const [line = '', place = ''] = ((error as Error).stack ?? String(error)).split('\n');
    return `throws ${line}${place}`;
  }
}

function startMock({ contracts, schemas: given, rows, choices }: SourceContracts): {
  readonly mock: Mock;
  readonly rules: MockRules;
} {
  const defined = defineContracts(
    contracts.map(({ document }) => document),
    new Schemas(given),
  );
  // As `serve` has it without a profile.
  const profile = { ...readProfile({ choices: {} }, '').profile, ...choices };
  const { schemas } = defined;
  const rules = { contracts: defined.contracts, schemas, profile, checker: createChecker(schemas) };
  return { mock: mockOf(rules, rows), rules };
}

function mockOf(rules: MockRules, rows: SourceContracts['rows']): Mock {
  const { contracts } = rules;
  const state = seedState({ contracts, rows: rowsOf(rows ?? {}, contracts) });
  return createMock({ rules, state });
}

function faultsOf({ contracts, schemas }: SourceContracts): readonly Fault[] {
  const all = new Schemas(schemas);
  return contracts.flatMap(({ place, document }) =>
    findContractFaults(
      document,
      place,
      all,
      (value) => form?.check('contract', value) ?? [],
      findSchemaFaults,
    ),
  );
}
