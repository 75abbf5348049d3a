// Faults that show only if a client puts a request in another form that means the same: the order of
// members, pieces of the body, the connection, and header fields that negotiate.

import type { Call, Fields, Reply } from '../parts.ts';
import { type Client, holds, person, type Witness } from './client.ts';
import {
  around,
  GET,
  LIST,
  type PlantedFault,
  POST,
  PUT,
  replying,
  storing,
  without,
} from './planting.ts';

/** Shows that the service does not store all members of a user in this order. */
function losesInOrder(order: (user: Fields) => Fields): Witness {
  return async (client) => {
    const sent = order(person());
    return !holds(await client.read(await client.create(sent)), sent);
  };
}

/** Shows that an answer to a reader with these header fields is not the one without them. */
function differsFor(
  headers: Readonly<Record<string, string>>,
  pathOf: (client: Client) => Promise<string>,
): Witness {
  return async (client) => {
    const path = await pathOf(client);
    const plain = await client.send('GET', path);
    const varied = await client.send('GET', path, undefined, headers).catch(() => null);
    return varied?.text !== plain.text;
  };
}

const one = async (client: Client): Promise<string> => `/users/${await client.create()}`;
const all = async (): Promise<string> => '/users';

function reversed(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).reverse());
}

function speaks(call: Call, language: string): boolean {
  return String(call.headers['accept-language'] ?? '').startsWith(language);
}

/** Claims a coding that the body does not have. */
function miscoded(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } };
}

export const requestForms: readonly PlantedFault[] = [
  {
    name: 'first-member-dropped',
    about: 'POST drops the first member of the body, unless it is the name or the e-mail.',
    clauses: [POST],
    kind: 'value',
    plant: storing((fields) => {
      const [first = ''] = Object.keys(fields);
      return ['name', 'email'].includes(first) ? fields : without(fields, first);
    }, 'create'),
    notIn: { odd: 'it puts members into an order of its own' },
    witness: losesInOrder(reversed),
  },
  {
    name: 'flag-dropped-at-the-end',
    about: 'PUT drops isPremium if it is the last member of the body.',
    clauses: [PUT],
    kind: 'value',
    plant: around('update', (call, next) =>
      next({ ...call, text: call.text.replace(/,"isPremium":(true|false)\}$/, '}') }),
    ),
    witness: async (client) => {
      const id = await client.create(person({ isPremium: false }));
      const { isPremium, ...rest } = person({ isPremium: true });
      await client.put(id, { ...rest, isPremium });
      return (await client.read(id))['isPremium'] !== true;
    },
  },
  {
    name: 'pieces-decoded-apart',
    budget: 'thorough',
    about:
      'Each piece of a body is decoded by itself: a character that is cut by a border is broken.',
    clauses: [POST, PUT, 'section 4, rule 1', GET],
    kind: 'value',
    plant: (parts) => ({
      ...parts,
      around: (call, next) =>
        parts.around(call, (inner) =>
          next({ ...inner, text: inner.pieces.map((piece) => piece.toString()).join('') }),
        ),
    }),
    witness: async (client) => {
      const id = await client.create();
      const sent = person({ name: 'Zo\u00eb' });
      const bytes = Buffer.from(JSON.stringify(sent));
      const cut = bytes.indexOf('\u00eb') + 1;
      await client.sendInPieces('PUT', `/users/${id}`, [
        bytes.subarray(0, cut),
        bytes.subarray(cut),
      ]);
      return !holds(await client.read(id), sent);
    },
  },
  {
    name: 'put-lost-on-new-connection',
    about: 'A PUT that is the first request of a connection is answered, and not stored.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      let isFirst = false;
      return {
        ...parts,
        around: (call, next) =>
          parts.around(call, (inner) => {
            isFirst = inner.isFirst;
            return next(inner);
          }),
        save: (user) => (isFirst ? undefined : parts.save(user)),
      };
    },
    witness: async (client) => {
      const id = await client.create();
      const sent = person();
      await client.sendInPieces('PUT', `/users/${id}`, [Buffer.from(JSON.stringify(sent))]);
      return !holds(await client.read(id), sent);
    },
  },
  {
    name: 'user-wrapped-for-germans',
    about: 'GET of a user answers {"benutzer": {...}} to Accept-Language: de.',
    clauses: [GET, 'section 2, user'],
    kind: 'easy',
    plant: replying('read', (reply, call) =>
      speaks(call, 'de') ? { ...reply, body: { benutzer: reply.body } } : reply,
    ),
    witness: differsFor({ 'accept-language': 'de' }, one),
  },
  {
    name: 'no-translation-no-list',
    about: 'GET /users answers 404 if none of the languages of Accept-Language is English.',
    clauses: [LIST],
    kind: 'easy',
    plant: around('list', async (call, next) =>
      /^(?!.*(en|\*))/.test(String(call.headers['accept-language'] ?? 'en'))
        ? { status: 404, body: { error: 'no translation' } }
        : next(call),
    ),
    witness: differsFor({ 'accept-language': 'pl' }, all),
  },
  {
    name: 'own-media-type-refused',
    about: 'GET of a user answers 406 if Accept is the very media type of its answers.',
    clauses: [GET],
    kind: 'easy',
    plant: around('read', async (call, next) =>
      /^application\/(json; charset=utf-8|vnd\.acme\.v2\+json)$/.test(
        String(call.headers['accept']),
      )
        ? { status: 406, body: { error: 'not acceptable' } }
        : next(call),
    ),
    witness: async (client) => {
      const path = await one(client);
      const { type } = await client.send('GET', path);
      return !(await client.send('GET', path, undefined, { accept: type })).ok;
    },
  },
  {
    name: 'gzip-is-broken',
    about:
      'GET /users claims to be coded with gzip, and is not, for a client that takes gzip alone.',
    clauses: [LIST],
    kind: 'easy',
    plant: replying('list', (reply, call) =>
      /^gzip(;|$)/.test(String(call.headers['accept-encoding'])) &&
      !String(call.headers['accept-encoding']).includes('br')
        ? miscoded(reply)
        : reply,
    ),
    witness: differsFor({ 'accept-encoding': 'gzip' }, all),
  },
];
