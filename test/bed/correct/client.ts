// A small client for the services of the bed: sends again after Retry-After, and with If-Match after
// 428, follows pages, and finds the id of what it created.

import { setTimeout as sleep } from 'node:timers/promises';

export type Fields = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined if there is none. */
  readonly body: unknown;
}

/** What is sent for a user: each way is tried until one is not refused for its shape. */
export type Ways = readonly Fields[];

const retriesMax = 20;
const pagesMax = 100;

export class Client {
  readonly #baseUrl: string;
  readonly #headers: Headers;
  readonly #takes: readonly string[] | undefined;

  constructor(baseUrl: string, headerLines: readonly string[] = [], takes?: readonly string[]) {
    this.#takes = takes;
    this.#baseUrl = baseUrl;
    this.#headers = new Headers({ Accept: 'application/json' });
    for (const line of headerLines)
      this.#headers.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  }

  /** Sends to a path below the base address, or to an address. */
  async send(method: string, to: string, fields?: Fields): Promise<Answer> {
    const headers = new Headers(this.#headers);
    if (fields !== undefined) headers.set('Content-Type', 'application/json');
    const body = fields === undefined ? null : JSON.stringify(fields);
    const url = to.startsWith('http') ? to : this.#baseUrl + to;
    for (let retry = 0; ; retry += 1) {
      const response = await fetch(url, { method, headers, body });
      const text = await response.text();
      if ((response.status === 428 || response.status === 412) && retry < retriesMax) {
        headers.set('If-Match', await this.#tagOf(url));
        continue;
      }
      const after = response.headers.get('retry-after');
      if (after === null || retry >= retriesMax) {
        return {
          status: response.status,
          headers: response.headers,
          body: text === '' ? undefined : JSON.parse(text),
        };
      }
      const waitMs = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
      await sleep(Math.max(0, waitMs));
    }
  }

  /** The whole list, over all its pages. */
  async list(): Promise<readonly Fields[]> {
    const users: Fields[] = [];
    let to: string | undefined = '/users';
    for (let pages = 0; to !== undefined && pages < pagesMax; pages += 1) {
      const { status, headers, body } = await this.send('GET', to);
      if (status < 200 || status > 299 || !Array.isArray(body))
        throw new Error(`The list answers ${status}.`);
      users.push(...body.filter(isRecord));
      const next = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
      const total = Number(headers.get('x-total-count') ?? 0);
      const offset =
        headers.has('link') || users.length >= total
          ? undefined
          : `/users?offset=${users.length}&limit=7`;
      const page =
        pages + 1 < Number(headers.get('x-page-count') ?? 0) ? `/users?page=${pages + 2}` : offset;
      to = next === undefined ? page : new URL(next, `${this.#baseUrl}/users`).href;
    }
    return users;
  }

  /** The id of a new user and the way in which it was sent; or the status of the refusal. */
  async create(
    ways: Ways,
  ): Promise<{ readonly id: number; readonly sent: Fields } | { readonly refused: number }> {
    const { answer, sent } = await this.#tryAll('POST', '/users', ways);
    if (answer.status > 299) return { refused: answer.status };
    const id =
      idIn(answer.body, sent['name']) ??
      idAfter(answer.headers.get('location')) ??
      (await this.#lookFor(sent['name']));
    if (id === undefined) throw new Error(`The id of ${String(sent['name'])} is not to be found.`);
    const taken = Object.entries(sent).filter(([field]) => this.#takes?.includes(field) ?? true);
    return { id, sent: Object.fromEntries(taken) };
  }

  /** Changes a user in the first way that is not refused. */
  async change(
    id: number,
    ways: Ways,
  ): Promise<{ readonly status: number; readonly sent: Fields }> {
    const { answer, sent } = await this.#tryAll('PUT', `/users/${id}`, ways);
    return { status: answer.status, sent };
  }

  async #tagOf(url: string): Promise<string> {
    const headers = new Headers(this.#headers);
    const response = await fetch(url, { headers });
    await response.text();
    return response.headers.get('etag') ?? '';
  }

  async #tryAll(
    method: string,
    to: string,
    ways: Ways,
  ): Promise<{ readonly answer: Answer; readonly sent: Fields }> {
    const [sent = {}, ...others] = ways;
    const answer = await this.send(method, to, sent);
    const isRefused = answer.status >= 400 && answer.status < 500;
    return isRefused && others.length > 0 ? this.#tryAll(method, to, others) : { answer, sent };
  }

  async #lookFor(name: unknown): Promise<number | undefined> {
    const found = (await this.list()).filter((user) => user['name'] === name);
    return found.length === 1 ? numberOf(found[0]?.['id']) : undefined;
  }
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The id next to the name that was sent, at any depth; otherwise an id without a name. */
function idIn(body: unknown, name: unknown): number | undefined {
  return (
    idOf(body, (part) => part['name'] === name) ??
    idOf(body, (part) => !Object.hasOwn(part, 'name'))
  );
}

/** The outermost id of a part of a body that is of the kind that is looked for. */
function idOf(body: unknown, isSought: (part: Fields) => boolean): number | undefined {
  if (!isRecord(body)) return undefined;
  const id = numberOf(body['id']);
  if (id !== undefined && isSought(body)) return id;
  for (const part of Object.values(body)) {
    const inner = idOf(part, isSought);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The last step of the path, with any host, slash, query and fragment. */
function idAfter(location: string | null): number | undefined {
  if (location === null) return undefined;
  const steps = URL.parse(location, 'http://localhost')?.pathname.split('/') ?? [];
  const last = steps.findLast((step) => step !== '');
  return last === undefined ? undefined : Number(last);
}
