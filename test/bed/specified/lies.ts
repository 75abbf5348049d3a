// Lies about what a contract specifies, each with the interface that they are told in, and the code
// of the finding that must come.

import type { Json } from '../../../src/base/json.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { articles, type Interface, orders, tasks } from './contracts.ts';
import type { Cell, Lie, Reply } from './service.ts';

export interface ToldLie {
  readonly name: string;
  readonly face: Interface;
  readonly code: FindingCode;
  readonly lie: Lie;
}

const at =
  (cell: Cell, change: (reply: Reply) => Reply): NonNullable<Lie['reply']> =>
  (found, reply) =>
    found === cell ? change(reply) : reply;

function answers(face: Interface, cell: Cell, status: number): ToldLie {
  const name = `${face.name}: ${cell} is answered with ${status}`;
  return { name, face, code: 'status', lie: { reply: at(cell, (one) => ({ ...one, status })) } };
}

function says(face: Interface, cell: Cell, body: Json | undefined, code: FindingCode): ToldLie {
  const name = `${face.name}: ${cell} says ${JSON.stringify(body)}`;
  const change = ({ body: _, ...one }: Reply): Reply =>
    body === undefined ? one : { ...one, body };
  return { name, face, code, lie: { reply: at(cell, change) } };
}

function overlooks(face: Interface, cell: Cell): ToldLie {
  const name = `${face.name}: ${cell} is overlooked`;
  return { name, face, code: 'accepted', lie: { overlooks: [cell] } };
}

function tells(face: Interface, cell: Cell, header: string, value: string): ToldLie {
  const change = (reply: Reply): Reply => ({
    ...reply,
    headers: { ...reply.headers, [header]: value },
  });
  const name = `${face.name}: ${cell} has ${header}: ${value}`;
  return { name, face, code: 'header', lie: { reply: at(cell, change) } };
}

function lacks(face: Interface, cell: Cell, header: string): ToldLie {
  const change = (reply: Reply): Reply => {
    const { [header]: _, ...headers } = reply.headers ?? {};
    return { ...reply, headers };
  };
  const name = `${face.name}: ${cell} lacks ${header}`;
  return { name, face, code: 'header', lie: { reply: at(cell, change) } };
}

const error = (text: Json): Json => ({ error: text });

export const lies: readonly ToldLie[] = [
  answers(tasks, 'create ok', 200),
  answers(tasks, 'list ok', 203),
  answers(tasks, 'read ok', 203),
  answers(tasks, 'replace ok', 202),
  answers(tasks, 'remove ok', 200),
  answers(tasks, 'list unauthorized', 403),
  answers(tasks, 'create malformed', 422),
  answers(tasks, 'create unsupported', 400),
  answers(tasks, 'create invalid', 409),
  answers(tasks, 'create taken', 400),
  answers(tasks, 'read missing', 410),
  answers(tasks, 'replace malformed', 500),
  answers(tasks, 'replace invalid', 400),
  answers(tasks, 'replace taken', 422),
  answers(tasks, 'replace missing', 410),
  answers(tasks, 'replace stale', 409),
  answers(tasks, 'remove missing', 400),
  overlooks(tasks, 'list unauthorized'),
  overlooks(tasks, 'create unauthorized'),
  overlooks(tasks, 'replace unauthorized'),
  overlooks(tasks, 'remove unauthorized'),
  answers(tasks, 'create unauthorized', 403),
  answers(tasks, 'remove unauthorized', 404),
  overlooks(tasks, 'create unsupported'),
  overlooks(tasks, 'create invalid'),
  overlooks(tasks, 'create taken'),
  overlooks(tasks, 'replace invalid'),
  overlooks(tasks, 'replace taken'),
  overlooks(tasks, 'replace missing'),
  overlooks(tasks, 'replace stale'),
  overlooks(tasks, 'remove missing'),
  lacks(tasks, 'create ok', 'X-Made'),
  lacks(tasks, 'list ok', 'X-Kind'),
  tells(tasks, 'create ok', 'X-Made', 'no'),
  lacks(orders, 'create ok', 'location'),
  tells(orders, 'create ok', 'location', '/orders/new'),
  lacks(orders, 'list ok', 'x-count'),
  tells(orders, 'list ok', 'x-count', 'many'),
  tells(orders, 'list ok', 'x-count', '-1'),
  says(tasks, 'create ok', undefined, 'body-missing'),
  says(tasks, 'replace ok', undefined, 'body-missing'),
  says(tasks, 'create invalid', {}, 'member-missing'),
  says(tasks, 'create taken', error(7), 'member-type'),
  says(tasks, 'read missing', undefined, 'body-missing'),
  says(tasks, 'replace missing', ['error'], 'body-type'),
  says(tasks, 'remove missing', error('missing'), 'body-unexpected'),
  says(tasks, 'list unauthorized', {}, 'member-missing'),
  {
    name: 'tasks: the list begins with the oldest',
    face: tasks,
    code: 'other-choice',
    lie: { order: 'oldest-first' },
  },
  answers(articles, 'create ok', 201),
  answers(articles, 'remove ok', 202),
  answers(articles, 'create invalid', 422),
  answers(articles, 'read missing', 404),
  answers(articles, 'list unacceptable', 400),
  answers(articles, 'remove missing', 404),
  overlooks(articles, 'list unacceptable'),
  overlooks(articles, 'read unacceptable'),
  overlooks(articles, 'create invalid'),
  overlooks(articles, 'remove missing'),
  answers(articles, 'update ok', 202),
  answers(articles, 'update invalid', 422),
  answers(articles, 'update unsupported', 400),
  answers(articles, 'update missing', 404),
  overlooks(articles, 'update invalid'),
  overlooks(articles, 'update unsupported'),
  {
    name: 'articles: a PATCH of nothing is taken',
    face: articles,
    code: 'accepted',
    lie: { takesEmpty: true },
  },
  says(articles, 'update ok', undefined, 'body-missing'),
  says(articles, 'remove ok', undefined, 'body-missing'),
  says(articles, 'remove ok', { removed: 'yes' }, 'member-type'),
  says(articles, 'read missing', {}, 'member-missing'),
  answers(orders, 'create ok', 200),
  answers(orders, 'replace ok', 200),
  answers(orders, 'replace invalid', 422),
  answers(orders, 'create malformed', 415),
  answers(orders, 'read missing', 400),
  overlooks(orders, 'replace invalid'),
  overlooks(orders, 'replace missing'),
  says(orders, 'remove ok', { gone: true }, 'body-unexpected'),
  {
    name: 'orders: a creation is answered without its envelope',
    face: orders,
    code: 'member-missing',
    lie: {
      reply: at('create ok', (one) => ({
        ...one,
        body: (one.body as { readonly data: Json }).data,
      })),
    },
  },
];
