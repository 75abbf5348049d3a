// Uses files as commands do: queries, prints, exports. Rejects with a StandinError if a file is
// rejected.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StandinError } from '../../src/base/errors.ts';
import { exportRecording } from '../../src/commands/export/export.ts';
import { openRecordings } from '../../src/commands/export/open-recording.ts';
import { readInputFile } from '../../src/commands/files/input-file.ts';
import { readOverrides } from '../../src/commands/inspect/overrides.ts';
import { reportOf } from '../../src/commands/inspect/report-source.ts';
import { describeContract } from '../../src/commands/print/contract.ts';
import { describeLaws } from '../../src/commands/print/laws.ts';
import { describeOpenApi } from '../../src/commands/print/openapi.ts';
import { seedRows } from '../../src/commands/seed/seed.ts';
import { certificateFor } from '../../src/commands/serve/certificate.ts';
import { loadMock } from '../../src/embed/load-mock.ts';
import { readLedgerLines } from '../../src/project/files/ledger.ts';
import { readPactFiles } from '../../src/project/load/pact-files.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { readLedger } from '../../src/verify/guard/ledger.ts';
import { readPacts } from '../../src/verify/pacts/read-pact-files.ts';

const PLACES = { contract: 'contracts', db: 'db.json', profile: 'standin' } as const;

/** Serves the project, asks it, and prints what is printed of it. */
export async function useProject(_file: string, profile = 'standin'): Promise<void> {
  const places = { ...PLACES, profile };
  await loadProject(places);
  const mock = await loadMock(places);
  for (const [method, path, body] of CALLS) {
    const headers = { 'content-type': 'application/json', host: 'mock' };
    const response = await mock.fetch(
      new Request(`http://mock${path}`, {
        method,
        headers,
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      }),
    );
    await response.text();
    if (response.status >= 500 && response.status !== 503)
      throw new Error(`${method} ${path} was answered ${response.status}`);
  }
  await describeContract({ places, what: 'table', form: 'text' });
  await describeOpenApi({ places, server: 'http://127.0.0.1:3000', version: '0' });
  await describeLaws({ contract: 'contracts', form: 'text' });
  await seedRows({
    contract: 'contracts',
    count: 2,
    seed: 1,
    resource: null,
    out: null,
    existing: 'refuse',
  });
}

const CALLS: readonly (readonly [string, string, unknown])[] = [
  ['GET', '/users', null],
  ['GET', '/users/1', null],
  [
    'POST',
    '/users',
    {
      name: 'Ada',
      email: 'ada@example.com',
      skills: [{ name: 'a', level: 1 }],
      a: `${'a'.repeat(40)}!`,
    },
  ],
  [
    'POST',
    '/users',
    JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":"x"}',
    ),
  ],
  ['PUT', '/users/1', { name: `${'a'.repeat(40)}!`, email: 'b@example.com' }],
  ['PATCH', '/users/1', JSON.parse('{"__proto__":{"polluted":1},"name":"y"}')],
  ['DELETE', '/users/2', null],
];

export async function usePacts(): Promise<void> {
  const { contracts, schemas } = await loadProject({ ...PLACES, db: null });
  readPacts(readPactFiles('contracts'), { contracts, schemas, handler: null });
}

export async function useRules(file: string): Promise<void> {
  const { contracts } = await loadProject({ ...PLACES, db: null });
  readOverrides(readFileSync(file, 'utf8').split('\n'), contracts);
}

export async function useSource(file: string): Promise<void> {
  const source = readInputFile(file);
  if (source.kind === 'document') reportOf(source.json, file);
  else await useRecording(file);
}

/** Lists, finds, filters and exports what a recording or an archive holds. */
async function useRecording(file: string): Promise<void> {
  const archive = await openRecordings.open(
    { file, contract: 'contracts' },
    { write: () => undefined },
  );
  try {
    for (const filter of FILTERS) {
      const read = openRecordings.readFilter(filter);
      if (read.kind === 'filter') await archive.search(read.filter);
      if (read.kind === 'filter') await archive.latency(read.filter);
    }
    await archive.rows([1, 2, 3, 2 ** 31]);
    for (const seq of [1, 2, 3]) {
      await archive.find(seq).catch((error: unknown) => {
        if (!(error instanceof StandinError)) throw error;
      });
    }
  } finally {
    await archive.close();
  }
  // Each opens the file anew, a recording in another thread.
  const forms = file.endsWith('.db')
    ? (['har', 'pact'] as const)
    : (['har', 'curl', 'fetch', 'pact', 'rows'] as const);
  for (const form of forms) {
    const options = {
      file,
      form,
      out: null,
      filter: '',
      baseUrl: null,
      consumer: 'web',
      contract: 'contracts',
      version: '0',
      existing: 'refuse',
    } as const;
    const outlets = {
      output: { write: (_: string, done: () => void) => done() },
      errors: { write: () => undefined },
    };
    await exportRecording(options, openRecordings, outlets);
  }
}

const FILTERS = [
  '',
  'status:5xx',
  'op:create method:post',
  'body:"name"',
  '-path:/users zofia',
  'dur:>1ms',
  'tag:a note:b',
];

export async function useLedger(): Promise<void> {
  for (const { entries, remove } of readLedgerLines()) readLedger(entries, remove);
}

export async function useCertificate(cert: string, key: string): Promise<void> {
  const { tls } = await certificateFor({ cert, key, host: '127.0.0.1' }, Date.now());
  new X509Certificate(tls.cert);
}
