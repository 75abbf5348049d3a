// Faults of a proxy before the mock of a document, one each: what it does to requests and answers.

import type { Json } from '../../../src/base/json.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import type { ShapedDocument } from './documents.ts';

export interface ProxiedCall {
  readonly method: string;
  readonly path: string;
}

export interface ProxiedReply {
  readonly status: number;
  readonly body: Json | null;
}

export interface ProxyFault {
  readonly name: string;
  readonly codes: readonly FindingCode[];
  /** Changes what is sent on: a member that the request loses; absent if none. */
  readonly loses?: (call: ProxiedCall, shape: ShapedDocument) => string | null;
  /** Answers without the mock; `null` to ask it. */
  readonly instead?: (call: ProxiedCall, shape: ShapedDocument) => ProxiedReply | null;
  /** Changes an answer. */
  readonly after?: (call: ProxiedCall, reply: ProxiedReply, shape: ShapedDocument) => ProxiedReply;
}

const isLamp = ({ path }: ProxiedCall): boolean => /\/lamps\/[^/]+$/.test(path);
const isSuccess = ({ status }: ProxiedReply): boolean => status < 300;

export const faults: readonly ProxyFault[] = [
  {
    name: 'a change loses one member',
    codes: ['not-replaced', 'value-changed', 'read-differs', 'changed-unsent', 'member-missing'],
    loses: (call, { changes }) => (isLamp(call) && call.method === changes ? 'colour' : null),
  },
  {
    name: 'a removal removes nothing',
    codes: ['not-removed'],
    instead: (call) =>
      call.method === 'DELETE' && isLamp(call) ? { status: 204, body: null } : null,
  },
  {
    name: 'the list lacks the newest item',
    codes: ['not-listed', 'not-created', 'lost'],
    after({ method, path }, reply, { isList, listIn }) {
      if (method === 'GET' && isList(path)) {
        const all = listIn(reply.body);
        const newest = all.toSorted((one, other) => idOf(other) - idOf(one))[0];
        if (newest !== undefined) all.splice(all.indexOf(newest), 1);
      }
      return reply;
    },
  },
  {
    name: 'a creation answers a success that the document does not name',
    codes: ['status'],
    after: ({ method, path }, reply, { isList }) =>
      method === 'POST' && isList(path) && isSuccess(reply) ? { ...reply, status: 200 } : reply,
  },
  {
    name: 'a removal answers a success that the document does not name',
    codes: ['status'],
    after: (call, reply) =>
      call.method === 'DELETE' && isLamp(call) && isSuccess(reply)
        ? { status: 202, body: null }
        : reply,
  },
  {
    name: 'a change fails',
    codes: ['failed', 'refused', 'status'],
    instead: (call, { changes }) =>
      call.method === changes && isLamp(call) ? { status: 500, body: null } : null,
  },
  {
    name: 'an item shows a number where the schema has a text',
    codes: ['member-type'],
    after(call, reply, { itemIn }) {
      const item =
        call.method === 'GET' && isLamp(call) && isSuccess(reply) ? itemIn(reply.body) : null;
      if (item !== null) item['name'] = 7;
      return reply;
    },
  },
];

function idOf(element: Json): number {
  const id = typeof element === 'object' && element !== null && 'id' in element ? element['id'] : 0;
  return Number(id);
}
