// A flaw in the head of an answer is one finding, and all else is verified: the items are as expected,
// changed and removed. With a contract of your own a flaw ends its step.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import {
  type ShelfAnswer,
  type ShelfOptions,
  shelfDocument,
  startShelf,
} from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface Found {
  readonly code: string;
  readonly operation: string;
  readonly message: string;
}

async function verified(
  options: ShelfOptions,
  members: JsonObject = { label: { type: 'string' } },
): Promise<{
  readonly found: readonly string[];
  readonly messages: string;
  readonly notes: string;
  readonly left: number;
  readonly held: readonly string[];
}> {
  const item = ['get', 'put', 'patch', 'delete'] as const;
  folder.write('openapi.json', JSON.stringify(shelfDocument({ members, item })));
  await using service = await startShelf(options);
  await runVerify(service.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings, laws, notes } = JSON.parse(folder.read('report.json'));
  return {
    found: findings.map(({ code, operation }: Found) => `${operation}: ${code}`),
    messages: findings.map(({ message }: Found) => message).join('\n'),
    notes: notes.join('\n'),
    left: service.jars.size,
    held: laws
      .filter((law: { result: string }) => law.result === 'held')
      .map((law: { name: string }) => law.name),
  };
}

const asPage = (answer: ShelfAnswer): ShelfAnswer =>
  answer.body === undefined ? answer : { ...answer, type: 'text/html; charset=utf-8' };

/** Loses what PATCH sends. */
const forgetful: NonNullable<ShelfOptions['answer']> = ({ method, id }, right, { jars }) => {
  const before = jars.get(id ?? '');
  const answer = right();
  if (method === 'PATCH' && id !== undefined && before !== undefined) jars.set(id, before);
  return answer;
};

describe('another success than the declared one', () => {
  const others: ShelfOptions['answer'] = ({ method }, right) => {
    const answer = right();
    const status = { POST: 200, DELETE: 202 }[method];
    return answer.status < 300 && status !== undefined ? { ...answer, status } : answer;
  };

  it('of DELETE hides no item that stays, though each read has a flaw of its own', async () => {
    const members = { label: { type: 'string' }, shade: { type: 'string' } };
    const options: ShelfOptions = {
      answer: ({ method, id }, right, { jars }) => {
        const before = jars.get(id ?? '');
        const answer = right();
        if (method === 'DELETE' && id !== undefined && before !== undefined) {
          jars.set(id, before);
          return { ...answer, status: 200 };
        }
        const { body = null } = answer;
        const flawed = (one: Json): Json => (isObject(one) ? { ...one, shade: null } : one);
        if (method !== 'GET' || answer.status !== 200) return answer;
        return { ...answer, body: Array.isArray(body) ? body.map(flawed) : flawed(body) };
      },
    };
    const { found, left } = await verified(options, members);
    expect(found).toEqual(expect.arrayContaining(['remove: status', 'remove: not-removed']));
    expect(left).toBeGreaterThan(0);
  });

  it('is one finding an operation, and nothing is left', async () => {
    const { found, left, held } = await verified({ answer: others });
    expect(found.toSorted()).toEqual(['create: status', 'remove: status']);
    expect(left).toBe(0);
    expect(held).toEqual(
      expect.arrayContaining(['updated-is-there', 'replaced-is-there', 'removed-together']),
    );
  });

  it('hides no lost value', async () => {
    const { found, left } = await verified({
      answer: (call, right, shelf) => others(call, () => forgetful(call, right, shelf), shelf),
    });
    expect(found.filter((one) => one.startsWith('update: '))).not.toEqual([]);
    expect([found.includes('create: status'), left]).toEqual([true, 0]);
  });
});

describe('JSON under the name of another media type', () => {
  it('is one finding for all operations, and nothing is left', async () => {
    const { found, messages, left, held } = await verified({
      answer: (_, right) => asPage(right()),
    });
    expect(found).toEqual(['list: media-type']);
    expect(messages).toBe(
      'the answer to list has the media type text/html; charset=utf-8, which is not declared',
    );
    expect([left, held.includes('removed-is-gone')]).toEqual([0, true]);
  });

  it.each<[string, ShelfOptions['answer'], string]>([
    ['a lost value', forgetful, 'update: '],
    [
      'a member of another type',
      ({ method, id }, right) => {
        const answer = right();
        return method === 'GET' && id !== undefined && answer.status === 200
          ? { ...answer, body: { ...(answer.body as JsonObject), size: 'l' } }
          : answer;
      },
      'read: member-type',
    ],
  ])('hides no other fault: %s', async (_, answer, code) => {
    const { found, left } = await verified(
      { answer: (call, right, shelf) => asPage(answer?.(call, right, shelf) ?? right()) },
      { label: { type: 'string' }, size: { type: 'integer' } },
    );
    expect(found.some((one) => one.startsWith(code))).toBe(true);
    expect(left).toBe(0);
  });

  it('is a page if it is none', async () => {
    const page: ShelfAnswer = { status: 200, type: 'text/html', body: '<p>jars</p>' };
    const { found } = await verified({
      answer: ({ method, id }, right) => (method === 'GET' && id === undefined ? page : right()),
    });
    expect(found).toContain('list: media-type');
  });
});

describe('a list of texts', () => {
  const texts = { type: 'array', items: { type: 'string' } };
  const members = { label: { type: 'string' }, tags: texts };

  /** Another order each time, and never twice the same in a row. */
  function shuffler(): (body: Json | undefined) => Json | undefined {
    let times = 0;
    const shuffled = (value: Json): Json => {
      if (Array.isArray(value)) return (value as readonly Json[]).map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      const tags = own(value as JsonObject, 'tags');
      if (!Array.isArray(tags) || tags.length === 0) return value;
      const by = ++times % tags.length;
      return { ...value, tags: [...tags.slice(by), ...tags.slice(0, by)] };
    };
    return (body) => (body === undefined ? undefined : shuffled(body));
  }

  it('may come in any order, which is a note', async () => {
    const shuffled = shuffler();
    const { found, notes, left } = await verified(
      {
        answer: (_, right) => {
          const { body, ...answer } = right();
          return body === undefined ? answer : { ...answer, body: shuffled(body) ?? null };
        },
      },
      members,
    );
    expect([found, left]).toEqual([[], 0]);
    expect(notes).toContain('the service stores /tags in an order of its own');
  });

  const tagged = (change: (tags: readonly Json[]) => readonly Json[]) => (body: JsonObject) => {
    const tags = own(body, 'tags');
    return Array.isArray(tags) ? { ...body, tags: change(tags as readonly Json[]) as Json } : body;
  };

  it.each<[string, (tags: readonly Json[]) => readonly Json[]]>([
    ['is dropped', (tags) => tags.slice(1)],
    ['is doubled', (tags) => [...tags, ...tags.slice(0, 1)]],
    [
      'takes the place of another',
      (tags) => tags.map((one, at) => (at === 0 ? (tags[1] ?? one) : one)),
    ],
    ['has its place, but turned around', (tags) => tags.toReversed()],
  ])('loses none: one %s', async (_, change) => {
    const { found, left } = await verified({ stored: tagged(change) }, members);
    expect(found).not.toEqual([]);
    expect(left).toBe(0);
  });

  it('is a list of objects no more: their order counts', async () => {
    const objects = {
      type: 'array',
      items: { type: 'object', required: ['x'], properties: { x: { type: 'string' } } },
    };
    const { found } = await verified(
      { stored: tagged((tags) => [...tags.slice(1), ...tags.slice(0, 1)]) },
      { label: { type: 'string' }, tags: objects },
    );
    expect(found).not.toEqual([]);
  });
});
