// Reads the body of a call to the API as a command: a JSON object whose members are all
// known. An unknown member is refused: ignoring it would do something else than the caller meant.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { suggest } from '../../base/suggest.ts';
import type { InternalReply } from '../../http/server/internal-routes.ts';
import { readJson } from './read-body.ts';
import { problem } from './reply.ts';

/** The members of a command, and the text of its refusal. */
export interface CommandForm {
  /** Of the refusal: `This is no override`. */
  readonly title: string;
  /** The remedy if the body is not an object or lacks a member. */
  readonly remedy: string;
  readonly members: readonly string[];
  /** The members of members that are objects. The caller checks that they are objects. */
  readonly within?: Readonly<Record<string, readonly string[]>>;
}

/** The body of a call that reads none: nothing, or an empty object. */
const NOTHING: CommandForm = {
  title: 'No body is expected',
  remedy: 'Send none. The address says everything.',
  members: [],
};

export type ReadCommand = { readonly order: JsonObject } | { readonly refusal: InternalReply };

/** Reads a command. Refuses with 400 what is not a JSON object or has an unknown member. */
export function readCommand(body: string | null, form: CommandForm): ReadCommand {
  const order = readJson(body);
  if (!isObject(order)) return { refusal: problem(400, form.title, form.remedy) };
  const unknown = findUnknown(order, form.members, []);
  const within = Object.entries(form.within ?? {}).flatMap(([name, members]) =>
    findUnknown(own(order, name), members, [name]),
  );
  const errors = [...unknown, ...within];
  const [first] = errors;
  if (first === undefined) return { order };
  return { refusal: problem(400, form.title, first.detail, { errors }) };
}

/** Returns the refusal of a body where none is expected; `null` if it is missing or empty. */
export function findUnexpectedBody(body: string | null): InternalReply | null {
  if (body === '') return null;
  const read = readCommand(body, NOTHING);
  return 'refusal' in read ? read.refusal : null;
}

type UnknownMember = { readonly pointer: string; readonly detail: string };

function findUnknown(
  order: Json | undefined,
  known: readonly string[],
  steps: readonly string[],
): readonly UnknownMember[] {
  if (!isObject(order)) return [];
  const there = known.length === 0 ? 'No member is allowed.' : `Members: ${known.join(', ')}.`;
  return Object.keys(order)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = suggest(name, known);
      const hint = near === null ? '' : ` Did you mean ${JSON.stringify(near)}?`;
      return {
        pointer: toPointer([...steps, name]),
        detail: `${JSON.stringify(name)} is not a member.${hint} ${there}`,
      };
    });
}
