// Tickets with members that requests may have and that a service makes itself all the same. Plain
// node:http; it shares no code with Standin.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Ticket = Readonly<Record<string, unknown>> & { readonly id: number };

export interface TicketHabits {
  /** What a creation stores beside the title, by the body and the number of the ticket. */
  readonly made?: (body: Ticket, id: number) => Readonly<Record<string, unknown>>;
  /** What a PUT stores beside the title, by the body and the ticket before. */
  readonly kept?: (body: Ticket, before: Ticket) => Readonly<Record<string, unknown>>;
  /** The members that a PATCH sets. */
  readonly settable?: readonly string[];
  /** What a GET of a ticket shows. */
  readonly shown?: (ticket: Ticket) => Ticket;
}

export interface RunningTickets extends AsyncDisposable {
  readonly baseUrl: string;
  size(): number;
}

const noteOf = ({ note }: Ticket): object => (typeof note === 'string' ? { note } : {});

export const moment = (): string => new Date().toISOString();

/** Starts the service. By itself it makes the time of creation, and keeps it. */
export async function startTickets({
  made = (body) => ({ ...noteOf(body), createdAt: moment() }),
  kept = (body, { createdAt }) => ({ ...noteOf(body), createdAt }),
  settable = ['title', 'note'],
  shown = (ticket) => ticket,
}: TicketHabits): Promise<RunningTickets> {
  const tickets = new Map<number, Ticket>();
  let last = 0;

  const write = (method: string, before: Ticket | undefined, body: Ticket): Ticket | null => {
    const { title } = body;
    const isTitled = typeof title === 'string' && title.length > 0 && title.length <= 200;
    if (method !== 'PATCH' && !isTitled) return null;
    if (before === undefined) return { id: ++last, title, ...made(body, last) } as Ticket;
    if (method === 'PUT') return { id: before.id, title, ...kept(body, before) } as Ticket;
    if (Object.hasOwn(body, 'title') && !isTitled) return null;
    const changed = settable.filter((name) => Object.hasOwn(body, name));
    const entries = changed.map((name) => [name, body[name]] as const);
    if (entries.some(([, value]) => typeof value !== 'string')) return null;
    return { ...before, ...Object.fromEntries(entries) };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body?: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path = ''] = (request.url ?? '').split('?');
    const [, key] = /^\/tickets(?:\/([^/]+))?$/.exec(path) ?? [null, ''];
    const before = tickets.get(Number(key));
    const { method = '' } = request;
    if (key === '' || (key !== undefined && before === undefined)) return send(404, {});
    if (method === 'GET')
      return send(200, before === undefined ? [...tickets.values()] : shown(before));
    if (method === 'DELETE' && before !== undefined) {
      tickets.delete(before.id);
      return send(204);
    }
    if (!(before === undefined ? ['POST'] : ['PUT', 'PATCH']).includes(method)) return send(405);
    let body: unknown;
    try {
      body = JSON.parse(Buffer.concat(chunks).toString());
    } catch {
      return send(400, {});
    }
    const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
    const ticket = isRecord ? write(method, before, body as Ticket) : null;
    if (ticket === null) return send(422, {});
    tickets.set(ticket.id, ticket);
    return send(before === undefined ? 201 : 200, ticket);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    size: () => tickets.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
