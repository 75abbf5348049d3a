// A new id for a record: as chosen if that matches the schema of the id, or else drawn from the
// schema.

import type { JsonObject } from '../../base/json.ts';
import type { Choose, Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import { idSchemaOf } from '../ids/id-schema.ts';
import { type Draw, idTypeOf, nextId } from '../ids/ids.ts';
import { slugFrom } from '../ids/made-values.ts';
import { allRowsOf } from '../state/rows-of.ts';
import type { State } from '../state/state.ts';
import type { Refused } from './scene.ts';

/** What assigning an id takes. The checker must be loaded. */
export interface IdBook {
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly state: State;
  readonly draw: Draw;
}

/**
 * Returns an id that no record of a contract has and, if it is drawn from the schema, had; `null`
 * if the schema leaves none. If nothing can be drawn from the schema either, the id follows the
 * choice, and the check of the record reports the error.
 */
export function assignId(
  { schemas, checker, state, draw }: IdBook,
  contract: Contract,
  choose: Choose,
): string | number | null {
  const collection = allRowsOf(state, contract);
  const type = idTypeOf(contract, schemas);
  const isDrawnAtRandom = type !== 'string' && choose('id.numbers') === 'random';
  if (draw.ids === 'as-chosen' || (type !== 'string' && !isDrawnAtRandom))
    return nextId(collection, type, choose, draw);
  const form = idSchemaOf(contract, schemas);
  if (isDrawnAtRandom) {
    const id = nextId(collection, type, choose, draw);
    // The schema may admit small numbers alone.
    return form.fits(id, checker) ? id : nextId(collection, type, inSequence(choose), draw);
  }
  const way = choose('id.texts');
  if (form.isMetBy(way, checker)) return nextId(collection, type, choose, draw);
  if (way === 'sequence') {
    const id = String(nextId(collection, type, choose, draw));
    if (form.fits(id, checker)) return id;
  }
  return form.isDrawable(checker)
    ? form.draw(collection, checker)
    : nextId(collection, type, choose, draw);
}

/** The choices, but with numbers in sequence. */
function inSequence(choose: Choose): Choose {
  const sequence: Partial<Profile> = { 'id.numbers': 'sequence' };
  return (key) => sequence[key] ?? choose(key);
}

/** Returns an id made from the title or name of a record, if the id is a slug; else `null`. */
export function slugId(
  { schemas, checker, state, draw }: IdBook,
  contract: Contract,
  sent: JsonObject,
): string | null {
  if (contract.id !== 'slug' || draw.ids === 'as-chosen') return null;
  const slug = slugFrom(sent);
  if (slug === '' || idTypeOf(contract, schemas) !== 'string') return null;
  const rows = allRowsOf(state, contract);
  for (let count = 1; count <= SLUGS_TRIED; count++) {
    const id = count === 1 ? slug : `${slug}-${count}`;
    if (rows.find(id) === undefined)
      return idSchemaOf(contract, schemas).fits(id, checker) ? id : null;
  }
  return null;
}

/** How many records of one title get an id from it. */
const SLUGS_TRIED = 1_000;

/** Whether a removed id need not be remembered: no later id can be equal to it. */
export function isForgettable(
  { schemas }: Pick<IdBook, 'schemas'>,
  contract: Contract,
  way: Profile['id.texts'],
): boolean {
  return (
    idTypeOf(contract, schemas) !== 'string' || idSchemaOf(contract, schemas).isForgettable(way)
  );
}

/** Returns why no id could be assigned, if `assignId` returned none, or one that does not match. */
export function noIdFor(
  { schemas, checker }: Pick<IdBook, 'schemas' | 'checker'>,
  contract: Contract,
): Refused {
  const { id, item } = contract;
  const isSpent = idSchemaOf(contract, schemas).isDrawable(checker);
  return {
    situation: 'taken',
    by: 'contract',
    title: 'There is no id for another record',
    detail: isSpent
      ? `no ${id} is left: every one that ${item}.json allows is taken`
      : `${item}.json allows no ${id} that can be generated`,
    remedy: `Allow more values for "${id}" in ${item}.json${isSpent ? '' : ', or add "examples" to it'}; or send an id, with create.id=keep.`,
  };
}

/** Returns why one more record could not get an id; `null` if it could. */
export function findNoId(book: IdBook, contract: Contract, choose: Choose): Refused | null {
  const id = assignId(book, contract, choose);
  const isGood =
    typeof id === 'number' ||
    (id !== null && idSchemaOf(contract, book.schemas).fits(id, book.checker));
  return isGood ? null : noIdFor(book, contract);
}
