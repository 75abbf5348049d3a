// The second of the servers of the bed: a class that turns a Request of the Fetch standard into a
// Response, one method for each operation. Its kinds are subclasses. Rows are kept under the text
// of their path.

import type { StoredUser } from '../../service.ts';

export type Row = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly name: string;
};
export type Input = Readonly<Record<string, unknown>>;

/** Thrown by an operation that refuses. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** What a directory is asked: the parts of a request that it looks at. */
export interface Question {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
}

const shapes: Readonly<Record<string, 'string' | 'boolean' | 'strings' | 'place'>> = {
  name: 'string',
  email: 'string',
  isPremium: 'boolean',
  skills: 'strings',
  address: 'place',
};

/**
 * Offers HEAD, OPTIONS and a PATCH that merges. PUT merges. POST answers 201, Location, and the
 * user.
 */
export class Directory {
  protected readonly rows = new Map<string, Row>();
  #highest = 0;

  constructor(users: readonly StoredUser[]) {
    for (const user of users) {
      this.rows.set(`${user.id}`, user);
      this.#highest = Math.max(this.#highest, Math.ceil(user.id));
    }
  }

  /** What its owner sees in it. */
  owned(): readonly StoredUser[] {
    return [...this.rows.values()];
  }

  /** Answers; an operation that throws `Refused` becomes an error. */
  async answer(question: Question): Promise<Response> {
    try {
      return await this.dispatch(question);
    } catch (error) {
      if (error instanceof Refused) return this.refusal(error);
      throw error;
    }
  }

  protected dispatch(question: Question): Response | Promise<Response> {
    const steps = question.url.pathname.split('/').slice(1);
    const [resource, key, ...rest] = steps;
    if (resource !== 'users' || rest.length > 0 || key === '')
      throw new Refused(404, 'No such resource');
    if (key === undefined) {
      if (question.method === 'GET' || question.method === 'HEAD') return this.list(question);
      if (question.method === 'POST') return this.create(question);
      return this.others(question, 'GET, HEAD, POST');
    }
    switch (question.method) {
      case 'GET':
      case 'HEAD':
        return this.read(key, question);
      case 'PUT':
      case 'PATCH':
        return this.update(key, question);
      case 'DELETE':
        return this.remove(key, question);
      default:
        return this.others(question, 'GET, HEAD, PUT, PATCH, DELETE');
    }
  }

  protected others(question: Question, allow: string): Response {
    if (question.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { Allow: `${allow}, OPTIONS` } });
    throw new Refused(405, `No ${question.method} here`, { Allow: allow });
  }

  protected list(_question: Question): Response {
    return Response.json([...this.rows.values()].map((row) => this.brief(row)));
  }

  protected create(question: Question): Response | Promise<Response> {
    const input = this.inputOf(question);
    if (input['name'] === undefined || input['email'] === undefined)
      throw new Refused(422, 'A name and an email are needed');
    const id = this.newId();
    const row = this.keep({ ...input, id, name: String(input['name']) });
    return Response.json(this.full(row), { status: 201, headers: { Location: `/users/${id}` } });
  }

  protected read(key: string, _question: Question): Response {
    return Response.json(this.full(this.found(key)));
  }

  protected update(key: string, question: Question): Response | Promise<Response> {
    const row = this.found(key);
    const input = this.inputOf(question);
    return Response.json(
      this.full(
        this.keep({ ...row, ...input, id: row.id, name: String(input['name'] ?? row.name) }),
      ),
    );
  }

  protected remove(key: string, _question: Question): Response {
    this.found(key);
    this.rows.delete(key);
    return new Response(null, { status: 204 });
  }

  /** A row as an element of the list. */
  protected brief(row: Row): Input {
    return this.full(row);
  }

  /** A row as GET of one user returns it. */
  protected full(row: Row): Input {
    return row;
  }

  protected newId(): number {
    this.#highest += 1;
    while (this.rows.has(`${this.#highest}`)) this.#highest += 1;
    return this.#highest;
  }

  /** Stores a new or changed row, and returns it as stored. */
  protected keep(row: Row): Row {
    this.rows.set(`${row.id}`, row);
    return row;
  }

  protected found(key: string): Row {
    const row = this.rows.get(key);
    if (row === undefined) throw new Refused(404, `No user ${key}`);
    return row;
  }

  protected refusal({ status, message, headers }: Refused): Response {
    return Response.json({ status, message }, { status, headers });
  }

  /** The fields of a body that have a shape; others, and the id, are left out. */
  protected inputOf({ text }: Question): Input {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new Refused(400, 'This is not JSON');
    }
    if (!isRecord(body)) throw new Refused(400, 'This is not an object');
    const input: Record<string, unknown> = {};
    for (const [field, shape] of Object.entries(shapes)) {
      if (!Object.hasOwn(body, field)) continue;
      if (!fits(body[field], shape)) throw new Refused(422, `${field} has another type`);
      input[field] = body[field];
    }
    return input;
  }
}

function isRecord(value: unknown): value is Input {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function fits(value: unknown, shape: 'string' | 'boolean' | 'strings' | 'place'): boolean {
  if (shape === 'strings')
    return Array.isArray(value) && value.every((item) => fits(item, 'string'));
  if (shape !== 'place') return typeof value === shape;
  if (!isRecord(value)) return false;
  return Object.entries(value).every(
    ([key, part]) => (key !== 'city' && key !== 'district') || typeof part === 'string',
  );
}
