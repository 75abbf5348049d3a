// Where in a plausible row a value belongs.

import type { Schemas } from '../schema.ts';
import type { TopicSubject } from './topics.ts';
import type { Actor, Values } from './values.ts';

export interface Position {
  readonly schemas: Schemas;
  readonly values: Values;
  /** The person that the object describes: its name, e-mail address and times fit each other. */
  readonly actor: Actor;
  readonly subject: TopicSubject;
  /** The member that has the value, or a part of it. */
  readonly key: string;
  /** Is part of a text that must differ from all others; `null` if it need not. */
  readonly serial: number | null;
  readonly depth: number;
}
