// Operations on all items of a collection: the creation of several, and the removal of all.

import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { isLike } from '../shapes.ts';
import type { Answers } from './answers.ts';
import { type ActionUse, type Resource, wordsOf } from './resource.ts';
import { isForeignVerb, plainWords } from './words/verbs.ts';

/** Last steps that name the whole collection above: `DELETE /notes/all`, `/notas/borrar-todo`. */
function isWhole(step: string): boolean {
  const [verb = '', ...rest] = plainWords(step);
  const isOther = rest.length === 1 && ALL.test(rest[0] ?? '') && isForeignVerb(verb, 'remove');
  return WHOLE.test(step) || isOther;
}

const WHOLE = /^(?:(?:delete|remove|clear)[-_]?)?(?:all|everything)$/i;
const ALL = /^(?:tod[oa]s?|tud[oa]|tutt[oaie]|tout(?:es)?|tous|alles?|semua)$/;

interface WholeUse {
  readonly does: NonNullable<ActionUse['does']>;
  readonly why: string;
}

/** Whether the request of a DELETE at a collection names the item to remove. */
function namesOne(one: ApiOperation, answers: Answers): boolean {
  const asked = one.parameters.filter(({ in: where }) => where === 'query');
  const sent = [...(answers.itemSent(one, [])?.members.keys() ?? [])];
  return (
    asked.some(({ name }) => /id$/i.test(name)) ||
    sent.some((name) => /id$/i.test(name)) ||
    /^(?:delet|remov)\w*\s+(?:an?|one|the)\s/i.test(one.summary ?? '')
  );
}

/** What an operation does to all rows of a resource; `null` if nothing. */
export function wholeUse(
  one: ApiOperation | undefined,
  resources: readonly Resource[],
  answers: Answers,
): WholeUse | null {
  if (one === undefined) return null;
  const { method, path } = one;
  if (method === 'DELETE') {
    const [all, ...above] = [path.segments.at(-1) ?? '', ...path.segments.slice(0, -1)];
    const texts = [path.text, ...(isWhole(all) ? [`/${above.join('/')}`] : [])];
    const resource = resources.find(
      ({ isOne, path: text, operations }) =>
        !isOne && texts.includes(text) && (operations.has('list') || operations.has('read')),
    );
    // What takes an id, or is called the removal of one thing, removes no others.
    if (namesOne(one, answers)) return null;
    return resource === undefined
      ? null
      : {
          does: { role: 'remove-all', resource },
          why:
            resource.path === path.text
              ? `it is DELETE at the path of ${resource.path}: it removes all items`
              : `it is DELETE, and "${all}" below ${resource.path} are all items`,
        };
  }
  if (method !== 'POST' && method !== 'PUT') return null;
  const words = wordsOf(path.segments);
  const found = resources.find((other) => {
    const isNear =
      !other.isOne &&
      (other.path === path.text ||
        path.text.startsWith(`${other.path}/`) ||
        wordsOf(other.segments).some((word) => words.includes(word)));
    const list = isNear ? answers.listSent(one, [...words, ...wordsOf(other.segments)]) : null;
    const creates = other.path === path.text || (other.rows ?? other).operations.has('create');
    return creates && list !== null && list.at.length === 0 && isLike(list.element, other.item);
  });
  const owner = found?.rows ?? found;
  const isBound = owner?.segments.every((one) => !isParameter(one) || path.segments.includes(one));
  return found === undefined || owner === undefined || method === 'PUT' || !isBound
    ? null
    : {
        does: { role: 'create-many', resource: owner },
        why: `its body is a list of items of ${found.path}: it creates them`,
      };
}
