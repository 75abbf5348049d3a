// The names of marks: `favorite` sets `favorited`, `follow` sets `following`.

import { lettersOf } from '../../base/names.ts';

/** The part of a verb that the names of what it sets begin with. */
export function stemOf(verb: string): string {
  return lettersOf(verb).replace(/(?:ings?|es|e|s)$/, '');
}

/** Whether a member has the name of what a verb sets: `isFavorite`, `favorited`, `following`. */
export function isMarked(name: string, stem: string): boolean {
  const letters = lettersOf(name).replace(/^(?:is|has|am|by|viewer)(?=.)/, '');
  const rest = letters.startsWith(stem) ? letters.slice(stem.length) : null;
  return rest !== null && /^(?:e?d|e|ing|s|red|ned|ped|ked)?(?:by(?:me|user|viewer))?$/.test(rest);
}
