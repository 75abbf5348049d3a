// Items that show others by their ids: the client beside a clientId, the animals of a client.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const shape = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const listOf = (name: string): JsonObject => ({ type: 'array', items: ref(name) });

function crud(path: string, item: string, sent: string): JsonObject {
  return {
    [path]: {
      get: operation(200, listOf(item)),
      post: operation(201, ref(item), ref(sent)),
    },
    [`${path}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
      get: operation(200, ref(item)),
      patch: operation(200, ref(item), ref(sent)),
      delete: { responses: { 204: { description: 'gone' } } },
    },
  };
}

function mockOf(schemas: JsonObject, paths: JsonObject): ReturnType<typeof openApiMock> {
  return openApiMock({ openapi: '3.0.3', paths, components: { schemas } });
}

/** Animals with their client, as TypeORM and its kind show them. */
function clinic({
  animal = {},
  sent = {},
  required = ['id', 'name', 'clientId', 'client'],
}: {
  readonly animal?: JsonObject;
  readonly sent?: JsonObject;
  readonly required?: readonly string[];
} = {}): ReturnType<typeof openApiMock> {
  return mockOf(
    {
      NewClient: shape(['name'], { name: text }),
      Client: shape(['id', 'name', 'animals'], {
        id: number,
        name: text,
        animals: listOf('Animal'),
      }),
      NewAnimal: shape([], { name: text, clientId: number, ...sent }),
      Animal: shape(required, {
        id: number,
        name: text,
        clientId: number,
        client: ref('Client'),
        ...animal,
      }),
    },
    { ...crud('/clients', 'Client', 'NewClient'), ...crud('/animals', 'Animal', 'NewAnimal') },
  );
}

const ann = { id: 1, name: 'Ann', animals: [] };
const ben = { id: 2, name: 'Ben', animals: [] };

describe('items that show others by ids', () => {
  it('show the row whose id stands beside, and those that lead back, in every read and answer', () => {
    const mock = clinic();
    mock.ask('POST /clients', { name: 'Ann' });
    mock.ask('POST /clients', { name: 'Ben' });
    const owl = { id: 1, name: 'owl', clientId: 1, client: ann };
    expect(mock.ask('POST /animals', { name: 'owl', clientId: 1 }).json).toEqual(owl);
    expect(mock.ask('GET /animals').json).toEqual([owl]);
    expect(mock.ask('GET /clients/1').json).toEqual({ ...ann, animals: [owl] });
    const moved = { ...owl, clientId: 2, client: ben };
    expect(mock.ask('PATCH /animals/1', { clientId: 2 }).json).toEqual(moved);
    expect(mock.ask('GET /clients').json).toEqual([ann, { ...ben, animals: [moved] }]);
    mock.ask('PATCH /clients/2', { name: 'Eve' });
    expect(mock.ask('GET /animals/1').json).toMatchObject({ client: { id: 2, name: 'Eve' } });
    mock.ask('DELETE /animals/1');
    expect(mock.ask('GET /clients/2').json).toEqual({ ...ben, name: 'Eve' });
  });

  it('have one entity tag in the answer to a write and in a read', () => {
    const mock = clinic();
    mock.ask('POST /clients', { name: 'Ann' });
    const made = mock.send('POST /animals', { name: 'owl', clientId: 1 });
    expect(mock.send('GET /animals/1').headers['etag']).toBe(made.headers['etag']);
  });

  it.each<[string, Parameters<typeof clinic>[0], Json]>([
    ['null', { animal: { client: { allOf: [ref('Client')], nullable: true } } }, { client: null }],
    ['nothing', { required: ['id', 'name'] }, {}],
    ['a sample with the id', {}, { client: { id: 7 } }],
  ])('show %s where no row has the id, as the schema allows', (_, options, shown) => {
    const mock = clinic(options);
    const { client } = mock.ask('POST /animals', { name: 'owl', clientId: 7 }).json as JsonObject;
    if (client === undefined) expect(shown).toEqual({});
    else expect({ client }).toMatchObject(shown as object);
  });

  it('follow the object that a request names a row by', () => {
    const mock = clinic({ sent: { client: { type: 'object', properties: { id: number } } } });
    mock.ask('POST /clients', { name: 'Ann' });
    mock.ask('POST /clients', { name: 'Ben' });
    const made = mock.ask('POST /animals', { name: 'owl', client: { id: 1 } });
    expect(made.json).toMatchObject({ clientId: 1, client: ann });
    const moved = mock.ask('PATCH /animals/1', { client: { id: 2 } });
    expect(moved.json).toMatchObject({ clientId: 2, client: ben });
    expect(mock.ask('GET /clients/2').json).toMatchObject({ animals: [{ name: 'owl' }] });
  });

  it('follow an id that only requests have', () => {
    const mock = mockOf(
      {
        NewAuthor: shape(['name'], { name: text }),
        Author: shape(['id', 'name'], { id: number, name: text, books: listOf('Book') }),
        NewBook: shape(['title', 'authorId'], { title: text, authorId: number }),
        Book: shape(['id', 'title'], { id: number, title: text, author: ref('Author') }),
      },
      { ...crud('/authors', 'Author', 'NewAuthor'), ...crud('/books', 'Book', 'NewBook') },
    );
    mock.ask('POST /authors', { name: 'Ann' });
    const book = { id: 1, title: 'Owls', author: { id: 1, name: 'Ann' } };
    expect(mock.ask('POST /books', { title: 'Owls', authorId: 1 }).json).toMatchObject(book);
    const [first] = (mock.ask('GET /authors/1').json as JsonObject)['books'] as Json[];
    expect(first).toEqual({ id: 1, title: 'Owls', authorId: 1 });
  });

  it('follow entities that are sent as they are shown', () => {
    const mock = mockOf(
      {
        Tag: shape(['name'], { id: number, name: text, posts: listOf('Post') }),
        Post: shape(['title'], { id: number, title: text, tags: listOf('Tag') }),
      },
      { ...crud('/tags', 'Tag', 'Tag'), ...crud('/posts', 'Post', 'Post') },
    );
    mock.ask('POST /tags', { name: 'birds' });
    mock.ask('POST /tags', { name: 'fish' });
    mock.ask('POST /posts', { title: 'Owls', tags: [{ id: 1 }] });
    expect(mock.ask('GET /posts/1').json).toMatchObject({ tags: [{ id: 1, name: 'birds' }] });
    expect(mock.ask('GET /tags').json).toMatchObject([{ posts: [{ title: 'Owls' }] }, { id: 2 }]);
    mock.ask('PATCH /posts/1', { title: 'Owls', tags: [{ id: 2 }] });
    expect(mock.ask('GET /posts/1').json).toMatchObject({ tags: [{ id: 2, name: 'fish' }] });
    expect(mock.ask('GET /tags/1').json).toMatchObject({ posts: [] });
  });

  it('follow lists of ids', () => {
    const mock = mockOf(
      {
        NewTag: shape(['name'], { name: text }),
        Tag: shape(['id', 'name'], { id: number, name: text }),
        NewPost: shape(['title'], { title: text, tagIds: { type: 'array', items: number } }),
        Post: shape(['id', 'title', 'tags'], {
          id: number,
          title: text,
          tagIds: { type: 'array', items: number },
          tags: listOf('Tag'),
        }),
      },
      { ...crud('/tags', 'Tag', 'NewTag'), ...crud('/posts', 'Post', 'NewPost') },
    );
    for (const name of ['birds', 'fish']) mock.ask('POST /tags', { name });
    const made = mock.ask('POST /posts', { title: 'Owls', tagIds: [2, 1, 9] });
    expect(made.json).toMatchObject({
      tags: [
        { id: 2, name: 'fish' },
        { id: 1, name: 'birds' },
      ],
    });
  });

  it('end in trees where a row is inside itself', () => {
    const mock = mockOf(
      {
        NewTopic: shape(['name'], { name: text, parentId: number }),
        Topic: shape(['id', 'name'], {
          id: number,
          name: text,
          parentId: number,
          parent: ref('Topic'),
          children: listOf('Topic'),
        }),
      },
      crud('/topics', 'Topic', 'NewTopic'),
    );
    mock.ask('POST /topics', { name: 'a' });
    mock.ask('POST /topics', { name: 'b', parentId: 1 });
    mock.ask('POST /topics', { name: 'c', parentId: 2 });
    expect(mock.ask('GET /topics/1').json).toEqual({
      id: 1,
      name: 'a',
      children: [
        {
          id: 2,
          name: 'b',
          parentId: 1,
          children: [{ id: 3, name: 'c', parentId: 2, children: [] }],
        },
      ],
    });
    mock.ask('PATCH /topics/1', { name: 'a', parentId: 1 });
    expect(mock.ask('GET /topics/1').json).toMatchObject({ id: 1, parentId: 1 });
  });

  it('keep the side of the list apart where two members lead to one resource', () => {
    const mock = mockOf(
      {
        NewUser: shape(['name'], { name: text }),
        User: shape(['id', 'name'], { id: number, name: text, messages: listOf('Message') }),
        NewMessage: shape(['text'], { text, senderId: number, recipientId: number }),
        Message: shape(['id', 'text'], {
          id: number,
          text,
          senderId: number,
          sender: ref('User'),
          recipientId: number,
          recipient: ref('User'),
        }),
      },
      { ...crud('/users', 'User', 'NewUser'), ...crud('/messages', 'Message', 'NewMessage') },
    );
    for (const name of ['Ann', 'Ben']) mock.ask('POST /users', { name });
    const made = mock.ask('POST /messages', { text: 'hi', senderId: 1, recipientId: 2 });
    expect(made.json).toMatchObject({ sender: { name: 'Ann' }, recipient: { name: 'Ben' } });
    const { sender } = mock.ask('POST /messages', { text: 'oh', recipientId: 2 })
      .json as JsonObject;
    expect(sender).toBeUndefined();
  });

  it('show the members of a shorter schema', () => {
    const mock = clinic({
      animal: {
        client: { type: 'object', required: ['id'], properties: { id: number, name: text } },
      },
    });
    mock.ask('POST /clients', { name: 'Ann' });
    const made = mock.ask('POST /animals', { name: 'owl', clientId: 1 });
    expect(made.json).toMatchObject({ client: { id: 1, name: 'Ann' } });
    expect(JSON.stringify(made.json)).not.toContain('animals');
  });

  it.each<[string, Json]>([
    ['null', null],
    ['an object without an id', { name: 'Zoe' }],
    ['an object of which no row has the id', { id: 99 }],
  ])('take %s in a request, and set no id for it', (_, client) => {
    const mock = clinic({
      sent: { client: { type: 'object', nullable: true, properties: { id: number, name: text } } },
      required: ['id', 'name'],
    });
    mock.ask('POST /clients', { name: 'Ann' });
    const made = mock.ask('POST /animals', { name: 'owl', client });
    expect(made.status).toBe(201);
    expect(made.json).not.toMatchObject({ clientId: 1 });
    expect(mock.ask('GET /clients/1').json).toEqual(ann);
  });

  it('need no more of an object than the id of its row', () => {
    const owned = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: number, name: text },
    };
    const mock = clinic({ sent: { client: owned } });
    mock.ask('POST /clients', { name: 'Ann' });
    expect(mock.ask('POST /animals', { name: 'owl', client: { id: 1 } })).toMatchObject({
      status: 201,
      json: { clientId: 1, client: ann },
    });
    expect(mock.ask('POST /animals', { name: 'owl', client: { id: 7 } }).status).toBe(422);
  });

  it('follow lists of objects that a request names rows by, beside their ids', () => {
    const ids = { type: 'array', items: number };
    const mock = mockOf(
      {
        NewTag: shape(['name'], { name: text }),
        Tag: shape(['id', 'name'], { id: number, name: text }),
        NewPost: shape(['title'], { title: text, tagIds: ids, tags: listOf('Tag') }),
        Post: shape(['id', 'title'], { id: number, title: text, tagIds: ids, tags: listOf('Tag') }),
      },
      { ...crud('/tags', 'Tag', 'NewTag'), ...crud('/posts', 'Post', 'NewPost') },
    );
    for (const name of ['birds', 'fish']) mock.ask('POST /tags', { name });
    const made = mock.ask('POST /posts', { title: 'Owls', tags: [{ id: 2 }, { id: 1 }] });
    expect(made.json).toMatchObject({
      tagIds: [2, 1],
      tags: [{ name: 'fish' }, { name: 'birds' }],
    });
    const changed = mock.ask('PATCH /posts/1', { title: 'Owls', tagIds: [1] });
    expect(changed.json).toMatchObject({ tagIds: [1], tags: [{ id: 1, name: 'birds' }] });
    mock.ask('DELETE /tags/1');
    expect(mock.ask('GET /posts/1').json).toMatchObject({ tags: [] });
  });
});
