// Relations side by side: the documented examples of json-server, asked of the real one and of the
// preset. The answers are alike but for the deviations.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { differences } from './compare.ts';
import { deviations } from './deviations.ts';
import { relatedRows, writeRelated } from './related.ts';
import { type Line, startPreset, startReal, type WireCall } from './sides.ts';

const projects = {
  named: {
    'json-server': writeRelated('integer', 'named'),
    'json-server-1': writeRelated('string', 'named'),
  },
  marked: {
    'json-server': writeRelated('integer', 'marked'),
    'json-server-1': writeRelated('string', 'marked'),
  },
} as const;
afterAll(() => {
  for (const { 'json-server': zero, 'json-server-1': one } of Object.values(projects))
    for (const contracts of [zero, one]) rmSync(join(contracts, '..'), { recursive: true });
});

const send = (method: string, path: string, body?: unknown): WireCall => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
const reads = (...paths: readonly string[]): readonly WireCall[] =>
  paths.map((path) => send('GET', path));

const examples: Readonly<Record<Line, readonly (readonly WireCall[])[]>> = {
  'json-server': [
    reads('/posts?_embed=comments', '/posts/1?_embed=comments', '/posts/3?_embed=comments'),
    reads('/comments?_expand=post', '/comments/1?_expand=post', '/comments/4?_expand=post'),
    reads('/comments?_expand=post&_expand=user', '/comments/2?_expand=user&_expand=post'),
    reads('/users?_embed=comments&_embed=posts', '/posts?_expand=nope'),
    reads('/posts?_embed=comments&_sort=id&_order=desc&_start=0&_end=2'),
    reads('/posts?_embed=comments&title=standin', '/posts?_embed=comments&_page=2&_limit=1'),
    reads('/posts/1/comments', '/posts/3/comments', '/posts/1/comments?body=another'),
    reads('/posts/1/comments?_page=1&_limit=1', '/posts/1/comments?_sort=id&_order=desc'),
    reads('/posts/1/comments?_expand=user', '/users/1/comments', '/posts/99/comments'),
    reads('/posts/1/comments/', '/posts/1/comments/1', '/posts/1/nope', '/posts?postId=1'),
    [...reads('/posts/99?_embed=comments'), send('HEAD', '/posts/1/comments')],
    [send('PUT', '/posts/1/comments', {}), send('DELETE', '/posts/1/comments')],
    [send('DELETE', '/posts/1'), ...reads('/comments', '/users', '/posts')],
    [send('DELETE', '/users/1'), ...reads('/comments', '/posts?_embed=comments')],
    [send('DELETE', '/comments/1'), ...reads('/comments?_expand=post', '/posts')],
    [send('DELETE', '/posts/99'), ...reads('/comments')],
    [send('POST', '/comments', { body: 'to none', postId: 99 }), ...reads('/comments?postId=99')],
  ],
  'json-server-1': [
    reads('/posts?_embed=comments', '/posts/1?_embed=comments', '/posts/3?_embed=comments'),
    reads('/comments?_embed=post', '/comments/1?_embed=post', '/comments/4?_embed=post'),
    reads('/comments?_embed=post&_embed=user', '/comments/2?_embed=user&_embed=post'),
    reads('/users?_embed=comments', '/posts?_embed=user', '/posts?_embed=nope', '/posts?_embed=x'),
    reads('/posts?_embed=comments&_sort=-id', '/posts?_embed=comments&_page=2&_per_page=1'),
    reads('/posts?_embed=comments&title=standin', '/posts/99?_embed=comments'),
    reads('/posts/1/comments', '/posts/1/nope'),
    [send('DELETE', '/posts/1?_dependent=users'), ...reads('/comments', '/posts', '/users')],
    [send('DELETE', '/posts/1'), ...reads('/comments', '/users', '/posts?_embed=comments')],
    [send('DELETE', '/comments/1'), ...reads('/comments', '/posts?_embed=comments')],
    [send('DELETE', '/posts/99?_dependent=comments'), ...reads('/comments')],
  ],
};

const rows = (Object.keys(examples) as Line[]).flatMap((line) =>
  examples[line].flatMap((calls) =>
    (['named', 'marked'] as const).map(
      (marks) =>
        [line, marks, calls.map(({ method, path }) => `${method} ${path}`), calls] as const,
    ),
  ),
);

describe('docs/migrate-from-json-server.md', () => {
  it('lists every difference of relations, and no other', () => {
    const page = readFileSync('docs/migrate-from-json-server.md', 'utf8');
    const told = page.split('\n').filter((line) => /^\| `json-server(?:-1)?` \|/.test(line));
    const found = deviations.filter(({ relation }) => relation === true);
    expect(told).toEqual(found.map(({ line, what, why }) => `| \`${line}\` | ${what} | ${why} |`));
  });
});

describe('relations of json-server', () => {
  it.each(rows)('%s, %s: %j', async (line, marks, _, calls) => {
    await using real = await startReal(line, relatedRows(line));
    await using preset = await startPreset(line, relatedRows(line), projects[marks][line]);
    for (const call of calls) {
      const [theirs, ours] = [await real.ask(call), await preset.ask(call)];
      expect(differences(call, theirs, ours), `${call.method} ${call.path}`).toEqual([]);
    }
  });

  it('json-server: POST below an item sets the reference', async () => {
    const line = 'json-server';
    await using real = await startReal(line, relatedRows(line));
    await using preset = await startPreset(line, relatedRows(line), projects.named[line]);
    const call = send('POST', '/posts/1/comments', { body: 'new', postId: 2 });
    const [theirs, ours] = [await real.ask(call), await preset.ask(call)];
    expect(JSON.parse(theirs.text)).toEqual({ id: 5, body: 'new', postId: '1' });
    expect(JSON.parse(ours.text)).toEqual({ id: 5, body: 'new', postId: 1 });
    const found = differences(call, theirs, ours).map(({ facet }) => facet);
    expect(found).toEqual(['body']);
  });
});
