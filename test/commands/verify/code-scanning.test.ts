// `--sarif` and `--code-quality`: files about all contracts, with the line of the document.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../../src/verify.ts';
import { copyProject } from '../../support/cli.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Health, version: '1' }
paths:
  /ready:
    get:
      responses: { '200': { description: it is }, '503': { description: not yet } }
  /health:
    get:
      responses: { '204': { description: it lives } }
`;

describe('--sarif and --code-quality', () => {
  const server = createServer((_, response) => response.writeHead(200).end());
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('name the line that the service breaks, from the root of the repository', async () => {
    using folder = copyProject();
    const source = folder.at('health.yaml');
    writeFileSync(source, DOCUMENT);
    const files = { sarif: folder.at('a.sarif'), codeQuality: folder.at('a.json') };
    const environment = { CI_PROJECT_DIR: folder.at('.') };
    const run = await verify(url, { source, seed: 7, ...files, environment });
    expect(run.exitCode, run.text).toBe(1);
    expect(JSON.parse(readFileSync(files.codeQuality, 'utf8'))).toMatchObject([
      { check_name: 'status', location: { path: 'health.yaml', lines: { begin: 8 } } },
    ]);
    expect(readFileSync(files.sarif, 'utf8')).toContain('"startLine": 8');
  });

  it('have the findings of all contracts in one file; the last line names those that are violated', async () => {
    using folder = copyProject();
    const source = folder.at('health.yaml');
    const pet = '{ type: object, required: [id], properties: { id: { type: integer } } }';
    const content = (schema: string): string =>
      `{ '200': { description: it, content: { application/json: { schema: ${schema} } } } }`;
    const both = `${DOCUMENT}  /pets:
    get: { responses: ${content(`{ type: array, items: ${pet} }`)} }
  /pets/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: ${content(pet)}
`;
    writeFileSync(source, both);
    const sarif = folder.at('a.sarif');
    const run = await verify(url, { source, seed: 7, sarif, noPacts: true });
    expect(run.reports, run.text).toHaveLength(2);
    expect(run.text).toMatch(/\n\nAll contracts: .*\n✗ .*pets \(\d+ findings?\).*\n$/);
    const log = JSON.parse(readFileSync(sarif, 'utf8')) as {
      readonly runs: readonly { readonly results: readonly unknown[] }[];
    };
    expect(log.runs).toHaveLength(1);
    expect(log.runs[0]?.results).toHaveLength(run.findings.length);
  });

  it('are not files of the project, and nothing is sent if they are', async () => {
    using folder = copyProject();
    const source = folder.at('health.yaml');
    writeFileSync(source, DOCUMENT);
    await expect(verify(url, { source, sarif: source })).rejects.toThrow('--sarif');
    const same = folder.at('a.json');
    await expect(verify(url, { source, codeQuality: same, json: same })).rejects.toThrow(
      '--code-quality',
    );
  });
});
