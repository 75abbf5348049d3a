// The part of a frontend that talks to the users interface: the consumer whose needs the pact
// holds. It takes any success for one, and reads of an answer only what the specification shows.

/** A user as a list shows it. */
export interface ListedUser {
  readonly id: number;
  readonly name: string;
}

/** What a user is made from. */
export interface NewUser {
  readonly name: string;
  readonly email: string;
}

/** A user that is read and sent back changed, with all its other members. */
export type WholeUser = Readonly<Record<string, unknown>>;

export class UsersFrontend {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async list(): Promise<readonly ListedUser[]> {
    const users: unknown = await (await this.#send('GET', '/users')).json();
    if (!Array.isArray(users)) throw new Error('the users are no array');
    return users.map((user: ListedUser) => ({ id: user.id, name: user.name }));
  }

  /** The contract does not specify the body of the answer, so it is not read. */
  async create(user: NewUser): Promise<void> {
    await this.#send('POST', '/users', user);
  }

  async read(id: number): Promise<WholeUser> {
    const user: unknown = await (await this.#send('GET', `/users/${id}`)).json();
    if (typeof user !== 'object' || user === null) throw new Error('the user is no object');
    return { ...user };
  }

  async replace(id: number, user: WholeUser): Promise<void> {
    await this.#send('PUT', `/users/${id}`, user);
  }

  async remove(id: number): Promise<void> {
    await this.#send('DELETE', `/users/${id}`);
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const type: Record<string, string> =
      body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { Accept: 'application/json', ...type },
      ...sent,
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`);
    return response;
  }
}
