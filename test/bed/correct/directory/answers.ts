// Directories that differ in what they answer, and in what of a user they write down at all.

import { Directory, type Input, type Question, Refused, type Row } from './directory.ts';

/**
 * Leaves out of every answer what holds nothing, at any depth, as `omitempty` does; never the name,
 * which a list has to show.
 */
export class TerseDirectory extends Directory {
  protected override full(row: Row): Input {
    return { ...withoutEmpty(row), id: row.id, name: row.name };
  }
}

function withoutEmpty(value: Input): Input {
  const members = Object.entries(value).map(([key, one]): readonly [string, unknown] => [
    key,
    isPlace(one) ? withoutEmpty(one) : one,
  ]);
  return Object.fromEntries(members.filter(([, one]) => !isEmpty(one)));
}

function isPlace(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === false || value === '' || (isPlace(value) && Object.keys(value).length === 0);
}

/** Lists its users in another order each time. */
export class ShuffledDirectory extends Directory {
  #turn = 0;

  protected override list(_question: Question): Response {
    this.#turn += 7;
    const rows = [...this.rows.values()];
    const by = this.#turn % Math.max(1, rows.length);
    return Response.json([...rows.slice(by).reverse(), ...rows.slice(0, by)]);
  }
}

/** Answers POST with an event: its own number, and the user within. */
export class EventDirectory extends Directory {
  #events = 0;

  protected override async create(question: Question): Promise<Response> {
    const response = await super.create(question);
    this.#events += 1;
    return Response.json(
      { id: this.#events, kind: 'user.created', data: await response.json() },
      { status: 201 },
    );
  }
}

/** Answers POST with the id as a bare number, PUT with null, DELETE with null. */
export class BareDirectory extends Directory {
  protected override async create(question: Question): Promise<Response> {
    const response = await super.create(question);
    const body: unknown = await response.json();
    return Response.json(isPlace(body) ? body['id'] : null, { status: 201 });
  }

  protected override async update(key: string, question: Question): Promise<Response> {
    await super.update(key, question);
    return Response.json(null);
  }

  protected override remove(key: string, question: Question): Response {
    super.remove(key, question);
    return Response.json(null);
  }
}

/** Answers POST with a list of what it made, PUT with the user as it was before. */
export class BatchDirectory extends Directory {
  protected override async create(question: Question): Promise<Response> {
    const response = await super.create(question);
    return Response.json([await response.json()], { status: 200 });
  }

  protected override async update(key: string, question: Question): Promise<Response> {
    const before = this.found(key);
    await super.update(key, question);
    return Response.json(before);
  }
}

/**
 * Answers POST with nothing but the address of the user, on the host behind a proxy, with a slash
 * and a query.
 */
export class ProxiedDirectory extends Directory {
  protected override async create(question: Question): Promise<Response> {
    const response = await super.create(question);
    const path = response.headers.get('location') ?? '';
    return Response.json(
      {},
      { status: 201, headers: { Location: `http://internal.example:8080${path}/?version=1#top` } },
    );
  }
}

/** Answers POST and PUT with 303 and the address of the user. */
export class SeeOtherDirectory extends Directory {
  protected override async create(question: Question): Promise<Response> {
    const { headers } = await super.create(question);
    return new Response(null, {
      status: 303,
      headers: { Location: headers.get('location') ?? '' },
    });
  }

  protected override async update(key: string, question: Question): Promise<Response> {
    await super.update(key, question);
    return new Response(null, { status: 303, headers: { Location: `/users/${key}` } });
  }
}

/** Sends every request without a slash at the end to the address with one, with 308. */
export class SlashNeedingDirectory extends Directory {
  protected override dispatch(question: Question): Response | Promise<Response> {
    const { pathname, search } = question.url;
    if (!pathname.endsWith('/'))
      return new Response(null, { status: 308, headers: { Location: `${pathname}/${search}` } });
    const url = new URL(question.url);
    url.pathname = pathname.slice(0, -1);
    return super.dispatch({ ...question, url });
  }
}

/** Adds to an address what it knows of it: the country, and how it is written on a letter. */
export class PostalDirectory extends Directory {
  protected override full(row: Row): Input {
    const address = row['address'];
    if (!isPlace(address)) return row;
    const line = [address['district'], address['city']]
      .filter((part) => part !== undefined)
      .join(', ');
    return { ...row, address: { country: 'PL', ...address, line } };
  }
}

/** Gives a new user an address, skills and a flag if none were sent. */
export class WelcomingDirectory extends Directory {
  protected override create(question: Question): Response | Promise<Response> {
    const sent = JSON.stringify({
      isPremium: true,
      skills: ['newcomer'],
      address: { city: 'Unknown', district: '-' },
      ...this.inputOf(question),
    });
    return super.create({ ...question, text: sent });
  }
}

/** Sends no media type with what it answers. */
export class UntypedDirectory extends Directory {
  override async answer(question: Question): Promise<Response> {
    const response = await super.answer(question);
    response.headers.delete('content-type');
    return response;
  }
}

/**
 * PUT takes what differs from what there is alone: the same again is answered 204, a change 200.
 */
export class ChangesOnlyDirectory extends Directory {
  protected override update(key: string, question: Question): Response | Promise<Response> {
    const before = JSON.stringify(this.found(key));
    const input = this.inputOf(question);
    const row = this.found(key);
    if (JSON.stringify({ ...row, ...input }) === before) return new Response(null, { status: 204 });
    return super.update(key, question);
  }
}

/**
 * Takes a name and an email of a new user alone, and starts each with the same flag, skills and
 * address.
 */
export class FreshDirectory extends Directory {
  protected override create(question: Question): Response | Promise<Response> {
    const { name, email } = this.inputOf(question);
    return super.create({
      ...question,
      text: JSON.stringify({ name, email, isPremium: false, skills: [], address: {} }),
    });
  }
}

/** Lists five users at a time by ?page=, and answers 404 beyond the last page. */
export class PagedDirectory extends Directory {
  protected override list({ url }: Question): Response {
    const page = Number(url.searchParams.get('page') ?? 1);
    const pages = Math.max(1, Math.ceil(this.rows.size / PAGE_SIZE));
    if (!(page >= 1 && page <= pages)) throw new Refused(404, 'There is no such page');
    const users = [...this.rows.values()].slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return Response.json(users, { headers: { 'X-Page-Count': `${pages}` } });
  }
}

const PAGE_SIZE = 5;
