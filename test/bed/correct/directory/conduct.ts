// Directories that differ in what they make of a request: conditions, uniqueness, redirects, locks,
// and partial writes.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredUser } from '../../service.ts';
import { Directory, type Input, type Question, Refused, type Row } from './directory.ts';

/**
 * Sends an ETag with each read; answers 304 to If-None-Match and 412 to an If-Match that is out of
 * date.
 */
export class TaggedDirectory extends Directory {
  override async answer(question: Question): Promise<Response> {
    const response = await super.answer(question);
    const reads = question.method === 'GET' || question.method === 'HEAD';
    if (!reads || response.status !== 200) return response;
    const text = await response.text();
    const tag = tagOf(text);
    const known = (question.headers.get('if-none-match') ?? '')
      .split(',')
      .map((part) => part.trim().replace(/^W\//, ''));
    const headers = { ETag: tag, 'Cache-Control': 'no-cache', 'Content-Type': 'application/json' };
    if (known.includes(tag) || known.includes('*'))
      return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  }

  protected override update(key: string, question: Question): Response | Promise<Response> {
    this.#check(key, question);
    return super.update(key, question);
  }

  protected override remove(key: string, question: Question): Response {
    this.#check(key, question);
    return super.remove(key, question);
  }

  #check(key: string, question: Question): void {
    const wanted = question.headers.get('if-match');
    if (wanted === null || wanted === '*') return;
    if (wanted !== tagOf(JSON.stringify(this.full(this.found(key)))))
      throw new Refused(412, 'It has changed since');
  }
}

function tagOf(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url').slice(0, 12)}"`;
}

/** Rejects an e-mail that another user has, in upper or lower case, with 409. */
export class UniqueEmailDirectory extends Directory {
  protected override keep(row: Row): Row {
    const wanted = String(row['email']).toLowerCase();
    for (const other of this.rows.values()) {
      if (other.id !== row.id && String(other['email']).toLowerCase() === wanted)
        throw new Refused(409, 'This email is taken');
    }
    return super.keep(row);
  }
}

/** Refuses a name that another user has, with 422. */
export class UniqueNameDirectory extends Directory {
  protected override keep(row: Row): Row {
    const others = [...this.rows.values()].filter((other) => other.id !== row.id);
    if (others.some((other) => other.name === row.name))
      throw new Refused(422, 'This name is taken');
    return super.keep(row);
  }
}

/** Redirects a path with a slash at the end to the one without, with 308. */
export class SlashDirectory extends Directory {
  protected override dispatch(question: Question): Response | Promise<Response> {
    const { pathname, search } = question.url;
    if (pathname.length < 2 || !pathname.endsWith('/')) return super.dispatch(question);
    return new Response(null, {
      status: 308,
      headers: { Location: pathname.slice(0, -1) + search },
    });
  }
}

/** Writes slowly, one after the other, under a lock; reads see what was written last. */
export class LockedDirectory extends Directory {
  #last: Promise<unknown> = Promise.resolve();

  protected override dispatch(question: Question): Response | Promise<Response> {
    if (question.method === 'GET' || question.method === 'HEAD') return super.dispatch(question);
    const turn = this.#last.then(async () => {
      await sleep(3);
      return super.dispatch(question);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * Keeps, for each field, what was written last; a PUT of one field can be answered before that of
 * another.
 */
export class FieldwiseDirectory extends Directory {
  protected override async update(key: string, question: Question): Promise<Response> {
    const input = this.inputOf(question);
    this.found(key);
    await sleep(question.text.length % 7);
    const row = this.found(key);
    this.keep({ ...row, ...input, id: row.id, name: String(input['name'] ?? row.name) });
    return Response.json({ changed: Object.keys(input) });
  }
}

/** PUT takes the whole user alone, PATCH takes parts; an unknown id is made by PUT. */
export class WholeDirectory extends Directory {
  protected override async update(key: string, question: Question): Promise<Response> {
    if (question.method === 'PATCH') return super.update(key, question);
    const input = this.inputOf(question);
    for (const field of ['name', 'email']) {
      if (input[field] === undefined)
        throw new Refused(422, `PUT takes the whole user: ${field} is missing`);
    }
    const isNew = !this.rows.has(key);
    if (isNew && !/^(?:0|[1-9]\d{0,14})$/.test(key)) throw new Refused(404, `No user ${key}`);
    this.keep({ ...input, id: Number(key), name: String(input['name']) });
    return new Response(null, { status: isNew ? 201 : 204 });
  }

  protected override read(key: string, _question: Question): Response {
    return Response.json(this.found(key), {
      headers: { 'Last-Modified': new Date().toUTCString(), Vary: 'Accept, Origin' },
    });
  }
}

/** Gives the id of the last removed user to the next new one, but never its fields. */
export class RecyclingDirectory extends Directory {
  readonly #free: number[] = [];

  protected override remove(key: string, question: Question): Response {
    const { id } = this.found(key);
    const response = super.remove(key, question);
    this.#free.push(id);
    return response;
  }

  protected override newId(): number {
    return this.#free.pop() ?? super.newId();
  }
}

/** Holds so many users beyond those it had, and answers 409 after. */
export class CrampedDirectory extends Directory {
  readonly #usersMax: number;

  constructor(users: readonly StoredUser[]) {
    super(users);
    this.#usersMax = users.length + 30;
  }

  protected override create(question: Question): Response | Promise<Response> {
    if (this.rows.size >= this.#usersMax) throw new Refused(409, 'The directory is full');
    return super.create(question);
  }

  protected override brief({ id, name }: Row): Input {
    return { id, name };
  }
}

/** Sets a cookie, allows every origin, and sends each header that a framework is wont to send. */
export class ChattyDirectory extends Directory {
  override async answer(question: Question): Promise<Response> {
    const response = await super.answer(question);
    response.headers.set('Access-Control-Allow-Origin', '*');
    response.headers.set('Set-Cookie', 'session=1; HttpOnly; Path=/');
    response.headers.set('X-Powered-By', 'Express');
    response.headers.set('X-Request-Id', `r-${this.rows.size}`);
    response.headers.set('Server-Timing', 'db;dur=1.5');
    return response;
  }
}
