// How the service works, as the probe found out. Data only.

import type { PatchForm } from '../../contract/operation-way.ts';
import type { Place } from '../../oracle/member-places.ts';
import type { Draft } from '../../schema/sample/draft.ts';
import type { Pager } from '../pages/pagination.ts';

/** Where the id of a created item is found. */
export type IdAt =
  /** `isLink`: the address of the item stands there, and ends with the id. */
  | { readonly kind: 'body'; readonly steps: readonly string[]; readonly isLink?: true }
  | { readonly kind: 'location' }
  | { readonly kind: 'list' };

/** Is found out before anything is judged. */
export interface ServiceTraits {
  /** The members that it accepts in a creation, and in a replacement. */
  createMembers: readonly string[];
  replaceMembers: readonly string[];
  /** How the values of a request are written. */
  wording: Pick<Draft, 'wording' | 'yearsLater' | 'textForms' | 'examples' | 'lists'>;
  /** Whether it refuses creations that its schema allows: that was told, and is no finding again. */
  isPicky: boolean;
  /** The members that make a creation fail: no write sends them. */
  breaking: readonly string[];
  /** Places within members that it keeps only if nothing else is sent beside them: no write sends them. */
  excluded: readonly Place[];
  /** The members that a replacement may hold but not change. */
  fixedMembers: readonly string[];
  /** Whether the body of a replacement must hold the id. */
  replaceId: 'left-out' | 'sent';
  /** The members that PATCH takes, the forms of its body, the best first, and whether it holds the id. */
  updateMembers: readonly string[];
  updateForms: readonly PatchForm[];
  updateId: 'left-out' | 'sent';
  idAt: IdAt;
  /** The member whose value each id was seen to hold; `null` if none, absent before a creation. */
  idFrom?: string | null;
  pager: Pager | null;
  /** The members that the elements of its list show. */
  listed: Set<string>;
  /** The members that reads of its items show. */
  read: Set<string>;
}
