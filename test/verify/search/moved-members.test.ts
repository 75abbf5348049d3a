// An embedded item that a request can change by the id beside it may be another one after a PATCH; one that no
// request can change may not.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { noBody, readBody } from '../../../src/model/message/call.ts';
import type { Exchanged } from '../../../src/verify/report.ts';
import { movedMembers } from '../../../src/verify/search/moved-members.ts';
import type { ServiceKnowledge } from '../../../src/verify/session/service-knowledge.ts';
import { projectFrom } from '../../support/users.ts';

const id = { type: 'integer' };
const text = { type: 'string' };

/** What a run knows of posts whose requests have the members `sent`. */
function posts(sent: readonly string[]): ServiceKnowledge {
  const people = { resource: 'people', path: '/people', source: 'a blog', item: 'person' };
  const contract = {
    resource: 'posts',
    path: '/posts',
    source: 'a blog',
    item: 'post',
    embeds: { author: 'people' },
    operations: { read: { outcomes: {} }, update: { body: 'sent', outcomes: {} } },
  };
  const { contracts, schemas } = projectFrom(
    [contract, { ...people, operations: { read: { outcomes: {} } } }],
    {
      person: { type: 'object', properties: { id, name: text } },
      post: {
        type: 'object',
        properties: { id, title: text, author: { type: 'object', readOnly: true } },
      },
      sent: { type: 'object', properties: Object.fromEntries(sent.map((name) => [name, {}])) },
    },
  );
  const membersOf = (kind: string): readonly string[] => (kind === 'update' ? sent : []);
  return { contract: contracts[0], schemas, membersOf } as unknown as ServiceKnowledge;
}

function exchanged(method: string, body: JsonObject): Exchanged {
  const call = { method, path: '/posts/1', query: '', headers: {}, body: noBody };
  const received = { status: 200, headers: {}, body: readBody(JSON.stringify(body)) };
  return { call, received, trouble: null, elapsedMs: 1 };
}

const read = (author: number): Exchanged =>
  exchanged('GET', { id: 1, title: 'Owls', author: { id: author } });
const moved = [read(1), exchanged('PATCH', { id: 1 }), read(2)];

describe('movedMembers, of an embedded author', () => {
  it('finds another one, though no request has its id', () => {
    const [only, ...others] = movedMembers(posts(['title']), moved);
    expect(only?.finding).toMatchObject({ code: 'changed-unsent', at: '/author' });
    expect(others).toEqual([]);
  });

  it.each(['authorId', 'author_id'])('follows %s in a request', (name) => {
    expect(movedMembers(posts(['title', name]), moved)).toEqual([]);
  });

  it('finds nothing if it stays', () => {
    const stays = [read(1), exchanged('PATCH', { id: 1 }), read(1)];
    expect(movedMembers(posts(['title']), stays)).toEqual([]);
  });
});
