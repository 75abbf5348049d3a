// Services that keep some members only if others are not sent beside them, show a flag only if it is
// false, or never show a password: all laws are tried without these. Each has a planted fault beside it
// that must be found.

import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../src/base/json.ts';
import { PATH, startLeaving } from '../../support/leaving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const options = { contract: 'openapi.json', mode: 'write', ledgerFolder: '.standin' } as const;
const text = { type: 'string' };

/** A document of things with a name and further members. */
function documentOf(members: JsonObject): JsonObject {
  const jsonOf = (schema: JsonObject): JsonObject => ({
    description: '',
    content: { 'application/json': { schema } },
  });
  const sent = { type: 'object', required: ['name'], properties: { name: text, ...members } };
  const item = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, name: text, ...members },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      [PATH]: {
        get: { responses: { 200: jsonOf({ type: 'array', items: item }) } },
        post: { requestBody: jsonOf(sent), responses: { 201: jsonOf(item) } },
      },
      [`${PATH}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: jsonOf(item), 404: { description: '' } } },
        put: { requestBody: jsonOf(sent), responses: { 200: jsonOf(item) } },
        delete: { responses: { 204: { description: '' } } },
      },
    },
  };
}

const reply = {
  type: 'object',
  properties: { status: { type: 'integer' }, text, file: text, isCached: { type: 'boolean' } },
};

const types: Readonly<Record<string, string>> = {
  status: 'number',
  text: 'string',
  file: 'string',
  isCached: 'boolean',
};

/** Whether a body is as its schema says. */
function takes({ name, reply: given = {} }: JsonObject): boolean {
  const fits = ([member, value]: readonly [string, unknown]): boolean =>
    typeof value === (types[member] ?? typeof value);
  return typeof name === 'string' && isObject(given) && Object.entries(given).every(fits);
}

/** Returns how a service stores bodies whose `reply` it changes. */
const storing =
  (change: (reply: JsonObject) => JsonObject) =>
  (sent: JsonObject): JsonObject => {
    const given = sent['reply'];
    return given !== undefined && isObject(given) ? { ...sent, reply: change(given) } : sent;
  };
const without = (name: string, values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));

const oneOfTwo = (given: JsonObject): JsonObject =>
  'text' in given ? without('file', given) : given;
const falseAlone = (given: JsonObject): JsonObject =>
  given['isCached'] === true ? without('isCached', given) : given;

describe('a service that keeps some members only alone', () => {
  it.each([
    [
      'of two',
      oneOfTwo,
      '/reply/file: shown only if nothing else is sent beside it; the run leaves it out',
    ],
    ['as false', falseAlone, '/reply/isCached: shown only if it is false; the run leaves it out'],
  ])('is verified without them: %s', { timeout: 60_000 }, async (_, change, says) => {
    folder.write('openapi.json', documentOf({ reply }));
    await using service = await startLeaving({ takes, stores: storing(change) });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(0);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(says);
    expect(run.stdout).toMatch(/✓ PUT/);
    expect(service.items()).toEqual([]);
  });

  it.each([
    ['loses one in any case', (given: JsonObject) => without('file', given)],
    ['loses a flag in any case', (given: JsonObject) => without('isCached', given)],
    [
      'changes what it keeps',
      (given: JsonObject) => ({ ...oneOfTwo(given), text: String(given['text']).toUpperCase() }),
    ],
  ])('and %s is found', { timeout: 60_000 }, async (_, change) => {
    folder.write('openapi.json', documentOf({ reply }));
    await using service = await startLeaving({ takes, stores: storing(change) });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(1);
    expect(run.stdout).toContain('at        /reply');
    expect(service.items()).toEqual([]);
  });
});

describe('a service that shows nothing where a password was sent', () => {
  const members = { note: text, password: { type: ['string', 'null'] } };

  it.each([null, '', '********'])('is told so: %j', { timeout: 60_000 }, async (password) => {
    folder.write('openapi.json', documentOf(members));
    await using service = await startLeaving({ stores: (sent) => ({ ...sent, password }) });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(0);
    expect(run.stdout).toContain('password: never shown, not verified');
  });

  it.each([
    ['another password', { password: 'default' }, '/password'],
    ['none for a note', { note: 'none', password: null }, '/note'],
  ])('and is found if it shows %s', { timeout: 60_000 }, async (_, shown, at) => {
    folder.write('openapi.json', documentOf(members));
    await using service = await startLeaving({ stores: (sent) => ({ ...sent, ...shown }) });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(1);
    expect(run.stdout).toContain(`at        ${at} of the body`);
  });
});
