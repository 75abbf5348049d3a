// Every reader of files: which files are damaged, how, and what is done with the result.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type fc from 'fast-check';
import { StandinError } from '../../src/base/errors.ts';
import { readPublishable } from '../../src/commands/pact-broker/publish.ts';
import { seedRows } from '../../src/commands/seed/seed.ts';
import { mergeReports } from '../../src/commands/verify/merge.ts';
import { readShards } from '../../src/commands/verify/read-shards.ts';
import { makeCertificate } from '../../src/http/tls/make-certificate.ts';
import { toGithubAnnotations } from '../../src/verify/print/github-annotations.ts';
import { toHtml } from '../../src/verify/print/html/html.ts';
import { toJson } from '../../src/verify/print/json.ts';
import { toJunit } from '../../src/verify/print/junit.ts';
import { toMarkdown } from '../../src/verify/print/markdown.ts';
import { toShardJson } from '../../src/verify/print/shard-json.ts';
import { unjudged, violating } from '../verify/print/reports.ts';
import { mutate, mutations } from './files-mutate.ts';
import { HAR, LEDGER, REPORT, RULES, SCHEMAS } from './files-samples.ts';
import {
  useCertificate,
  useLedger,
  usePacts,
  useProject,
  useRules,
  useSource,
} from './files-use.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A damaged file: how it was damaged, and its contents. */
export interface Spoilt {
  readonly how: unknown;
  readonly bytes: Uint8Array;
  /** Files next to it, by the end of their names. */
  readonly beside?: Readonly<Record<string, Uint8Array>>;
}

export interface Reader {
  readonly what: string;
  /** The file that is damaged, in the working folder. */
  readonly file: string;
  /** What a refusal names: the file, or one that no longer fits with it. */
  readonly told: RegExp;
  readonly cases: fc.Arbitrary<Spoilt>;
  /**
   * Reads the file, and uses its contents as commands do. Rejects with a StandinError if the file
   * is rejected.
   */
  read(file: string): Promise<void>;
}

/** Writes a project into a folder, and what else readers read there. */
export async function furnish(folder: string): Promise<void> {
  for (const part of ['contracts', 'schemas', 'db.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, '.standin'), { recursive: true });
  const made = await makeCertificate(['localhost'], Date.now());
  writeFileSync(join(folder, 'cert.pem'), made.cert);
  writeFileSync(join(folder, 'key.pem'), made.key);
}

/** Returns the readers of texts for a prepared working folder. */
export function textReaders(): readonly Reader[] {
  const text = (file: string): string => readFileSync(file, 'utf8');
  const ofProject = (
    what: string,
    file: string,
    samples: readonly string[] = [text(file)],
  ): Reader => reader({ what, file, told: IN_PROJECT }, samples, useProject);
  const pact = 'contracts/pacts/users-frontend-users.json';
  const profile = 'contracts/profiles/json-server.json';
  const ledger = '.standin/0123-sk7f3q9x2.jsonl';
  return [
    ofProject('a schema of an item', 'schemas/user.json'),
    ofProject('a schema of a list', 'schemas/users.json'),
    ofProject('a schema of a body', 'schemas/user-create.json'),
    ofProject(
      'a schema with most keywords',
      'schemas/user.json',
      SCHEMAS.map((one) => JSON.stringify(one)),
    ),
    ofProject('a contract', 'contracts/users.json'),
    ofProject('seed data', 'db.json'),
    reader(
      { what: 'seed data that is added to', file: 'db.json', told: IN_PROJECT },
      [text('db.json')],
      addRows,
    ),
    reader({ what: 'a profile', file: profile, told: /json-server/ }, [text(profile)], () =>
      useProject('', 'json-server'),
    ),
    reader(
      { what: 'a pact', file: pact, told: /pacts/ },
      [text(pact)],
      each(/pacts/, usePacts, usePublishable),
    ),
    reader({ what: 'rules of overrides', file: 'rules.txt', told: /--override/ }, RULES, useRules),
    reader(
      { what: 'a report', file: 'report.json', told: TOLD_OF_REPORT },
      [REPORT, SHARD],
      each(TOLD_OF_REPORT, useSource, useShard),
    ),
    reader(
      { what: 'an HTTP archive', file: 'traffic.har', told: /traffic\.har/ },
      [HAR],
      useSource,
    ),
    reader({ what: 'a ledger', file: ledger, told: /\.standin/ }, [LEDGER], useLedger),
    reader({ what: 'a certificate', file: 'cert.pem', told: /pem/ }, [text('cert.pem')], (file) =>
      useCertificate(file, 'key.pem'),
    ),
    reader({ what: 'a key', file: 'key.pem', told: /pem/ }, [text('key.pem')], (file) =>
      useCertificate('cert.pem', file),
    ),
  ];
}

/** If it is one of several, the error for a report of a shard says what it lacks. */
const TOLD_OF_REPORT = /report\.json|^shards? |is in (?:no|two) shards?/;

const SHARD = toShardJson(
  {
    version: '0',
    shard: { index: 1, count: 1 },
    set: { resources: ['users', 'guests'], digest: 'x', taken: [] },
    terms: {},
    own: ['users', 'guests'],
    end: 'whole',
    parts: [
      { report: violating, error: null },
      {
        report: { ...unjudged, resource: 'guests' },
        error: { code: 'target-missing', message: 'no', remedy: 'none' },
      },
    ],
  },
  {},
);

/** What `merge` does with the report of a shard, in each form of output. */
async function useShard(file: string): Promise<void> {
  const reports = readShards([file], '0').flatMap(({ parts }) => parts.map(({ report }) => report));
  for (const report of reports)
    for (const form of [toHtml, toJson, toJunit, toGithubAnnotations]) form(report);
  toMarkdown(reports, 1_000_000);
  const silent = { write: () => undefined };
  const options = {
    files: [file],
    version: '0',
    json: null,
    junit: null,
    html: null,
    summary: null,
  } as const;
  mergeReports({ ...options, form: 'full', ci: 'none' }, { output: silent, errors: silent });
}

async function usePublishable(file: string): Promise<void> {
  readPublishable([file]);
}

/**
 * Reads a file in each of several ways, though one refuses it. What each says of it names the file.
 */
function each(told: RegExp, ...reads: readonly Reader['read'][]): Reader['read'] {
  return async (file) => {
    const refusals: StandinError[] = [];
    for (const read of reads) {
      await read(file).catch((error: unknown) => {
        if (!(error instanceof StandinError)) throw error;
        if (!told.test(error.message))
          throw new Error(`it was refused without a name: ${error.message}`);
        refusals.push(error);
      });
    }
    const [first] = refusals;
    if (first !== undefined && refusals.length === reads.length) throw first;
  };
}

/** A flaw may show in what refers to it: in a contract, or in rows that no longer fit. */
const IN_PROJECT =
  /(?:schemas|contracts)\/[\w-]+\.json|db\.json|no contract in|schema|the rows of \w+ are impossible/;

function reader(
  given: Omit<Reader, 'cases' | 'read'>,
  samples: readonly string[],
  read: Reader['read'],
): Reader {
  const cases = mutations(samples.length).map((how) => ({
    how,
    bytes: mutate(samples[how.sample] ?? '', how),
  }));
  return { ...given, cases, read };
}

async function addRows(file: string): Promise<void> {
  const before = readFileSync(file);
  await seedRows({
    contract: 'contracts',
    count: 2,
    seed: 1,
    resource: null,
    out: file,
    existing: 'replace',
  });
  // It was written over, as requested; nothing else may have changed.
  writeFileSync(file, before);
}
