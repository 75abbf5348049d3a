// Asking a service for what its document does not say.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { askForAnswers } from '../../../src/commands/shared/shown-answers.ts';
import { type Body, type Call, noBody } from '../../../src/model/message/call.ts';
import type { TakenOperation } from '../../../src/source/source-contracts.ts';

const taken = (path: string): TakenOperation => ({
  method: 'GET',
  path,
  at: '',
  statuses: ['200'],
  as: 'action',
  resource: null,
  rows: null,
  envelope: null,
  id: null,
  made: [],
  why: '',
});

const jsonBody = (value: Json): Body => ({ kind: 'json', value, text: '', duplicate: null });

/** A client of a service that answers each of some targets, and 404 to others. */
function clientOf(answers: Readonly<Record<string, Json>>) {
  const asked: string[] = [];
  return {
    asked,
    send: ({ method, path }: Call) => {
      asked.push(`${method} ${path}`);
      const value = answers[path];
      return Promise.resolve({
        kind: 'received',
        elapsedMs: 1,
        requests: 1,
        redirected: false,
        received: {
          status: value === undefined ? 404 : 200,
          headers: {},
          body: value === undefined ? noBody : jsonBody(value),
        },
      } as const);
    },
  };
}

const stop = new AbortController().signal;

describe('askForAnswers', () => {
  const decks = {
    list: '/boats/{boat_id}/decks',
    read: '/boats/{boat_id}/decks/{no}',
    isListSilent: true,
  };
  const all = { silent: [decks], taken: ['/boats', decks.list, decks.read].map(taken) };
  const answers = {
    '/boats': { items: [{ boatId: 7 }, { boatId: 8 }] },
    '/boats/7/decks': [{ no: 'a b', id: 1 }],
    '/boats/7/decks/a%20b': { no: 'a b' },
  };

  it('takes the ids of items above, and of the list', async () => {
    const client = clientOf(answers);
    const shown = await askForAnswers(all, { client, ratePerSecond: 1_000, stop });
    expect(shown).toEqual(
      new Map([
        [decks.list, { body: [{ no: 'a b', id: 1 }] }],
        [decks.read, { body: { no: 'a b' }, id: 'a b' }],
      ]),
    );
    expect(client.asked).toEqual(['GET /boats', 'GET /boats/7/decks', 'GET /boats/7/decks/a%20b']);
  });

  it('takes the ids that are given', async () => {
    const client = clientOf({ '/boats/9/decks': [] });
    const pathValues = { boat_id: '9' };
    const shown = await askForAnswers(all, { client, pathValues, ratePerSecond: null, stop });
    expect([...shown.keys()]).toEqual([decks.list]);
    expect(client.asked).toEqual(['GET /boats/9/decks']);
  });

  it('asks for nothing below what is not there, and nothing once it is stopped', async () => {
    const client = clientOf({ '/boats': { items: [{ sail: true }] } });
    expect(await askForAnswers(all, { client, ratePerSecond: null, stop })).toEqual(new Map());
    expect(client.asked).toEqual(['GET /boats']);
    const stopped = { client, ratePerSecond: null, stop: AbortSignal.abort() };
    expect(await askForAnswers(all, stopped)).toEqual(new Map());
    expect(client.asked).toHaveLength(1);
  });
});
