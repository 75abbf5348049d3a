// One row of `npm run real`: a product is started anew for each run, first without a fault, then with
// each of the twelve, and once beside Standin's mock.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { isApplicable, type Outcome, outcomeOf } from './judge-faults.ts';
import type { PlantedFault } from './planting/planted-faults.ts';
import { startPlantingProxy } from './planting/planting-proxy.ts';
import type { Counted, Judged, Product, Started } from './product.ts';
import type { ProductsFolder } from './products-folder.ts';
import {
  type Finding,
  lineOf,
  runClean,
  runVerify,
  type Target,
  type Verified,
} from './run-verify.ts';
import { type Compared, compareSides } from './side-by-side.ts';
import { createStage, type Stage } from './stage.ts';

export interface Trying {
  readonly folder: ProductsFolder;
  readonly cli: string;
  readonly seed: number;
  /** The faults to plant. */
  readonly faults: readonly PlantedFault[];
  /** Further options of `verify`. */
  readonly options: readonly string[];
  /** Where the reports go. */
  readonly reports: string;
  readonly tell: (line: string) => void;
}

export type Row =
  | { readonly product: string; readonly missing: string }
  | ({ readonly product: string; readonly missing: null } & Result);

export interface Result {
  readonly code: number | null;
  readonly seconds: number;
  readonly requests: number;
  readonly findings: readonly (Finding & { readonly is: Judged['is'] | 'not judged' })[];
  /** What was counted before, after the run, and after `clean`. */
  readonly counts: readonly Readonly<Record<string, number>>[];
  /** What the run itself says it left. */
  readonly told: number;
  readonly clean: number | null;
  readonly planted: Readonly<Record<string, Outcome>>;
  readonly sides: readonly Compared[];
}

/** Tries a product; its row says what is missing if it cannot be started. */
export async function tryProduct(product: Product, trying: Trying): Promise<Row> {
  const { name } = product;
  const missing = product.missing(trying.folder);
  if (missing !== null) return { product: name, missing };
  try {
    const plain = await tryPlain(product, trying);
    const planted: Record<string, Outcome> = {};
    for (const fault of trying.faults)
      planted[fault.name] = await tryFault(product, trying, fault, plain.findings);
    return { product: name, missing: null, ...plain, planted };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { product: name, missing: `it could not be tried: ${message}` };
  }
}

interface Running extends AsyncDisposable {
  readonly stage: Stage;
  readonly started: Started;
  /** The origin of the product itself. */
  readonly origin: string;
  readonly document: string;
}

async function start(product: Product, trying: Trying, reports: string): Promise<Running> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const stage = await createStage(join(reports, 'product.log'));
  try {
    const started = await product.start(stage, trying.folder);
    const origin = started.origin ?? `http://127.0.0.1:${stage.port}`;
    await stage.answers(origin + started.ready, started.headers);
    const document = await documentOf(started, origin, reports);
    return { stage, started, origin, document, [Symbol.asyncDispose]: () => dispose(stage) };
  } catch (error) {
    await dispose(stage);
    throw error;
  }
}

const dispose = async (stage: Stage): Promise<void> => stage[Symbol.asyncDispose]();

async function documentOf(
  { document, headers }: Started,
  origin: string,
  folder: string,
): Promise<string> {
  if ('file' in document) return document.file;
  const answer = await fetch(origin + document.path, { headers });
  const text = await answer.text();
  const file = join(folder, text.trimStart().startsWith('{') ? 'openapi.json' : 'openapi.yaml');
  writeFileSync(file, text);
  return file;
}

function targetOf(product: Product, running: Running, trying: Trying, proxy: string): Target {
  return {
    cli: trying.cli,
    document: running.document,
    url: proxy + product.base,
    headers: running.started.headers,
    seed: trying.seed,
    options: [...(product.options ?? []), ...trying.options],
  };
}

async function tryPlain(product: Product, trying: Trying): Promise<Omit<Result, 'planted'>> {
  const reports = join(trying.reports, product.name, 'no-fault');
  await using running = await start(product, trying, reports);
  await using proxy = await startPlantingProxy(running.origin, product.places, null);
  const target = targetOf(product, running, trying, proxy.url);
  const counts = [await countAll(product, running)];
  const verified = await runVerify(target, reports);
  const requests = proxy.calls();
  counts.push(await countAll(product, running));
  const clean = await runClean(target, reports);
  counts.push(await countAll(product, running));
  const sides = await besideMock(product, running, trying, reports);
  trying.tell(`${product.name}: no fault, ${summaryOf(verified)}, ${requests} requests`);
  const findings = verified.findings.map((one) => ({ ...one, is: judgementOf(product, one) }));
  const { code, seconds, leftBehind: told } = verified;
  return { code, seconds, requests, findings, counts, told, clean, sides };
}

async function tryFault(
  product: Product,
  trying: Trying,
  fault: PlantedFault,
  known: readonly Finding[],
): Promise<Outcome> {
  if (!isApplicable(fault, product.places)) return { kind: 'not applicable' };
  const reports = join(trying.reports, product.name, fault.name);
  await using running = await start(product, trying, reports);
  await using proxy = await startPlantingProxy(running.origin, product.places, fault);
  const verified = await runVerify(targetOf(product, running, trying, proxy.url), reports);
  const outcome = outcomeOf(verified.findings, known, proxy.changed());
  const how = outcome.kind === 'found' ? ` by ${outcome.by}` : wordsOfMiss(outcome);
  trying.tell(`${product.name}: ${fault.name}, ${outcome.kind}${how}, ${summaryOf(verified)}`);
  return outcome;
}

export function wordsOfMiss(outcome: Outcome): string {
  if (outcome.kind !== 'missed') return '';
  return outcome.met ? ', though the run met it' : ', the run never met it';
}

function summaryOf({ code, seconds, findings }: Verified): string {
  return `exit ${code ?? 'none in time'}, ${findings.length} findings, ${seconds.toFixed(0)} s`;
}

function judgementOf(product: Product, found: Finding): Judged['is'] | 'not judged' {
  const line = lineOf(found);
  return product.judged.find(({ finding }) => line.includes(finding))?.is ?? 'not judged';
}

async function countAll(
  { counted }: Product,
  { origin, started }: Running,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, one] of Object.entries(counted))
    counts[name] = await count(origin + one.path, one, started.headers);
  return counts;
}

/** -1 if the list cannot be read. */
async function count(
  url: string,
  { itemsAt, which = () => true }: Counted,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const answer = await fetch(url, { headers });
  const body: unknown = answer.ok ? await answer.json() : undefined;
  if (body === null) return 0;
  const items = itemsAt === '' ? body : Reflect.get(Object(body), itemsAt);
  return Array.isArray(items) ? items.filter(which).length : -1;
}

async function besideMock(
  product: Product,
  { stage, started, origin, document }: Running,
  { cli }: Trying,
  reports: string,
): Promise<readonly Compared[]> {
  await using mock = await createStage(join(reports, 'mock.log'));
  const args = [cli, 'serve', document, '--port', String(mock.port)];
  mock.spawn(process.execPath, args, { cwd: stage.folder });
  const url = `http://127.0.0.1:${mock.port}`;
  await mock.listens();
  const { headers } = started;
  return await compareSides({ url: origin, headers }, { url, headers }, product.places);
}

/** The folder of the reports. */
export const REPORTS: string = join(root, '.real/reports');
