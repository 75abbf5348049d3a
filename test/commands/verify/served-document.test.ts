// `verify` with a document that the service serves itself, as most frameworks do.

import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { toVerifyWork, type VerifyFlags } from '../../../src/commands/verify/flags.ts';
import { runVerify } from '../../../src/commands/verify/verify.ts';
import { listen } from '../../support/shops.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();
const FLAGS: VerifyFlags = {
  timeout: 10,
  budget: 'quick',
  maxTime: 20,
  readOnly: true,
  leave: 3,
  retries: 1,
  seed: 3,
};

const crate = (type: string): JsonObject => ({
  type: 'object',
  required: ['id', 'weight'],
  properties: { id: { type: 'integer' }, weight: { type } },
});

function documentOf(type: string): JsonObject {
  const content = { 'application/json': { schema: { type: 'array', items: crate(type) } } };
  return {
    openapi: '3.0.3',
    info: { title: 'Crates', version: '1' },
    servers: [{ url: '/depot' }],
    paths: { '/crates': { get: { responses: { 200: { description: 'all', content } } } } },
  };
}

interface Printed {
  readonly code: number;
  readonly text: string;
}

async function run(args: readonly string[], flags: Partial<VerifyFlags> = {}): Promise<Printed> {
  const printed: string[] = [];
  const screen = { write: (text: string) => printed.push(text) > 0 };
  const work = toVerifyWork(args, { ...FLAGS, ...flags }, {}, '1.0.0');
  const code = await runVerify(
    work,
    { output: screen, errors: screen },
    new AbortController().signal,
  );
  return { code, text: printed.join('') };
}

/** A service that promises whole numbers, and asks for a token everywhere. */
function depot(weight: Json, token: string | null = null): RequestListener {
  const answers: Readonly<Record<string, Json>> = {
    '/openapi.json': documentOf('integer'),
    '/depot/crates': [{ id: 1, weight }],
  };
  return ({ url = '', headers }, response) => {
    const isKnown = token === null || headers.authorization === `Bearer ${token}`;
    const answer = answers[url];
    response.writeHead(!isKnown ? 401 : answer === undefined ? 404 : 200, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(isKnown ? (answer ?? {}) : {}));
  };
}

describe('runVerify with a served document', () => {
  it('verifies what the document promises', async () => {
    await using sound = await listen(depot(4));
    const { code, text } = await run([`${sound.origin}/openapi.json`, sound.origin]);
    expect([code, text]).toEqual([0, expect.stringContaining('1 of 1 operations sent')]);
    expect(text).toContain(`--contract ${sound.origin}/openapi.json`);
  });

  it('finds what breaks it', async () => {
    await using faulty = await listen(depot('heavy'));
    const { code, text } = await run([`${faulty.origin}/openapi.json`, faulty.origin]);
    expect([code, text]).toEqual([1, expect.stringContaining('weight')]);
  });

  it('asks for the document with the credentials of the run, at the origin of the service', async () => {
    await using locked = await listen(depot(4, 'opens'));
    const source = `${locked.origin}/openapi.json`;
    await expect(run([source, locked.origin])).rejects.toThrow(`${source} answers 401`);
    expect((await run([source, locked.origin], { token: 'opens' })).code).toBe(0);
    await using other = await listen(depot(4));
    await expect(run([source, other.origin], { token: 'opens' })).rejects.toThrow(
      `${source} answers 401`,
    );
  });

  it('shows no password of the address', async () => {
    await using sound = await listen(depot(4));
    const source = `${sound.origin.replace('//', '//ana:unseen@')}/openapi.json`;
    const { text } = await run([source, sound.origin], { html: 'run.html', junit: 'run.xml' });
    expect(text + folder.read('run.html') + folder.read('run.xml')).not.toContain('unseen');
  });

  it('compares it with --since', async () => {
    await using sound = await listen(depot(4));
    folder.write('openapi.json', documentOf('integer'));
    folder.write('next.json', documentOf('string'));
    const since = `${sound.origin}/openapi.json`;
    expect(await run(['openapi.json'], { since })).toEqual({
      code: 0,
      text: `openapi.json since ${since}\n\nnothing changed for clients\n`,
    });
    expect((await run(['next.json'], { since })).code).toBe(1);
  });
});
