// Reads the body of a call to the API where it is an order: a JSON object whose members are all
// known. What does not belong was meant otherwise, and without it something else would be done.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { suggest } from '../../base/suggest.ts';
import type { InternalReply } from '../../http/server/internal-routes.ts';
import { readJson } from './read-body.ts';
import { problem } from './reply.ts';

/** What an order may hold, and how it is refused. */
export interface CommandForm {
  /** Of the refusal: `This is no override`. */
  readonly title: string;
  /** Said of what is no object, and by whoever reads on where a member is missing. */
  readonly remedy: string;
  readonly members: readonly string[];
  /** The members of members that are objects; where one is no object, whoever reads on says so. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
}

/** What is sent where no body is read: nothing, or an object of no members. */
const NOTHING: CommandForm = {
  title: 'No body is read here',
  remedy: 'Send none: what is meant stands in the address.',
  members: [],
};

export type ReadCommand = { readonly order: JsonObject } | { readonly refusal: InternalReply };

/**
 * Reads an order. What is no JSON object, or holds a member that does not belong, is refused with
 * 400.
 */
export function readCommand(body: string | null, form: CommandForm): ReadCommand {
  const order = readJson(body);
  if (order === undefined || !isObject(order))
    return { refusal: problem(400, form.title, form.remedy) };
  const strange = strangeIn(order, form.members, []);
  const within = Object.entries(form.within ?? {}).flatMap(([name, members]) =>
    strangeIn(own(order, name), members, [name]),
  );
  const [first, ...others] = [...strange, ...within];
  if (first === undefined) return { order };
  return {
    refusal: problem(400, form.title, first.detail, {
      errors: [first, ...others].map((error) => ({ ...error })),
    }),
  };
}

/**
 * Gives the refusal of a body that says something where none is read; `null` where there is none,
 * or it says nothing.
 */
export function findUnexpectedBody(body: string | null): InternalReply | null {
  if (body === '') return null;
  const read = readCommand(body, NOTHING);
  return 'refusal' in read ? read.refusal : null;
}

type Strange = { readonly pointer: string; readonly detail: string };

function strangeIn(
  order: Json | undefined,
  known: readonly string[],
  steps: readonly string[],
): readonly Strange[] {
  if (order === undefined || !isObject(order)) return [];
  const there = known.length === 0 ? 'There is none.' : `There is ${known.join(', ')}.`;
  return Object.keys(order)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = suggest(name, known);
      const hint = near === null ? '' : ` Did you mean ${JSON.stringify(near)}?`;
      return {
        pointer: toPointer([...steps, name]),
        detail: `${JSON.stringify(name)} is no member here.${hint} ${there}`,
      };
    });
}
