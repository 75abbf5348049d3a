export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** A client of the users interface. */
export class UsersClient {
  private readonly fetch: typeof globalThis.fetch;

  constructor(fetch: typeof globalThis.fetch = globalThis.fetch) {
    this.fetch = fetch;
  }

  async list(): Promise<readonly User[]> {
    const response = await this.fetch('/users');
    return await response.json();
  }

  /** Rejects with what the service says is wrong with it. */
  async create(user: Omit<User, 'id'>): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.fetch('/users', {
      method: 'POST',
      headers,
      body: JSON.stringify(user),
    });
    if (!response.ok)
      throw new Error(((await response.json()) as { readonly detail: string }).detail);
  }
}
