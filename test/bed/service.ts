// The bed: real HTTP services of our own that share no code with the program, to try the verifier
// on. Some are correct and choose differently wherever the specification shows nothing; others have
// one fault planted.

/** A clause of the specification, as a fault names the one that it breaks. */
export type Clause =
  | 'section 1'
  | 'section 2, user'
  | 'section 2, list'
  | 'section 4, GET /users'
  | 'section 4, POST /users'
  | 'section 4, GET /users/{user_id}'
  | 'section 4, PUT /users/{user_id}'
  | 'section 4, DELETE /users/{user_id}'
  | 'section 4, rule 1'
  | 'section 4, rule 2';

/** A user as the owner of a service stores it. */
export interface StoredUser {
  readonly id: number;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** A service that is running on a free port of this machine. */
export interface Service {
  /** `http://127.0.0.1:<port>` and the base path, if there is one; without a slash at the end. */
  readonly baseUrl: string;
  /**
   * What its owner finds in its storage now, by id, past the interface: to see what a run left
   * behind and what it harmed.
   */
  stored(): readonly StoredUser[];
  /** How many requests it has answered. */
  answered(): number;
  /** Ends it, with all its connections. */
  close(): Promise<void>;
}

/** Starts a service that holds some users already. */
export type Start = (users: readonly StoredUser[]) => Promise<Service>;

/** A service that conforms to the specification. */
export interface Correct {
  readonly name: string;
  /** How its choices differ, in a sentence. */
  readonly about: string;
  /** Header fields without which it refuses every request, `['Authorization: Bearer secret']`. */
  readonly headers?: readonly string[];
  readonly start: Start;
}

/** A fault that can be planted in a correct service. */
export interface Fault {
  /** In kebab-case. */
  readonly name: string;
  /** What goes wrong, in a sentence. */
  readonly about: string;
  /** The clause that it breaks; several if no outsider could tell which operation is at fault. */
  readonly clauses: readonly [Clause, ...Clause[]];
  readonly kind: 'easy' | 'stateful' | 'concurrent' | 'value';
  /** The budget that finds it, if it is not the standard one. */
  readonly budget?: 'thorough';
}
