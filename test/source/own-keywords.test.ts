// Each keyword of Standin that docs/contract.md documents counts in each form of a source: in the
// mock, and in `verify`.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { OWN_KEYWORDS } from '../../src/schema/keywords/own-keywords.ts';
import { openApiMock } from '../support/openapi-mock.ts';
import { root } from '../support/root.ts';
import { startServing } from '../support/serving.ts';
import { useTempFolder } from '../support/temp-folder.ts';
import { runVerify } from '../support/verifying.ts';
import { type DescribedSource, sources } from './kennels.ts';

const folder = useTempFolder();
const write = ({ files }: DescribedSource): void => {
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
};

type Ask = (request: string, json?: JsonObject) => Promise<{ status: number; text: string }>;

const dog = { name: 'Rex', tag: 'T1', kennelId: 1, chip: '900164001234' };

/** What each keyword makes the mock do. `x-standin` is that of the path, which settles a choice. */
const MOCKED: Readonly<Record<string, (ask: Ask) => Promise<void>>> = {
  async 'x-ref'(ask) {
    const refused = await ask('POST /dogs', { ...dog, kennelId: 99 });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('kennels/99');
  },
  async 'x-unique'(ask) {
    expect((await ask('POST /dogs', dog)).status).toBe(201);
    expect((await ask('POST /dogs', dog)).status).toBe(409);
    expect((await ask('POST /dogs', { ...dog, tag: 'T2' })).status).toBe(201);
  },
  async 'x-standin-redact'(ask) {
    await ask('POST /dogs', { ...dog, caller: '+43 660 5550123' });
    const { text } = await ask('GET /__standin/api/interactions');
    expect(text).toContain('Rex');
    expect(text).not.toContain(dog.chip);
    expect(text).not.toContain('660 5550123');
  },
  async 'x-standin-filter'(ask) {
    await ask('POST /dogs', dog);
    await ask('POST /dogs', { ...dog, name: 'Ada', tag: 'T2' });
    const { text } = await ask('GET /dogs?called=Ada');
    expect((JSON.parse(text) as readonly JsonObject[]).map((one) => one['name'])).toEqual(['Ada']);
  },
  async 'x-standin'(ask) {
    expect((await ask('POST /dogs', { ...dog, kennelId: 98 })).status).toBe(422);
  },
  async default(ask) {
    expect((await ask('POST /dogs', dog)).text).toContain('"size":"small"');
  },
};

describe('the keywords of Standin', () => {
  it('are all tried here, and all in the one table', () => {
    const page = readFileSync(join(root, 'docs/contract.md'), 'utf8');
    const begin = readFileSync(join(root, 'docs/begin.md'), 'utf8');
    const named = new Set(`${page}${begin}`.match(/(?<=[`"])x-[a-z-]+(?=[`"])/g));
    expect([...named].toSorted()).toEqual(
      Object.keys(MOCKED)
        .filter((one) => one.startsWith('x-'))
        .toSorted(),
    );
    const ofMembers = [...named].filter((one) => !/^x-standin(?:-filter)?$/.test(one));
    expect(ofMembers.toSorted()).toEqual(OWN_KEYWORDS.toSorted());
  });

  const cases = sources.flatMap((source) =>
    Object.entries(MOCKED).map(([keyword, tried]) => ({ source, keyword, tried })),
  );

  it.each(cases)('$keyword counts in the mock of $source.name', async ({ source, tried }) => {
    write(source);
    const serving = await startServing({ contract: source.contract });
    const ask: Ask = async (request, json) => {
      const [method = '', path = ''] = request.split(' ');
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(new URL(path, serving.url), { method, headers, ...body });
      return { status: reply.status, text: await reply.text() };
    };
    try {
      expect((await ask('POST /kennels', { name: 'North' })).status).toBe(201);
      await tried(ask);
    } finally {
      await serving.close();
    }
  });
});

interface Kennels {
  readonly url: string;
  readonly chips: readonly string[];
  close(): void;
}

/** A service that refuses unknown kennels, and tags that another dog has, unless it is careless. */
async function kennels(tags: 'unique' | 'careless' = 'unique'): Promise<Kennels> {
  const rows = new Map<string, Map<number, JsonObject>>([
    ['kennels', new Map()],
    ['dogs', new Map()],
  ]);
  const chips: string[] = [];
  let last = 0;
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
      const [, name = '', id] = pathname.split('/');
      const answer = (status: number, json?: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(json === undefined ? '' : JSON.stringify(json));
      };
      const all = rows.get(name);
      if (all === undefined) return answer(404);
      if (id === undefined && request.method === 'GET') {
        const called = searchParams.get('called');
        const found = [...all.values()].filter((one) => called === null || one['name'] === called);
        return answer(200, found);
      }
      if (id === undefined) {
        const given = readObject(body);
        if (given === null || !isText(given['name'])) return answer(422);
        if (name === 'dogs') {
          const { tag, kennelId, chip, caller, size, coat } = given;
          const isNear = rows.get('kennels')?.has(Number(kennelId)) === true;
          if (typeof kennelId !== 'number' || !isNear || !isText(tag)) return answer(422);
          if (!isText(chip, 12, 20)) return answer(422);
          if (coat !== undefined && !/^[a-z]+#[0-9]+$/.test(String(coat))) return answer(422);
          if (![caller, size, coat].every((one) => one === undefined || typeof one === 'string'))
            return answer(422);
          chips.push(String(chip));
          const isTaken = [...all.values()].some((one) => one['tag'] === tag);
          if (isTaken && tags === 'unique') return answer(409);
          given['size'] ??= 'small';
        }
        last++;
        all.set(last, { ...given, id: last });
        return answer(201, all.get(last));
      }
      const one = all.get(Number(id));
      if (one === undefined) return answer(404);
      if (request.method === 'GET') return answer(200, one);
      all.delete(Number(id));
      response.writeHead(204);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chips,
    close: () => server.close(),
  };
}

function isText(value: unknown, least = 1, most = 40): boolean {
  return typeof value === 'string' && [...value].length >= least && [...value].length <= most;
}

function readObject(body: string): Record<string, JsonObject[string]> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, JsonObject[string]>)
      : null;
  } catch {
    return null;
  }
}

describe('verify', () => {
  it.each(sources)(
    'obeys the keywords in $name',
    async (source) => {
      write(source);
      const service = await kennels();
      const run = await runVerify(service.url, {
        contract: source.contract,
        mode: 'write',
        budget: 'quick',
        record: 'run.sqlite',
      });
      service.close();
      // Without the mark, no creation of a dog succeeds.
      expect(run.stdout).toMatch(/dogs, quick budget/);
      expect(run.code, run.stdout).toBe(0);
      expect(run.stdout).not.toMatch(/every creation was refused|no member is marked/);
      expect(service.chips.length).toBeGreaterThan(3);
      const recording = readFileSync('run.sqlite', 'latin1');
      expect(recording).toContain('chip');
      const isShown = (chip: string): boolean => recording.includes(`"chip\\":\\"${chip}`);
      expect(service.chips.filter(isShown)).toEqual([]);
    },
    60_000,
  );

  it.each(sources)(
    'finds by $name that two items share a unique value',
    async (source) => {
      write(source);
      const service = await kennels('careless');
      const run = await runVerify(service.url, {
        contract: source.contract,
        mode: 'write',
        budget: 'quick',
      });
      service.close();
      expect(run.code, run.stdout).toBe(1);
      expect(run.stdout).toMatch(/"tag" of another item|fields\.unique/);
    },
    60_000,
  );
});

describe('a mark that names no resource', () => {
  const marked = (to: unknown): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 'Marks', version: '1' },
    paths: {
      '/dogs': {
        get: {
          responses: {
            200: {
              description: '',
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Dog' } },
                },
              },
            },
          },
        },
      },
      '/dogs/{id}': {
        get: {
          responses: {
            200: {
              description: '',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Dog: {
          type: 'object',
          required: ['id', 'x-ref'],
          properties: {
            id: { type: 'integer' },
            parentId: { type: 'integer', 'x-ref': to as string },
            // The name of a member is none of a keyword.
            'x-ref': { type: 'string', examples: ['dog'] },
          },
        },
      },
    },
  });

  it('is noted with the near name', () => {
    expect(openApiMock(marked('dog')).notes).toEqual([
      '/components/schemas/Dog/properties/parentId/x-ref: "x-ref" names "dog", and no resource has this name; it is not read. Did you mean "dogs"?',
    ]);
  });

  it('is noted if it is no text', () => {
    expect(openApiMock(marked(7)).notes).toEqual([
      '/components/schemas/Dog/properties/parentId/x-ref: this is no value for "x-ref", which is not read',
    ]);
  });

  it('is none where it names one', () => {
    expect(openApiMock(marked('dogs')).notes).toEqual([]);
  });
});
