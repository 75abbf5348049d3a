// Paths that are calls of procedures: `POST /createUser`, `GET /getAllUsers`, `DELETE /deleteUser/{id}`,
// `GET /users/getUserById/{id}`: the usual path of what they seem to do.

import { lettersOf } from '../../../base/names.ts';
import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { singularOf } from './resource.ts';

/** Verbs by method: what stands before the name of the thing. */
const VERBS: Readonly<Record<string, RegExp>> = {
  GET: /^(?:get|fetch|list|find|show|view|read)[-_]?(all)?[-_]?(?=[A-Z\-_]|[a-z])/i,
  POST: /^(?:(?:create|add|insert|save)[-_]?(?:(?:or|and)[-_]?)?(?:update|edit)(?=[A-Z\-_])|upsert|create|add|new|insert|save)[-_]?(all)?/i,
  PUT: /^(?:update|edit|modify|change)[-_]?(all)?/i,
  PATCH: /^(?:update|edit|modify|change)[-_]?(all)?/i,
  DELETE: /^(?:delete|remove|destroy)[-_]?(all)?/i,
};

/** Verbs with which no noun begins: `createbanner`. */
const JOINED = /^(?:create|update|delete|get(?:all)?)$/;

/** A path cut into what is above the verb, the thing, and whether one item is meant. */
interface Called {
  readonly above: readonly string[];
  /** In letters and in the singular. */
  readonly thing: string;
  readonly parameter: string | null;
}

/** Things that at least two procedures are about, or one that stands beside a plain collection of them. */
export class VerbPaths {
  private readonly counts = new Map<string, Set<string>>();
  /** The paths that are no calls, and list or make things, by what they are about. */
  private readonly plain = new Map<string, readonly string[]>();

  constructor(operations: readonly ApiOperation[]) {
    for (const { method, path } of operations) {
      const called = calledBy(method, path.segments);
      if (called === null) {
        const last = path.segments.at(-1) ?? '';
        const isCollection = (method === 'GET' || method === 'POST') && !/[{}]/.test(last);
        const thing = singularOf(lettersOf(last));
        const sign = signOf({ above: path.segments.slice(0, -1), thing });
        if (isCollection && !this.plain.has(sign)) this.plain.set(sign, path.segments);
        continue;
      }
      const sign = signOf(called);
      const known = this.counts.get(sign) ?? new Set();
      this.counts.set(sign, known.add(method));
    }
  }

  /** The usual segments of an operation; `null` if its path is no call, or the only one about a thing. */
  usualSegments(method: string, segments: readonly string[]): readonly string[] | null {
    const called = calledBy(method, segments);
    if (called === null) return null;
    const { above, thing, parameter } = called;
    const plain = this.plain.get(signOf(called));
    if (plain !== undefined) return parameter === null ? plain : [...plain, parameter];
    if ((this.counts.get(signOf(called))?.size ?? 0) < 2) return null;
    const isNamedAbove = singularOf(lettersOf(above.at(-1) ?? '')) === thing;
    const collection = isNamedAbove ? above : [...above, thing];
    return parameter === null ? collection : [...collection, parameter];
  }
}

function calledBy(method: string, segments: readonly string[]): Called | null {
  const last = segments.at(-1) ?? '';
  const parameter = isParameter(last) ? last : null;
  const name = (parameter === null ? last : segments.at(-2)) ?? '';
  const above = segments.slice(0, parameter === null ? -1 : -2);
  const verb = /[{}]/.test(name) ? null : (VERBS[method]?.exec(name) ?? null);
  if (verb === null) return null;
  const noun = name.slice(verb[0].length).replace(/[-_]?By[-_]?Id$/i, '');
  // A verb ends where a capital or a dash begins; `address` does not begin with "add".
  const isJoined = JOINED.test(verb[0]) && name === name.toLowerCase() && noun.length > 2;
  if (!/^[A-Z]/.test(noun) && !/[-_]$/.test(verb[0]) && !isJoined) return null;
  if (/By[A-Z]/.test(noun) || lettersOf(noun).length < 2) return null;
  const letters = lettersOf(noun);
  const thing = singularOf(letters);
  const isList = thing !== letters || verb[1] !== undefined;
  if (method === 'GET' && parameter === null && !isList) return null;
  return { above, thing, parameter };
}

function signOf({ above, thing }: Pick<Called, 'above' | 'thing'>): string {
  return [...above, thing].join('/');
}
