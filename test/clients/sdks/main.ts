// `npm run sdks`: clients that generators of npm write from the documents of `test/clients`, each in
// front of the mock of its document, with the life of an item. The packages are installed in a
// temporary folder. Exit code 0 if each life is lived to its end, otherwise 1; a generator that cannot
// be installed is skipped.

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { isObject, type Json } from '../../../src/base/json.ts';
import { parseYaml } from '../../../src/project/source/yaml.ts';
import { root } from '../../support/root.ts';
import { startServing } from '../../support/serving.ts';
import { type Client, clients } from '../lives.ts';
import { type Generator, generators } from './generators.ts';

const documents = join(import.meta.dirname, '../documents');
const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs');
const run = promisify(execFile);
const LIVED = 'an item has lived';

for (const generator of generators) {
  const folder = mkdtempSync(join(tmpdir(), 'standin-sdks-'));
  try {
    const version = install(generator, folder);
    if (version === null) {
      console.log(`${generator.title}: skipped, npm cannot install it`);
      continue;
    }
    for (const client of clients) {
      const told = await live(generator, client, folder);
      console.log(`${generator.title} ${version}, ${client.file}: ${told}`);
      if (told !== LIVED) process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the version of the generator; `null` if it cannot be had. */
function install({ packages }: Generator, folder: string): string | null {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  try {
    execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'ignore' });
  } catch {
    return null;
  }
  const name = (packages[0] ?? '').replace(/(?<=.)@.*$/, '');
  const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Generates a client, and lets an item live through it. */
async function live(generator: Generator, client: Client, folder: string): Promise<string> {
  const { config, command, call } = generator;
  const document = join(documents, client.file);
  const serving = await startServing({ contract: document, db: join(folder, 'no.db.json') });
  const [name] = client.file.split('.');
  const out = join(folder, `client-${name}`);
  const url = `${serving.url}${client.basePath}`;
  try {
    const configured = join(folder, `${name}.config.mjs`);
    if (config !== undefined) writeFileSync(configured, config(document, out, url));
    const [script = '', ...given] = command(document, out, configured);
    await run(process.execPath, [join(folder, 'node_modules', script), ...given], { cwd: folder });
    writeFileSync(join(out, 'call.ts'), `// @ts-nocheck\n${call}`);
    writeFileSync(join(out, 'program.ts'), program(client, await operationsOf(document)));
    const bundle = join(out, 'program.mjs');
    await run(process.execPath, [
      ...[rolldown, join(out, 'program.ts'), '--file', bundle, '--platform', 'node'],
    ]);
    const env = { ...process.env, BASE_URL: url };
    return (await run(process.execPath, [bundle], { env })).stdout.trim();
  } catch (error) {
    const { stderr = '', message } = error as {
      readonly stderr?: string;
      readonly message: string;
    };
    return stderr.trim() || message;
  } finally {
    await serving.close();
  }
}

/** A program that sends the calls of a life through the client beside it. */
function program({ file }: Client, operations: Json): string {
  return `
import { clients } from ${JSON.stringify(join(root, 'test/clients/lives.ts'))};
import { call } from './call';
const operations = ${JSON.stringify(operations)};
async function send(method, target, body, mediaType) {
  const [path, query] = target.split('?');
  for (const [template, method2, name] of operations) {
    const values = new RegExp('^' + template.replaceAll(/\\{(\\w+)\\}/g, '(?<$1>[^/]+)') + '$').exec(path);
    if (values === null || method2 !== method) continue;
    const asked = query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query));
    return call(name, { ...values.groups }, asked, body, mediaType);
  }
  throw new Error(method + ' ' + target + ' is no operation');
}
await clients.find(({ file }) => file === ${JSON.stringify(file)}).live(send);
console.log(${JSON.stringify(LIVED)});
`;
}

/** The path, the method and the name of each operation. */
async function operationsOf(document: string): Promise<Json> {
  const text = readFileSync(document, 'utf8');
  const parsed = extname(document) === '.json' ? null : await parseYaml(text);
  const json =
    parsed === null ? (JSON.parse(text) as Json) : parsed.kind === 'value' && parsed.value;
  const paths = isObject(json) && isObject(json['paths'] ?? null) ? json['paths'] : {};
  return Object.entries(paths as object).flatMap(([path, methods]) =>
    Object.entries(methods as object).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [[path, method.toUpperCase(), operationId]],
    ),
  );
}
